import type { CatalogKey } from "../catalog/delete.ts";
import { remove, type RowsOf, storedRow, verb } from "../engine/index.ts";
import { requireRule, rulesById, type SignatureRule } from "./rule.ts";

const load = (inputs: readonly CatalogKey[]) => ({
  rules: rulesById({ ids: JSON.stringify(inputs.map(({ id }) => id)) }),
});

interface Decision {
  readonly asserts: readonly [];
  readonly rule: SignatureRule;
}

/** Deletes a rule, and returns it. Refuses `not_found` and `stale_revision`. */
export const deleteSignatureRule = verb({
  conflicts: { of: ["reference data/Delete"], claims: { SignatureRule: "" } },
  load,
  decide: ({ rules }: RowsOf<ReturnType<typeof load>>, { id, revNo }: CatalogKey): Decision => ({
    asserts: [],
    rule: requireRule(rules, id, revNo),
  }),
  write: ({ rule }) => [
    remove("SignatureRule", storedRow("SignatureRule", rule), { action: "deleted" }),
  ],
  answer: ({ rule }): SignatureRule => rule,
});

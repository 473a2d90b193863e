import { type Assertion, type Attribution, type RowsOf, update, verb } from "../engine/index.ts";
import { refusalAt } from "../refusal.ts";
import { type Key, keysById } from "./key.ts";
import { adminKeys, otherAdmin, requireOtherAdmin } from "./last-admin.ts";

export interface RevokeKeyInput {
  readonly id: number;
}

const load = (inputs: readonly RevokeKeyInput[]) => {
  const keyIds = inputs.map(({ id }) => id);
  return { keys: keysById({ ids: JSON.stringify(keyIds) }), ...adminKeys({ keyIds }) };
};

interface Decision {
  readonly asserts: readonly Assertion[];
  readonly stored: Key;
  readonly revokedAt: number;
}

/** Decides a revocation. Refuses `not_found` and `last_admin`. */
function decide(
  { keys, leaving, staying }: RowsOf<ReturnType<typeof load>>,
  { id }: RevokeKeyInput,
  by: Attribution,
): Decision {
  const stored = keys.find((key) => key.id === id);
  if (!stored) throw refusalAt("not_found", "/id", `No key has the id ${id}.`);
  const asserts = requireOtherAdmin(leaving, staying, by.at, "/id");
  return { asserts, stored, revokedAt: stored.revokedAt ?? by.at };
}

const write = ({ stored, revokedAt }: Decision) =>
  stored.revokedAt === null ? [update("ApiKey", stored, { revokedAt }, { action: "revoked" })] : [];

const answer = ({ stored, revokedAt }: Decision): Key => ({ ...stored, revokedAt });

/** Revokes a key permanently. A key that was revoked before stays as it is. Source: design 5. */
export const revokeKey = verb({
  conflicts: { of: ["ApiKey/Revoke"], claims: { ApiKey: "" }, asserts: otherAdmin },
  load,
  decide,
  write,
  answer,
});

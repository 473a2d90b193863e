import type { Logged } from "../database/executor.ts";
import { buildSlotType, productType } from "../database/schema/index.ts";
import {
  type Assertion,
  create,
  differences,
  relyOn,
  type RowsOf,
  storedFields,
  update,
  verb,
} from "../engine/index.ts";
import {
  foldedNames,
  type Named,
  recordsNamed,
  requireActive,
  requireNamed,
} from "../rules/named.ts";
import { requireRole, rolesNamed } from "../rules/roles.ts";
import { requireUnique } from "../rules/unique.ts";
import { meaningsByKey } from "../signature/facts.ts";
import { requireMeaning } from "../signature/meaning.rules.ts";
import { foldCase } from "../values/fold-case.ts";
import { requireRule, ruleKeys, rulesById, type SignatureRule } from "./rule.ts";

/**
 * An update if it has an id; absent fields keep their values. Otherwise a creation, with a name, a
 * SUID or both, in which null is the default. Records are named by their names, the meaning also by its SUID.
 */
export interface SignatureRuleInput {
  readonly id?: number | undefined;
  readonly revNo?: number | undefined;
  readonly suid?: string | null | undefined;
  readonly name?: string | null | undefined;
  readonly description?: string | null | undefined;
  readonly isActive?: boolean | null | undefined;
  readonly operation?: SignatureRule["operation"] | undefined;
  readonly productType?: string | null | undefined;
  readonly buildSlotType?: string | null | undefined;
  readonly meaning?: string | undefined;
  readonly roles?: readonly string[] | null | undefined;
  readonly count?: number | null | undefined;
  readonly byAnother?: boolean | null | undefined;
}

const productTypesNamed = recordsNamed(productType);
const slotTypesNamed = recordsNamed(buildSlotType);

const load = (inputs: readonly SignatureRuleInput[]) => {
  const named = (pick: (input: SignatureRuleInput) => string | null | undefined) =>
    foldedNames(inputs.map(pick));
  return {
    rules: rulesById({ ids: JSON.stringify(inputs.flatMap(({ id }) => id ?? [])) }),
    others: ruleKeys({
      names: named(({ name, suid }) => name ?? suid),
      suids: named(({ suid }) => suid),
    }),
    meanings: meaningsByKey({ keys: named(({ meaning }) => meaning) }),
    productTypes: productTypesNamed({ names: named((input) => input.productType) }),
    slotTypes: slotTypesNamed({ names: named((input) => input.buildSlotType) }),
    roles: rolesNamed({ names: foldedNames(inputs.flatMap(({ roles }) => roles ?? [])) }),
  };
};
type Facts = RowsOf<ReturnType<typeof load>>;

interface Decision {
  readonly asserts: readonly Assertion[];
  readonly stored: SignatureRule | null;
  readonly next: SignatureRule;
}

/** The records that a request names. Null of a type means any. */
interface Referred {
  readonly meaning: Named | undefined;
  readonly productType: Named | null | undefined;
  readonly buildSlotType: Named | null | undefined;
  readonly roles: readonly string[] | null | undefined;
  readonly asserts: readonly Assertion[];
}

/** Finds what a request names. Refuses `not_found` and `inactive`. */
function referredTo(facts: Facts, input: SignatureRuleInput): Referred {
  const meaning =
    input.meaning === undefined ? undefined : requireMeaning(facts.meanings, input.meaning);
  const ofType = (
    rows: readonly Named[],
    name: string | null | undefined,
    noun: string,
    pointer: string,
  ) => {
    if (name == null) return name;
    const found = requireNamed(rows, name, noun, pointer);
    requireActive(found, `The ${noun} ${found.name}`, pointer);
    return found;
  };
  const products = ofType(facts.productTypes, input.productType, "product type", "/productType");
  const slots = ofType(facts.slotTypes, input.buildSlotType, "build slot type", "/buildSlotType");
  const roles = input.roles?.map((role, place) =>
    requireRole(facts.roles, role, `/roles/${place}`),
  );
  return {
    meaning,
    productType: products,
    buildSlotType: slots,
    roles: input.roles === null ? null : roles?.map(({ name }) => name),
    asserts: [
      ...(meaning ? [relyOn("SignatureMeaning", meaning)] : []),
      ...(products ? [relyOn("ProductType", products)] : []),
      ...(slots ? [relyOn("BuildSlotType", slots)] : []),
      ...(roles ?? []).flatMap(({ asserts }) => asserts),
    ],
  };
}

/** The value that was sent, or the one before. */
const orBefore = <Value>(sent: Value | undefined, before: Value): Value =>
  sent === undefined ? before : sent;

function ruleAfter(
  stored: SignatureRule | null,
  input: SignatureRuleInput,
  { meaning, productType: products, buildSlotType: slots, roles }: Referred,
): SignatureRule {
  const suid = orBefore(input.suid, stored?.suid ?? null);
  // The contract requires a name or a SUID, an operation and a meaning of a creation.
  const name = input.name ?? stored?.name ?? suid!;
  return {
    id: stored?.id ?? 0,
    revNo: (stored?.revNo ?? 0) + 1,
    suid,
    suidKey: suid === null ? null : foldCase(suid),
    name,
    nameKey: foldCase(name),
    description: orBefore(input.description, stored?.description ?? null),
    isActive: input.isActive ?? stored?.isActive ?? true,
    operation: input.operation ?? stored!.operation,
    productTypeId:
      products === undefined ? (stored?.productTypeId ?? null) : (products?.id ?? null),
    productType: products === undefined ? (stored?.productType ?? null) : (products?.name ?? null),
    buildSlotTypeId: slots === undefined ? (stored?.buildSlotTypeId ?? null) : (slots?.id ?? null),
    buildSlotType: slots === undefined ? (stored?.buildSlotType ?? null) : (slots?.name ?? null),
    meaningId: meaning?.id ?? stored!.meaningId,
    meaning: meaning?.name ?? stored!.meaning,
    roles: orBefore(roles, stored?.roles ?? null),
    count: input.count ?? stored?.count ?? 1,
    byAnother: input.byAnother ?? stored?.byAnother ?? false,
  };
}

/**
 * Decides a rule. Refuses, in this order: `not_found` and `stale_revision` of the rule, `not_found`
 * and `inactive` of what it names, `duplicate`.
 */
function decide(facts: Facts, input: SignatureRuleInput): Decision {
  const { id, revNo } = input;
  const stored = id === undefined ? null : requireRule(facts.rules, id, revNo);
  const referred = referredTo(facts, input);
  const next = ruleAfter(stored, input, referred);
  requireUnique("signature rule", facts.others, next, {
    // Without a name, the SUID is also the name.
    name: input.name == null ? "/suid" : "/name",
    suid: "/suid",
  });
  return { asserts: referred.asserts, stored, next };
}

const write = ({ stored, next }: Decision) => [
  stored
    ? update("SignatureRule", stored, differences("SignatureRule", stored, next), {
        action: "updated",
      })
    : create("SignatureRule", storedFields("SignatureRule", next), { action: "created" }),
];

/** Creates or updates a rule that says which signatures an operation needs. */
export const upsertSignatureRule = verb({
  conflicts: {
    of: ["reference data/Upsert"],
    claims: { SignatureRule: "" },
    asserts: {
      SignatureMeaning: "if it is named",
      ProductType: "likewise",
      BuildSlotType: "likewise",
      Role: "likewise",
    },
  },
  load,
  decide,
  write,
  answer: ({ next }: Decision, [logged]: readonly Logged[]): SignatureRule => ({
    ...next,
    id: logged!.id,
  }),
  // Only an update can change nothing.
  present: ({ stored }: Decision): SignatureRule => stored!,
});

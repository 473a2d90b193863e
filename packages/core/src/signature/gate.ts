import type { SignedOperation } from "../database/schema/index.ts";
import type { Assertion, Fields, Revision } from "../engine/index.ts";
import { Refusal, type RefusalMembers, type RefusedSignature } from "../refusal.ts";
import type { AppliedRule, Signing } from "./gate.facts.ts";
import type { SignedEntity } from "./signature.ts";

/** A record that an operation is about, as a refusal names it. One that is not made yet has no id. */
interface RecordToSign extends Revision {
  readonly entity: SignedEntity;
  /** It begins a sentence: "Item PUMP-7". */
  readonly name: string;
}

/** The signatures that let an operation pass, as the change log keeps them. */
interface Passed extends Fields {
  readonly signatures?: readonly {
    readonly id: number;
    readonly meaning: string;
    readonly userId: number;
    readonly user: string;
  }[];
}

/** The reliance of a decision, and the detail of its change. */
export interface Signed {
  readonly asserts: readonly Assertion[];
  /** Undefined if no rule demands a signature. */
  readonly detail: Passed | undefined;
}

/** The documented conflict of a verb that can need signatures. */
export const signedConflicts = { SignatureRule: "each, and none further" } as const;

/**
 * The assertions that the plant's rules are those that were read. A rule that begins gets the next
 * id, and its revision 1: until then the log has no such row.
 */
export const relyOnRules = ({ lastRule, plant }: Signing): Assertion[] => [
  ["SignatureRule", lastRule + 1, 0],
  ...(plant?.revisions ?? []).map(([id, revNo]): Assertion => ["SignatureRule", id, revNo]),
];

/** The signatures of a revision that meet a rule, one for each person. */
function meeting(
  rule: AppliedRule,
  { signatures, performers }: NonNullable<Signing["plant"]>,
  revNo: number,
) {
  const { meaningId, roles, byAnother } = rule;
  const fitting = signatures.filter(
    (one) =>
      one.revNo === revNo &&
      one.meaningId === meaningId &&
      (roles === null || one.roles.some((role) => roles.includes(role))) &&
      !(byAnother && performers.includes(one.userId)),
  );
  return [...new Map(fitting.map((one) => [one.userId, one])).values()];
}

/** Returns the signatures that operations on a record lack, and those that they have. */
export function signaturesFor(
  { entity, id, revNo, name }: RecordToSign,
  { plant }: Signing,
  operations: readonly SignedOperation[],
): { readonly lacking: readonly RefusedSignature[]; readonly detail: Passed | undefined } {
  const rules = (plant?.rules ?? []).filter(({ operation }) => operations.includes(operation));
  const lacking: RefusedSignature[] = [];
  const given = new Map<number, NonNullable<Passed["signatures"]>[number]>();
  for (const rule of rules) {
    const found = meeting(rule, plant!, revNo);
    for (const one of found) {
      given.set(one.id, { id: one.id, meaning: rule.meaning, userId: one.userId, user: one.user });
    }
    const missing = rule.count - found.length;
    if (missing <= 0) continue;
    lacking.push({
      entity,
      id: id === 0 ? null : id,
      revNo: id === 0 ? null : revNo,
      name,
      operation: rule.operation,
      ruleID: rule.id,
      rule: rule.name,
      meaning: rule.meaning,
      roles: rule.roles && [...rule.roles],
      byAnother: rule.byAnother,
      count: rule.count,
      missing,
    });
  }
  return { lacking, detail: given.size > 0 ? { signatures: [...given.values()] } : undefined };
}

/** The most signatures that a refusal lists. All are counted. */
const listedMax = 100;

/** Refuses (`signature_required`) if a signature lacks. */
export function requireNoneLacking(
  lacking: readonly RefusedSignature[],
  about: RefusalMembers = {},
): void {
  const [first] = lacking;
  if (!first) return;
  const { name, revNo, missing, meaning, roles, byAnother, rule } = first;
  const who = roles ? ` by ${roles.join(" or ")}` : "";
  const other = byAnother ? ", by another person than who performed the work" : "";
  const at = revNo === null ? "" : ` at its revision ${revNo}`;
  const more = lacking.length > 1 ? ` And ${lacking.length - 1} more.` : "";
  throw new Refusal(
    "signature_required",
    `${name}${at} lacks ${missing} signature${missing === 1 ? "" : "s"} as ${meaning}${who}${other} ` +
      `(rule ${rule}).${more}`,
    {
      members: {
        ...about,
        signatures: lacking.slice(0, listedMax),
        signatureCount: lacking.reduce((sum, one) => sum + one.missing, 0),
      },
    },
  );
}

/**
 * Lets operations on a record pass if it has, at its present revision, the signatures that the
 * plant's rules demand. Refuses `signature_required`. Only verbs that read `signing` call it.
 */
export function requireSigned(
  record: RecordToSign,
  signing: Signing,
  operations: readonly SignedOperation[],
): Signed {
  const { lacking, detail } = signaturesFor(record, signing, operations);
  requireNoneLacking(lacking);
  return { asserts: relyOnRules(signing), detail };
}

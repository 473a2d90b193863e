import { asc, eq, inArray, or } from "drizzle-orm";
import { refusalAt } from "../refusal.ts";
import { requireActive } from "../rules/named.ts";
import { foldCase } from "../values/fold-case.ts";
import { holdReason } from "../database/schema/index.ts";
import { each, query } from "../database/query.ts";
import { statement } from "../database/statement.ts";

const holdReasonFields = () => ({
  id: holdReason.id,
  revNo: holdReason.revNo,
  name: holdReason.name,
  nameKey: holdReason.nameKey,
  suidKey: holdReason.suidKey,
  isActive: holdReason.isActive,
});

/** Reads the hold reasons whose folded SUID or name is one of the keys (a JSON array). */
export const holdReasonsByKey = statement(() =>
  query
    .select(holdReasonFields())
    .from(holdReason)
    .where(
      or(inArray(holdReason.suidKey, each("keys")), inArray(holdReason.nameKey, each("keys"))),
    ),
);

/** Reads all active hold reasons, lowest id first. */
export const activeHoldReasons = statement(() =>
  query
    .select(holdReasonFields())
    .from(holdReason)
    .where(eq(holdReason.isActive, true))
    .orderBy(asc(holdReason.id)),
);
export type HoldReason = ReturnType<ReturnType<typeof activeHoldReasons>["row"]>;

/** Finds the hold reason whose SUID, or else whose name, folds to one of the keys. */
export const holdReasonKeyed = (
  reasons: readonly HoldReason[],
  keys: readonly (string | null)[],
): HoldReason | undefined =>
  reasons.find(({ suidKey }) => suidKey !== null && keys.includes(suidKey)) ??
  reasons.find(({ nameKey }) => keys.includes(nameKey));

/** Returns the refusal (`not_found`) of a hold reason. The pointer is its place in the body. */
export const noSuchHoldReason = (name: string, pointer = "/holdReason") =>
  refusalAt("not_found", pointer, `No hold reason has the SUID or name ${name}.`);

/**
 * Finds the hold reason that a request names; refuses `not_found` and `inactive`. The pointer is its
 * place in the body.
 */
export function requireHoldReason(
  reasons: readonly HoldReason[],
  name: string,
  pointer = "/holdReason",
): HoldReason {
  const reason = holdReasonKeyed(reasons, [foldCase(name)]);
  if (!reason) {
    throw noSuchHoldReason(name, pointer);
  }
  requireActive(reason, `The hold reason ${reason.name}`, pointer);
  return reason;
}

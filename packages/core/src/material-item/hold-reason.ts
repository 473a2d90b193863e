import { asc, eq, inArray, or } from "drizzle-orm";
import { holdReason } from "../database/schema/index.ts";
import { each, query } from "../database/query.ts";
import { statement } from "../database/statement.ts";

const fields = () => ({
  id: holdReason.id,
  revNo: holdReason.revNo,
  name: holdReason.name,
  nameKey: holdReason.nameKey,
  suidKey: holdReason.suidKey,
  isActive: holdReason.isActive,
});

/** The hold reasons whose folded SUID or name is one of these keys (a JSON array). */
export const holdReasonsByKey = statement(() =>
  query
    .select(fields())
    .from(holdReason)
    .where(
      or(inArray(holdReason.suidKey, each("keys")), inArray(holdReason.nameKey, each("keys"))),
    ),
);

/** All active hold reasons, lowest id first. */
export const activeHoldReasons = statement(() =>
  query
    .select(fields())
    .from(holdReason)
    .where(eq(holdReason.isActive, true))
    .orderBy(asc(holdReason.id)),
);
export type HoldReason = ReturnType<ReturnType<typeof activeHoldReasons>["row"]>;

/** The hold reason whose SUID, or else whose name, folds to one of these keys. */
export const holdReasonKeyed = (
  reasons: readonly HoldReason[],
  keys: readonly (string | null)[],
): HoldReason | undefined =>
  reasons.find(({ suidKey }) => suidKey !== null && keys.includes(suidKey)) ??
  reasons.find(({ nameKey }) => keys.includes(nameKey));

import { sql } from "drizzle-orm";
import { each, query } from "../database/query.ts";
import { statement } from "../database/statement.ts";
import { updatePart } from "../engine/index.ts";
import { Refusal } from "../refusal.ts";
import { heldFor } from "./holds.ts";
import { referencesOf } from "./item-change.ts";
import { itemVerb, type ItemVerbInput } from "./item-verb.ts";
import { signedConflicts } from "../signature/gate.ts";
import { requireSignedItem } from "./signed-item.ts";
import { requireStatusNot, serviceStatuses, withStatus } from "./status.ts";

export interface VoidInput extends ItemVerbInput {
  /** Why the receipt or the start never was. */
  readonly comment: string;
}

/**
 * Counts the builds of items, also those that were removed again, the dispatches of items, and the
 * quantities that Split and Merge moved between them and others.
 */
const pastOfItems = statement(() =>
  query
    .select({
      builtInto: sql<number>`(select count(*) from build where parent_id = item.id)`.mapWith(
        Number,
      ),
      builtElsewhere: sql<number>`(select count(*) from build where child_id = item.id)`.mapWith(
        Number,
      ),
      dispatched: sql<number>`(select count(*) from change_log where entity = 'MaterialItem'
        and entity_id = item.id and action = 'dispatched')`.mapWith(Number),
      splitOrMerged: sql<number>`(select count(*) from lot_transfer where from_id = item.id)
        + (select count(*) from lot_transfer where to_id = item.id)`.mapWith(Number),
    })
    .from(sql`material_item as item`)
    .where(sql`item.id in ${each("ids")} or item.serial_key in ${each("serials")}`),
);

/** The dispatch of another plant that an item was received for can be received again. */
const freedDispatch = (materialItemId: number) =>
  updatePart("foreignUnit", { materialItemId }, { isVoided: true });

/**
 * Takes back the receipt or start of an item that never was: its status is Voided, its quantity 0,
 * and its serial free again. Its history stays. Refuses `not_found`, `item_status`, and `in_use` of
 * an item that was ever built, built into, dispatched, split or merged; then `signature_required`.
 */
export const voidItem = itemVerb({
  conflicts: { of: ["MaterialItem/Void"], asserts: signedConflicts },
  needsSignatures: true,
  action: "voided",
  reads: (inputs: readonly VoidInput[]) => ({
    statuses: serviceStatuses(),
    past: pastOfItems(referencesOf(inputs)),
  }),
  decide: ({ item, facts }) => {
    requireStatusNot(item, ["dispatched", "scrapped", "voided"], "voided");
    const counts = facts.past[0]!;
    if (Object.values(counts).some((count) => count > 0)) {
      throw new Refusal(
        "in_use",
        `Item ${item.visualSerialNo} can't be voided: it was built into ${counts.builtElsewhere} ` +
          `times, had material built in ${counts.builtInto} times, was dispatched ` +
          `${counts.dispatched} times, and was split or merged ${counts.splitOrMerged} times.`,
        { members: { counts } },
      );
    }
    const { asserts, detail } = requireSignedItem(item, ["void"]);
    return {
      asserts,
      detail,
      patch: {
        ...withStatus(facts.statuses, "voided"),
        actualQty: 0,
        // No serial has a control character, so the key of a voided item finds nothing else.
        serialKey: `${item.serialKey}\u001f${item.id}`,
        uniqueIdKey: null,
        ...heldFor([]),
      },
      ...(item.originKey !== null && { parts: [freedDispatch(item.id)] }),
      adjustment: item.actualQty > 0 ? { qty: -item.actualQty, reasonId: null } : undefined,
    };
  },
});

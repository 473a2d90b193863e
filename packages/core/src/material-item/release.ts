import { Refusal } from "../refusal.ts";
import { batchItemVerb, type ItemVerbInput } from "./item-verb.ts";

/**
 * Releases an item from hold. Its status stays as it is. Refuses `not_found`, and `item_status` of
 * an item that is not on hold.
 */
export const releaseItem = batchItemVerb({
  conflicts: { of: ["MaterialItem/Release", "MaterialItem/ReleaseMany"] },
  action: "released",
  reads: (_inputs: readonly ItemVerbInput[]) => ({}),
  decide: ({ item }) => {
    if (item.holdReasonId === null) {
      throw new Refusal("item_status", `Item ${item.visualSerialNo} is not on hold.`);
    }
    return { patch: { holdReasonId: null, holdReason: null } };
  },
});

/** Releases several items from hold, in order. */
export const releaseMany = releaseItem.many;

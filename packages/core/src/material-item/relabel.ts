import { foldedNames } from "../rules/named.ts";
import { foldCase } from "../values/fold-case.ts";
import { holdersOfSerials } from "./holders.ts";
import { serialTaken } from "./item.ts";
import { itemVerb, type ItemVerbInput } from "./item-verb.ts";
import { requireStatusNot } from "./status.ts";

export interface RelabelInput extends ItemVerbInput {
  readonly newVisualSerialNo: string;
  /** The reason for the new label. */
  readonly comment: string;
}

/**
 * Gives an item a new serial. The former one still leads to it in its history, AsBuilt and
 * WhereUsed. Refuses `not_found`, `item_status` of a scrapped or dispatched item, and `duplicate`
 * of a serial that another item has.
 */
export const relabelItem = itemVerb({
  conflicts: { of: ["MaterialItem/Relabel"] },
  action: "relabelled",
  reads: (inputs: readonly RelabelInput[]) => ({
    holders: holdersOfSerials({
      serials: foldedNames(inputs.map(({ newVisualSerialNo }) => newVisualSerialNo)),
    }),
  }),
  decide: ({ item, facts }, { newVisualSerialNo: visualSerialNo }) => {
    requireStatusNot(item, ["scrapped", "dispatched", "voided"], "relabelled");
    const serialKey = foldCase(visualSerialNo);
    if (facts.holders.some((other) => other.serialKey === serialKey && other.id !== item.id)) {
      throw serialTaken(visualSerialNo, "/newVisualSerialNo");
    }
    return { patch: { visualSerialNo, serialKey } };
  },
});

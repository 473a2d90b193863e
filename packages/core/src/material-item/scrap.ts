import { relyOn } from "../engine/index.ts";
import { foldedNames } from "../rules/named.ts";
import { batchItemVerb, type ItemVerbInput } from "./item-verb.ts";
import { reasonsBySuid, requireAssigned, requireReason } from "./material-reason.ts";
import { partConflicts, type PartInput, partOf } from "./part.ts";
import { requireStatusNot, serviceStatuses, withStatus } from "./status.ts";

export interface ScrapInput extends ItemVerbInput, PartInput {
  /** The SUID of a material reason for adjustments. Case is ignored. */
  readonly reasonSUID: string;
}

/**
 * Writes off an item, or a part of it: it books a negative adjustment of all its stock, and sets the
 * status Scrapped. Refuses `not_found`, `reason_not_assigned`, `inactive` and `item_status`.
 */
export const scrapItem = batchItemVerb({
  conflicts: {
    of: ["MaterialItem/Scrap", "MaterialItem/ScrapMany"],
    asserts: { MaterialReason: "", ...partConflicts },
  },
  action: "scrapped",
  part: partOf,
  reads: (inputs: readonly ScrapInput[]) => ({
    reasons: reasonsBySuid({ reasons: foldedNames(inputs.map(({ reasonSUID }) => reasonSUID)) }),
    statuses: serviceStatuses(),
  }),
  decide: ({ item, facts }, input) => {
    const reason = requireReason(facts.reasons, input.reasonSUID);
    requireAssigned(reason, "adjust");
    requireStatusNot(item, ["consumed", "scrapped", "dispatched", "voided"], "scrapped");
    return {
      asserts: [relyOn("MaterialReason", reason)],
      patch: { actualQty: 0, ...withStatus(facts.statuses, "scrapped") },
      reasonId: reason.id,
      adjustment: item.actualQty > 0 ? { qty: -item.actualQty, reasonId: reason.id } : undefined,
    };
  },
});

/** Writes off several items, or parts of them, in order. */
export const scrapMany = scrapItem.many;

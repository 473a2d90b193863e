import { factsOfUnits } from "../completeness/facts.ts";
import {
  type Allowances,
  detailOf,
  gateConflicts,
  isDeviation,
  passUnit,
} from "../completeness/gate.ts";
import { signedConflicts } from "../signature/gate.ts";
import { foldStored } from "../values/fold-case.ts";
import { relyOnBatch, requireNotExpired, requireNotOnHold } from "./item.ts";
import { batchItemVerb, type ItemVerbInput } from "./item-verb.ts";
import { type PartInput, partOf } from "./part.ts";
import { requireSignedItem } from "./signed-item.ts";
import { requireStatusNot, serviceStatuses, withStatus } from "./status.ts";

export interface DispatchInput extends ItemVerbInput, PartInput, Allowances {
  /** The plant or other place that it goes to. */
  readonly destination?: string | null | undefined;
}

/**
 * Dispatches an item, or a part of it, out of the plant. It keeps its quantity, and becomes
 * Dispatched. Refuses `not_found`, `item_status` of an unfinished, consumed, scrapped, dispatched or
 * voided item, `item_on_hold`, `item_expired`, `evidence_missing`, `incomplete`, `contains_held` and
 * `signature_required`.
 */
export const dispatchItem = batchItemVerb({
  conflicts: {
    of: ["MaterialItem/Dispatch", "MaterialItem/DispatchMany"],
    asserts: {
      ...gateConflicts.asserts,
      ...signedConflicts,
      Product: "if the item has a batch, or a part is taken off",
    },
    absences: gateConflicts.absences,
  },
  needsSignatures: true,
  action: "dispatched",
  part: partOf,
  // A Dispatch changes neither what is in a unit nor what of it is unfinished or on hold.
  reads: (inputs: readonly DispatchInput[]) => ({
    statuses: serviceStatuses(),
    ...factsOfUnits(inputs),
  }),
  decide: ({ item, facts, at }, input) => {
    requireStatusNot(item, ["wip", "consumed", "scrapped", "dispatched", "voided"], "dispatched");
    requireNotOnHold(item);
    requireNotExpired(item, at);
    // Each part that is taken off a lot contains what is built into the lot.
    const passed = passUnit(item, facts, input);
    const { destination = null } = input;
    const signed = requireSignedItem(item, isDeviation(passed.detail) ? ["allowIncomplete"] : []);
    return {
      ...passed,
      detail: detailOf(passed.detail, signed.detail),
      asserts: [...passed.asserts, ...relyOnBatch(item), ...signed.asserts],
      patch: {
        ...withStatus(facts.statuses, "dispatched"),
        destination,
        destinationKey: foldStored(destination),
      },
    };
  },
});

/** Dispatches several items, or parts of them, in order. */
export const dispatchMany = dispatchItem.many;

import type { ConsumptionRecord } from "@asbuilt/contract";
import type { ConsumptionAnswer } from "@asbuilt/core";
import { toItemRecord } from "./material-item.ts";
import { decimal, time } from "./wire.ts";

/** A completed Build or Remove as its answer carries it. */
export const toConsumptionRecord = (done: ConsumptionAnswer): ConsumptionRecord => ({
  id: done.id,
  parent: toItemRecord(done.parent),
  child: toItemRecord(done.child),
  qty: decimal(done.qty),
  allocations: done.allocations.map(({ bomSlotId, candidateId, qty }) => ({
    bomSlotID: bomSlotId,
    candidateID: candidateId,
    qty: decimal(qty),
  })),
  at: time(done.at),
  userID: done.userId,
});

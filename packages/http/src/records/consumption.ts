import type { BuildRecord, ConsumptionRecord } from "@asbuilt/contract";
import type { BuildAnswer, ConsumptionAnswer } from "@asbuilt/core";
import { toItemRecord } from "./material-item.ts";
import { wireDecimal, wireTime } from "./wire.ts";

/** Returns a completed Build or Remove in wire form. */
export const toConsumptionRecord = (done: ConsumptionAnswer): ConsumptionRecord => ({
  id: done.id,
  parent: toItemRecord(done.parent),
  child: toItemRecord(done.child),
  qty: wireDecimal(done.qty),
  unit: done.unit,
  allocations: done.allocations.map(({ bomSlotId, candidateId, qty }) => ({
    bomSlotID: bomSlotId,
    candidateID: candidateId,
    qty: wireDecimal(qty),
  })),
  at: wireTime(done.at),
  userID: done.userId,
});

/** Returns a completed Build in wire form. */
export const toBuildRecord = (done: BuildAnswer): BuildRecord => ({
  ...toConsumptionRecord(done),
  received: done.received,
});

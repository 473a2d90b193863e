import type { BatchHoldRecord } from "@asbuilt/contract";
import type { BatchHold } from "@asbuilt/core";
import { wireTime } from "./wire.ts";

/** Returns the hold of a batch in wire form. */
export const toBatchHoldRecord = (hold: BatchHold): BatchHoldRecord => ({
  id: hold.id,
  revNo: hold.revNo,
  productID: hold.productId,
  productName: hold.productName,
  batchNo: hold.batchNo,
  holdReasonID: hold.holdReasonId,
  holdReason: hold.holdReason,
  comment: hold.comment,
  since: wireTime(hold.since),
  userID: hold.userId,
});

import { holdReasonIDOf, holdReasonNamed } from "./holds.ts";
import { timeOf } from "./times.ts";
import { type BatchHold, found, isSameBatch, must, productNamed, type World } from "./world.ts";

export interface BatchBody {
  productName: string;
  batchNo: string;
  holdReason?: string;
  comment?: string;
}

/** The holds of a batch that have not ended. */
const holdsOfBatch = (world: World, { productName, batchNo }: BatchBody) => {
  const product = productNamed(world, productName);
  const holds = world.batchHolds.filter(
    (hold) =>
      hold.product === product && isSameBatch(hold.batchNo, batchNo) && hold.ended === undefined,
  );
  return { product, holds };
};

/** Puts a batch on hold. The same reason again changes the comment, if there is one. */
export function holdBatch(world: World, body: BatchBody): BatchHold {
  const { product, holds } = holdsOfBatch(world, body);
  const reason = holdReasonIDOf(world, body.holdReason!);
  const known = holds.find((hold) => hold.reason === reason);
  if (known) {
    if (body.comment === undefined || body.comment === known.comment) return known;
    known.comment = body.comment;
    known.revNo++;
    return known;
  }
  const hold = {
    id: 0,
    revNo: 1,
    product,
    batchNo: body.batchNo,
    reason,
    comment: body.comment ?? null,
    at: world.now,
    userID: world.userID,
  };
  world.batchHolds.push(hold);
  return hold;
}

/** Ends a hold of a batch: that of the reason, or the only one. */
export function liftBatch(world: World, body: BatchBody): BatchHold {
  const { holds } = holdsOfBatch(world, body);
  const reason = body.holdReason === undefined ? undefined : holdReasonIDOf(world, body.holdReason);
  const named = holds.filter((hold) => reason === undefined || hold.reason === reason);
  const hold = found(named[0]);
  must(named.length === 1, "item_on_hold");
  hold.ended = world.now;
  return hold;
}

/** The hold of a batch as every response returns it. */
export const batchHoldOf = (world: World, hold: BatchHold) => ({
  id: hold.id,
  revNo: hold.revNo,
  productID: hold.product.id,
  productName: hold.product.name,
  batchNo: hold.batchNo,
  holdReasonID: hold.reason,
  holdReason: holdReasonNamed(world, hold.reason),
  comment: hold.comment,
  since: timeOf(hold.at),
  userID: hold.userID,
});

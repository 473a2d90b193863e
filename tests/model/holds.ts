import type { MaterialItemRecord } from "@asbuilt/contract";
import {
  type BatchHold,
  everything,
  type Fields,
  found,
  isKnown,
  isSameBatch,
  type Item,
  orderOf,
  productOf,
  same,
  statusOf,
  type World,
} from "./world.ts";

/** The ids of the reasons why an item is on hold, in the order in which the holds began. */
export const holdsOf = ({
  holdReasonID,
  furtherHoldReasonIDs,
}: Pick<Fields, "holdReasonID" | "furtherHoldReasonIDs">): readonly number[] =>
  holdReasonID === null ? [] : [holdReasonID, ...(furtherHoldReasonIDs ?? [])];

/** The fields of an item that is on hold for these reasons. */
export const heldFor = ([first, ...further]: readonly number[]) => ({
  holdReasonID: first ?? null,
  furtherHoldReasonIDs: further.length > 0 ? further : null,
});

/** The fields of an item that is on hold for one more reason. The same reason holds it once. */
export const alsoHeldFor = (fields: Fields, id: number) =>
  heldFor([...new Set([...holdsOf(fields), id])]);

/** Finds a hold reason by its name, ignoring case. */
export function holdReasonIDOf({ floor }: World, name: string): number {
  const known = Object.entries(floor.holdReasonIDs).find(([one]) => same(one, name));
  return found(known)[1];
}

/** The holds of the batch of an item in a state of the record, by their reason. */
export const batchHoldsOf = (
  { batchHolds }: World,
  { productID, batchNo }: Pick<Fields, "productID" | "batchNo">,
  state = everything,
): readonly BatchHold[] =>
  batchHolds
    .filter(
      (hold) =>
        hold.product.id === productID &&
        batchNo !== null &&
        isSameBatch(hold.batchNo, batchNo) &&
        isKnown({ at: hold.at, happenedAt: hold.at }, state) &&
        !(hold.ended !== undefined && isKnown({ at: hold.ended, happenedAt: hold.ended }, state)),
    )
    .toSorted((one, other) => one.reason - other.reason);

/** Whether an item is on hold: itself, or by its batch. */
export const isHeld = (world: World, fields: Fields, state = everything): boolean =>
  fields.holdReasonID !== null || batchHoldsOf(world, fields, state).length > 0;

/** The reason that a record shows: the first of the item itself, or else of its batch. */
export const shownHold = (world: World, { fields }: Item): number | null =>
  fields.holdReasonID ?? batchHoldsOf(world, fields)[0]?.reason ?? null;

export const holdReasonNamed = ({ floor }: World, id: number): string =>
  Object.entries(floor.holdReasonIDs).find(([, known]) => known === id)![0];

/** An item as every response returns it. */
export function recordOf(world: World, item: Item): MaterialItemRecord {
  const { madeAtConsumption: _made, ownBomVersionID: _own, ...more } = item.fields;
  const { furtherHoldReasonIDs: _further, ...stored } = more;
  const own = holdsOf(item.fields).map((id) => ({ id, batchHoldID: null }));
  const ofBatch = batchHoldsOf(world, item.fields).map(({ id, reason }) => ({
    id: reason,
    batchHoldID: id,
  }));
  const holds = [...own, ...ofBatch].map(({ id, batchHoldID }) => ({
    holdReasonID: id,
    holdReason: holdReasonNamed(world, id),
    batchHoldID,
  }));
  const { currencyIDs, locationIDs } = world.floor;
  const [currency] = Object.entries(currencyIDs).find(([, id]) => id === stored.currencyID)!;
  const [location] = Object.entries(locationIDs).find(([, id]) => id === stored.locationID)!;
  return {
    id: item.id,
    revNo: item.revNo,
    ...stored,
    holdReasonID: holds[0]?.holdReasonID ?? null,
    caseData: [],
    productName: productOf(world, item).name,
    status: statusOf(world, item),
    orderNo: orderOf(world, item)?.orderNo ?? null,
    holdReason: holds[0]?.holdReason ?? null,
    holds,
    location,
    ownershipType: "Internal",
    currency,
  };
}

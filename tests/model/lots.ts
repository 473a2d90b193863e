import { inStatus, type LifeBody, noteOf, type Take, whole } from "./items.ts";
import { alsoHeldFor, holdReasonIDOf, holdsOf } from "./holds.ts";
import { happened, mustFollow, stated } from "./occurrence.ts";
import {
  change,
  create,
  type Fields,
  fits,
  found,
  isFinished,
  isSameBatch,
  type Item,
  itemNamed,
  must,
  productOf,
  statusOf,
  sum,
  type World,
} from "./world.ts";

export interface SplitBody extends LifeBody {
  parts: { qty: number; visualSerialNo: string; holdReason?: string }[];
}

export interface MergeBody extends LifeBody {
  from: { id: number }[];
}

/** The items that one Split or Merge changed or made: the lot first. */
export interface Lots {
  readonly lot: Item;
  readonly others: readonly Item[];
}

const withId = (world: World, id: number) => found(world.items.find((item) => item.id === id));

/** Only stock that could be built can be divided, and a single thing can't. */
function mustBeStock(world: World, item: Item): void {
  must(statusOf(world, item) === "Available", "item_status");
  must(item.fields.scheduleID === null || isFinished(world, item), "item_status");
  must(!productOf(world, item).isSerial, "tracking");
}

const momentOf = (world: World, { occurredAt }: LifeBody) => ({
  at: world.now,
  happenedAt: occurredAt === undefined ? world.now : stated(world, occurredAt),
  userID: world.userID,
  nth: world.builds.length + world.transfers.length,
});

/** Takes parts off a lot. */
export function split(world: World, body: SplitBody): Lots {
  happened(world, body.occurredAt);
  const lot = withId(world, body.id);
  for (const { holdReason } of body.parts) {
    if (holdReason !== undefined) holdReasonIDOf(world, holdReason);
  }
  return divide(world, lot, body.parts, body);
}

/** Takes a part off an item for a verb that acts on it alone, if the verb asks for one. */
export const takePart: Take = (world, item, body) => {
  if (body.qty === undefined) return whole(world, item, body);
  const part = { qty: body.qty, visualSerialNo: body.newVisualSerialNo! };
  return divide(world, item, [part], body).others[0]!;
};

function divide(world: World, lot: Item, parts: SplitBody["parts"], body: LifeBody): Lots {
  mustBeStock(world, lot);
  const taken: string[] = [];
  let left = lot.fields.actualQty;
  for (const { qty, visualSerialNo } of parts) {
    const key = visualSerialNo.toLowerCase();
    must(itemNamed(world, visualSerialNo) === undefined && !taken.includes(key), "duplicate");
    taken.push(key);
    must(fits(qty, productOf(world, lot)), "decimal_places");
    must(qty <= left, "insufficient_quantity");
    left = sum(left, -qty);
  }
  mustFollow(world, lot, body.occurredAt);
  const before = lot.fields;
  change(
    world,
    lot,
    { actualQty: left, ...(left === 0 ? inStatus(world, "Consumed") : {}) },
    {
      ...noteOf(world, "split", body),
      detail: {
        qty: sum(before.actualQty, -left),
        partSerialNos: parts.map(({ visualSerialNo }) => visualSerialNo),
      },
    },
  );
  const others = parts.map(({ qty, visualSerialNo, holdReason }) => {
    const fields: Fields = {
      ...before,
      lastEditDT: lot.fields.lastEditDT,
      lastEditUserID: world.userID,
      visualSerialNo,
      nominalQty: qty,
      actualQty: qty,
      scheduleID: null,
      ownBomVersionID: null,
      destination: null,
      startDT: null,
      endDT: null,
      uniqueID: null,
      legacyPrerepairMaterialItemID: null,
      ...(holdReason === undefined ? {} : alsoHeldFor(before, holdReasonIDOf(world, holdReason))),
      madeAtConsumption: false,
    };
    const detail = { fromID: lot.id, qty };
    const part = create(world, fields, { ...noteOf(world, "splitOff", body), detail });
    world.transfers.push({ kind: "split", from: lot, to: part, qty, ...momentOf(world, body) });
    return part;
  });
  return { lot, others };
}

/** Whether two items are of one material in one state, so that nobody could tell them apart. */
const isAlike = ({ fields: one }: Item, { fields: other }: Item): boolean =>
  isSameBatch(one.batchNo, other.batchNo) &&
  isSameBatch(one.deliveryNo, other.deliveryNo) &&
  isSameBatch(one.origin, other.origin) &&
  (
    [
      "productID",
      "version",
      "expiryDate",
      "costPerUnit",
      "currencyID",
      "ownershipTypeID",
      "statusID",
    ] as const
  ).every((name) => one[name] === other[name]) &&
  new Set(holdsOf(one)).symmetricDifference(new Set(holdsOf(other))).size === 0;

/** Puts the whole stock of items into another one. */
export function merge(world: World, body: MergeBody): Lots {
  happened(world, body.occurredAt);
  const lot = withId(world, body.id);
  const others = body.from.map(({ id }) => withId(world, id));
  must(new Set([lot, ...others]).size === others.length + 1, "validation_failed");
  mustBeStock(world, lot);
  for (const other of others) {
    mustBeStock(world, other);
    must(isAlike(lot, other), "details_contradict");
    must(other.fields.actualQty > 0, "insufficient_quantity");
    mustFollow(world, other, body.occurredAt);
  }
  mustFollow(world, lot, body.occurredAt);
  const qty = sum(...others.map(({ fields }) => fields.actualQty));
  const fromSerialNos = others.map(({ fields }) => fields.visualSerialNo);
  const note = { ...noteOf(world, "mergedInto", body), detail: { qty, fromSerialNos } };
  change(world, lot, { actualQty: sum(lot.fields.actualQty, qty) }, note);
  for (const other of others) {
    const { actualQty } = other.fields;
    const detail = { intoID: lot.id, qty: actualQty };
    const moved = { kind: "merge", from: other, to: lot, qty: actualQty } as const;
    world.transfers.push({ ...moved, ...momentOf(world, body) });
    const patch = { actualQty: 0, ...inStatus(world, "Consumed") };
    change(world, other, patch, { ...noteOf(world, "merged", body), detail });
  }
  return { lot, others };
}

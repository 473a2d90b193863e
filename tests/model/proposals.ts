import type { Chance } from "../faults/chance.ts";
import type { BatchBody } from "./batch-holds.ts";
import { isMet } from "./completeness.ts";
import type { BuildBody, RemoveBody } from "./consumption.ts";
import type { Product } from "./floor.ts";
import type { AdjustBody, LifeBody, ReceiveBody } from "./items.ts";
import type { UpdateBody } from "./update.ts";
import type { MergeBody, SplitBody } from "./lots.ts";
import { isToFinish, type OrderBody, type OrderChange, type StepOfOrder } from "./orders.ts";
import type { VersionBody } from "./versions.ts";
import { recordOf } from "./holds.ts";
import { timeOf } from "./times.ts";
import { operatorHours } from "./occurrence.ts";
import {
  type Item,
  netOf,
  type Order,
  orderOf,
  productOf,
  slotsOf,
  statusOf,
  sum,
  type World,
} from "./world.ts";

// Most proposals are possible: nearly all that chance alone would propose are refused.

const dayMs = 86_400_000;
/** A name that no record has. */
const nobody = "Nobody";
const nobodysID = 9_999_999_999;

const mint = (world: World): string => `${world.name}-${++world.minted}`;

const pickOf = <Of>(chance: Chance, some: readonly Of[]): Of | undefined =>
  some.length > 0 ? chance.pick(some) : undefined;

/** Picks mostly from the entries that suit a step, else from all. */
const mostly = <Of>(chance: Chance, all: readonly Of[], suits: (one: Of) => boolean) =>
  (chance.percent(85) ? pickOf(chance, all.filter(suits)) : undefined) ?? pickOf(chance, all);

/** A quantity up to `max`, and sometimes with more decimals than any product allows. */
function amountOf(
  chance: Chance,
  { places, isSerial = false }: Pick<Product, "places"> & Partial<Product>,
  max: number,
): number {
  if (isSerial && !chance.percent(6)) return 1;
  const qty = places > 0 ? (1 + chance.below(Math.max(1, max * 4))) / 4 : 1 + chance.below(max);
  return chance.percent(3) ? sum(qty, 0.001) : qty;
}

/**
 * A time or date of occurrence for some requests. A transcript takes minutes, so most lie minutes back, some
 * lie days back, and a few lie in the future or around the limit of an operator.
 */
function occurred(chance: Chance, { now }: World, share = 12): { occurredAt?: string } {
  if (!chance.percent(share)) return {};
  if (chance.percent(8)) return { occurredAt: timeOf(now + dayMs) };
  const limit = operatorHours * 3_600_000 + chance.below(2);
  const backMs = chance.pick([chance.below(60) * 1000, chance.below(60) * dayMs, limit]);
  const occurredAt = timeOf(now - backMs);
  return { occurredAt: chance.percent(15) ? occurredAt.slice(0, 10) : occurredAt };
}

/** Returns the fields in `share` percent of the cases, else none. */
const perhaps = <Some extends object>(chance: Chance, share: number, some: Some): Partial<Some> =>
  chance.percent(share) ? some : {};

/** Returns a serial that is taken, or a new one if none is. */
const takenSerial = (world: World, chance: Chance): string =>
  pickOf(chance, world.items)?.fields.visualSerialNo.toLowerCase() ?? mint(world);

const inAnyCase = (chance: Chance, text: string): string =>
  chance.percent(15) ? text.toUpperCase() : text;

/** The batch of a world's receipts, and one of its two deliveries. */
const batchOf = (world: World, chance: Chance): string => inAnyCase(chance, world.name);
const deliveryOf = (world: World, chance: Chance): string =>
  inAnyCase(chance, `${world.name}-d${chance.below(2)}`);

/** Returns a new serial, or in `share` percent a taken one. Some are of the kind that orders make. */
function newSerial(world: World, chance: Chance, share: number): string {
  if (chance.percent(share)) return takenSerial(world, chance);
  return chance.percent(4) ? serialOfOrder(world, chance) : mint(world);
}

const serialOf = (world: World, chance: Chance, item: Item | undefined): string => {
  if (!item || chance.percent(2)) return `${world.name}-${nobody}`;
  return inAnyCase(chance, item.fields.visualSerialNo);
};
const idOrUnknown = (chance: Chance, one: Item | Order | undefined): number =>
  one && !chance.percent(2) ? one.id : nobodysID;

/** Some have expired, and null never does. */
const expiries = [
  null,
  "2031-05-01",
  "2020-01-01",
  "2031-05-01T12:00:00+02:00",
  "2026-01-31T00:00:00Z",
];

/** The products of the floor by index, as often as they are received. */
/** Another plant, in any case. */
const plantOf = (chance: Chance) => chance.pick(["South", "SOUTH", "Norden-Öst"]);

const receiptMix = [0, 1, 1, 1, 2, 2, 2, 3, 3, 4, 5, 5, 6, 7, 8, 9, 9, 10];

export function toReceive(world: World, chance: Chance): ReceiveBody {
  const isMade = ({ fields }: Item) => fields.madeAtConsumption;
  const made = chance.percent(12) ? pickOf(chance, world.items.filter(isMade)) : undefined;
  const product = made ? productOf(world, made) : world.floor.products[chance.pick(receiptMix)]!;
  const isParent = product.versions.length > 0;
  return {
    productName: chance.percent(2) ? nobody : product.name,
    visualSerialNo: made?.fields.visualSerialNo ?? newSerial(world, chance, 6),
    qty: amountOf(chance, product, isParent ? (chance.percent(70) ? 1 : 4) : 12),
    ...perhaps(chance, 85, { batchNo: batchOf(world, chance) }),
    ...perhaps(chance, 30, { version: chance.pick(["A", "B"]) }),
    ...perhaps(chance, 12, { expiryDate: chance.pick(expiries) }),
    ...perhaps(chance, 10, { costPerUnit: 0.25 }),
    ...perhaps(chance, 25, { deliveryNo: deliveryOf(world, chance) }),
    ...perhaps(chance, 15, { origin: plantOf(chance) }),
    ...perhaps(chance, 10, { comment: "Two boxes" }),
    ...occurred(chance, world, 30),
  };
}

export function toAdjust(world: World, chance: Chance): AdjustBody {
  const item = pickOf(chance, world.items);
  const stock = item?.fields.actualQty ?? 0;
  const qty = item ? amountOf(chance, productOf(world, item), 5) : 1;
  const changes = [qty, qty, qty, -qty, -stock, sum(-stock, -qty)];
  return {
    materialitemid: idOrUnknown(chance, item),
    adjustqty: chance.pick(changes),
    reasonSUID: chance.pick("COUNT COUNT COUNT count SCRAP REWORK NONE CORRECTION".split(" ")),
    ...perhaps(chance, 20, { comments: "Counted" }),
    ...occurred(chance, world),
  };
}

const canHold = (world: World, item: Item): boolean =>
  ["Started", "Completed"].includes(orderOf(world, item)?.status ?? "Started") &&
  slotsOf(world, item).length > 0 &&
  item.fields.holdReasonID === null &&
  ["WIP", "Available", "Consumed"].includes(statusOf(world, item));

const canBeBuilt = (world: World, item: Item, products: readonly Product[]): boolean =>
  products.includes(productOf(world, item)) &&
  item.fields.holdReasonID === null &&
  (item.fields.actualQty > 0 || item.fields.madeAtConsumption || productOf(world, item).isSerial);

/** Returns the products that a parent takes, or only those that it still lacks. */
function takenBy(world: World, chance: Chance, parent: Item | undefined): Product[] {
  const all = parent ? slotsOf(world, parent) : [];
  if (!parent || all.length === 0) return [...world.floor.products];
  const lacking = all.filter((slot) => slot.isRequired && !isMet(world, parent, slot));
  const slots = lacking.length > 0 && chance.percent(60) ? lacking : all;
  const some = chance.percent(90) ? slots.filter(({ isActive }) => isActive) : slots;
  return some.flatMap(({ candidates }) => candidates.map(({ product }) => product));
}

export function toBuild(world: World, chance: Chance): BuildBody {
  const holders = world.items.filter((item) => canHold(world, item));
  const inWork = holders.filter((item) => item.fields.scheduleID !== null);
  const parents = chance.percent(50) && inWork.length > 0 ? inWork : holders;
  const parent =
    (chance.percent(90) ? pickOf(chance, parents) : undefined) ?? pickOf(chance, world.items);
  const products = takenBy(world, chance, parent);
  const children = chance.percent(88)
    ? world.items.filter((item) => item !== parent && canBeBuilt(world, item, products))
    : world.items;
  const child = chance.percent(10) ? undefined : pickOf(chance, children);
  const product = child ? productOf(world, child) : chance.pick(products);
  const stock = child?.fields.actualQty ?? 2;
  const max = chance.percent(10) ? sum(stock, 3) : Math.max(1, Math.min(stock, 3));
  const slots = parent ? slotsOf(world, parent) : [];
  const taking = slots.filter((slot) => slot.candidates.some((one) => one.product === product));
  const slot = pickOf(chance, chance.percent(85) ? taking : slots);
  return {
    parentSerialNo: serialOf(world, chance, parent),
    childSerialNo: child ? serialOf(world, chance, child) : mint(world),
    builtQty: amountOf(chance, product, Math.ceil(max)),
    ...pointOfConsumption(world, chance, product, child),
    ...perhaps(chance, 12, { bomSlotID: slot?.id ?? nobodysID }),
    ...occurred(chance, world),
  };
}

function pointOfConsumption(world: World, chance: Chance, of: Product, child: Item | undefined) {
  const share = child === undefined || child.fields.madeAtConsumption ? 90 : 15;
  const receiveAtPointOfConsumption = chance.percent(share);
  if (!receiveAtPointOfConsumption && chance.percent(95)) return { receiveAtPointOfConsumption };
  const product = chance.percent(4) ? chance.pick(world.floor.products) : of;
  const itemDetails = {
    productName: chance.percent(2) ? nobody : product.name,
    ...perhaps(chance, 70, {
      batchNo: inAnyCase(chance, child?.fields.batchNo ?? batchOf(world, chance)),
    }),
    ...perhaps(chance, 10, { version: chance.pick(["A", "B"]) }),
    ...perhaps(chance, 6, { expiryDate: chance.pick(expiries) }),
    ...perhaps(chance, 8, { costPerUnit: 1 }),
    ...perhaps(chance, 8, { currency: chance.pick(["EUR", "USD"] as const) }),
  };
  return { receiveAtPointOfConsumption, ...perhaps(chance, 97, { itemDetails }) };
}

const removals = "REWORK REWORK rework SCRAP SCRAP QUALITY COUNT NONE CORRECTION Correction".split(
  " ",
);

export function toRemove(world: World, chance: Chance): RemoveBody {
  const built = mostly(chance, world.builds, (one) => netOf(one) > 0);
  const isOther = chance.percent(8);
  const child = isOther ? pickOf(chance, world.items) : built?.child;
  const net = built ? netOf(built) : 1;
  const slots = built ? slotsOf(world, built.parent) : [];
  const slot = chance.percent(70) ? built?.slot : pickOf(chance, slots);
  const qty = child ? amountOf(chance, productOf(world, child), Math.ceil(Math.max(1, net))) : 1;
  return {
    parentSerialNo: serialOf(world, chance, built?.parent),
    childSerialNo: serialOf(world, chance, child),
    removeQty: chance.percent(30) && net > 0 ? net : qty,
    reasonSUID: chance.pick(removals),
    ...perhaps(chance, 12, { bomSlotID: slot?.id ?? nobodysID }),
    ...perhaps(chance, 20, { comments: "Worn" }),
    ...occurred(chance, world),
  };
}

const lifeBody = (world: World, chance: Chance, item: Item | undefined): LifeBody => ({
  id: idOrUnknown(chance, item),
  ...perhaps(chance, 20, { comment: "Seen" }),
  ...occurred(chance, world, 20),
});

/** The body of a verb that sometimes acts on a part of a lot alone. */
function lifeBodyOrPart(world: World, chance: Chance, item: Item | undefined): LifeBody {
  const body = lifeBody(world, chance, item);
  if (!chance.percent(item && isStock(world)(item) ? 30 : 5)) return body;
  const qty = partQtyOf(world, chance, item);
  return { ...body, qty, newVisualSerialNo: newSerial(world, chance, 4) };
}

export const toHold = (world: World, chance: Chance): LifeBody => ({
  ...lifeBodyOrPart(
    world,
    chance,
    mostly(chance, world.items, (item) =>
      chance.percent(60) ? item.fields.holdReasonID === null : item.fields.holdReasonID !== null,
    ),
  ),
  holdReason: chance.pick(["Quality", "quality", "Suspect", "Suspect", nobody]),
});

/** A batch of the plant, mostly one that is on hold if that is wanted. */
function batchFor(world: World, chance: Chance, wantsHeld: boolean) {
  const held = pickOf(
    chance,
    world.batchHolds.filter(({ ended }) => ended === undefined),
  );
  return held && wantsHeld && chance.percent(85)
    ? { productName: held.product.name, batchNo: inAnyCase(chance, held.batchNo) }
    : { productName: chance.pick(world.floor.products).name, batchNo: batchOf(world, chance) };
}

export const toHoldBatch = (world: World, chance: Chance): BatchBody => ({
  ...batchFor(world, chance, chance.percent(30)),
  holdReason: chance.pick(["Quality", "suspect", "Suspect", nobody]),
  ...perhaps(chance, 40, { comment: chance.pick(["Notice", "Notice 2"]) }),
});

export const toLiftBatch = (world: World, chance: Chance): BatchBody => ({
  ...batchFor(world, chance, true),
  ...perhaps(chance, 40, { holdReason: chance.pick(["Quality", "SUSPECT", nobody]) }),
});

export const toRelease = (world: World, chance: Chance): LifeBody => ({
  ...lifeBody(
    world,
    chance,
    mostly(chance, world.items, (item) => item.fields.holdReasonID !== null),
  ),
  ...perhaps(chance, 40, { holdReason: chance.pick(["Quality", "SUSPECT", "suspect", nobody]) }),
});

export const toScrap = (world: World, chance: Chance): LifeBody => ({
  ...lifeBodyOrPart(world, chance, pickOf(chance, world.items)),
  reasonSUID: chance.pick(["SCRAP", "scrap", "COUNT", "REWORK", "NONE"]),
});

export const toMove = (world: World, chance: Chance): LifeBody => ({
  ...lifeBodyOrPart(world, chance, pickOf(chance, world.items)),
  location: chance.pick(["MAIN", "SHELF", "SHELF", "SHELF", nobody]),
});

export const toRelabel = (world: World, chance: Chance): LifeBody => ({
  ...lifeBody(world, chance, pickOf(chance, world.items)),
  newVisualSerialNo: newSerial(world, chance, 20),
  comment: "Label lost",
});

/** Fields that let an incomplete unit, or one with held contents, pass: mostly with a comment. */
const allowing = (chance: Chance): Partial<LifeBody> => ({
  ...perhaps(chance, 35, { allowIncomplete: true, ...perhaps(chance, 90, { comment: "Agreed" }) }),
  ...perhaps(chance, 35, { allowHeld: true, ...perhaps(chance, 90, { comment: "Agreed" }) }),
});

export const toDispatch = (world: World, chance: Chance): LifeBody => ({
  ...lifeBodyOrPart(
    world,
    chance,
    mostly(chance, world.items, (item) => statusOf(world, item) === "Available"),
  ),
  ...allowing(chance),
  ...perhaps(chance, 40, { destination: plantOf(chance) }),
});

const isUnit = ({ fields }: Item) => fields.scheduleID !== null;

export const toFinish = (world: World, chance: Chance): LifeBody => ({
  ...lifeBody(
    world,
    chance,
    mostly(chance, world.items, (item) => isUnit(item) && statusOf(world, item) !== "Available"),
  ),
  ...allowing(chance),
});

export const toReopen = (world: World, chance: Chance): LifeBody => ({
  ...lifeBody(
    world,
    chance,
    mostly(chance, world.items, (item) => isUnit(item) && statusOf(world, item) === "Available"),
  ),
  comment: "Leaks",
});

export const toTakeBack = (world: World, chance: Chance): LifeBody => ({
  ...lifeBody(
    world,
    chance,
    mostly(chance, world.items, (item) => statusOf(world, item) === "Dispatched"),
  ),
  ...perhaps(chance, 40, { holdReason: chance.pick(["Quality", "suspect", nobody]) }),
  comment: "Complaint",
});

const isStock = (world: World) => (item: Item) =>
  statusOf(world, item) === "Available" &&
  item.fields.actualQty > 0 &&
  !productOf(world, item).isSerial;

/** Returns a quantity to take off a lot: sometimes all that is left. */
function partQtyOf(world: World, chance: Chance, lot: Item | undefined): number {
  const left = lot?.fields.actualQty ?? 1;
  if (chance.percent(12)) return Math.max(left, 0.25);
  return amountOf(chance, lot ? productOf(world, lot) : { places: 0 }, Math.max(1, left / 2));
}

export function toSplit(world: World, chance: Chance): SplitBody {
  const lot = mostly(chance, world.items, isStock(world));
  const part = () => ({
    qty: partQtyOf(world, chance, lot),
    visualSerialNo: newSerial(world, chance, 4),
    ...perhaps(chance, 12, { holdReason: chance.pick(["Quality", "suspect", nobody]) }),
  });
  return {
    ...lifeBody(world, chance, lot),
    parts: Array.from({ length: 1 + chance.below(2) }, part),
  };
}

export function toMerge(world: World, chance: Chance): MergeBody {
  const into = mostly(chance, world.items, isStock(world));
  const isLike = (item: Item) =>
    item !== into &&
    isStock(world)(item) &&
    item.fields.productID === into?.fields.productID &&
    item.fields.holdReasonID === into.fields.holdReasonID;
  const moved = world.transfers.find(({ from, to }) => from === into || to === into);
  const back = moved && (moved.from === into ? moved.to : moved.from);
  const pick = () => (chance.percent(50) && back) || mostly(chance, world.items, isLike);
  return {
    ...lifeBody(world, chance, into),
    from: Array.from({ length: 1 + chance.below(2) }, () => ({ id: idOrUnknown(chance, pick()) })),
  };
}

export const toVoid = (world: World, chance: Chance): LifeBody => ({
  ...lifeBody(world, chance, pickOf(chance, world.items)),
  comment: "Never came",
});

type Correction = (world: World, chance: Chance, item: Item) => Partial<UpdateBody>;

const corrections: readonly Correction[] = [
  (world, chance, item) => ({ actualQty: amountOf(chance, productOf(world, item), 9) }),
  (world, chance, item) => ({ nominalQty: amountOf(chance, productOf(world, item), 4) }),
  ({ floor }, chance) => ({ statusID: chance.pick(Object.values(floor.statusIDs)) }),
  (_world, chance) => ({ expiryDate: chance.pick([null, ...expiries]) }),
  ({ floor }, chance) => ({
    holdReasonID: chance.pick([null, ...Object.values(floor.holdReasonIDs)]),
  }),
  ({ orders }, chance) => ({ scheduleID: pickOf(chance, orders)?.id ?? null }),
  (_world, chance) => ({ version: chance.pick(["A", "B", null]) }),
  ({ floor }, chance) => ({ productID: chance.pick(floor.products).id }),
  ({ floor }) => ({ currencyID: floor.currencyIDs.USD, costPerUnit: 2.5 }),
  ({ now }, chance) => ({ startDT: chance.pick([null, timeOf(now - chance.below(9) * dayMs)]) }),
  (_world, chance) => ({ status: chance.pick(["WIP", "available", "Consumed", "Nowhere"]) }),
  ({ orders }, chance) => ({ orderNo: pickOf(chance, orders)?.orderNo.toUpperCase() ?? "" }),
  ({ floor }, chance) => ({ productName: chance.pick(floor.products).name.toLowerCase() }),
  (_world, chance) => ({ holdReason: chance.pick([null, "", "QUALITY", "Suspect"]) }),
  (_world, chance) => ({ currency: chance.pick(["usd", "EUR"]) }),
  (_world, chance) => ({ location: chance.pick(["MAIN", "main"]) }),
  ({ floor }, chance) => ({
    statusID: chance.pick(Object.values(floor.statusIDs)),
    status: chance.pick(["WIP", "Available", "Consumed"]),
  }),
  () => ({}),
  (_world, _chance, { revNo }) => ({ revNo: revNo === 1 ? 2 : revNo - 1 }),
  (world, chance) => ({ visualSerialNo: takenSerial(world, chance) }),
  (world) => ({ visualSerialNo: mint(world) }),
  (world, chance) => ({ batchNo: chance.pick([null, batchOf(world, chance)]) }),
  (world, chance) => ({ deliveryNo: chance.pick([null, deliveryOf(world, chance)]) }),
];

/** An item as it was returned, with one or two corrections. */
export function toUpdate(world: World, chance: Chance): UpdateBody {
  const item = chance.pick(world.items);
  const first = chance.pick(corrections)(world, chance, item);
  const more = chance.percent(30) ? chance.pick(corrections)(world, chance, item) : {};
  const { deliveryNo = null, origin = null, destination = null, ...record } = recordOf(world, item);
  const kept = { ...record, origin, destination };
  return { ...kept, ...perhaps(chance, 50, { deliveryNo }), ...first, ...more };
}

export const toOrder = (world: World, chance: Chance): OrderBody => ({
  orderNo: chance.percent(5) ? (pickOf(chance, world.orders)?.orderNo ?? mint(world)) : mint(world),
  productName: world.floor.products[chance.pick([0, 0, 0, 1, 1, 2])]!.name,
  bom: world.floor.bom,
  version: chance.pick([
    "1.0",
    "1.0",
    "1.0",
    "1.0",
    "1.1",
    "1.1",
    chance.percent(40) ? "2.0" : "1.0",
  ]),
  qty: amountOf(chance, { places: 0 }, 3),
});

export function toChange(world: World, chance: Chance): OrderChange {
  const order = mostly(chance, world.orders, ({ status }) => status === "Started");
  const qty = amountOf(chance, { places: 0 }, 6);
  return {
    id: idOrUnknown(chance, order),
    ...perhaps(chance, 85, { qty }),
    ...perhaps(chance, 20, { description: chance.pick(["Urgent", "Late"]) }),
  };
}

/** Returns a serial that an order without a serial range makes, for an item to have before. */
const serialOfOrder = (world: World, chance: Chance): string => {
  const order = pickOf(chance, world.orders);
  return order ? `${order.orderNo}-${1 + chance.below(5)}` : mint(world);
};

export function toStart(world: World, chance: Chance): StepOfOrder {
  const wanted = chance.percent(60) ? "Created" : "Started";
  const order = mostly(chance, world.orders, ({ status }) => status === wanted);
  const serial = () => (chance.percent(5) ? takenSerial(world, chance) : mint(world));
  const items = Array.from({ length: 1 + chance.below(2) }, () => ({
    visualSerialNo: serial(),
    qty: amountOf(chance, { places: 0 }, 2),
  }));
  return { id: idOrUnknown(chance, order), ...perhaps(chance, 40, { items }) };
}

export const toComplete = (world: World, chance: Chance): StepOfOrder => ({
  id: idOrUnknown(
    chance,
    mostly(chance, world.orders, ({ status }) => status === "Started"),
  ),
  ...perhaps(chance, 30, { allowIncomplete: true }),
  ...perhaps(chance, 30, { allowHeld: true }),
  ...perhaps(chance, 80, { comment: "Agreed" }),
});

export function toChangeVersion(world: World, chance: Chance): VersionBody {
  const order = mostly(chance, world.orders, ({ status }) => status === "Started");
  const other = order?.version.number === "1.0" ? "1.1" : "1.0";
  const isOpen = (item: Item) => order !== undefined && orderOf(world, item) === order;
  const units = Array.from({ length: 1 + chance.below(2) }, () =>
    mostly(chance, world.items, (item) => isOpen(item) && isToFinish(world, item)),
  );
  return {
    id: idOrUnknown(chance, order),
    version: chance.pick([
      other,
      other,
      other,
      other,
      "1.0",
      "1.1",
      chance.percent(40) ? "2.0" : "7.7",
    ]),
    ...perhaps(chance, 40, { items: units.map((unit) => ({ id: idOrUnknown(chance, unit) })) }),
    ...perhaps(chance, 20, { comment: "ECO 7" }),
  };
}

export const toCancel = (world: World, chance: Chance): StepOfOrder => ({
  id: idOrUnknown(chance, pickOf(chance, world.orders)),
  ...perhaps(chance, 50, { comment: "Withdrawn" }),
});

import { builtBy, type BuiltQty, wholeOf } from "./completeness.ts";
import type { Candidate, Product, Slot } from "./floor.ts";
import { inStatus, isExpired, reasons } from "./items.ts";
import { alsoHeldFor, isHeld, recordOf } from "./holds.ts";
import { expiryOf, timeOf } from "./times.ts";
import { happened, mustFollow } from "./occurrence.ts";
import {
  type Built,
  builtOf,
  change,
  create,
  type Entry,
  type Fields,
  fits,
  found,
  isFinished,
  isOfRunningOrder,
  isSameBatch,
  type Item,
  itemNamed,
  must,
  mustBeFormed,
  mustBeOne,
  netOf,
  newFields,
  orderOf,
  statusOfStock,
  productNamed,
  productOf,
  productWith,
  slotsOf,
  statusOf,
  sum,
  type World,
} from "./world.ts";

interface Details {
  productName: string;
  version?: string;
  batchNo?: string;
  expiryDate?: string | null;
  costPerUnit?: number;
  currency?: "EUR" | "USD";
}

export interface BuildBody {
  parentSerialNo: string;
  childSerialNo: string;
  builtQty: number;
  receiveAtPointOfConsumption: boolean;
  itemDetails?: Details;
  bomSlotID?: number;
  occurredAt?: string;
}

interface Allocation {
  readonly slot: Slot;
  readonly candidate: Candidate;
  readonly qty: number;
}

/** The result of a Build or Remove: both items, and the quantity that each candidate took. */
export interface Consumed {
  readonly parent: Item;
  readonly child: Item;
  readonly qty: number;
  readonly allocations: readonly { bomSlotID: number; candidateID: number; qty: number }[];
  readonly at: number;
  /** Of a Build, whether it has made the child. */
  readonly received?: boolean;
  /** The parent's change. Its place in the log is the id in the response. */
  readonly entry: Entry;
}

/** Consumes a child into a parent. */
export function build(world: World, body: BuildBody): Consumed {
  const details = requireDetails(body);
  const at = happened(world, body.occurredAt);
  const parent = requireParent(world, body);
  const known = itemNamed(world, body.childSerialNo);
  if (details) requireAgreement(world, known, details);
  const isMade = details !== undefined && known === undefined;
  if (isMade) must(!productNamed(world, details.productName).isManaged, "inventory_managed");
  const fields = isMade ? madeFields(world, body, details, at) : found(known).fields;
  if (known) {
    requireUsable(world, parent, known, details !== undefined, at);
    // A Build that receives all of its child does not rest on what was received before.
    const { madeAtConsumption, actualQty } = known.fields;
    const receivesAll = details !== undefined && madeAtConsumption && actualQty === 0;
    if (!receivesAll) mustFollow(world, known, body.occurredAt);
  }
  const product = productWith(world, fields);
  must(fits(body.builtQty, product), "decimal_places");
  mustBeOne(body.builtQty, product);
  const taken = allocate(world, parent, { product, version: fields.version }, body);
  const shortfall = Math.max(0, sum(body.builtQty, -fields.actualQty));
  const mayBeShort = details !== undefined && fields.madeAtConsumption && !product.isManaged;
  must(shortfall === 0 || mayBeShort, "insufficient_quantity");
  must(shortfall === 0 || !product.hasSerialRange, "serial_range");
  const child = known ?? "new";
  return consume(world, { parent, child, fields, taken, shortfall, at }, body);
}

/** The facts that a Build was checked with. */
interface Consumption {
  readonly parent: Item;
  readonly child: Item | "new";
  /** The child's fields now, or those that a new child is received with. */
  readonly fields: Fields;
  readonly taken: readonly Allocation[];
  /** The quantity that is booked before the child is consumed. */
  readonly shortfall: number;
  readonly at: number;
}

function consume(world: World, chosen: Consumption, body: BuildBody): Consumed {
  const { parent, fields, taken, shortfall, at } = chosen;
  const qty = body.builtQty;
  const actualQty = sum(fields.actualQty, shortfall, -qty);
  const patch = { actualQty, ...(actualQty === 0 ? inStatus(world, "Consumed") : {}) };
  const allocations = taken.map((one) => ({
    bomSlotID: one.slot.id,
    candidateID: one.candidate.id,
    qty: one.qty,
  }));
  const occurredAt = body.occurredAt === undefined ? null : timeOf(at);
  const detail = { qty, allocations, childSerialNo: fields.visualSerialNo };
  const entry = change(world, parent, {}, { action: "builtInto", occurredAt, detail });
  const ofChild = {
    qty,
    // An earlier line of the same batch can have made it: its id is then known later.
    get parentID() {
      return parent.id;
    },
    ...(shortfall === 0 ? {} : { shortfall }),
  };
  const note = { occurredAt, detail: ofChild };
  const child =
    chosen.child === "new"
      ? create(world, { ...fields, ...patch }, { ...note, action: "receivedAndBuilt" })
      : chosen.child;
  if (child === chosen.child) change(world, child, patch, { ...note, action: "built" });
  child.adjusted = sum(child.adjusted, shortfall);
  child.shortfalls = sum(child.shortfalls, shortfall);
  for (const { slot, candidate, qty: part } of taken) {
    const nth = world.builds.length + world.transfers.length;
    const who = { at: world.now, happenedAt: at, userID: world.userID, nth };
    const built = { parent, child, slot, candidateID: candidate.id, qty: part, ...who };
    world.builds.push({ ...built, moves: [], taken: [] });
  }
  return { parent, child, qty, allocations, at, entry, received: chosen.child === "new" };
}

function requireParent(world: World, { parentSerialNo, occurredAt }: BuildBody): Item {
  const parent = found(itemNamed(world, parentSerialNo));
  requireOpen(world, parent);
  must(["WIP", "Available", "Consumed"].includes(statusOf(world, parent)), "item_status");
  must(!isHeld(world, parent.fields), "item_on_hold");
  mustFollow(world, parent, occurredAt);
  return parent;
}

/** A unit of an order takes material while it is not finished, and in a completed order once opened. */
function requireOpen(world: World, parent: Item): void {
  const status = orderOf(world, parent)?.status;
  must(status !== "Created" && status !== "Cancelled", "order_status");
  if (status === undefined || statusOf(world, parent) === "WIP") return;
  const isBuiltIn = statusOf(world, parent) === "Consumed";
  const hasEnd = parent.fields.endDT !== null;
  must(status === "Started" || (isBuiltIn && !hasEnd), "order_status");
  must(!hasEnd, "item_status");
}

/** A finished unit that loses a part is not finished any more. */
function opened(world: World, parent: Item): Partial<Fields> {
  if (!isOfRunningOrder(world, parent) || !isFinished(world, parent)) return {};
  if (statusOf(world, parent) === "Available") return { endDT: null, ...inStatus(world, "WIP") };
  return statusOf(world, parent) === "Consumed" ? { endDT: null } : {};
}

/** Returns the details of a receipt at the point of consumption, or none without the flag. */
function requireDetails(body: BuildBody): Details | undefined {
  if (!body.receiveAtPointOfConsumption) return undefined;
  const details = body.itemDetails;
  mustBeFormed(details !== undefined);
  mustBeFormed(details.costPerUnit === undefined || details.currency !== undefined);
  return details;
}

/**
 * Details name a product. They must not contradict an item that exists or make an expired one, and
 * must not book the product's cost, which is in euros, in another currency.
 */
function requireAgreement(world: World, item: Item | undefined, details: Details) {
  const product = productNamed(world, details.productName);
  if (!item) {
    const { currency = "EUR", costPerUnit } = details;
    must(currency === "EUR" || costPerUnit !== undefined, "details_contradict");
    must(!product.needsBatch || details.batchNo !== undefined, "receipt_profile");
    return;
  }
  const { fields } = item;
  const said: Partial<Fields> = saidBy(world, details);
  const { batchNo = fields.batchNo, ...exact } = { ...said, productID: product.id };
  must(isSameBatch(batchNo, fields.batchNo), "details_contradict");
  for (const [name, value] of Object.entries(exact)) {
    must(value === fields[name as keyof Fields], "details_contradict");
  }
}

/** The fields of an item that the details set. */
function saidBy({ floor }: World, details: Details): Partial<Fields> {
  const { version, batchNo, expiryDate, costPerUnit, currency } = details;
  return {
    ...(version === undefined ? {} : { version }),
    ...(batchNo === undefined ? {} : { batchNo }),
    ...(expiryDate == null ? {} : { expiryDate: expiryOf(expiryDate) }),
    ...(costPerUnit === undefined ? {} : { costPerUnit }),
    ...(currency === undefined ? {} : { currencyID: floor.currencyIDs[currency] }),
  };
}

/** The fields of an item that its first build receives, in the built quantity. */
function madeFields(world: World, body: BuildBody, details: Details, at: number): Fields {
  const product = productNamed(world, details.productName);
  const fields = {
    ...newFields(world, product, body.childSerialNo, at),
    ...saidBy(world, details),
    nominalQty: body.builtQty,
    actualQty: body.builtQty,
    madeAtConsumption: true,
  };
  must(!isHeld(world, fields), "item_on_hold");
  must(!isExpired({ fields }, at), "item_expired");
  return fields;
}

function requireUsable(world: World, parent: Item, child: Item, receives: boolean, at: number) {
  must(child !== parent && !isIn(world, parent, child), "cycle");
  const { isSerial, isManaged } = productOf(world, child);
  must(!isSerial || builtOf(world, "child", child) === 0, "already_built");
  const isMadeAgain = receives && child.fields.madeAtConsumption && !isManaged;
  const usable = ["WIP", "Available", ...(isMadeAgain ? ["Consumed"] : [])];
  must(usable.includes(statusOf(world, child)), "item_status");
  must(!isHeld(world, child.fields), "item_on_hold");
  must(!isExpired(child, at), "item_expired");
}

/** Returns whether an item is in another one, at any level. */
function isIn(world: World, item: Item, other: Item): boolean {
  return world.builds.some(
    (built) =>
      built.child === item &&
      netOf(built) > 0 &&
      (built.parent === other || isIn(world, built.parent, other)),
  );
}

export interface Part {
  readonly product: Product;
  readonly version: string | null;
}

/** A place for a part: a slot, and its candidate that takes the part. */
export interface Place {
  readonly slot: Slot;
  readonly candidate: Candidate;
}

function slotExists({ floor }: World, slotID: number | undefined): void {
  const all = floor.products.flatMap(({ versions }) => versions.flatMap(({ slots }) => slots));
  const exists = all.some(({ id }) => id === slotID);
  must(slotID === undefined || exists, "not_found");
}

/** Returns the active slots that take a part. A candidate that names the version goes first. */
function placesFor(world: World, parent: Item, part: Part, bomSlotID?: number): Place[] {
  const all = slotsOf(world, parent);
  slotExists(world, bomSlotID);
  const places = all
    .filter(({ id }) => bomSlotID === undefined || id === bomSlotID)
    .flatMap((slot) => placeIn(slot, part) ?? []);
  must(places.length > 0, "not_in_bom");
  return places.toSorted(
    (left, right) =>
      Number(right.candidate.isDefault) - Number(left.candidate.isDefault) ||
      left.slot.id - right.slot.id,
  );
}

/** Returns the place for a part in a slot, if it takes the part. */
export function placeIn(slot: Slot, part: Part): Place | undefined {
  const taking = slot.candidates.filter(
    ({ isActive, product, version }) =>
      isActive && product === part.product && (version === null || version === part.version),
  );
  const candidate = taking.find(({ version }) => version !== null) ?? taking[0];
  return slot.isActive && candidate ? { slot, candidate } : undefined;
}

/** Divides a quantity: first what required slots lack, then any slot with room. */
function allocate(world: World, parent: Item, part: Part, body: BuildBody): Allocation[] {
  const places = placesFor(world, parent, part, body.bomSlotID);
  const shares = new Map<Place, number>();
  let left = body.builtQty;
  const fill = (place: Place, room: number) => {
    const share = Math.max(0, Math.min(left, sum(room, -(shares.get(place) ?? 0))));
    left = sum(left, -share);
    if (share > 0) shares.set(place, sum(shares.get(place) ?? 0, share));
  };
  const builtQty = (candidate: Candidate) => builtBy(world, parent, candidate);
  const roomIn = (place: Place, whole: "qty" | "maxQty") => roomFor(parent, place, whole, builtQty);
  for (const place of places.filter(({ slot }) => slot.isRequired)) {
    fill(place, Math.min(roomIn(place, "qty"), roomIn(place, "maxQty")));
  }
  for (const place of places) fill(place, roomIn(place, "maxQty"));
  must(left === 0, "over_maximum");
  return places
    .filter((place) => shares.has(place))
    .map((place) => ({ ...place, qty: shares.get(place)! }));
}

const inThousandths = (qty: number): bigint => BigInt(Math.round(qty * 1000));

/**
 * Returns how much more of a candidate a slot holds. Each candidate fills a share of its own whole.
 * The share that is left of 1 is then a share of this candidate's whole, for all of the parent.
 */
export function roomFor(
  parent: Item,
  { slot, candidate }: Place,
  whole: "qty" | "maxQty",
  built: BuiltQty,
) {
  if (candidate[whole] === null) return Infinity;
  const wholeFor = (one: Candidate) => inThousandths(wholeOf(one[whole]!, one, parent));
  // A total of 0 has no share.
  const limited = slot.candidates.filter((one) => one[whole] !== null && wholeFor(one) > 0n);
  // A common denominator keeps the shares exact.
  const all = limited.reduce((product, one) => product * wholeFor(one), 1n);
  const own = wholeFor(candidate);
  let room = own * all;
  for (const one of limited) {
    room -= (inThousandths(built(one)) * own * all) / wholeFor(one);
  }
  const step = 10 ** (3 - candidate.product.places);
  return room <= 0n ? 0 : (Number(room / (all * BigInt(step))) * step) / 1000;
}

export interface RemoveBody {
  parentSerialNo: string;
  childSerialNo: string;
  removeQty: number;
  reasonSUID: string;
  bomSlotID?: number;
  comments?: string;
  occurredAt?: string;
}

/** Takes a child out of a parent. */
export function remove(world: World, body: RemoveBody): Consumed {
  const at = happened(world, body.occurredAt);
  const parent = found(itemNamed(world, body.parentSerialNo));
  const child = found(itemNamed(world, body.childSerialNo));
  const disposition = found(reasons[body.reasonSUID.toUpperCase()]).remove;
  slotExists(world, body.bomSlotID);
  must(disposition !== undefined, "reason_not_assigned");
  const qty = body.removeQty;
  must(fits(qty, productOf(world, child)), "decimal_places");
  mustBeOne(qty, productOf(world, child));
  const parts = partsToTake(world, parent, child, qty, body.bomSlotID);
  const builtAt = Math.min(...parts.map(({ built }) => built.happenedAt));
  must(body.occurredAt === undefined || at >= builtAt, "before_it_was");
  for (const { built, qty: part } of parts) {
    built.taken.push({ at: world.now, happenedAt: at, qty: part });
  }
  const allocations = [...Map.groupBy(parts, ({ built }) => built.candidateID)].map(
    ([candidateID, ofOne]) => ({
      bomSlotID: ofOne[0]!.built.slot.id,
      candidateID,
      qty: sum(...ofOne.map((part) => part.qty)),
    }),
  );
  const note = {
    reasonSUID: body.reasonSUID.toUpperCase(),
    comment: body.comments ?? null,
    occurredAt: body.occurredAt === undefined ? null : timeOf(at),
  };
  const childSerialNo = child.fields.visualSerialNo;
  const detail = { qty, allocations, childSerialNo };
  const patchOfParent = opened(world, parent);
  const entry = change(world, parent, patchOfParent, { ...note, action: "removedFrom", detail });
  const returned =
    disposition === "scrap" ? writtenOff(world, child, qty) : backToStock(world, child, qty);
  const { Quality } = world.floor.holdReasonIDs;
  const held = disposition === "hold" ? alsoHeldFor(child.fields, Quality) : {};
  const patch = { ...returned, ...held };
  const ofChild = { qty, parentID: parent.id };
  change(world, child, patch, { ...note, action: "removed", detail: ofChild });
  return { parent, child, qty, allocations, at, entry };
}

/** The builds that a quantity is taken from: the latest first, and of one slot if it is named. */
function partsToTake(world: World, parent: Item, child: Item, qty: number, slotID?: number) {
  const builds = world.builds
    .filter((one) => one.parent === parent && one.child === child)
    .filter(({ slot }) => slotID === undefined || slot.id === slotID);
  must(sum(...builds.map((one) => netOf(one))) >= qty, "not_built");
  const parts: { built: Built; qty: number }[] = [];
  let left = qty;
  for (const built of builds.toReversed()) {
    const part = Math.min(left, netOf(built));
    if (part === 0) continue;
    parts.push({ built, qty: part });
    left = sum(left, -part);
  }
  return parts;
}

/** Writes off what is removed. The item is Scrapped once none of it is left anywhere. */
function writtenOff(world: World, child: Item, qty: number): Partial<Fields> {
  child.adjusted = sum(child.adjusted, -qty);
  const isGone = child.fields.actualQty === 0 && builtOf(world, "child", child) === 0;
  return isGone ? inStatus(world, "Scrapped") : {};
}

/** Returns what is removed to stock. An item that was used up has stock again. */
function backToStock(world: World, child: Item, qty: number): Partial<Fields> {
  const wasGone = ["Consumed", "Scrapped"].includes(statusOf(world, child));
  return {
    actualQty: sum(child.fields.actualQty, qty),
    ...(wasGone ? inStatus(world, statusOfStock(world, child)) : {}),
  };
}

/** Returns a completed Build or Remove as the service returns it, without its id. */
export const consumptionOf = (world: World, done: Consumed) => ({
  parent: recordOf(world, done.parent),
  child: recordOf(world, done.child),
  qty: done.qty,
  unit: productOf(world, done.child).unit,
  allocations: done.allocations,
  at: timeOf(done.at),
  userID: world.userID,
  ...(done.received === undefined ? {} : { received: done.received }),
});

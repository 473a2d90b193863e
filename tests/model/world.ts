import { isDeepStrictEqual } from "node:util";
import type { ChangeRecord, MaterialItemRecord } from "@asbuilt/contract";
import type { BomVersion, Floor, Product, Slot, StatusName } from "./floor.ts";
import { dateAfter, expiryOf, timeOf } from "./times.ts";

type Derived =
  | "id"
  | "revNo"
  | "caseData"
  | "productName"
  | "status"
  | "orderNo"
  | "holdReason"
  | "holds"
  | "location"
  | "ownershipType"
  | "currency";

/** The stored fields of an item, in the names and units of the API. */
export type Fields = Omit<
  MaterialItemRecord,
  Derived | "deliveryNo" | "origin" | "destination" | "document"
> & {
  readonly deliveryNo: string | null;
  readonly origin: string | null;
  readonly destination: string | null;
  readonly madeAtConsumption: boolean;
  readonly furtherHoldReasonIDs: number[] | null;
  /** The BoM version of a unit that is not built by the one its order was started with. */
  readonly ownBomVersionID: number | null;
};

/** A change as the history must show it. */
export type Entry = Pick<
  ChangeRecord,
  | "at"
  | "revNo"
  | "action"
  | "userID"
  | "reasonSUID"
  | "comment"
  | "deliveryNo"
  | "occurredAt"
  | "requestID"
  | "before"
  | "after"
  | "detail"
> & { seq?: number };

export interface Item {
  id: number;
  revNo: number;
  fields: Fields;
  /** The ledger's total for the item, without its receipt and its builds. */
  adjusted: number;
  /** The part of it that Builds have booked because stock was missing. */
  shortfalls: number;
  readonly history: Entry[];
}

export interface Order {
  id: number;
  readonly orderNo: string;
  readonly product: Product;
  version: BomVersion;
  /** The version that it was started with, once ChangeVersion gave it another one. */
  firstVersion: BomVersion | undefined;
  description: string | null;
  qty: number;
  status: "Created" | "Started" | "Completed" | "Cancelled";
  startDT: string | null;
  endDT: string | null;
  readonly actions: string[];
}

/** The quantity that one candidate took in a Build, with the quantities taken back later. */
export interface Built {
  readonly parent: Item;
  readonly child: Item;
  slot: Slot;
  candidateID: number;
  /** The places that it had before, the first one first. */
  readonly moves: (BuiltPlace & Pick<Taken, "at" | "happenedAt">)[];
  readonly qty: number;
  /** The time of recording, and the time of occurrence. */
  readonly at: number;
  readonly happenedAt: number;
  readonly userID: number;
  /** Its place among all builds and transfers. */
  readonly nth: number;
  readonly taken: Taken[];
}

/** The slot and candidate that a build counts for. */
export interface BuiltPlace {
  readonly slot: Slot;
  readonly candidateID: number;
}

/** The quantity that a Split or Merge moved from one item to another. */
export interface Transfer {
  readonly kind: "split" | "merge";
  readonly from: Item;
  readonly to: Item;
  readonly qty: number;
  readonly at: number;
  readonly happenedAt: number;
  readonly userID: number;
  readonly nth: number;
}

/** A hold of a batch of a product, by its reason. */
export interface BatchHold {
  id: number;
  revNo: number;
  readonly product: Product;
  readonly batchNo: string;
  readonly reason: number;
  comment: string | null;
  readonly at: number;
  readonly userID: number;
  ended?: number;
}

/** A quantity that was taken back: when that was recorded, and when it happened. */
interface Taken {
  readonly at: number;
  readonly happenedAt: number;
  readonly qty: number;
}

/** A state of the record: what had happened by a time, as it was known at another one. */
export interface State {
  readonly at: number;
  readonly knownAt: number;
}

/** The plant as it should be: the floor after all steps so far. */
export interface World {
  readonly floor: Floor;
  /** The prefix of all its serials and order numbers, and the batch of its receipts. */
  readonly name: string;
  minted: number;
  readonly items: Item[];
  readonly orders: Order[];
  readonly builds: Built[];
  readonly transfers: Transfer[];
  readonly batchHolds: BatchHold[];
  /** The start of its transcript, in milliseconds since 1970. */
  readonly since: number;
  /** The time of the current step. */
  now: number;
  /** The user and the request of the current step. */
  userID: number;
  requestID: string;
}

/** Thrown by a rule that refuses a request. */
export class Refused extends Error {
  readonly code: string;

  constructor(code: string) {
    super(code);
    this.code = code;
  }
}

/** Thrown if a request breaks the contract, whatever the plant holds: in a batch, for all lines. */
export class Malformed extends Refused {
  constructor() {
    super("validation_failed");
  }
}

/** Refuses a request that breaks the contract. */
export function mustBeFormed(isFormed: boolean): asserts isFormed {
  if (!isFormed) throw new Malformed();
}

/** Refuses with a code unless a rule is kept. */
export function must(isKept: boolean, code: string): asserts isKept {
  if (!isKept) throw new Refused(code);
}

/** Returns the record, or refuses with `not_found` if there is none. */
export function found<Record>(record: Record | undefined): Record {
  must(record !== undefined, "not_found");
  return record;
}

/** Adds quantities without the errors of binary fractions. */
export const sum = (...quantities: readonly number[]): number =>
  quantities.reduce((total, qty) => Math.round((total + qty) * 1000) / 1000, 0);

/** Returns whether a quantity has no more decimals than the product allows. */
export const fits = (qty: number, { places }: Product): boolean =>
  Number.isInteger(Math.round(qty * 10 ** (places + 3)) / 1000);

/** An item of a product that is tracked by serial is one: it has no other quantity. */
export const mustBeOne = (qty: number, { isSerial }: Product): void =>
  must(!isSerial || qty === 1, "tracking");

/** One of a kind is in stock or built into one item, and never more than one. */
export function mustBeSingle(world: World, item: Item, actualQty: number, of: Product): void {
  if (actualQty === 0) return;
  mustBeOne(actualQty, of);
  must(!of.isSerial || builtOf(world, "child", item) === 0, "already_built");
}

export const same = (left: string, right: string) => left.toLowerCase() === right.toLowerCase();

/** Finds the item with this serial, ignoring case. The serial of a voided item is free. */
export const itemNamed = (world: World, serial: string): Item | undefined =>
  world.items.find(
    (item) => statusOf(world, item) !== "Voided" && same(item.fields.visualSerialNo, serial),
  );

/** Finds the product with this name, ignoring case. */
export const productNamed = ({ floor }: World, name: string): Product =>
  found(floor.products.find((product) => same(product.name, name)));

/** Finds the product that an item's fields name. */
export const productWith = ({ floor }: World, { productID }: Fields): Product =>
  floor.products.find(({ id }) => id === productID)!;

export const productOf = (world: World, { fields }: Item): Product => productWith(world, fields);

export const orderOf = ({ orders }: World, { fields }: Item): Order | undefined =>
  orders.find(({ id }) => id === fields.scheduleID);

/** Whether an item is of a works order that was started, and not cancelled. */
export const isOfRunningOrder = (world: World, item: Item): boolean =>
  ["Started", "Completed"].includes(orderOf(world, item)?.status ?? "");

/** Whether a unit is finished: it has an end, and was not put in work again. */
export const isFinished = (world: World, item: Item): boolean =>
  item.fields.endDT !== null && statusOf(world, item) !== "WIP";

/** The status of an item that has stock again: in work as long as it has no end. */
export const statusOfStock = (world: World, item: Item): StatusName =>
  isOfRunningOrder(world, item) && item.fields.endDT === null ? "WIP" : "Available";

/** The version of a product's BoM that items without an order are built by: the last released one. */
const latestOf = ({ versions }: Product): BomVersion | undefined =>
  versions.findLast(({ isReleased }) => isReleased);

/** The BoM version that an item is built by: its own, or the one that its order was started with. */
export function versionOf(world: World, item: Item): BomVersion | undefined {
  const order = orderOf(world, item);
  if (!order) return latestOf(productOf(world, item));
  const own = order.product.versions.find(({ id }) => id === item.fields.ownBomVersionID);
  return own ?? order.firstVersion ?? order.version;
}

/** The slots that an item is built by. */
export const slotsOf = (world: World, item: Item): readonly Slot[] =>
  versionOf(world, item)?.slots ?? [];

/** The version of items that an order makes or gets now, if it is not the one of its first items. */
export const ownVersionIn = ({ version, firstVersion }: Order): number | null =>
  firstVersion === undefined || firstVersion === version ? null : version.id;

export function statusOf({ floor }: World, { fields }: Pick<Item, "fields">): StatusName {
  const [name] = Object.entries(floor.statusIDs).find(([, id]) => id === fields.statusID)!;
  // The keys of `statusIDs` are the names.
  return name as StatusName;
}

/** Whether two batches, or two deliveries, are one: their case does not matter. */
export const isSameBatch = (one: string | null, other: string | null): boolean =>
  one?.toLowerCase() === other?.toLowerCase();

/** The state of the record now. */
export const everything: State = { at: Infinity, knownAt: Infinity };

/** Whether something had happened in a state of the record, and was known. */
export const isKnown = (one: Pick<Taken, "at" | "happenedAt">, state: State): boolean =>
  one.happenedAt <= state.at && one.at <= state.knownAt;

/** The quantity that is left of a build in a state of the record. */
export const netOf = (built: Built, state = everything): number =>
  isKnown(built, state)
    ? sum(built.qty, ...built.taken.filter((one) => isKnown(one, state)).map(({ qty }) => -qty))
    : 0;

/** The slot and candidate of a build in a state: those before its first move that is not in it. */
export const placeOf = (built: Built, state = everything): BuiltPlace =>
  built.moves.find((move) => !isKnown(move, state)) ?? built;

/** The time when a change happened: when it was made, unless it is dated. */
export const happenedAt = ({ occurredAt, at }: Entry): number => Date.parse(occurredAt ?? at);

/**
 * The fields of an item in a state of the record. The last change that belongs to it has the value
 * of a field. If there is none, it is the item's first value.
 */
export function fieldsThen({ history }: Item, state: State): Fields {
  const known = history.filter((entry) =>
    isKnown({ at: Date.parse(entry.at), happenedAt: happenedAt(entry) }, state),
  );
  // The first change has all fields.
  return Object.assign({}, history[0]!.after, ...known.map(({ after }) => after)) as Fields;
}

/** The net quantity that is built of an item, or into it. */
export const builtOf = ({ builds }: World, end: "parent" | "child", item: Item): number =>
  sum(...builds.filter((built) => built[end] === item).map((built) => netOf(built)));

/** Whether an item was ever split, merged, or split off another one. */
export const wasMoved = ({ transfers }: World, item: Item): boolean =>
  transfers.some(({ from, to }) => from === item || to === item);

/** The quantity that Merge brought into an item, less what Split and Merge took from it. */
export const movedTo = ({ transfers }: World, item: Item): number =>
  sum(
    ...transfers
      .filter(({ kind, from, to }) => from === item || (to === item && kind === "merge"))
      .map(({ from, qty }) => (from === item ? -qty : qty)),
  );

export type Note = Pick<Entry, "action"> & Partial<Entry>;

const entryOf = (world: World, note: Note, states: Pick<Entry, "before" | "after" | "revNo">) => ({
  at: timeOf(world.now),
  userID: world.userID,
  requestID: world.requestID,
  reasonSUID: null,
  comment: null,
  deliveryNo: null,
  occurredAt: null,
  detail: null,
  ...note,
  ...states,
});

/** Changes an item, with a new revision and an entry in its history. */
export function change(world: World, item: Item, patch: Partial<Fields>, note: Note): Entry {
  const edited = { ...patch, lastEditDT: timeOf(world.now), lastEditUserID: world.userID };
  const after = { ...item.fields, ...edited };
  const isChanged = ([name]: [string, unknown]) =>
    !isDeepStrictEqual(after[name as keyof Fields], item.fields[name as keyof Fields]);
  const pick = (fields: Fields) => Object.fromEntries(Object.entries(fields).filter(isChanged));
  const states = { before: pick(item.fields), after: pick(after), revNo: ++item.revNo };
  const entry = entryOf(world, note, states);
  item.history.push(entry);
  item.fields = after;
  return entry;
}

/** Adds an item to the world. Its id comes later, from the service. */
export function create(world: World, fields: Fields, note: Note): Item {
  const entry = entryOf(world, note, { before: null, after: { ...fields }, revNo: 1 });
  const item: Item = { id: 0, revNo: 1, fields, adjusted: 0, shortfalls: 0, history: [entry] };
  world.items.push(item);
  return item;
}

/** Returns the fields of a new item, by default. */
export function newFields(world: World, of: Product, serial: string, receivedAt: number): Fields {
  const { floor } = world;
  const days = of.shelfLifeDays;
  return {
    lastEditDT: timeOf(world.now),
    lastEditUserID: world.userID,
    productID: of.id,
    statusID: floor.statusIDs.Available,
    visualSerialNo: serial,
    scheduleID: null,
    startDT: null,
    endDT: null,
    version: "A",
    nominalQty: 0,
    actualQty: 0,
    uniqueID: null,
    holdReasonID: null,
    furtherHoldReasonIDs: null,
    expiryDate: days === null ? null : expiryOf(dateAfter(receivedAt, days)),
    locationID: floor.locationIDs.MAIN,
    costPerUnit: 1,
    ownershipTypeID: floor.ownershipTypeID,
    currencyID: floor.currencyIDs.EUR,
    batchNo: null,
    deliveryNo: null,
    origin: null,
    destination: null,
    legacyPrerepairMaterialItemID: null,
    testModeID: null,
    madeAtConsumption: false,
    ownBomVersionID: null,
  };
}

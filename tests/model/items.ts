import { mustExplain, passed, topsOf } from "./completeness.ts";
import type { StatusName } from "./floor.ts";
import { alsoHeldFor, heldFor, holdReasonIDOf, holdsOf, isHeld, recordOf } from "./holds.ts";
import { expiryOf, timeOf } from "./times.ts";
import { happened, mustFollow, stated, statedReceipt } from "./occurrence.ts";
import {
  builtOf,
  change,
  create,
  type Entry,
  type Fields,
  fits,
  found,
  isFinished,
  isOfRunningOrder,
  type Item,
  itemNamed,
  movedTo,
  must,
  mustBeFormed,
  mustBeOne,
  mustBeSingle,
  newFields,
  statusOfStock,
  productNamed,
  productOf,
  statusOf,
  sum,
  wasMoved,
  type World,
} from "./world.ts";

/** The reasons of a new installation, and that of corrections, with the verbs that take them. */
export const reasons: Readonly<Record<string, { adjust?: true; remove?: Disposition }>> = {
  COUNT: { adjust: true },
  SCRAP: { adjust: true, remove: "scrap" },
  REWORK: { remove: "return" },
  CORRECTION: { adjust: true, remove: "return" },
  QUALITY: { remove: "hold" },
};
type Disposition = "return" | "scrap" | "hold";

export interface ReceiveBody {
  productName: string;
  visualSerialNo: string;
  qty: number;
  batchNo?: string;
  version?: string;
  expiryDate?: string | null;
  costPerUnit?: number;
  deliveryNo?: string;
  origin?: string;
  comment?: string;
  occurredAt?: string;
}

/** Receives an item. */
export function receive(world: World, body: ReceiveBody): Item {
  const at = happened(world, body.occurredAt, statedReceipt);
  const product = productNamed(world, body.productName);
  const known = itemNamed(world, body.visualSerialNo);
  const isMade = known?.fields.madeAtConsumption && known.fields.scheduleID === null;
  must(!known || isMade === true, "duplicate");
  must(fits(body.qty, product), "decimal_places");
  mustBeOne(body.qty, product);
  must(!product.needsBatch || body.batchNo !== undefined, "receipt_profile");
  const defaults = newFields(world, product, body.visualSerialNo, at);
  const fields = {
    ...defaults,
    nominalQty: body.qty,
    actualQty: body.qty,
    batchNo: body.batchNo ?? null,
    deliveryNo: body.deliveryNo ?? null,
    origin: body.origin ?? null,
    version: body.version ?? defaults.version,
    expiryDate: body.expiryDate === undefined ? defaults.expiryDate : expiryOf(body.expiryDate),
    costPerUnit: body.costPerUnit ?? defaults.costPerUnit,
  };
  const note = {
    comment: body.comment ?? null,
    deliveryNo: body.deliveryNo ?? null,
    occurredAt: body.occurredAt === undefined ? null : timeOf(at),
  };
  if (known) return adopt(world, known, body, fields, note);
  return create(world, fields, { action: "received", ...note });
}

/**
 * Receives an item that was made at a point of consumption. The delivered quantity was there from
 * the beginning, so nothing was missing that Builds have booked as missing. Real losses stay.
 */
function adopt(
  world: World,
  item: Item,
  body: ReceiveBody,
  received: Fields,
  note: Partial<Entry>,
): Item {
  must(!["Dispatched", "Voided"].includes(statusOf(world, item)), "item_status");
  const patch = adoptedFields(world, item, body, received);
  const lost = Math.min(0, sum(item.adjusted, -item.shortfalls));
  const actualQty = sum(body.qty, -builtOf(world, "child", item), movedTo(world, item), lost);
  must(actualQty >= 0, "insufficient_quantity");
  const wasGone = ["Consumed", "Scrapped"].includes(statusOf(world, item));
  const isUsedUp = actualQty === 0 && statusOf(world, item) === "Available";
  item.adjusted = lost;
  item.shortfalls = 0;
  change(
    world,
    item,
    {
      ...patch,
      nominalQty: body.qty,
      actualQty,
      madeAtConsumption: false,
      ...(actualQty > 0 && wasGone ? inStatus(world, "Available") : {}),
      ...(isUsedUp ? inStatus(world, "Consumed") : {}),
    },
    { action: "adopted", ...note },
  );
  return item;
}

/** The fields that a delivery note fills in: those that are empty, or as the product has them. */
function adoptedFields(world: World, item: Item, body: ReceiveBody, received: Fields) {
  const { fields, history } = item;
  const madeAt = Date.parse(history[0]!.occurredAt ?? history[0]!.at);
  const byDefault = newFields(world, productNamed(world, body.productName), "", madeAt);
  const patch: Record<string, unknown> = {};
  const isSame = (one: unknown, other: unknown) =>
    typeof one === "string" && typeof other === "string"
      ? one.toLowerCase() === other.toLowerCase()
      : one === other;
  let agrees = fields.productID === received.productID;
  if (body.version !== undefined && body.version !== fields.version) agrees = false;
  for (const name of ["batchNo", "deliveryNo", "origin", "expiryDate", "costPerUnit"] as const) {
    if (body[name] === undefined) continue;
    const isEmpty = fields[name] === null || isSame(fields[name], byDefault[name]);
    if (isEmpty) patch[name] = received[name];
    else if (!isSame(fields[name], received[name])) agrees = false;
  }
  must(agrees, "details_contradict");
  // The cost of a receipt is in the product's currency.
  if ("costPerUnit" in patch) patch["currencyID"] = received.currencyID;
  return patch as Partial<Fields>;
}

export interface AdjustBody {
  materialitemid: number;
  adjustqty: number;
  reasonSUID: string;
  comments?: string;
  occurredAt?: string;
}

/** Adjusts the quantity of an item. */
export function adjust(world: World, body: AdjustBody): Item {
  mustBeFormed(body.adjustqty !== 0);
  const at = happened(world, body.occurredAt);
  const item = found(world.items.find(({ id }) => id === body.materialitemid));
  must(found(reasons[body.reasonSUID.toUpperCase()]).adjust ?? false, "reason_not_assigned");
  const isCorrection = body.reasonSUID.toUpperCase() === "CORRECTION";
  must(statusOf(world, item) !== "Voided", "item_status");
  must(statusOf(world, item) !== "Scrapped" || isCorrection, "item_status");
  must(fits(body.adjustqty, productOf(world, item)), "decimal_places");
  const actualQty = sum(item.fields.actualQty, body.adjustqty);
  must(actualQty >= 0, "negative_quantity");
  mustBeSingle(world, item, actualQty, productOf(world, item));
  const isConsumable = ["WIP", "Available"].includes(statusOf(world, item));
  const wasGone = ["Consumed", "Scrapped"].includes(statusOf(world, item));
  const isFoundAgain = actualQty > 0 && wasGone;
  mustFollow(world, item, body.occurredAt);
  item.adjusted = sum(item.adjusted, body.adjustqty);
  const patch = {
    actualQty,
    ...(actualQty === 0 && isConsumable ? inStatus(world, "Consumed") : {}),
    ...(isFoundAgain ? inStatus(world, statusOfStock(world, item)) : {}),
  };
  change(world, item, patch, {
    action: "adjusted",
    reasonSUID: body.reasonSUID.toUpperCase(),
    comment: body.comments ?? null,
    occurredAt: body.occurredAt === undefined ? null : timeOf(at),
  });
  return item;
}

/** Returns the patch that gives an item a status. */
export const inStatus = ({ floor }: World, name: StatusName) => ({
  statusID: floor.statusIDs[name],
});

export interface LifeBody {
  id: number;
  holdReason?: string;
  reasonSUID?: string;
  location?: string;
  newVisualSerialNo?: string;
  destination?: string;
  qty?: number;
  allowIncomplete?: boolean;
  allowHeld?: boolean;
  comment?: string;
  occurredAt?: string;
}

const itemOf = (world: World, { id }: LifeBody) => found(world.items.find((one) => one.id === id));

/** Returns the item that a verb changes: the one that it addresses, or a part taken off it. */
export type Take = (world: World, item: Item, body: LifeBody) => Item;

export const whole: Take = (world, item, { occurredAt }) => {
  mustFollow(world, item, occurredAt);
  return item;
};

/** The parts of a change that every one of these verbs logs. */
export const noteOf = <Action extends string>(
  world: World,
  action: Action,
  { comment, occurredAt }: LifeBody,
) => ({
  action,
  comment: comment ?? null,
  occurredAt: occurredAt === undefined ? null : timeOf(stated(world, occurredAt)),
});

/** An item on hold, with the items at the top of all that it is in. */
export const heldRecordOf = (world: World, item: Item) => {
  const whereUsed = topsOf(world, item).map((top) => {
    const { id, visualSerialNo, productName, orderNo, status, holdReason } = recordOf(world, top);
    return { id, visualSerialNo, productName, orderNo, status, holdReason };
  });
  return {
    ...recordOf(world, item),
    whereUsed: whereUsed.slice(0, 100),
    whereUsedCount: whereUsed.length,
  };
};

/** Puts an item on hold. */
export function hold(world: World, body: LifeBody, take = whole): Item {
  happened(world, body.occurredAt);
  const item = itemOf(world, body);
  const reason = holdReasonIDOf(world, body.holdReason!);
  must(!["Scrapped", "Dispatched", "Voided"].includes(statusOf(world, item)), "item_status");
  const held = take(world, item, body);
  const isSameHold = holdsOf(held.fields).includes(reason);
  // A hold for the same reason changes nothing. A part was taken off, and a comment is kept.
  if (isSameHold && held === item && body.comment === undefined) return held;
  change(world, held, alsoHeldFor(held.fields, reason), noteOf(world, "held", body));
  return held;
}

/** Ends one hold of an item. */
export function release(world: World, body: LifeBody): Item {
  happened(world, body.occurredAt);
  const item = itemOf(world, body);
  const named = body.holdReason === undefined ? undefined : holdReasonIDOf(world, body.holdReason);
  const holds = holdsOf(item.fields);
  must(holds.length > 0 || !isHeld(world, item.fields), "item_on_hold");
  must(holds.length > 0 && (named === undefined || holds.includes(named)), "item_status");
  must(named !== undefined || holds.length === 1, "item_on_hold");
  mustFollow(world, item, body.occurredAt);
  const left = holds.filter((id) => id !== (named ?? holds[0]));
  change(world, item, heldFor(left), noteOf(world, "released", body));
  return item;
}

/** Moves an item to a location. Where it is already, nothing happens without a comment. */
export function move(world: World, body: LifeBody, take = whole): Item {
  happened(world, body.occurredAt);
  const item = itemOf(world, body);
  const { locationIDs } = world.floor;
  const locationID = found(Object.entries(locationIDs).find(([suid]) => suid === body.location))[1];
  must(!["Dispatched", "Voided"].includes(statusOf(world, item)), "item_status");
  const isThere = item.fields.locationID === locationID && body.comment === undefined;
  const moved = take(world, item, body);
  if (isThere && moved === item) return item;
  change(world, moved, { locationID }, noteOf(world, "moved", body));
  return moved;
}

/** Scraps an item and writes off what is left of it. */
export function scrap(world: World, body: LifeBody, take = whole): Item {
  happened(world, body.occurredAt);
  const item = itemOf(world, body);
  const reason = body.reasonSUID!.toUpperCase();
  must(found(reasons[reason]).adjust ?? false, "reason_not_assigned");
  must(["WIP", "Available"].includes(statusOf(world, item)), "item_status");
  const scrapped = take(world, item, body);
  writeOff(world, scrapped, { ...noteOf(world, "scrapped", body), reasonSUID: reason });
  return scrapped;
}

/** Writes off all that is left of an item and sets it to Scrapped. */
export function writeOff(world: World, item: Item, note: Parameters<typeof change>[3]): void {
  item.adjusted = sum(item.adjusted, -item.fields.actualQty);
  change(world, item, { actualQty: 0, ...inStatus(world, "Scrapped") }, note);
}

/** Gives an item a new serial. */
export function relabel(world: World, body: LifeBody): Item {
  happened(world, body.occurredAt);
  const item = itemOf(world, body);
  must(!["Scrapped", "Dispatched", "Voided"].includes(statusOf(world, item)), "item_status");
  const namesake = itemNamed(world, body.newVisualSerialNo!);
  must(namesake === undefined || namesake === item, "duplicate");
  mustFollow(world, item, body.occurredAt);
  change(
    world,
    item,
    { visualSerialNo: body.newVisualSerialNo! },
    noteOf(world, "relabelled", body),
  );
  return item;
}

/** Dispatches a finished item that lacks nothing, and contains nothing unfinished or held. */
export function dispatch(world: World, body: LifeBody, take = whole): Item {
  mustExplain(body);
  const at = happened(world, body.occurredAt);
  const item = itemOf(world, body);
  must(statusOf(world, item) === "Available", "item_status");
  must(!isHeld(world, item.fields), "item_on_hold");
  must(!isExpired(item, at), "item_expired");
  const detail = passed(world, [item], body);
  const dispatched = take(world, item, body);
  const note = { ...noteOf(world, "dispatched", body), detail };
  const { destination = null } = body;
  change(world, dispatched, { ...inStatus(world, "Dispatched"), destination }, note);
  return dispatched;
}

/** Finishes a unit. One that is built in somewhere stays there. */
export function complete(world: World, body: LifeBody): Item {
  mustExplain(body);
  const at = happened(world, body.occurredAt);
  const item = itemOf(world, body);
  const status = statusOf(world, item);
  const isUnit = item.fields.scheduleID !== null && !isFinished(world, item);
  must(!["Scrapped", "Dispatched", "Voided"].includes(status), "item_status");
  must(status === "WIP" || isUnit, "item_status");
  must(item.fields.scheduleID === null || isOfRunningOrder(world, item), "order_status");
  must(!isHeld(world, item.fields), "item_on_hold");
  const detail = passed(world, [item], body);
  mustFollow(world, item, body.occurredAt);
  const patch = {
    endDT: timeOf(at),
    ...(status === "WIP" ? inStatus(world, "Available") : {}),
  };
  change(world, item, patch, { ...noteOf(world, "completed", body), detail });
  return item;
}

/** Opens a finished unit. */
export function reopen(world: World, body: LifeBody): Item {
  happened(world, body.occurredAt);
  const item = itemOf(world, body);
  must(statusOf(world, item) === "Available" && item.fields.scheduleID !== null, "item_status");
  must(isOfRunningOrder(world, item), "order_status");
  mustFollow(world, item, body.occurredAt);
  change(world, item, { endDT: null, ...inStatus(world, "WIP") }, noteOf(world, "reopened", body));
  return item;
}

/** Takes a dispatched item back. */
export function takeBack(world: World, body: LifeBody): Item {
  happened(world, body.occurredAt);
  const item = itemOf(world, body);
  const reason = body.holdReason === undefined ? null : holdReasonIDOf(world, body.holdReason);
  must(statusOf(world, item) === "Dispatched", "item_status");
  mustFollow(world, item, body.occurredAt);
  const patch = {
    ...inStatus(world, "Available"),
    destination: null,
    ...(reason === null ? {} : alsoHeldFor(item.fields, reason)),
  };
  change(world, item, patch, noteOf(world, "returned", body));
  return item;
}

/** Takes back the receipt or start of an item that has no past. */
export function voidItem(world: World, body: LifeBody): Item {
  happened(world, body.occurredAt);
  const item = itemOf(world, body);
  must(!["Scrapped", "Dispatched", "Voided"].includes(statusOf(world, item)), "item_status");
  const wasBuilt = world.builds.some(({ parent, child }) => parent === item || child === item);
  const hadLeft = item.history.some(({ action }) => action === "dispatched");
  must(!wasBuilt && !hadLeft && !wasMoved(world, item), "in_use");
  mustFollow(world, item, body.occurredAt);
  item.adjusted = sum(item.adjusted, -item.fields.actualQty);
  const patch = { actualQty: 0, ...heldFor([]), ...inStatus(world, "Voided") };
  change(world, item, patch, noteOf(world, "voided", body));
  return item;
}

export const isExpired = ({ fields }: Pick<Item, "fields">, at: number): boolean =>
  fields.expiryDate !== null && Date.parse(fields.expiryDate) < at;

/**
 * Returns whether material is conserved: nominal + adjusted + merged in - split off or merged into
 * others = actual + net built into parents.
 */
export const isConserved = (world: World, item: Item): boolean =>
  sum(item.fields.nominalQty, item.adjusted, movedTo(world, item)) ===
  sum(item.fields.actualQty, builtOf(world, "child", item));

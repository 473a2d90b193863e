import { mustExplain, passed } from "./completeness.ts";
import { inStatus, writeOff } from "./items.ts";
import { timeOf } from "./times.ts";
import {
  builtOf,
  change,
  create,
  fits,
  found,
  isFinished,
  type Item,
  itemNamed,
  must,
  mustBeOne,
  newFields,
  type Order,
  ownVersionIn,
  productNamed,
  statusOf,
  sum,
  wasMoved,
  type World,
} from "./world.ts";

export interface OrderBody {
  orderNo: string;
  productName: string;
  bom: string;
  version: string;
  qty: number;
}

/** Creates a works order. */
export function createOrder(world: World, body: OrderBody): Order {
  const product = productNamed(world, body.productName);
  const bomVersion = found(product.versions.find(({ number }) => number === body.version));
  must(!world.orders.some(({ orderNo }) => orderNo === body.orderNo), "duplicate");
  must(fits(body.qty, product), "decimal_places");
  const { orderNo, qty } = body;
  const states = { status: "Created", startDT: null, endDT: null, description: null } as const;
  const versions = { version: bomVersion, firstVersion: undefined };
  const order: Order = {
    id: 0,
    orderNo,
    product,
    ...versions,
    qty,
    ...states,
    actions: ["created"],
  };
  world.orders.push(order);
  return order;
}

export interface OrderChange {
  id: number;
  qty?: number;
  description?: string;
}

/** Changes the description of an order, or its quantity while that is allowed. */
export function changeOrder(world: World, body: OrderChange): Order {
  const order = orderNamed(world, body);
  const { qty = order.qty, description = order.description } = body;
  if (qty !== order.qty) {
    must(["Created", "Started"].includes(order.status), "order_status");
    must(fits(qty, order.product), "decimal_places");
    must(order.status === "Created" || qty >= startedQty(world, order), "quantity_range");
  }
  if (qty === order.qty && description === order.description) return order;
  Object.assign(order, { qty, description });
  order.actions.push("updated");
  return order;
}

/** The nominal quantity of the items of an order that are not scrapped or voided. */
const startedQty = (world: World, order: Order): number =>
  sum(
    ...itemsOf(world, order)
      .filter((item) => !["Scrapped", "Voided"].includes(statusOf(world, item)))
      .map(({ fields }) => fields.nominalQty),
  );

export interface StepOfOrder {
  id: number;
  comment?: string;
  allowIncomplete?: boolean;
  allowHeld?: boolean;
  items?: { visualSerialNo: string; qty: number }[];
}

export const orderNamed = ({ orders }: World, { id }: { id: number }) =>
  found(orders.find((order) => order.id === id));

export const itemsOf = ({ items }: World, { id }: Order): Item[] =>
  items.filter(({ fields }) => fields.scheduleID === id).toSorted((a, b) => a.id - b.id);

/** An order with the items that a Start has made, and how far it is started. */
export interface StartedOrder {
  order: Order;
  items: Item[];
  progress: { qtyStarted: number; qtyLeft: number; unit: string };
}

/** Starts an order, or what is left of a started one. */
export function start(world: World, body: StepOfOrder): StartedOrder {
  const sent = (body.items ?? []).map((one) => one.visualSerialNo.toLowerCase());
  must(new Set(sent).size === sent.length, "validation_failed");
  const order = orderNamed(world, body);
  must(["Created", "Started"].includes(order.status), "order_status");
  const isFirst = order.status === "Created";
  must(!isFirst || order.version.isReleased, "bom_status");
  const before = startedQty(world, order);
  if (!isFirst) {
    must(before < order.qty, "order_status");
    const wanted = sum(before, ...(body.items ?? []).map(({ qty }) => qty));
    must(wanted <= order.qty, "quantity_range");
  }
  const left = isFirst ? order.qty : sum(order.qty, -before);
  const made = body.items ?? unitsOf(world, order, left);
  must(
    made.every(({ qty }) => fits(qty, order.product)),
    "decimal_places",
  );
  for (const { qty } of made) mustBeOne(qty, order.product);
  const areFree = made.every((one) => !itemNamed(world, one.visualSerialNo));
  must(areFree, "duplicate");
  order.status = "Started";
  order.startDT ??= timeOf(world.now);
  order.actions.push("started");
  const items = made.map(({ visualSerialNo, qty }) => {
    const fields = {
      ...newFields(world, order.product, visualSerialNo, world.now),
      ...inStatus(world, "WIP"),
      scheduleID: order.id,
      ownBomVersionID: ownVersionIn(order),
      startDT: timeOf(world.now),
      nominalQty: qty,
      actualQty: qty,
    };
    return create(world, fields, { action: "started" });
  });
  const qtyStarted = startedQty(world, order);
  const qtyLeft = Math.max(0, sum(order.qty, -qtyStarted));
  return { order, items, progress: { qtyStarted, qtyLeft, unit: "each" } };
}

/**
 * Items of one unit each, for an order that names none. Their numbers continue after the number of
 * items that a started order has. A serial that an item has or had is left out.
 */
function unitsOf(world: World, order: Order, left: number) {
  const known = new Set(world.items.flatMap(serialsOf).map((serial) => serial.toLowerCase()));
  const units: { visualSerialNo: string; qty: number }[] = [];
  let number = order.status === "Created" ? 0 : itemsOf(world, order).length;
  while (units.length < left) {
    const visualSerialNo = `${order.orderNo}-${++number}`;
    if (!known.has(visualSerialNo.toLowerCase())) units.push({ visualSerialNo, qty: 1 });
  }
  return units;
}

/** The serial that an item has, and those that it had. */
const serialsOf = ({ fields, history }: Item): string[] => [
  fields.visualSerialNo,
  // The history holds the fields of items.
  ...history.flatMap(({ before }) => (before?.["visualSerialNo"] as string | undefined) ?? []),
];

/** Whether Complete of its order would finish an item. */
export const isToFinish = (world: World, item: Item): boolean =>
  !["Scrapped", "Dispatched", "Voided"].includes(statusOf(world, item)) && !isFinished(world, item);

/** Completes an order, and its units that are not finished. */
export function complete(world: World, body: StepOfOrder): Order {
  mustExplain(body);
  const order = orderNamed(world, body);
  must(order.status === "Started", "order_status");
  const items = itemsOf(world, order).filter((item) => isToFinish(world, item));
  passed(world, items, body);
  order.status = "Completed";
  order.endDT = timeOf(world.now);
  order.actions.push("completed");
  for (const item of items) {
    const isDone = statusOf(world, item) === "WIP";
    const patch = { endDT: order.endDT, ...(isDone ? inStatus(world, "Available") : {}) };
    change(world, item, patch, { action: "completed" });
  }
  return order;
}

/** Cancels an order. The items of a started one are scrapped. */
export function cancel(world: World, body: StepOfOrder): Order {
  const order = orderNamed(world, body);
  must(["Created", "Started"].includes(order.status), "order_status");
  const items = order.status === "Started" ? itemsOf(world, order) : [];
  const isFree = (item: Item) =>
    builtOf(world, "parent", item) === 0 &&
    builtOf(world, "child", item) === 0 &&
    !wasMoved(world, item) &&
    statusOf(world, item) !== "Dispatched";
  must(items.every(isFree), "in_use");
  order.status = "Cancelled";
  order.actions.push("cancelled");
  const isThere = (item: Item) => !["Scrapped", "Voided"].includes(statusOf(world, item));
  for (const item of items.filter(isThere)) {
    writeOff(world, item, { action: "scrapped", comment: body.comment ?? null });
  }
  return order;
}

/** An order as every response returns it, without the ids of the records that it names. */
export const orderRecordOf = (world: World, order: Order) => ({
  id: order.id,
  // Each action gives the order a revision.
  revNo: order.actions.length,
  orderNo: order.orderNo,
  description: order.description,
  productName: order.product.name,
  productID: order.product.id,
  bom: world.floor.bom,
  version: order.version.number,
  qty: order.qty,
  status: order.status,
  startDT: order.startDT,
  endDT: order.endDT,
});

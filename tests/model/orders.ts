import { mustExplain, passed } from "./completeness.ts";
import { inStatus, writeOff } from "./items.ts";
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
  newFields,
  type Order,
  productNamed,
  statusOf,
  timeOf,
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
  must(product.slots.length > 0, "not_found");
  must(!world.orders.some(({ orderNo }) => orderNo === body.orderNo), "duplicate");
  must(fits(body.qty, product), "decimal_places");
  const { orderNo, version, qty } = body;
  const states = { status: "Created", startDT: null, endDT: null } as const;
  const order: Order = { id: 0, orderNo, product, version, qty, ...states, actions: ["created"] };
  world.orders.push(order);
  return order;
}

export interface StepOfOrder {
  id: number;
  comment?: string;
  allowIncomplete?: boolean;
  allowHeld?: boolean;
  items?: { visualSerialNo: string; qty: number }[];
}

const orderNamed = ({ orders }: World, { id }: StepOfOrder) =>
  found(orders.find((order) => order.id === id));

const itemsOf = ({ items }: World, { id }: Order): Item[] =>
  items.filter(({ fields }) => fields.scheduleID === id).toSorted((a, b) => a.id - b.id);

/** Starts an order and returns its items. */
export function start(world: World, body: StepOfOrder): { order: Order; items: Item[] } {
  const sent = (body.items ?? []).map((one) => one.visualSerialNo.toLowerCase());
  must(new Set(sent).size === sent.length, "validation_failed");
  const order = orderNamed(world, body);
  must(order.status === "Created", "order_status");
  must(order.version === "1.0", "bom_status");
  const made = body.items ?? unitsOf(order);
  must(
    made.every(({ qty }) => fits(qty, order.product)),
    "decimal_places",
  );
  const areFree = made.every((one) => !itemNamed(world, one.visualSerialNo));
  must(areFree, "duplicate");
  order.status = "Started";
  order.startDT = timeOf(world.now);
  order.actions.push("started");
  const items = made.map(({ visualSerialNo, qty }) => {
    const fields = {
      ...newFields(world, order.product, visualSerialNo, world.now),
      ...inStatus(world, "WIP"),
      scheduleID: order.id,
      startDT: order.startDT,
      nominalQty: qty,
      actualQty: qty,
    };
    return create(world, fields, { action: "started" });
  });
  return { order, items };
}

/** Items of one unit each, for an order that names none. */
const unitsOf = ({ orderNo, qty }: Order) =>
  Array.from({ length: qty }, (_, index) => ({
    visualSerialNo: `${orderNo}-${index + 1}`,
    qty: 1,
  }));

/** Completes an order, and its units that are not finished. */
export function complete(world: World, body: StepOfOrder): Order {
  mustExplain(body);
  const order = orderNamed(world, body);
  must(order.status === "Started", "order_status");
  const isGone = (item: Item) =>
    ["Scrapped", "Dispatched", "Voided"].includes(statusOf(world, item));
  const items = itemsOf(world, order).filter((item) => !isGone(item) && !isFinished(world, item));
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
  description: null,
  productName: order.product.name,
  productID: order.product.id,
  bom: world.floor.bom,
  version: order.version,
  qty: order.qty,
  status: order.status,
  startDT: order.startDT,
  endDT: order.endDT,
});

import { isMet } from "./consumption.ts";
import { inStatus, writeOff } from "./items.ts";
import {
  builtOf,
  change,
  create,
  fits,
  found,
  type Item,
  must,
  newFields,
  type Order,
  productNamed,
  Refused,
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
  const serials = new Set(world.items.map(({ fields }) => fields.visualSerialNo.toLowerCase()));
  const areFree = made.every((one) => !serials.has(one.visualSerialNo.toLowerCase()));
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

/** Thrown if required slots lack material. It names them. */
export class Incomplete extends Refused {
  readonly lacking: readonly (readonly [visualSerialNo: string, bomSlotID: number])[];

  constructor(lacking: Incomplete["lacking"]) {
    super("incomplete");
    this.lacking = lacking;
  }
}

/** Completes an order. Its items in work become available. */
export function complete(world: World, body: StepOfOrder): Order {
  must(body.allowIncomplete !== true || body.comment !== undefined, "validation_failed");
  const order = orderNamed(world, body);
  must(order.status === "Started", "order_status");
  const items = itemsOf(world, order);
  const lacking = items
    .filter((item) => statusOf(world, item) !== "Scrapped")
    .flatMap((item) => lackingIn(world, order, item));
  if (lacking.length > 0 && body.allowIncomplete !== true) throw new Incomplete(lacking);
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

const lackingIn = (world: World, { product }: Order, item: Item) =>
  product.slots
    .filter((slot) => slot.isRequired && slot.isActive && !isMet(world, item, slot))
    .map(({ id }) => [item.fields.visualSerialNo, id] as const);

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
  for (const item of items.filter((one) => statusOf(world, one) !== "Scrapped")) {
    writeOff(world, item, { action: "scrapped", comment: body.comment ?? null });
  }
  return order;
}

/** An order as every response returns it, without the ids of the records that it names. */
export const orderRecordOf = (world: World, order: Order) => ({
  id: order.id,
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

import { requireActive } from "../rules/named.ts";
import {
  type Assertion,
  type Attribution,
  relyOn,
  type Revision,
  type Stored,
  storedFields,
} from "../engine/index.ts";
import { formatVersion } from "../bom/bom.ts";
import { foldCase } from "../values/fold-case.ts";
import { newItem, ownVersionIn, type ProductToReceive } from "../material-item/new-item.ts";
import {
  type SerialRange,
  serialOf,
  tooFewNumbers,
  tooManyTaken,
} from "../material-item/serial-range.ts";
import { withStatus } from "../material-item/status.ts";
import { requireOne } from "../material-item/tracking.ts";
import { requireDistinct } from "../rules/distinct.ts";
import { requireDecimalPlaces } from "../rules/limits.ts";
import { Refusal, refusalAt } from "../refusal.ts";
import { formatQuantity, scale } from "../values/decimal.ts";
import { type Order, requireOrder, requireStatus, revisedOrder } from "./order.ts";
import {
  type StartedItem,
  startedItemsMax,
  type StartFacts,
  type StartWorksOrderInput,
} from "./start.facts.ts";

export interface StartDecision {
  readonly asserts: readonly Assertion[];
  readonly before: Order;
  readonly order: Order;
  /** The fields that all items have in common, kept once so that a decision stays small. */
  readonly common: Omit<
    Stored<"MaterialItem">,
    "visualSerialNo" | "serialKey" | "nominalQty" | "actualQty"
  >;
  readonly items: readonly StartedItem[];
  /** The serial range that the serials are taken from, and its next number after them. */
  readonly range: (Revision & { readonly nextNumber: number; readonly next: number }) | null;
  readonly comment: string | undefined;
  /** Absent from decisions that were recorded before it was added. */
  readonly progress?: StartProgress;
}

/** The started and the remaining quantity of an order, in millionths of the base unit. */
export interface StartProgress {
  readonly qtyStarted: number;
  readonly qtyLeft: number;
  /** The name of the unit. */
  readonly unit: string;
}

/** The length of a serial that every field for serials accepts. */
const serialBytesMax = 250;

/**
 * Decides a start. The first Start of an order makes its items, or the first of them. Each further
 * Start makes the next ones, up to the order's quantity, by the BoM version that the first one
 * pinned. Refuses `validation_failed`, `not_found`, `order_status`, `bom_status`, `inactive`,
 * `quantity_range`, `decimal_places`, `tracking`, `serial_range` and `duplicate`.
 */
export function decideStart(
  facts: StartFacts,
  input: StartWorksOrderInput,
  by: Attribution,
): StartDecision {
  const sent = input.items ?? undefined;
  requireDistinct(
    (sent ?? []).map(({ visualSerialNo }) => visualSerialNo),
    (index) => `/items/${index}/visualSerialNo`,
    "Two items of the request have one serial.",
  );
  const before = requireOrder(facts.orders, input);
  requireStatus(before, ["Created", "Started"], "started");
  const isFirst = before.status === "Created";
  if (isFirst) requireReleased(before);
  const product = facts.products.find(({ id }) => id === before.productId)!;
  requireActive(product, `The product ${product.name}`);
  const startedBefore = facts.started.find(({ orderId }) => orderId === before.id)!.qty;
  const left = isFirst ? before.qty : before.qty - startedBefore;
  if (!isFirst) requireLeft(before, product, startedBefore, sent);
  const range = facts.ranges.find(({ id }) => id === product.serialRangeId);
  const { items, next } = sent
    ? { items: sent, next: undefined }
    : batches(facts, before, product, range, left);
  for (const [index, { qty }] of items.entries()) {
    const pointer = sent && `/items/${index}/qty`;
    requireDecimalPlaces(qty, product, pointer);
    requireOne(qty, product, pointer);
  }
  if (sent) requireNewSerials(facts, sent);
  requireSerialLengths(items);
  const qtyStarted = startedBefore + qtyOf(items);
  return {
    asserts: [
      relyOn("Product", product),
      ...(isFirst ? [relyOn("Bom", { id: before.bomId, revNo: before.bomRevNo })] : []),
    ],
    before,
    order: revisedOrder(before, isFirst ? { status: "Started", startAt: by.at } : {}),
    common: commonOf(before, product, facts, by),
    items,
    range:
      range && next !== undefined
        ? { id: range.id, revNo: range.revNo, nextNumber: range.nextNumber, next }
        : null,
    comment: input.comment ?? undefined,
    progress: {
      qtyStarted,
      qtyLeft: Math.max(0, before.qty - qtyStarted),
      unit: product.unit,
    },
  };
}

const qtyOf = (items: readonly StartedItem[]) => items.reduce((sum, { qty }) => sum + qty, 0);

/**
 * Refuses a further Start (`order_status`) if all of the order is started, and (`quantity_range`)
 * items that were sent if they are more than what is left.
 */
function requireLeft(
  { orderNo, qty }: Order,
  { name, unit }: ProductToReceive,
  started: number,
  sent: readonly StartedItem[] | undefined,
): void {
  const inUnit = (quantity: number) => `${formatQuantity(quantity)} ${unit}`;
  const left = qty - started;
  const progress = `Works order ${orderNo} is for ${inUnit(qty)} of ${name}`;
  if (left <= 0) {
    throw new Refusal(
      "order_status",
      `${progress}, and ${inUnit(started)} are started: nothing is left to start. ` +
        "To start more, raise its quantity.",
    );
  }
  if (!sent || qtyOf(sent) <= left) return;
  throw refusalAt(
    "quantity_range",
    "/items",
    `${progress}, and ${inUnit(started)} are started: ${inUnit(left)} are left, ` +
      `and the items of the request are ${inUnit(qtyOf(sent))}.`,
  );
}

function requireReleased(order: Order): void {
  requireActive({ isActive: order.bomIsActive }, `The BoM ${order.bom}`);
  if (order.bomStatus === "Released") return;
  throw new Refusal(
    "bom_status",
    `Version ${formatVersion(order)} of the BoM ${order.bom} is ${order.bomStatus}: ` +
      "a works order is started by a Released one.",
  );
}

/**
 * Divides what is left of the order into items of the product's batch size, or into single ones of a
 * product tracked by serial. The last one gets the rest. Returns the first items, and the next number of the serials.
 */
function batches(
  { numbers }: StartFacts,
  order: Order,
  product: ProductToReceive,
  range: SerialRange | undefined,
  left: number,
): { items: StartedItem[]; next: number } {
  const size = product.tracking === "Serial" ? scale : product.defaultBatchSize;
  const rest = left % size;
  const count = Math.min(startedItemsMax, (left - rest) / size + (rest > 0 ? 1 : 0));
  const own = numbers.filter(({ orderId }) => orderId === order.id);
  if (own.length < count) throw noNumbers(order, product, range, { count, free: own.length });
  return {
    items: own.map(({ number }, index) => ({
      visualSerialNo: range ? serialOf(range, number) : `${order.orderNo}-${number}`,
      qty: Math.min(size, left - index * size),
    })),
    next: own.at(-1)!.number + 1,
  };
}

/** Returns the refusal (`serial_range`) of a start that finds too few free numbers. */
function noNumbers(
  order: Order,
  product: ProductToReceive,
  range: SerialRange | undefined,
  found: { readonly count: number; readonly free: number },
): Refusal {
  const by = { verb: "Start", otherwise: "name the items" };
  return range
    ? tooFewNumbers(range, product.name, { ...found, ...by })
    : tooManyTaken(`serials ${order.orderNo}-<n>`, "Give the product a serial range", by);
}

const utf8 = new TextEncoder();

/** Refuses (`duplicate`) serials that other items have. */
function requireNewSerials({ taken }: StartFacts, items: readonly StartedItem[]): void {
  const keys = new Set(taken.map(({ serialKey }) => serialKey));
  const errors = items.flatMap(({ visualSerialNo }, index) =>
    keys.has(foldCase(visualSerialNo))
      ? {
          pointer: `/items/${index}/visualSerialNo`,
          detail: `An item with the serial ${visualSerialNo} exists.`,
        }
      : [],
  );
  if (errors.length > 0) throw new Refusal("duplicate", errors[0]!.detail, { errors });
}

/** Refuses (`serial_range`) serials that are too long to be sent again. */
function requireSerialLengths(items: readonly StartedItem[]): void {
  const long = items.find(
    ({ visualSerialNo }) => utf8.encode(visualSerialNo).length > serialBytesMax,
  );
  if (!long) return;
  throw new Refusal(
    "serial_range",
    `The serial ${long.visualSerialNo} would be longer than ${serialBytesMax} bytes. ` +
      "Name the items, or give the product a serial range.",
  );
}

/** Returns the fields that a started item gets from its product and its order. */
function commonOf(
  order: Order,
  product: ProductToReceive,
  facts: StartFacts,
  by: Attribution,
): StartDecision["common"] {
  const item = newItem({
    product,
    status: withStatus(facts.statuses, "wip"),
    visualSerialNo: "",
    qty: order.qty,
    madeAtConsumption: false,
    receivedAt: by.at,
    by,
  });
  const {
    visualSerialNo: _visualSerialNo,
    serialKey: _serialKey,
    nominalQty: _nominalQty,
    actualQty: _actualQty,
    ...common
  } = storedFields("MaterialItem", item);
  return { ...common, worksOrderId: order.id, startAt: by.at, ownVersionId: ownVersionIn(order) };
}

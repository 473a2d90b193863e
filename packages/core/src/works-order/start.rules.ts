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
import { newItem, type ProductToReceive } from "../material-item/new-item.ts";
import { withStatus } from "../material-item/status.ts";
import { requireDistinct } from "../rules/distinct.ts";
import { requireDecimalPlaces } from "../rules/limits.ts";
import { Refusal } from "../refusal.ts";
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
}

/** The largest number in a serial that the contract accepts. A range without an end ends there. */
const serialNumberMax = 999_999_999_999_999;
/** The length of a serial that every field for serials accepts. */
const serialBytesMax = 250;

/**
 * Decides a start. Refuses `validation_failed`, `not_found`, `order_status`, `bom_status`,
 * `inactive`, `quantity_range`, `decimal_places`, `serial_range` and `duplicate`.
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
  requireStatus(before, ["Created"], "started");
  requireReleased(before);
  const product = facts.products.find(({ id }) => id === before.productId)!;
  requireActive(product, `The product ${product.name}`);
  const range = facts.ranges.find(({ id }) => id === product.serialRangeId);
  const items = sent ?? batches(before, product, range);
  for (const [index, { qty }] of items.entries()) {
    const pointer = sent && `/items/${index}/qty`;
    requireDecimalPlaces(qty, product.inventoryDecimalPlaces, product.name, pointer);
  }
  requireNewSerials(facts, items, sent !== undefined);
  return {
    asserts: [
      relyOn("Product", product),
      relyOn("Bom", { id: before.bomId, revNo: before.bomRevNo }),
    ],
    before,
    order: revisedOrder(before, { status: "Started", startAt: by.at }),
    common: commonOf(before, product, facts, by),
    items,
    range:
      sent || !range
        ? null
        : {
            id: range.id,
            revNo: range.revNo,
            nextNumber: range.nextNumber,
            next: range.nextNumber + items.length,
          },
    comment: input.comment ?? undefined,
  };
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

/** Divides the order into items of the product's batch size. The last one gets the rest. */
function batches(
  order: Order,
  product: ProductToReceive,
  range: StartFacts["ranges"][number] | undefined,
): StartedItem[] {
  const size = product.defaultBatchSize;
  const rest = order.qty % size;
  const count = (order.qty - rest) / size + (rest > 0 ? 1 : 0);
  if (count > startedItemsMax) {
    throw new Refusal(
      "quantity_range",
      `The order would start ${count} items of ${product.name}; the limit is ${startedItemsMax}. ` +
        "Give the product a larger Default Batch Size, or name the items.",
    );
  }
  requireNumbers(product, range, count);
  return Array.from({ length: count }, (_, index) => ({
    visualSerialNo: range ? serialOf(range, index) : `${order.orderNo}-${index + 1}`,
    qty: rest > 0 && index === count - 1 ? rest : size,
  }));
}

function requireNumbers(
  product: ProductToReceive,
  range: StartFacts["ranges"][number] | undefined,
  count: number,
): void {
  if (!range) return;
  const left = Math.max(0, (range.endNumber ?? serialNumberMax) - range.nextNumber + 1);
  if (left >= count) return;
  throw new Refusal(
    "serial_range",
    `The serial range ${range.name} of ${product.name} has ${left} numbers left, ` +
      `and ${count} are needed.`,
  );
}

const serialOf = (range: StartFacts["ranges"][number], index: number): string =>
  `${range.prefix}${String(range.nextNumber + index).padStart(range.padding, "0")}`;

const utf8 = new TextEncoder();

/** Refuses serials that other items have (`duplicate`), or that are too long to be sent again. */
function requireNewSerials(
  { taken }: StartFacts,
  items: readonly StartedItem[],
  areSent: boolean,
): void {
  const keys = new Set(taken.map(({ serialKey }) => serialKey));
  const errors = items.flatMap(({ visualSerialNo }, index) =>
    keys.has(foldCase(visualSerialNo))
      ? {
          pointer: areSent ? `/items/${index}/visualSerialNo` : "",
          detail: `An item with the serial ${visualSerialNo} exists.`,
        }
      : [],
  );
  if (errors.length > 0) {
    throw new Refusal("duplicate", errors[0]!.detail, { errors });
  }
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
  return { ...common, worksOrderId: order.id, startAt: by.at };
}

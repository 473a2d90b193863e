import { type Assertion, type Attribution, relyOn } from "../engine/index.ts";
import { formatQuantity, scale, stepOf } from "../values/decimal.ts";
import {
  type Item,
  itemNamed,
  measuredProductOf,
  type NewItem,
  requireItemNamed,
  requireNotExpired,
  relyOnBatch,
  requireNotOnHold,
  revisedItem,
} from "../material-item/item.ts";
import {
  newItem,
  type ProductToReceive,
  relyOnReceipt,
  requireReceiptProfile,
} from "../material-item/new-item.ts";
import { requireInItsLife } from "../material-item/item-times.ts";
import { aboutItem, refusedOrder } from "../material-item/refused-item.ts";
import { withStatus } from "../material-item/status.ts";
import { relyOnTracking, requireNotBuilt, requireOneOf } from "../material-item/tracking.ts";
import { requireActive, requireNamed } from "../rules/named.ts";
import { requireHappened } from "../rules/limits.ts";
import { requireDecimalPlaces, requireInRange } from "../rules/limits.ts";
import { Refusal, refusalAt } from "../refusal.ts";
import { foldStored } from "../values/fold-case.ts";
import { allocate, type Allocation, type Slot } from "./allocate.ts";
import type { BuildFacts, BuildInput } from "./build.facts.ts";
import { childPointer, parentPointer } from "./facts.ts";
import { noSuchChild } from "./open-slots.ts";
import { slotsTaking } from "./slots-taking.ts";
import { quantityInBaseUnit } from "./child-unit.ts";

export interface BuildDecision {
  readonly asserts: readonly Assertion[];
  readonly parentBefore: Item;
  readonly parent: Item;
  /** Undefined if this build receives the child. */
  readonly childBefore: Item | undefined;
  readonly child: Item | NewItem;
  /** Undefined if the database has not given it yet. */
  readonly childId: number | undefined;
  readonly qty: number;
  readonly allocations: readonly Allocation[];
  /** The quantity that the child's stock lacked, which is booked as an adjustment. */
  readonly shortfall: number;
  readonly occurredAt: number | null | undefined;
  readonly at: number;
  readonly userId: number;
  /** Whether this build makes the child. Absent from decisions recorded before it was added. */
  readonly received?: boolean;
  /** The base unit of the child. Absent from decisions recorded before it was added. */
  readonly unit?: string;
}

/**
 * Decides a build. Refuses, in this order: `validation_failed` of a future time; `backdated`; of
 * the parent `not_found`, `order_status`, `item_status`, `item_on_hold`, `before_it_was`; of the
 * unit `not_found`, `unit_mismatch`; of the child `not_found`, `details_contradict`, `inactive`, `inventory_managed`, `receipt_profile`,
 * `item_on_hold` of a batch, `cycle`, `already_built`, `item_status`, `item_on_hold`, `item_expired`, `before_it_was`,
 * `decimal_places`, `tracking`; then of the slot `not_found`; `not_in_bom`, `over_maximum`,
 * `quantity_range`, `insufficient_quantity`, `serial_range`. Source: design 7.
 */
export function decideBuild(facts: BuildFacts, sent: BuildInput, by: Attribution): BuildDecision {
  const at = requireHappened(sent.occurredAt, by);
  const parent = requireParent(facts, sent);
  const input = inBaseUnit(facts, sent);
  const { child, isNew, relied } = resolveChild(facts, parent, input, at, by);
  const ancestors = facts.ancestors.filter(({ rootId }) => rootId === parent.id);
  const { allocations, shortfall } = aboutItem(child, () => {
    if (!isNew) {
      requireNoCycle(parent, child, ancestors);
      requireNotBuilt(child, childPointer);
      requireUsable(child, input, at);
      if (!receivesAll(child, input)) requireInItsLife(facts.times, child, input);
    }
    return taken(facts, parent, child, input);
  });
  const actualQty = child.actualQty + shortfall - input.builtQty;
  const status = actualQty === 0 ? withStatus(facts.statuses, "consumed") : {};
  const { id, visualSerialNo } = parent;
  const container = child.tracking === "Serial" ? { id, visualSerialNo } : null;
  return {
    asserts: [
      relyOn("BomVersion", { id: parent.bomVersionId!, revNo: parent.bomVersionRevNo! }),
      ...(parent.worksOrderId === null
        ? []
        : [relyOn("WorksOrder", { id: parent.worksOrderId, revNo: parent.orderRevNo! })]),
      ...ancestors.map((ancestor) => relyOn("MaterialItem", ancestor)),
      ...relied,
      ...relyOnBatch(parent),
      ...(isNew ? [] : relyOnBatch(child)),
      ...(isNew || (isSingleAfter(child, shortfall, actualQty) && areWhole(allocations))
        ? []
        : [relyOnTracking(child)]),
    ],
    parentBefore: parent,
    parent: revisedItem(parent, {}, by),
    childBefore: isNew ? undefined : child,
    child: isNew
      ? { ...child, ...status, actualQty, container }
      : revisedItem(child, { actualQty }, by, { ...status, container }),
    childId: isNew ? nextId(facts) : child.id,
    qty: input.builtQty,
    allocations,
    shortfall,
    occurredAt: input.occurredAt,
    at,
    userId: by.userId,
    received: isNew,
    unit: child.unit,
  };
}

/** Returns the input with its quantity in the base unit of the child. */
const inBaseUnit = (facts: BuildFacts, input: BuildInput): BuildInput => {
  const productName = input.itemDetails?.productName;
  const measured = productName === undefined ? input : { ...input, productName };
  const builtQty = quantityInBaseUnit(facts, measured, input.builtQty, "/builtQty");
  return { ...input, builtQty };
};

/** Divides the quantity among the slots that take the child, and finds what its stock lacks. */
function taken(facts: BuildFacts, parent: Item, child: Item | NewItem, input: BuildInput) {
  const { builtQty } = input;
  requireDecimalPlaces(builtQty, measuredProductOf(child), "/builtQty");
  requireOneOf(builtQty, child, "/builtQty");
  const slots = slotsTaking(facts, parent, child, input);
  const allocations = allocate(slots, builtQty, parent, stepOf(child.inventoryDecimalPlaces));
  requireExactSums(parent, slots, allocations);
  return { allocations, shortfall: requireStock(child, input) };
}

/**
 * Whether a Build leaves what a single thing can be: it is gone from stock as a whole. Otherwise the
 * Build relies on the tracking of its product. A lot of more than one keeps its product from being
 * tracked by serial, whatever is built of it.
 */
const isSingleAfter = (before: NewItem, shortfall: number, actualQty: number): boolean =>
  shortfall === 0 && (actualQty === 0 || before.actualQty > scale);

/** Whether the quantities fit any number of decimals. Others rely on those of their product. */
const areWhole = (allocations: readonly Allocation[]): boolean =>
  allocations.every(({ qty }) => qty % scale === 0);

/** Returns the id of an item that is received, if later lines of a batch need it. */
const nextId = ({ lastItem: [last] }: BuildFacts) => last && last.id + 1;

function requireParent(facts: BuildFacts, input: BuildInput): Item {
  const parent = requireItemNamed(facts.items, input.parentSerialNo, parentPointer);
  return aboutItem(parent, () => {
    requireOpen(parent);
    if (!parent.buildable) {
      throw refusalAt(
        "item_status",
        parentPointer,
        `Item ${parent.visualSerialNo} is ${parent.status}, which is not buildable.`,
      );
    }
    requireNotOnHold(parent, parentPointer);
    requireInItsLife(facts.times, parent, input);
    return parent;
  });
}

/**
 * Refuses (`order_status`) a unit whose works order was not started or was cancelled, or whose order
 * is completed. A unit that Reopen or Remove has opened takes material, also after its order was
 * completed. Refuses (`item_status`) a finished unit of a started order.
 */
function requireOpen(parent: Item): void {
  const { orderStatus, orderNo, visualSerialNo, statusSuidKey, endAt } = parent;
  const refuse = (code: "order_status" | "item_status", detail: string) =>
    refusalAt(code, parentPointer, detail, refusedOrder(parent));
  const whose = `Works order ${orderNo} of ${visualSerialNo}`;
  if (orderStatus === "Created" || orderStatus === "Cancelled") {
    const why = "material is built only into items of a works order that was started.";
    throw refuse("order_status", `${whose} is ${orderStatus}: ${why}`);
  }
  if (orderStatus === null || statusSuidKey === "wip") return;
  if (orderStatus === "Completed" && (endAt !== null || statusSuidKey !== "consumed")) {
    const why = "material is built only into those of its items that are opened again.";
    throw refuse("order_status", `${whose} is Completed: ${why}`);
  }
  if (endAt !== null) {
    throw refuse("item_status", `Item ${visualSerialNo} is finished: reopen it to build into it.`);
  }
}

type ItemDetails = NonNullable<BuildInput["itemDetails"]>;

/** The child, whether this build receives it, and the assertions of its receipt. */
type Child = (
  | { readonly child: Item; readonly isNew: false }
  | { readonly child: NewItem; readonly isNew: true }
) & { readonly relied: readonly Assertion[] };

function resolveChild(
  facts: BuildFacts,
  parent: Item,
  input: BuildInput,
  at: number,
  by: Attribution,
): Child {
  const { receiveAtPointOfConsumption, itemDetails: details } = input;
  const found = itemNamed(facts.items, input.childSerialNo);
  if (!receiveAtPointOfConsumption || !details) {
    if (!found) throw noSuchChild(parent, input.childSerialNo);
    return { child: found, isNew: false, relied: [] };
  }
  const [ofProduct, ofCurrency] = ["/itemDetails/productName", "/itemDetails/currency"];
  const product = requireNamed(facts.products, details.productName, "product", ofProduct);
  const currency =
    details.currency == null
      ? undefined
      : requireNamed(facts.currencies, details.currency, "currency", ofCurrency);
  if (found) {
    aboutItem(found, () => requireAgreement(found, product.id, currency?.id, details));
    return { child: found, isNew: false, relied: [] };
  }
  requireActive(product, `The product ${product.name}`, ofProduct);
  if (currency) {
    requireActive(currency, `The currency ${currency.name}`, ofCurrency);
    requireCostIn(currency, product, details);
  }
  requireNotManaged(product, input);
  requireReceiptProfile(product, details, fieldsOfReceipt, "/itemDetails");
  const child = newItem({
    product,
    status: withStatus(facts.statuses, "available"),
    visualSerialNo: input.childSerialNo,
    qty: input.builtQty,
    expiryAt: details.expiryDate ?? undefined,
    batchNo: details.batchNo,
    version: details.version,
    costPerUnit: details.costPerUnit,
    currency,
    madeAtConsumption: true,
    receivedAt: at,
    by,
  });
  requireNotOnHold(child, "/itemDetails/batchNo");
  requireNotExpired(child, at, "/itemDetails/expiryDate");
  return { child, isNew: true, relied: relyOnReceipt(product) };
}

/** Refuses (`inventory_managed`) to make an item of a managed product at a point of consumption. */
function requireNotManaged({ inventoryManaged, name }: ProductToReceive, input: BuildInput): void {
  if (!inventoryManaged) return;
  throw refusalAt(
    "inventory_managed",
    childPointer,
    `No item has the serial ${input.childSerialNo}, and the inventory of ${name} is managed: it is ` +
      "received before it is built. Check the serial.",
  );
}

/** The fields of Receive that itemDetails has too, so that a receipt profile applies to them. */
const fieldsOfReceipt = ["expiryDate", "version", "batchNo", "costPerUnit"];

/** Refuses (`details_contradict`) to book the product's default cost in another currency. */
function requireCostIn(
  currency: { readonly id: number; readonly name: string },
  product: ProductToReceive,
  { costPerUnit }: ItemDetails,
): void {
  const isOther = currency.id !== product.currencyId && product.defaultCostPerUnit !== 0;
  if (costPerUnit != null || !isOther) return;
  throw refusalAt(
    "details_contradict",
    "/itemDetails/costPerUnit",
    `The cost of ${product.name} is in ${product.currency}. ` +
      `To book it in ${currency.name}, send costPerUnit.`,
  );
}

/** Refuses (`details_contradict`) details that differ from the existing item. */
function requireAgreement(
  item: Item,
  productId: number,
  currencyId: number | undefined,
  details: ItemDetails,
): void {
  const pairs: [field: string, sent: unknown, stored: unknown][] = [
    ["productName", productId, item.productId],
    ["expiryDate", details.expiryDate, item.expiryAt],
    ["batchNo", foldStored(details.batchNo ?? null), foldStored(item.batchNo)],
    ["version", details.version, item.version],
    ["costPerUnit", details.costPerUnit, item.costPerUnit],
    ["currency", currencyId, item.currencyId],
  ];
  const errors = pairs
    .filter(([, sent, stored]) => sent != null && sent !== stored)
    .map(([field]) => ({
      pointer: `/itemDetails/${field}`,
      detail: `Item ${item.visualSerialNo} has another ${field}.`,
    }));
  if (errors.length > 0) {
    throw new Refusal(
      "details_contradict",
      `The item details contradict the existing item ${item.visualSerialNo}.`,
      { errors },
    );
  }
}

function requireNoCycle(parent: Item, child: Item, ancestors: readonly { id: number }[]): void {
  if (child.id === parent.id) {
    throw refusalAt(
      "cycle",
      childPointer,
      `Item ${child.visualSerialNo} can't be built into itself.`,
    );
  }
  if (ancestors.some(({ id }) => id === child.id)) {
    throw refusalAt(
      "cycle",
      childPointer,
      `Item ${parent.visualSerialNo} is itself built into ${child.visualSerialNo}.`,
    );
  }
}

/** Whether an item's stock is not managed here, so that a Build books what it lacks. */
const isUnmanaged = ({ madeAtConsumption, inventoryManaged }: NewItem): boolean =>
  madeAtConsumption && !inventoryManaged;

function requireUsable(child: Item, input: BuildInput, at: number): void {
  const made = input.receiveAtPointOfConsumption && isUnmanaged(child);
  if (!child.consumable && !(made && child.statusSuidKey === "consumed")) {
    throw refusalAt(
      "item_status",
      childPointer,
      `Item ${child.visualSerialNo} is ${child.status}, which is not consumable.`,
    );
  }
  requireNotOnHold(child, childPointer);
  requireNotExpired(child, at, childPointer);
}

/** Whether a build receives, at the point of consumption, all that it builds of an existing child. */
const receivesAll = (child: Item, input: BuildInput): boolean =>
  input.receiveAtPointOfConsumption && isUnmanaged(child) && child.actualQty === 0;

/** Refuses (`quantity_range`) a sum of a candidate above the largest quantity: sums stay exact. */
function requireExactSums(
  parent: Item,
  slots: readonly Slot[],
  allocations: readonly Allocation[],
): void {
  for (const { bomSlotId, candidateId, qty } of allocations) {
    const { builtQty, taking } = slots.find(({ id }) => id === bomSlotId)!;
    const { slot, product, unit } = taking;
    const subject = `"${slot}" of ${parent.visualSerialNo}`;
    const ofProduct = `${unit} of ${product}`;
    requireInRange(builtQty.get(candidateId)! + qty, ofProduct, subject, "/builtQty");
  }
}

/**
 * Returns the shortfall to book first; refuses (`insufficient_quantity`) one that can't be booked.
 */
function requireStock(child: Item | NewItem, input: BuildInput): number {
  const shortfall = input.builtQty - child.actualQty;
  if (shortfall <= 0) return 0;
  if (!input.receiveAtPointOfConsumption || !isUnmanaged(child)) {
    throw refusalAt(
      "insufficient_quantity",
      "/builtQty",
      `Item ${child.visualSerialNo} has ${formatQuantity(child.actualQty)} ${child.unit} in ` +
        `stock: ${formatQuantity(input.builtQty)} ${child.unit} can't be built.`,
      { limit: child.actualQty / scale },
    );
  }
  if (child.productSerialRangeId !== null) {
    throw refusalAt(
      "serial_range",
      childPointer,
      `${child.productName} has a serial range: ${child.visualSerialNo} can't be received twice.`,
    );
  }
  return shortfall;
}

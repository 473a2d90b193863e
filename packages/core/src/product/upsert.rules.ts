import type { Absence, Assertion } from "../engine/index.ts";
import { fitsDecimalPlaces, formatQuantity, stepOf } from "../values/decimal.ts";
import { foldCase } from "../values/fold-case.ts";
import { Refusal, refusalAt } from "../refusal.ts";
import { requirePartsWithinMax, requireWithinLimits } from "../rules/limits.ts";
import { requireUnique } from "../rules/unique.ts";
import {
  byName,
  type NewProduct,
  type Product,
  type ProductProperty,
  requireProduct,
} from "./product.ts";
import { resolveReferences } from "./references.ts";
import type { ProductUpsertFacts, UpsertProductInput } from "./upsert.facts.ts";

export interface ProductUpsertDecision {
  readonly asserts: readonly Assertion[];
  readonly absences: readonly Absence[];
  /** The product before the upsert; null for a new one. */
  readonly before: Product | null;
  readonly after: NewProduct;
}

/**
 * Decides an upsert. Refuses, in this order: `validation_failed`, `not_found` (the product),
 * `stale_revision`, `not_found`, `ambiguous_name`, `fixed` (product type), `details_contradict`,
 * `inactive`, `too_many`, `duplicate`, `fixed`, `tracking`, `decimal_places`.
 */
export function decideProductUpsert(
  facts: ProductUpsertFacts,
  input: UpsertProductInput,
): ProductUpsertDecision {
  requireLimits(facts, input);
  const before =
    input.ID === undefined ? undefined : requireProduct(facts.products, input.ID, input.revNo);
  const { patch, asserts } = resolveReferences(facts, input, before);
  const after = {
    ...(before ?? blankProduct),
    ...patch,
    ...fieldsSent(input),
    properties: mergeProductProperties(before?.properties ?? [], input.Properties),
    // The contract requires every field of a creation that `blankProduct` lacks.
  } as Product;
  requireUnique("product", facts.named, after, { name: "/Name", suid: "/SUID" });
  const absences = before
    ? [
        ...requireUnit(facts, before, after, input),
        ...requireDecimals(facts, before, after),
        ...requireSingleItems(facts, before, after),
      ]
    : [];
  requireBatchDecimals(after);
  return { asserts, absences, before: before ?? null, after };
}

const blankProduct: Partial<Product> = {
  revNo: 0,
  suid: null,
  suidKey: null,
  description: null,
  receiptRecipeId: null,
  receiptRecipe: null,
  serialRangeId: null,
  serialRange: null,
  minScheduleBatchSize: null,
  scheduleBatchIncrement: null,
  maxScheduleBatchSize: null,
  peggingExpiryDays: null,
  shelfLifeDays: null,
  tracking: "Lot",
  inventoryManaged: false,
  sourceProductId: null,
  sourceProductName: null,
};

/** Records can have longer names than these fields take. An update can send them back as stored. */
function requireLimits({ products }: ProductUpsertFacts, input: UpsertProductInput): void {
  if (input.ID === undefined) return;
  const stored = products.find(({ id }) => id === input.ID);
  requireWithinLimits([
    {
      pointer: "/DefaultOwnership",
      sent: input.DefaultOwnership,
      limit: { bytes: 50 },
      stored: stored?.defaultOwnership,
    },
    {
      pointer: "/Location",
      sent: input.Location,
      limit: { characters: 20 },
      stored: stored?.location,
    },
  ]);
}

/** Returns the product's own fields that the input has, without the absent ones. */
function fieldsSent(input: UpsertProductInput): Partial<Product> {
  const { Name, SUID } = input;
  return definedOf({
    suid: SUID,
    suidKey: SUID && foldCase(SUID),
    name: Name,
    nameKey: Name && foldCase(Name),
    description: input.Description,
    version: input.Version,
    defaultCostPerUnit: input.DefaultCostPerUnit,
    defaultBatchSize: input.DefaultBatchSize,
    minScheduleBatchSize: input.MinScheduleBatchSize,
    scheduleBatchIncrement: input.ScheduleBatchIncrement,
    maxScheduleBatchSize: input.MaxScheduleBatchSize,
    peggingExpiryDays: input.PeggingExpiryDays,
    shelfLifeDays: input.ShelfLifeDays,
    inventoryDecimalPlaces: input.InventoryDecimalPlaces,
    isActive: input.IsActive,
    isPlanningConstraint: input.IsPlanningConstraint,
    tracking: input.Tracking,
    inventoryManaged: input.InventoryManaged,
  });
}

type Given<Fields> = { [Field in keyof Fields]?: Exclude<Fields[Field], undefined> };

const definedOf = <Fields extends object>(fields: Fields): Given<Fields> =>
  // The filter has removed every undefined, which the type of the entries can't express.
  Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined),
  ) as Given<Fields>;

/** Merges the properties of the input by name. Null clears all of them, or the value of one. */
function mergeProductProperties(
  before: readonly ProductProperty[],
  sent: UpsertProductInput["Properties"],
): readonly ProductProperty[] {
  if (sent === undefined) return before;
  if (sent === null) return [];
  const merged = new Map(before.map(({ name, value }) => [name, value]));
  for (const { Name, Value } of sent) {
    merged.set(Name, Value === undefined ? (merged.get(Name) ?? null) : Value);
  }
  requirePartsWithinMax("properties", before.length, merged.size, "/Properties");
  return [...merged].map(([name, value]) => ({ name, value })).toSorted(byName);
}

/**
 * Refuses (`fixed`) to change the base unit while the product has items or slot candidates. Returns
 * the absences that such a change relies on.
 */
function requireUnit(
  { uses }: ProductUpsertFacts,
  before: Product,
  after: Product,
  { BaseUnitID }: UpsertProductInput,
): Absence[] {
  if (after.baseUnitId === before.baseUnitId) return [];
  const { hasItems, hasCandidates } = uses.find(({ id }) => id === before.id)!;
  const field = BaseUnitID === after.baseUnitId ? "BaseUnitID" : "BaseUnit";
  if (hasItems) throw unitRefusal(before, field, "items");
  if (hasCandidates) throw unitRefusal(before, field, "slot candidates");
  return [
    ["itemsOfProduct", before.id],
    ["candidatesOfProduct", before.id],
  ];
}

/**
 * Refuses (`fixed`) to lower the number of decimals while a quantity of an item does not fit them.
 * Returns the absence that such a change relies on. Candidates have decimals of their own.
 */
function requireDecimals(
  { finer }: ProductUpsertFacts,
  before: Product,
  after: Product,
): Absence[] {
  const places = after.inventoryDecimalPlaces;
  if (places >= before.inventoryDecimalPlaces) return [];
  const found = finer.find((one) => one.productId === before.id && one.places === places);
  if (!found) return [["itemsFinerThan", before.id, stepOf(places)]];
  throw refusalAt(
    "fixed",
    "/InventoryDecimalPlaces",
    `${before.name} can't be kept in ${places} decimals: its item ${found.visualSerialNo} has a ` +
      `quantity of ${formatQuantity(found.qty)} ${before.baseUnit}, in stock or on record.`,
  );
}

/**
 * Refuses (`tracking`) to track a product by serial while one of its items is not a single thing.
 * Returns the absence that such a change relies on.
 */
function requireSingleItems(
  { notSingle }: ProductUpsertFacts,
  before: Product,
  after: Product,
): Absence[] {
  if (after.tracking === before.tracking || after.tracking !== "Serial") return [];
  const found = notSingle.find(({ productId }) => productId === before.id)?.visualSerialNo;
  if (found == null) return [["itemsNotSingle", before.id]];
  throw refusalAt(
    "tracking",
    "/Tracking",
    `${before.name} can't be tracked by serial: its item ${found} is not one single thing, in ` +
      "stock or built into one item.",
  );
}

const unitRefusal = ({ name }: Product, field: string, users: string): Refusal =>
  new Refusal("fixed", `${field} of ${name} can't change: the product has ${users}.`, {
    errors: [{ pointer: `/${field}`, detail: `Fixed, because the product has ${users}.` }],
  });

/** Refuses (`decimal_places`) batch sizes with more decimals than the product has. */
function requireBatchDecimals(product: Product): void {
  const places = product.inventoryDecimalPlaces;
  const quantities: [field: string, qty: number | null][] = [
    ["DefaultBatchSize", product.defaultBatchSize],
    ["MinScheduleBatchSize", product.minScheduleBatchSize],
    ["ScheduleBatchIncrement", product.scheduleBatchIncrement],
    ["MaxScheduleBatchSize", product.maxScheduleBatchSize],
  ];
  const errors = quantities
    .filter(([, qty]) => qty !== null && !fitsDecimalPlaces(qty, places))
    .map(([field]) => ({
      pointer: `/${field}`,
      detail: `${product.name} is kept in ${places} decimals.`,
    }));
  if (errors.length === 0) return;
  const fields = errors.map(({ pointer }) => pointer.slice(1)).join(", ");
  throw new Refusal(
    "decimal_places",
    `Too many decimals in ${fields}: ${product.name} is kept in ${places} decimals.`,
    { errors },
  );
}

import type { Absence, Assertion } from "../engine/index.ts";
import { fitsDecimalPlaces } from "../values/decimal.ts";
import { foldCase } from "../values/fold-case.ts";
import { requireAtMost } from "../rules/most.ts";
import { Refusal } from "../refusal.ts";
import { requireWithinLimits } from "../rules/text-limit.ts";
import { requireUnique } from "../rules/unique.ts";
import {
  byName,
  type NewProduct,
  type Product,
  type ProductProperty,
  requireProduct,
} from "./product.ts";
import { resolveReferences } from "./references.ts";
import type { UpsertFacts, UpsertProductInput } from "./upsert.facts.ts";

export interface UpsertDecision {
  readonly asserts: readonly Assertion[];
  readonly absences: readonly Absence[];
  /** The product as it was; null where it is created. */
  readonly before: Product | null;
  readonly after: NewProduct;
}

/**
 * Decides an upsert. Refuses, in this order: `validation_failed`, `not_found`, `ambiguous_name`,
 * `fixed` (product type), `inactive`, `too_many`, `duplicate`, `fixed`, `decimal_places`.
 */
export function decideUpsert(facts: UpsertFacts, input: UpsertProductInput): UpsertDecision {
  requireLimits(facts, input);
  const before = input.ID === undefined ? undefined : requireProduct(facts.products, input.ID);
  const { patch, asserts } = resolveReferences(facts, input, before);
  const after = {
    ...(before ?? blank),
    ...patch,
    ...fieldsOf(input),
    properties: mergeProperties(before?.properties ?? [], input.Properties),
    // A creation has every field that a blank lacks: the contract demands them.
  } as Product;
  requireUnique("product", facts.named, after, { name: "/Name", suid: "/SUID" });
  const absences = before ? requireFree(facts, before, after) : [];
  requireDecimals(after);
  return { asserts, absences, before: before ?? null, after };
}

const blank: Partial<Product> = {
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
  sourceProductId: null,
  sourceProductName: null,
};

/** Records may have longer names than these fields take: an update sends them back as stored. */
function requireLimits({ products }: UpsertFacts, input: UpsertProductInput): void {
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

/** What an input says of the product itself; what is absent is left out. */
function fieldsOf(input: UpsertProductInput): Partial<Product> {
  const { Name, SUID } = input;
  return given({
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
  });
}

type Given<Fields> = { [Field in keyof Fields]?: Exclude<Fields[Field], undefined> };

const given = <Fields extends object>(fields: Fields): Given<Fields> =>
  // What is left has no undefined, which the entries' own type can't tell.
  Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined),
  ) as Given<Fields>;

/** The properties with those of the input put in by name. Null clears all, or one's value. */
function mergeProperties(
  before: readonly ProductProperty[],
  sent: UpsertProductInput["Properties"],
): readonly ProductProperty[] {
  if (sent === undefined) return before;
  if (sent === null) return [];
  const merged = new Map(before.map(({ name, value }) => [name, value]));
  for (const { Name, Value } of sent) {
    merged.set(Name, Value === undefined ? (merged.get(Name) ?? null) : Value);
  }
  requireAtMost("properties", before.length, merged.size, "/Properties");
  return [...merged].map(([name, value]) => ({ name, value })).toSorted(byName);
}

/**
 * Refuses (`fixed`) another base unit or number of decimals once the product has items, and another
 * base unit or fewer decimals once slot candidates have quantities of it. Answers what must still
 * be absent when it is written.
 */
function requireFree({ uses }: UpsertFacts, before: Product, after: Product): Absence[] {
  const unit = after.baseUnitId === before.baseUnitId ? [] : ["BaseUnit"];
  const places = after.inventoryDecimalPlaces - before.inventoryDecimalPlaces;
  const changed = [...unit, ...(places === 0 ? [] : ["InventoryDecimalPlaces"])];
  const narrowed = [...unit, ...(places < 0 ? ["InventoryDecimalPlaces"] : [])];
  const { hasItems, hasCandidates } = uses.find(({ id }) => id === before.id)!;
  if (hasItems && changed.length > 0) throw fixed(before, changed, "items");
  if (hasCandidates && narrowed.length > 0) throw fixed(before, narrowed, "slot candidates");
  return [
    ...(changed.length > 0 ? [["itemsOfProduct", before.id] as const] : []),
    ...(narrowed.length > 0 ? [["candidatesOfProduct", before.id] as const] : []),
  ];
}

function fixed({ name }: Product, fields: readonly string[], users: string): Refusal {
  const detail = `Fixed, because the product has ${users}.`;
  return new Refusal("fixed", `${fields.join(" and ")} of ${name}: ${detail}`, {
    errors: fields.map((field) => ({ pointer: `/${field}`, detail })),
  });
}

/** Refuses (`decimal_places`) quantities with more decimals than the product is kept in. */
function requireDecimals(product: Product): void {
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
    `Too many decimals in ${fields}: ${product.name} is kept in ${places}.`,
    { errors },
  );
}

import { type Assertion, type EntityName, relyOn } from "../engine/index.ts";
import { foldCase } from "../values/fold-case.ts";
import { type Named, requireActive } from "../rules/named.ts";
import { refusalAt, refuseEach } from "../refusal.ts";
import type { Product } from "./product.ts";
import type { ProductUpsertFacts, UpsertProductInput } from "./upsert.facts.ts";

/** A record found by its name. A source product can be retired: naming it is not a new use. */
type Found = Omit<Named, "isActive"> & Partial<Pick<Named, "isActive">>;

interface Reference {
  /** The kind of the record in the change log, and its name in a sentence. */
  readonly entity: EntityName;
  readonly noun: string;
  /** The name of the loaded records, and the fields of the product with the id and the name. */
  readonly facts: {
    [Name in keyof ProductUpsertFacts]: ProductUpsertFacts[Name] extends Found[] ? Name : never;
  }[keyof ProductUpsertFacts];
  readonly id: keyof Product;
  readonly name: keyof Product;
}

/** The fields that name another record. Source: spec.md, PUT /api/Product/Upsert. */
const references = {
  DefaultOwnership: {
    entity: "OwnershipType",
    noun: "ownership type",
    facts: "ownershipTypes",
    id: "defaultOwnershipId",
    name: "defaultOwnership",
  },
  DefaultCurrency: {
    entity: "Currency",
    noun: "currency",
    facts: "currencies",
    id: "defaultCurrencyId",
    name: "defaultCurrency",
  },
  BaseUnit: {
    entity: "UnitOfMeasure",
    noun: "unit of measure",
    facts: "units",
    id: "baseUnitId",
    name: "baseUnit",
  },
  ReceiptProfile: {
    entity: "ReceiptProfile",
    noun: "receipt profile",
    facts: "receiptProfiles",
    id: "receiptProfileId",
    name: "receiptProfile",
  },
  ReceiptRecipe: {
    entity: "ReceiptRecipe",
    noun: "receipt recipe",
    facts: "receiptRecipes",
    id: "receiptRecipeId",
    name: "receiptRecipe",
  },
  SerialRange: {
    entity: "SerialRange",
    noun: "serial range",
    facts: "serialRanges",
    id: "serialRangeId",
    name: "serialRange",
  },
  Location: {
    entity: "Location",
    noun: "location",
    facts: "locations",
    id: "locationId",
    name: "location",
  },
  SourceProductName: {
    entity: "Product",
    noun: "product",
    facts: "named",
    id: "sourceProductId",
    name: "sourceProductName",
  },
} as const satisfies Partial<Record<keyof UpsertProductInput, Reference>>;

/** The references of an input, resolved. */
interface Resolved {
  /** The ids and names for the product. */
  readonly patch: Partial<Product>;
  /** The records that the decision relies on. */
  readonly asserts: readonly Assertion[];
}

/**
 * Finds the records that an input names, by their exact names. Refuses `not_found` with all unknown
 * names, then `ambiguous_name` and `fixed` for the product type, then `inactive`.
 */
export function resolveReferences(
  facts: ProductUpsertFacts,
  input: UpsertProductInput,
  before: Product | undefined,
): Resolved {
  const patch: Record<string, unknown> = {};
  const asserts: Assertion[] = [];
  const found: { named: Found; noun: string; field: string; isNew: boolean }[] = [];
  const missing: { pointer: string; detail: string }[] = [];
  for (const [field, { entity, noun, facts: from, id, name }] of Object.entries(references)) {
    const sent = input[field as keyof typeof references];
    if (sent === undefined) continue;
    const among: readonly Found[] = facts[from];
    const named = among.find((candidate) => candidate.name === sent);
    if (sent !== null && !named) {
      missing.push({ pointer: `/${field}`, detail: `No ${noun} is named ${sent}.` });
      continue;
    }
    patch[id] = named?.id ?? null;
    patch[name] = named?.name ?? null;
    if (!named) continue;
    asserts.push(relyOn(entity, named));
    found.push({ named, noun, field, isNew: before?.[id] !== named.id });
  }
  const types = matchingTypes(facts, input, before);
  if (types?.length === 0) {
    missing.push({
      pointer: "/ProductType",
      detail: `No product type matches ${input.ProductType}.`,
    });
  }
  refuseEach("not_found", missing);
  const type = types && requireOneType(types, input, before);
  if (type) {
    Object.assign(patch, { productTypeId: type.id, productType: type.name });
    asserts.push(relyOn("ProductType", type));
    found.push({ named: type, noun: "product type", field: "ProductType", isNew: !before });
  }
  for (const {
    named: { name, isActive = true },
    noun,
    field,
    isNew,
  } of found) {
    if (isNew) requireActive({ isActive }, `The ${noun} ${name}`, `/${field}`);
  }
  return { patch, asserts };
}

type ProductType = ProductUpsertFacts["productTypes"][number];

/** Returns the types that match the pattern of the input, or undefined if it keeps the type. */
function matchingTypes(
  { productTypes }: ProductUpsertFacts,
  { ProductType: sent }: UpsertProductInput,
  before: Product | undefined,
): readonly ProductType[] | undefined {
  if (sent === undefined) return undefined;
  const pattern = foldCase(sent);
  // A type whose name contains a % can match others, too.
  if (before && pattern === foldCase(before.productType)) return undefined;
  return productTypes.filter(({ nameKey }) => isLike(nameKey, pattern));
}

/** Refuses (`ambiguous_name`) several types, and (`fixed`) a change of the type. */
function requireOneType(
  types: readonly ProductType[],
  { ProductType: sent }: UpsertProductInput,
  before: Product | undefined,
): ProductType {
  const [type] = types;
  if (types.length > 1) {
    const names = types.slice(0, 5).map(({ name }) => name);
    const more = types.length > names.length ? " and others" : "";
    const detail = `${sent} matches ${types.length} product types: ${names.join(", ")}${more}.`;
    throw refusalAt("ambiguous_name", "/ProductType", detail);
  }
  if (before && before.productTypeId !== type!.id) {
    const detail = `The type of product ${before.name} is ${before.productType} and can't change.`;
    throw refusalAt("fixed", "/ProductType", detail);
  }
  return type!;
}

/**
 * Whether a text matches a pattern, whose `%` stands for any number of characters. Where case does
 * not matter, both are folded before. Source: spec.md, general rule 2.
 */
export function isLike(text: string, pattern: string): boolean {
  const pieces = pattern.split("%");
  const first = pieces.shift()!;
  const last = pieces.pop();
  if (last === undefined) return text === first;
  if (!text.startsWith(first)) return false;
  let at = first.length;
  for (const piece of pieces) {
    const found = text.indexOf(piece, at);
    if (found < 0) return false;
    at = found + piece.length;
  }
  return text.length - last.length >= at && text.endsWith(last);
}

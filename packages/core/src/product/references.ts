import { type Assertion, type EntityName, relyOn } from "../engine/index.ts";
import { foldCase } from "../values/fold-case.ts";
import { type Named, requireActive } from "../rules/named.ts";
import { refusalAt } from "../refusal.ts";
import {
  contradiction,
  noFaults,
  type ReferenceFaults,
  refuseContradictions,
  refuseMissing,
  resolveReference,
} from "../rules/id-and-name.ts";
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
  readonly idField: keyof UpsertProductInput;
  readonly id: keyof Product;
  readonly name: keyof Product;
}

/** The fields that name another record. Source: spec.md, PUT /api/Product/Upsert. */
const references = {
  DefaultOwnership: {
    entity: "OwnershipType",
    noun: "ownership type",
    facts: "ownershipTypes",
    idField: "DefaultOwnershipID",
    id: "defaultOwnershipId",
    name: "defaultOwnership",
  },
  DefaultCurrency: {
    entity: "Currency",
    noun: "currency",
    facts: "currencies",
    idField: "DefaultCurrencyID",
    id: "defaultCurrencyId",
    name: "defaultCurrency",
  },
  BaseUnit: {
    entity: "UnitOfMeasure",
    noun: "unit of measure",
    facts: "units",
    idField: "BaseUnitID",
    id: "baseUnitId",
    name: "baseUnit",
  },
  ReceiptProfile: {
    entity: "ReceiptProfile",
    noun: "receipt profile",
    facts: "receiptProfiles",
    idField: "ReceiptProfileID",
    id: "receiptProfileId",
    name: "receiptProfile",
  },
  ReceiptRecipe: {
    entity: "ReceiptRecipe",
    noun: "receipt recipe",
    facts: "receiptRecipes",
    idField: "ReceiptRecipeID",
    id: "receiptRecipeId",
    name: "receiptRecipe",
  },
  SerialRange: {
    entity: "SerialRange",
    noun: "serial range",
    facts: "serialRanges",
    idField: "SerialRangeID",
    id: "serialRangeId",
    name: "serialRange",
  },
  Location: {
    entity: "Location",
    noun: "location",
    facts: "locations",
    idField: "LocationID",
    id: "locationId",
    name: "location",
  },
  SourceProductName: {
    entity: "Product",
    noun: "product",
    facts: "named",
    idField: "SourceProductID",
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
 * Finds the records that an input names, by their ids or exact names. Refuses `not_found` with all
 * that are unknown, then `ambiguous_name` and `fixed` for the product type, then
 * `details_contradict`, then `inactive`.
 */
export function resolveReferences(
  facts: ProductUpsertFacts,
  input: UpsertProductInput,
  before: Product | undefined,
): Resolved {
  const patch: Record<string, unknown> = {};
  const asserts: Assertion[] = [];
  const found: { subject: string; isActive: boolean; pointer: string }[] = [];
  const faults = noFaults();
  for (const [field, { entity, noun, facts: from, idField, id, name }] of Object.entries(
    references,
  )) {
    const records: readonly Found[] = facts[from];
    const { record, isSent, isChanged, pointer, value } = resolveReference(
      {
        noun,
        records,
        // The fields of a product with these names are its ids and names.
        stored: before && { id: before[id], name: before[name] },
        sent: { id: input[idField], name: input[field as keyof typeof references] },
        pointers: { id: `/${idField}`, name: `/${field}` },
        nameOf: (one) => one.name,
      },
      faults,
    );
    if (!isSent) continue;
    if (record || isChanged) {
      patch[id] = record?.id ?? null;
      patch[name] = record?.name ?? null;
    }
    if (!record) continue;
    asserts.push(relyOn(entity, record));
    const { isActive = true } = record;
    if (isChanged) found.push({ subject: `The ${noun} ${value}`, isActive, pointer });
  }
  const type = requireType(facts, input, before, faults);
  if (type) {
    Object.assign(patch, { productTypeId: type.id, productType: type.name });
    asserts.push(relyOn("ProductType", type));
    if (!before) {
      const { name, isActive } = type;
      found.push({ subject: `The product type ${name}`, isActive, pointer: "/ProductType" });
    }
  }
  refuseContradictions(faults);
  for (const { subject, isActive, pointer } of found) requireActive({ isActive }, subject, pointer);
  return { patch, asserts };
}

type ProductType = ProductUpsertFacts["productTypes"][number];

/**
 * Returns the product type that the input names, or undefined if it keeps that of the product. Adds
 * an unknown type to the faults and refuses all of them (`not_found`). Refuses (`ambiguous_name`)
 * several types, and (`fixed`) a change of the type.
 */
function requireType(
  facts: ProductUpsertFacts,
  input: UpsertProductInput,
  before: Product | undefined,
  faults: ReferenceFaults,
): ProductType | undefined {
  const { ProductType: sent, ProductTypeID: id } = input;
  const types = matchingTypes(facts, input, before);
  if (types?.length === 0) {
    faults.missing.push({ pointer: "/ProductType", detail: `No product type matches ${sent}.` });
  }
  const withId = facts.productTypes.find((type) => type.id === id);
  if (id !== undefined && !withId) {
    const detail = `No product type has the id ${id}.`;
    faults.missing.push({ pointer: "/ProductTypeID", detail });
  }
  refuseMissing(faults);
  const type = types && requireOneType(types, input, before);
  if (!withId || withId.id === (type?.id ?? before?.productTypeId)) return type;
  if (before) throw fixedType(before, "/ProductTypeID");
  faults.contradictions.push(
    ...contradiction(
      { pointer: "/ProductTypeID", value: id },
      { pointer: "/ProductType", value: sent },
    ),
  );
  return type;
}

/** Returns the types that match the pattern of the input, or undefined if it keeps the type. */
function matchingTypes(
  { productTypes }: ProductUpsertFacts,
  { ProductType: sent }: UpsertProductInput,
  before: Product | undefined,
): readonly ProductType[] | undefined {
  if (sent === undefined) return undefined;
  const pattern = foldCase(sent);
  // A type whose name contains a % can match others, too: its own name counts first.
  if (before && pattern === foldCase(before.productType)) return undefined;
  const exact = productTypes.filter(({ nameKey }) => nameKey === pattern);
  return exact.length > 0 ? exact : productTypes.filter(({ nameKey }) => isLike(nameKey, pattern));
}

/** Returns the one type, or refuses (`ambiguous_name`, `fixed`). */
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
    throw fixedType(before, "/ProductType");
  }
  return type!;
}

const fixedType = ({ name, productType }: Product, pointer: string) =>
  refusalAt("fixed", pointer, `The type of product ${name} is ${productType} and can't change.`);

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

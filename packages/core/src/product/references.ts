import { requireActive } from "../rules/active.ts";
import { type Assertion, type EntityName, relyOn } from "../engine/index.ts";
import { foldCase } from "../values/fold-case.ts";
import type { Named } from "../rules/named.ts";
import { refusalAt, refuseEach } from "../refusal.ts";
import { isLike } from "./like.ts";
import type { Product } from "./product.ts";
import type { UpsertFacts, UpsertProductInput } from "./upsert.facts.ts";

/** A record that was found by its name. A product's source may be retired: it is not used anew. */
type Found = Omit<Named, "isActive"> & Partial<Pick<Named, "isActive">>;

interface Reference {
  /** The records are of this kind, as the change log and people call them. */
  readonly entity: EntityName;
  readonly noun: string;
  /** Where the loaded records stand, and which fields of the product hold id and name. */
  readonly facts: {
    [Name in keyof UpsertFacts]: UpsertFacts[Name] extends Found[] ? Name : never;
  }[keyof UpsertFacts];
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

/** What the references of an input come to. */
interface Resolved {
  /** The ids and names that the product gets. */
  readonly patch: Partial<Product>;
  /** The records on which it rests. */
  readonly asserts: readonly Assertion[];
}

/**
 * Finds what an input names, each exactly. Refuses `not_found` with every name that nothing has,
 * then `ambiguous_name` and `fixed` for the product type, then `inactive`.
 */
export function resolveReferences(
  facts: UpsertFacts,
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
  const types = typesFitting(facts, input, before);
  if (types?.length === 0) {
    missing.push({
      pointer: "/ProductType",
      detail: `No product type is like ${input.ProductType}.`,
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

type ProductType = UpsertFacts["productTypes"][number];

/** The types that the input's pattern fits; undefined where it says nothing new of the type. */
function typesFitting(
  { productTypes }: UpsertFacts,
  { ProductType: sent }: UpsertProductInput,
  before: Product | undefined,
): readonly ProductType[] | undefined {
  if (sent === undefined) return undefined;
  const pattern = foldCase(sent);
  // The name of the type itself may hold a % and then fit others, too.
  if (before && pattern === foldCase(before.productType)) return undefined;
  return productTypes.filter(({ nameKey }) => isLike(nameKey, pattern));
}

/** Refuses (`ambiguous_name`) several types, and (`fixed`) another than the product has. */
function requireOneType(
  types: readonly ProductType[],
  { ProductType: sent }: UpsertProductInput,
  before: Product | undefined,
): ProductType {
  const [type] = types;
  if (types.length > 1) {
    const names = types.slice(0, 5).map(({ name }) => name);
    const more = types.length > names.length ? " and others" : "";
    const detail = `${sent} fits ${types.length} product types: ${names.join(", ")}${more}.`;
    throw refusalAt("ambiguous_name", "/ProductType", detail);
  }
  if (before && before.productTypeId !== type!.id) {
    const detail = `Product ${before.name} is of the type ${before.productType}, and stays so.`;
    throw refusalAt("fixed", "/ProductType", detail);
  }
  return type!;
}

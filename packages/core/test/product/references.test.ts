import { describe, expect, test } from "vitest";
import type { Product } from "../../src/product/product.ts";
import { resolveReferences } from "../../src/product/references.ts";
import type { ProductUpsertFacts, UpsertProductInput } from "../../src/product/upsert.facts.ts";
import { atFault, refusalDetails } from "../refused.ts";

const named = (id: number, name: string, isActive = true) => ({ id, revNo: 6, name, isActive });
const type = (id: number, name: string, isActive = true) => ({
  ...named(id, name, isActive),
  nameKey: name.toLowerCase(),
});

const pair = (name: string) => [named(1, `${name} 1`), named(2, `${name} 2`, false)];
const facts = (changes: Partial<ProductUpsertFacts> = {}): ProductUpsertFacts => ({
  products: [],
  productTypes: [type(1, "Assembly"), type(2, "Component"), type(3, "Compound")],
  ownershipTypes: pair("owner"),
  currencies: pair("currency"),
  units: pair("unit").map((unit) => ({ ...unit, dimension: "count" })),
  receiptProfiles: pair("profile"),
  receiptRecipes: pair("recipe"),
  serialRanges: pair("range"),
  locations: pair("location"),
  named: [{ id: 1, revNo: 6, name: "source 1", nameKey: "source 1", suidKey: null }],
  uses: [],
  notSingle: [],
  finer: [],
  ...changes,
});
// Only the references of a product and of an input matter here.
const pump = { name: "Pump", productTypeId: 1, productType: "Assembly" } as Product;
const resolve = (
  input: Partial<UpsertProductInput>,
  before: Partial<Product> | undefined = pump,
  changes?: Partial<ProductUpsertFacts>,
) =>
  resolveReferences(facts(changes), input as UpsertProductInput, before && { ...pump, ...before });

const references = [
  [
    "DefaultOwnership",
    "OwnershipType",
    "ownership type",
    "owner",
    "defaultOwnershipId",
    "defaultOwnership",
  ],
  ["DefaultCurrency", "Currency", "currency", "currency", "defaultCurrencyId", "defaultCurrency"],
  ["BaseUnit", "UnitOfMeasure", "unit of measure", "unit", "baseUnitId", "baseUnit"],
  [
    "ReceiptProfile",
    "ReceiptProfile",
    "receipt profile",
    "profile",
    "receiptProfileId",
    "receiptProfile",
  ],
  [
    "ReceiptRecipe",
    "ReceiptRecipe",
    "receipt recipe",
    "recipe",
    "receiptRecipeId",
    "receiptRecipe",
  ],
  ["SerialRange", "SerialRange", "serial range", "range", "serialRangeId", "serialRange"],
  ["Location", "Location", "location", "location", "locationId", "location"],
  ["SourceProductName", "Product", "product", "source", "sourceProductId", "sourceProductName"],
] as const;

describe.each(references)("%s", (field, entity, noun, name, id, nameField) => {
  test("is found by its exact name, and relied on", () => {
    expect(resolve({ [field]: `${name} 1` })).toEqual({
      patch: { [id]: 1, [nameField]: `${name} 1` },
      asserts: [[entity, 1, 6]],
    });
  });

  test("must exist", () => {
    const detail = `No ${noun} is named ${name.toUpperCase()} 1.`;
    expect(refusalDetails(() => resolve({ [field]: `${name.toUpperCase()} 1` }))).toEqual({
      code: "not_found",
      message: detail,
      errors: [{ pointer: `/${field}`, detail }],
    });
  });
});

test.for(references.filter(([field]) => field !== "SourceProductName"))(
  "%s can be kept once it is retired, but not newly chosen",
  ([field, , noun, name, id]) => {
    const message = `The ${noun} ${name} 2 is not active.`;
    expect(refusalDetails(() => resolve({ [field]: `${name} 2` }))).toEqual(
      atFault("inactive", message, `/${field}`),
    );
    expect(resolve({ [field]: `${name} 2` }, { [id]: 2 }).patch).toMatchObject({ [id]: 2 });
  },
);

test("null removes an optional reference, and relies on nothing", () => {
  const before = { serialRangeId: 1, serialRange: "range 1" };
  expect(resolve({ SerialRange: null }, before)).toEqual({
    patch: { serialRangeId: null, serialRange: null },
    asserts: [],
  });
});

test("all unknown names are reported together", () => {
  expect(refusalDetails(() => resolve({ Location: "x", ProductType: "y", BaseUnit: "z" }))).toEqual(
    {
      code: "not_found",
      message: "No unit of measure is named z. No location is named x. No product type matches y.",
      errors: [
        { pointer: "/BaseUnit", detail: "No unit of measure is named z." },
        { pointer: "/Location", detail: "No location is named x." },
        { pointer: "/ProductType", detail: "No product type matches y." },
      ],
    },
  );
});

describe("the product type", () => {
  const create = (ProductType: string, changes?: Partial<ProductUpsertFacts>) =>
    resolveReferences(facts(changes), { ProductType } as UpsertProductInput, undefined);
  const ambiguous = (message: string) => ({
    code: "ambiguous_name",
    message,
    errors: [{ pointer: "/ProductType", detail: message }],
  });

  test("of a new product is the one that its pattern matches", () => {
    expect(create("%NENT")).toEqual({
      patch: { productTypeId: 2, productType: "Component" },
      asserts: [["ProductType", 2, 6]],
    });
    expect(refusalDetails(() => create("comp%"))).toEqual(
      ambiguous("comp% matches 2 product types: Component, Compound."),
    );
  });

  test("whose name has the sign of a pattern is found by it before others that match", () => {
    const productTypes = [type(1, "Steel 50% hard"), type(2, "Steel 50%"), type(3, "Steel 500")];
    expect(create("steel 50%", { productTypes }).patch).toEqual({
      productTypeId: 2,
      productType: "Steel 50%",
    });
  });

  test("is refused with five names if the pattern matches several", () => {
    const of = (count: number) => ({
      productTypes: Array.from({ length: count }, (_, index) => type(index, `T${index}`)),
    });
    expect(refusalDetails(() => create("t%", of(5)))).toEqual(
      ambiguous("t% matches 5 product types: T0, T1, T2, T3, T4."),
    );
    expect(refusalDetails(() => create("t%", of(6)))).toEqual(
      ambiguous("t% matches 6 product types: T0, T1, T2, T3, T4 and others."),
    );
  });

  test("can be kept once it is retired, but not newly chosen, and does not change", () => {
    const productTypes = [type(1, "Assembly", false), type(2, "Component")];
    expect(refusalDetails(() => create("assembly", { productTypes }))).toEqual(
      atFault("inactive", "The product type Assembly is not active.", "/ProductType"),
    );
    expect(resolve({ ProductType: "ASSEMBLY" }, pump, { productTypes }).patch).toEqual({});
    expect(resolve({ ProductType: "Ass%" }, pump, { productTypes }).patch).toMatchObject({
      productTypeId: 1,
    });
    const message = "The type of product Pump is Assembly and can't change.";
    expect(refusalDetails(() => resolve({ ProductType: "Component" }))).toEqual({
      code: "fixed",
      message,
      errors: [{ pointer: "/ProductType", detail: message }],
    });
  });

  test("can be sent as it is, although its name matches others as a pattern", () => {
    const productTypes = [type(1, "A%"), type(2, "AB")];
    expect(resolve({ ProductType: "a%" }, { productType: "A%" }, { productTypes }).patch).toEqual(
      {},
    );
  });
});

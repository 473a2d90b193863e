import { describe, expect, test } from "vitest";
import type { Product } from "../../src/product/product.ts";
import type {
  CreateProductInput,
  UpdateProductInput,
  ProductUpsertFacts,
} from "../../src/product/upsert.facts.ts";
import { decideProductUpsert } from "../../src/product/upsert.rules.ts";
import { q } from "../consumption/plant.ts";
import { codeOf, refusalDetails } from "../refused.ts";

const named = (id: number, name: string, isActive = true) => ({ id, revNo: 6, name, isActive });
const keyed = (id: number, name: string) => ({ ...named(id, name), nameKey: name.toLowerCase() });
const unit = (id: number, name: string, dimension: string) => ({ ...named(id, name), dimension });

const pump: Product = {
  id: 40,
  revNo: 3,
  suid: "P-40",
  suidKey: "p-40",
  name: "Pump",
  nameKey: "pump",
  description: "Pumps",
  version: "A",
  productTypeId: 1,
  productType: "Assembly",
  defaultOwnershipId: 1,
  defaultOwnership: "Internal",
  defaultCostPerUnit: q(2),
  defaultCurrencyId: 1,
  defaultCurrency: "EUR",
  baseUnitId: 1,
  baseUnit: "each",
  receiptProfileId: 1,
  receiptProfile: "Standard",
  receiptRecipeId: null,
  receiptRecipe: null,
  serialRangeId: null,
  serialRange: null,
  defaultBatchSize: q(1),
  minScheduleBatchSize: null,
  scheduleBatchIncrement: null,
  maxScheduleBatchSize: null,
  inventoryDecimalPlaces: 0,
  peggingExpiryDays: null,
  shelfLifeDays: null,
  locationId: 1,
  location: "Main",
  isActive: true,
  isPlanningConstraint: false,
  tracking: "Lot",
  inventoryManaged: false,
  sourceProductId: null,
  sourceProductName: null,
  properties: [
    { name: "Colour", value: "red" },
    { name: "Size", value: "L" },
  ],
};

const facts = (changes: Partial<ProductUpsertFacts> = {}): ProductUpsertFacts => ({
  products: [pump],
  productTypes: [keyed(1, "Assembly"), keyed(2, "Component")],
  ownershipTypes: [named(1, "Internal"), named(2, "Customer")],
  currencies: [named(1, "EUR")],
  units: [unit(1, "each", "count"), unit(2, "dozen", "count"), unit(3, "kg", "mass")],
  receiptProfiles: [named(1, "Standard")],
  receiptRecipes: [],
  serialRanges: [],
  locations: [named(1, "Main"), named(2, "East")],
  named: [{ id: 40, revNo: 3, name: "Pump", nameKey: "pump", suidKey: "p-40" }],
  uses: [{ id: 40, hasItems: false, hasCandidates: false }],
  notSingle: [],
  finer: [],
  ...changes,
});

const update = (
  input: Omit<UpdateProductInput, "ID"> = {},
  changes?: Partial<ProductUpsertFacts>,
) => decideProductUpsert(facts(changes), { ID: 40, ...input });

const valve: CreateProductInput = {
  Name: "Valve",
  Version: "1",
  ProductType: "Comp%",
  DefaultOwnership: "Internal",
  DefaultCostPerUnit: q(5),
  DefaultCurrency: "EUR",
  BaseUnit: "each",
  ReceiptProfile: "Standard",
  DefaultBatchSize: q(10),
  InventoryDecimalPlaces: 1,
  Location: "Main",
  IsActive: true,
  IsPlanningConstraint: true,
};
const create = (input: Partial<CreateProductInput> = {}, changes?: Partial<ProductUpsertFacts>) =>
  decideProductUpsert(facts(changes), { ...valve, ...input });

test("a new product has the fields that are sent, and the others are empty", () => {
  expect(create()).toEqual({
    asserts: [
      ["OwnershipType", 1, 6],
      ["Currency", 1, 6],
      ["UnitOfMeasure", 1, 6],
      ["ReceiptProfile", 1, 6],
      ["Location", 1, 6],
      ["ProductType", 2, 6],
    ],
    absences: [],
    before: null,
    after: {
      revNo: 0,
      suid: null,
      suidKey: null,
      name: "Valve",
      nameKey: "valve",
      description: null,
      version: "1",
      productTypeId: 2,
      productType: "Component",
      defaultOwnershipId: 1,
      defaultOwnership: "Internal",
      defaultCostPerUnit: q(5),
      defaultCurrencyId: 1,
      defaultCurrency: "EUR",
      baseUnitId: 1,
      baseUnit: "each",
      receiptProfileId: 1,
      receiptProfile: "Standard",
      receiptRecipeId: null,
      receiptRecipe: null,
      serialRangeId: null,
      serialRange: null,
      defaultBatchSize: q(10),
      minScheduleBatchSize: null,
      scheduleBatchIncrement: null,
      maxScheduleBatchSize: null,
      inventoryDecimalPlaces: 1,
      peggingExpiryDays: null,
      shelfLifeDays: null,
      locationId: 1,
      location: "Main",
      isActive: true,
      isPlanningConstraint: true,
      tracking: "Lot",
      inventoryManaged: false,
      sourceProductId: null,
      sourceProductName: null,
      properties: [],
    },
  });
});

test("an empty update changes nothing", () => {
  expect(update()).toEqual({ asserts: [], absences: [], before: pump, after: pump });
});

test("each field that is sent is stored, and null clears optional fields", () => {
  const filled = {
    suid: "P-41",
    description: "Best",
    minScheduleBatchSize: q(1),
    scheduleBatchIncrement: q(2),
    maxScheduleBatchSize: q(9),
    peggingExpiryDays: 7,
    shelfLifeDays: 8,
  };
  const { after } = update({
    SUID: "P-41",
    Name: "PUMP",
    Description: "Best",
    Version: "B",
    DefaultCostPerUnit: q(3),
    DefaultBatchSize: q(4),
    MinScheduleBatchSize: q(1),
    ScheduleBatchIncrement: q(2),
    MaxScheduleBatchSize: q(9),
    PeggingExpiryDays: 7,
    ShelfLifeDays: 8,
    InventoryDecimalPlaces: 2,
    IsActive: false,
    IsPlanningConstraint: true,
  });
  expect(after).toEqual({
    ...pump,
    ...filled,
    suidKey: "p-41",
    name: "PUMP",
    version: "B",
    defaultCostPerUnit: q(3),
    defaultBatchSize: q(4),
    inventoryDecimalPlaces: 2,
    isActive: false,
    isPlanningConstraint: true,
  });
  const cleared = update({
    SUID: null,
    Description: null,
    MinScheduleBatchSize: null,
    ScheduleBatchIncrement: null,
    MaxScheduleBatchSize: null,
    PeggingExpiryDays: null,
    ShelfLifeDays: null,
  });
  const nothing = Object.fromEntries(Object.keys(filled).map((field) => [field, null]));
  expect(cleared.after).toEqual({ ...pump, ...nothing, suidKey: null });
});

test.for<[of: string, UpdateProductInput["Properties"], [name: string, value: string | null][]]>([
  [
    "stay if none are sent",
    undefined,
    [
      ["Colour", "red"],
      ["Size", "L"],
    ],
  ],
  [
    "stay if none are named",
    [],
    [
      ["Colour", "red"],
      ["Size", "L"],
    ],
  ],
  ["are all cleared by null", null, []],
  [
    "are merged by name",
    [{ Name: "Size", Value: "M" }],
    [
      ["Colour", "red"],
      ["Size", "M"],
    ],
  ],
  [
    "keep a value that is not sent",
    [{ Name: "Size" }],
    [
      ["Colour", "red"],
      ["Size", "L"],
    ],
  ],
  [
    "lose a value that is null",
    [{ Name: "Size", Value: null }],
    [
      ["Colour", "red"],
      ["Size", null],
    ],
  ],
  [
    "are in the order of their names",
    [{ Name: "Z" }, { Name: "A", Value: "a" }],
    [
      ["A", "a"],
      ["Colour", "red"],
      ["Size", "L"],
      ["Z", null],
    ],
  ],
])("properties %s", ([, Properties, expected]) => {
  const { after } = update({ Properties });
  expect(after.properties).toEqual(expected.map(([name, value]) => ({ name, value })));
});

test("an update needs a product that exists", () => {
  expect(refusalDetails(() => update({}, { products: [] }))).toEqual({
    code: "not_found",
    message: "No product has the id 40.",
    errors: [{ pointer: "/ID", detail: "No product has the id 40." }],
  });
});

describe("names that other endpoints can have stored longer", () => {
  const long = { DefaultOwnership: "ö".repeat(26), Location: "l".repeat(21) };
  const known = {
    ownershipTypes: [named(2, long.DefaultOwnership)],
    locations: [named(2, long.Location)],
  };

  test("are refused if they are new to a product", () => {
    expect(refusalDetails(() => update(long, known))).toEqual({
      code: "validation_failed",
      message: "/DefaultOwnership: At most 50 bytes in UTF-8. /Location: At most 20 characters.",
      errors: [
        { pointer: "/DefaultOwnership", detail: "At most 50 bytes in UTF-8." },
        { pointer: "/Location", detail: "At most 20 characters." },
      ],
    });
    expect(codeOf(() => update(long, { ...known, products: [] }))).toBe("validation_failed");
  });

  test("are accepted back as they are stored", () => {
    const stored = { defaultOwnership: long.DefaultOwnership, location: long.Location };
    const products = [
      { ...pump, id: 39 },
      { ...pump, ...stored },
    ];
    expect(update(long, { ...known, products }).after).toMatchObject(stored);
  });

  test("are limited by the contract alone in a creation", () => {
    expect(create(long, known).after).toMatchObject({ location: long.Location });
  });
});

test("a name and a SUID belong to one product", () => {
  const others = [
    { id: 41, revNo: 1, name: "Valve", nameKey: "valve", suidKey: "v-1" },
    { id: 40, revNo: 3, name: "Pump", nameKey: "pump", suidKey: "p-40" },
  ];
  expect(refusalDetails(() => update({ Name: "VALVE", SUID: "V-1" }, { named: others }))).toEqual({
    code: "duplicate",
    message: "The product VALVE already exists. Another product has the SUID V-1.",
    errors: [
      { pointer: "/Name", detail: "The product VALVE already exists." },
      { pointer: "/SUID", detail: "Another product has the SUID V-1." },
    ],
  });
  expect(update({ Name: "Pump", SUID: "P-40" }, { named: others }).after).toEqual(pump);
});

describe("the base unit and the decimals of a product", () => {
  const finer = { ...pump, inventoryDecimalPlaces: 1 };
  const items = {
    uses: [{ id: 40, hasItems: true, hasCandidates: true }],
    products: [finer],
  };

  test.for<[Omit<UpdateProductInput, "ID">, field: string]>([
    [{ BaseUnit: "dozen" }, "BaseUnit"],
    [{ BaseUnitID: 2 }, "BaseUnitID"],
    [{ BaseUnit: "dozen", InventoryDecimalPlaces: 0 }, "BaseUnit"],
  ])("the base unit does not change once it has items: %j", ([input, field]) => {
    const detail = "Fixed, because the product has items.";
    expect(refusalDetails(() => update(input, items))).toEqual({
      code: "fixed",
      message: `${field} of Pump can't change: the product has items.`,
      errors: [{ pointer: `/${field}`, detail }],
    });
  });

  test("the decimals become fewer while every quantity of its items fits them", () => {
    const found = [
      { productId: 40, places: 1, visualSerialNo: "LOT-1", qty: q(0.25) },
      { productId: 41, places: 0, visualSerialNo: "LOT-2", qty: q(0.5) },
    ];
    expect(update({ InventoryDecimalPlaces: 0 }, { ...items, finer: found })).toMatchObject({
      after: { inventoryDecimalPlaces: 0 },
      absences: [["itemsFinerThan", 40, 1_000_000]],
    });
    const tenths = {
      products: [{ ...pump, inventoryDecimalPlaces: 2 }],
      uses: items.uses,
      finer: found,
    };
    const detail =
      "Pump can't be kept in 1 decimals: its item LOT-1 has a quantity of 0.25 each, in stock or " +
      "on record.";
    expect(refusalDetails(() => update({ InventoryDecimalPlaces: 1 }, tenths))).toEqual({
      code: "fixed",
      message: detail,
      errors: [{ pointer: "/InventoryDecimalPlaces", detail }],
    });
  });

  test("can be sent as they are", () => {
    const same = { BaseUnit: "each", InventoryDecimalPlaces: 1 };
    expect(update(same, items)).toMatchObject({ absences: [], after: finer });
  });

  test("can become more while the product has items", () => {
    expect(update({ InventoryDecimalPlaces: 2 }, items)).toMatchObject({
      after: { inventoryDecimalPlaces: 2 },
      absences: [],
    });
  });

  const candidates = {
    uses: [{ id: 40, hasItems: false, hasCandidates: true }],
    products: [finer],
  };

  test("the base unit stays the same while candidates have quantities in it", () => {
    const detail = "Fixed, because the product has slot candidates.";
    const changed = { BaseUnit: "dozen", InventoryDecimalPlaces: 0 };
    expect(refusalDetails(() => update(changed, candidates))).toEqual({
      code: "fixed",
      message: "BaseUnit of Pump can't change: the product has slot candidates.",
      errors: [{ pointer: "/BaseUnit", detail }],
    });
  });

  test("the decimals can become fewer while the product has candidates only", () => {
    expect(update({ InventoryDecimalPlaces: 0 }, candidates)).toMatchObject({
      after: { inventoryDecimalPlaces: 0 },
      absences: [["itemsFinerThan", 40, 1_000_000]],
    });
  });

  test("can change while nothing relies on them", () => {
    expect(update({ BaseUnit: "kg" })).toMatchObject({
      after: { baseUnitId: 3, baseUnit: "kg" },
      absences: [
        ["itemsOfProduct", 40],
        ["candidatesOfProduct", 40],
      ],
    });
  });
});

test("no quantity has more decimals than the product", () => {
  const halves = {
    DefaultBatchSize: q(0.5),
    MinScheduleBatchSize: q(1.5),
    ScheduleBatchIncrement: q(2.5),
    MaxScheduleBatchSize: q(3.5),
  };
  expect(refusalDetails(() => update(halves))).toEqual({
    code: "decimal_places",
    message:
      "Too many decimals in DefaultBatchSize, MinScheduleBatchSize, ScheduleBatchIncrement, " +
      "MaxScheduleBatchSize: Pump is kept in 0 decimals.",
    errors: Object.keys(halves).map((field) => ({
      pointer: `/${field}`,
      detail: "Pump is kept in 0 decimals.",
    })),
  });
  expect(update({ ...halves, InventoryDecimalPlaces: 1 }).after.defaultBatchSize).toBe(q(0.5));
  expect(refusalDetails(() => update({ MaxScheduleBatchSize: q(3.5) })).errors).toEqual([
    { pointer: "/MaxScheduleBatchSize", detail: "Pump is kept in 0 decimals." },
  ]);
});

import { beforeEach, describe, expect, test } from "vitest";
import { copyProduct, type CopyProductInput } from "../../src/product/copy.ts";
import { deleteProduct } from "../../src/product/delete.ts";
import type { CreateProductInput, UpdateProductInput } from "../../src/product/upsert.facts.ts";
import { upsertProduct } from "../../src/product/upsert.ts";
import { q } from "../consumption/plant.ts";
import { openPlant } from "../plant.ts";
import { atFault, refusedWith } from "../refused.ts";

let { database, context, rows, relied, logged } = openPlant();

beforeEach(() => {
  ({ database, context, rows, relied, logged } = openPlant());
});

const valve: CreateProductInput = {
  Name: "Valve",
  SUID: "V-1",
  Version: "B",
  ProductType: "The P%",
  DefaultOwnership: "The OWN",
  DefaultCostPerUnit: q(7),
  DefaultCurrency: "The EUR",
  BaseUnit: "The EACH",
  ReceiptProfile: "The FREE",
  ReceiptRecipe: "The WASH",
  SerialRange: "The PUMPS",
  DefaultBatchSize: q(1),
  InventoryDecimalPlaces: 0,
  Location: "The MAIN",
  IsActive: true,
  IsPlanningConstraint: false,
};
const create = (changes: Partial<CreateProductInput> = {}) =>
  upsertProduct(context, { ...valve, ...changes });
const properties = () =>
  rows("select name, value from product_property where product_id = 6 order by name");

/** The stored fields of the valve. */
const stored = {
  suid: "V-1",
  suidKey: "v-1",
  name: "Valve",
  nameKey: "valve",
  description: null,
  version: "B",
  productTypeId: 1,
  defaultOwnershipId: 1,
  defaultCostPerUnit: q(7),
  defaultCurrencyId: 1,
  baseUnitId: 1,
  receiptProfileId: 1,
  receiptRecipeId: 1,
  serialRangeId: 1,
  defaultBatchSize: q(1),
  minScheduleBatchSize: null,
  scheduleBatchIncrement: null,
  maxScheduleBatchSize: null,
  peggingExpiryDays: null,
  shelfLifeDays: null,
  inventoryDecimalPlaces: 0,
  locationId: 1,
  isActive: true,
  isPlanningConstraint: false,
  tracking: "Lot",
  inventoryManaged: false,
  sourceProductId: null,
};
const names = {
  productType: "The PART",
  defaultOwnership: "The OWN",
  defaultCurrency: "The EUR",
  baseUnit: "The EACH",
  receiptProfile: "The FREE",
  receiptRecipe: "The WASH",
  serialRange: "The PUMPS",
  location: "The MAIN",
  sourceProductName: null,
};

describe("a product that is created", () => {
  test("is returned and logged with all its fields", async () => {
    const made = await create();
    expect(made).toMatchObject({ ...stored, ...names, id: 6, properties: [] });
    expect(logged()).toEqual([["Product 6 created", stored]]);
    expect(relied()).toHaveLength(8);
  });

  test("is created with its properties", async () => {
    await create({ Properties: [{ Name: "b", Value: "2" }, { Name: "a" }] });
    const all = [
      { name: "a", value: null },
      { name: "b", value: "2" },
    ];
    const parts = all.map((property) => ({
      kind: "insertPart",
      part: "productProperty",
      values: { productId: { pending: "id", ordinal: 0 }, ...property },
    }));
    expect(logged()).toEqual([
      ["Product 6 created", { ...stored, detail: { properties: all }, parts }],
    ]);
    expect(properties()).toEqual([
      ["a", null],
      ["b", "2"],
    ]);
  });

  test.for<[field: keyof CreateProductInput, noun: string]>([
    ["DefaultOwnership", "ownership type"],
    ["DefaultCurrency", "currency"],
    ["BaseUnit", "unit of measure"],
    ["ReceiptProfile", "receipt profile"],
    ["ReceiptRecipe", "receipt recipe"],
    ["SerialRange", "serial range"],
    ["Location", "location"],
  ])("needs a record that exists as its %s", async ([field, noun]) => {
    const message = `No ${noun} is named None.`;
    expect(await refusedWith(create({ [field]: "None" }))).toEqual(
      atFault("not_found", message, `/${field}`),
    );
  });

  test("needs a product that exists as its source", async () => {
    expect(await create({ SourceProductName: "Seal" })).toMatchObject({
      sourceProductId: 1,
      sourceProductName: "Seal",
    });
    expect((await refusedWith(create({ Name: "Tap", SourceProductName: "None" }))).code).toBe(
      "not_found",
    );
  });

  test("needs a unique name and SUID", async () => {
    expect(await refusedWith(create({ Name: "SEAL", SUID: "P" }))).toMatchObject({
      code: "duplicate",
      errors: [{ pointer: "/Name" }, { pointer: "/SUID" }],
    });
  });
});

describe("a product that is updated", () => {
  const update = (changes: Omit<UpdateProductInput, "ID">) =>
    upsertProduct(context, { ID: 6, ...changes });

  test("must exist", async () => {
    expect((await refusedWith(update({}))).errors).toMatchObject([{ pointer: "/ID" }]);
  });

  test("changes the fields and the properties that are sent", async () => {
    await create({
      Properties: [
        { Name: "gone", Value: "1" },
        { Name: "kept", Value: "2" },
        { Name: "set", Value: "3" },
      ],
    });
    await update({ Properties: null });
    await update({
      Properties: [
        { Name: "kept", Value: "2" },
        { Name: "set", Value: "3" },
      ],
    });
    const made = await update({
      Description: "Brass",
      Properties: [{ Name: "kept" }, { Name: "set", Value: "4" }, { Name: "new", Value: "5" }],
    });
    expect(made).toMatchObject({ id: 6, description: "Brass" });
    expect(made.properties.map(({ name, value }) => [name, value])).toEqual(properties());
    expect(properties()).toEqual([
      ["kept", "2"],
      ["new", "5"],
      ["set", "4"],
    ]);
    expect(logged()).toEqual([
      [
        "Product 6 updated",
        {
          description: "Brass",
          detail: {
            properties: [
              { name: "new", value: "5", before: null, change: "added" },
              { name: "set", value: "4", before: "3", change: "set" },
            ],
          },
          parts: [
            {
              kind: "insertPart",
              part: "productProperty",
              values: { productId: 6, name: "new", value: "5" },
            },
            {
              kind: "updatePart",
              part: "productProperty",
              where: { productId: 6, name: "set" },
              patch: { value: "4" },
            },
          ],
        },
      ],
    ]);
  });

  test("loses its properties by null, and logs them", async () => {
    await create({ Properties: [{ Name: "gone", Value: "1" }] });
    expect(await update({ Properties: null })).toMatchObject({ properties: [] });
    const where = { productId: 6, name: "gone" };
    expect(logged()).toEqual([
      [
        "Product 6 updated",
        {
          detail: {
            properties: [{ name: "gone", value: null, before: "1", change: "removed" }],
          },
          parts: [{ kind: "removePart", part: "productProperty", where }],
        },
      ],
    ]);
    expect(properties()).toEqual([]);
  });

  test("logs no properties if none are sent", async () => {
    await create();
    await update({ Version: "C" });
    expect(logged()).toEqual([["Product 6 updated", { version: "C" }]]);
  });

  test("can keep its own name, but not take that of another", async () => {
    await create();
    expect(await update({ Name: "VALVE", SUID: "v-1" })).toMatchObject({ name: "VALVE" });
    expect((await refusedWith(update({ Name: "seal" }))).code).toBe("duplicate");
  });

  /** Inserts an item of the product, and a build with its quantity and what was removed. */
  const withItem = (
    [nominal, actual]: readonly [number, number],
    built?: readonly [number, number],
    statusId = 2,
  ) =>
    database.exec(`
      insert into material_item (id, rev_no, last_edit_at, last_edit_user_id, product_id,
        status_id, visual_serial_no, serial_key, nominal_qty, actual_qty, made_at_consumption)
        values (9, 1, 0, 1, 6, ${statusId}, 'V', 'v', ${q(nominal)}, ${q(actual)}, 0);
      ${
        built
          ? `insert into build (seq, parent_id, child_id, bom_slot_id, candidate_id, qty, removed_qty)
              values (1, 9, 9, 1, 1, ${q(built[0])}, ${q(built[1])})`
          : ""
      }`);
  const lowered = { InventoryDecimalPlaces: 1 };

  test.for<[string, number, ...Parameters<typeof withItem>]>([
    ["was received", 1.25, [1.25, 1]],
    ["is in stock", 1.05, [1, 1.05]],
    ["was built", 0.25, [1, 0.5], [0.25, 0.1]],
    ["was removed", 0.05, [1, 0.5], [0.5, 0.05]],
  ])("keeps its decimals while a quantity that %s has them", async ([, finer, ...item]) => {
    await create({ InventoryDecimalPlaces: 2 });
    withItem(...item);
    const detail =
      `Valve can't be kept in 1 decimals: its item V has a quantity of ${finer} The EACH, in ` +
      "stock or on record.";
    expect(await refusedWith(update(lowered))).toEqual({
      code: "fixed",
      message: detail,
      errors: [{ pointer: "/InventoryDecimalPlaces", detail }],
    });
    const more = { InventoryDecimalPlaces: 3 };
    expect(await update(more)).toMatchObject({ inventoryDecimalPlaces: 3 });
  });

  test.for<[string, ...Parameters<typeof withItem>]>([
    ["whole items", [2, 1], [1, 1]],
    ["items with quantities that fit", [1.5, 0.1], [0.4, 0.3]],
    ["a finer item that was voided, whose status is 6", [0.25, 0], undefined, 6],
  ])("can have fewer decimals with %s, and relies on their fit", async ([, ...item]) => {
    await create({ InventoryDecimalPlaces: 2 });
    withItem(...item);
    expect(await update(lowered)).toMatchObject({ inventoryDecimalPlaces: 1 });
    expect(relied()).toEqual([[expect.anything(), 6, 100_000]]);
  });

  test("reads no item unless its decimals become fewer", async () => {
    await create({ InventoryDecimalPlaces: 1 });
    withItem([0.25, 0.25]);
    expect(await update(lowered)).toMatchObject({ revNo: 1 });
  });

  test("can have fewer decimals while only candidates are finer", async () => {
    await create({ InventoryDecimalPlaces: 1 });
    database.exec("update slot_candidate set product_id = 6, qty = 500000 where id = 3");
    expect(await update({ InventoryDecimalPlaces: 0 })).toMatchObject({
      inventoryDecimalPlaces: 0,
    });
  });
});

describe("a copy", () => {
  const copy = (changes: Partial<CopyProductInput> = {}) =>
    copyProduct(context, { suid: "V-2", name: "Tap", srcProductName: "Valve", ...changes });

  beforeEach(async () => {
    await create({ Description: "Brass", Properties: [{ Name: "a", Value: "1" }] });
  });

  test("has the master data and properties of its source, and its own name", async () => {
    const own = { suid: "V-2", suidKey: "v-2", name: "Tap", nameKey: "tap" };
    const as = { ...stored, ...own, description: "Brass", sourceProductId: 6 };
    const all = [{ name: "a", value: "1" }];
    expect(await copy()).toEqual({
      ...as,
      ...names,
      id: 7,
      revNo: 1,
      sourceProductName: "Valve",
      properties: all,
    });
    const values = { productId: { pending: "id", ordinal: 0 }, ...all[0] };
    const parts = [{ kind: "insertPart", part: "productProperty", values }];
    expect(logged()).toEqual([["Product 7 copied", { ...as, detail: { properties: all }, parts }]]);
    expect(relied()).toEqual([["Product", 6, 1]]);
  });

  test("has the description that is sent", async () => {
    expect(await copy({ description: "Steel" })).toMatchObject({ description: "Steel" });
    const again = { suid: "V-3", name: "Cock", description: null };
    expect(await copy(again)).toMatchObject({ description: "Brass" });
  });

  test.for(["None", "VALVE"])("needs a source with exactly this name: %s", async (name) => {
    expect(await refusedWith(copy({ srcProductName: name }))).toEqual(
      atFault("not_found", `No product is named ${name}.`, "/srcProductName"),
    );
  });

  test("needs a unique name and SUID", async () => {
    expect(await refusedWith(copy({ name: "PUMP", suid: "v-1" }))).toMatchObject({
      code: "duplicate",
      errors: [
        { pointer: "/name", detail: "The product PUMP already exists." },
        { pointer: "/suid", detail: "Another product has the SUID v-1." },
      ],
    });
  });
});

describe("a product that is deleted", () => {
  test("is deleted with its properties, and returned as it was", async () => {
    database.exec("insert into product_property (product_id, name) values (1, 'a')");
    const made = await create({ Properties: [{ Name: "a", Value: "1" }] });
    expect(await deleteProduct(context, { ID: 6 })).toEqual({ ...made, revNo: 1 });
    expect(logged()).toEqual([
      ["Product 6 deleted", { ...stored, properties: [{ name: "a", value: "1" }] }],
    ]);
    expect(rows("select product_id from product_property")).toEqual([[1]]);
    expect(rows("select id from product where id = 6")).toEqual([]);
  });

  test("must exist", async () => {
    const refusal = atFault("not_found", "No product has the id 9.", "/ID");
    expect(await refusedWith(deleteProduct(context, { ID: 9 }))).toEqual(refusal);
  });

  test("must not be in use", async () => {
    expect(await refusedWith(deleteProduct(context, { ID: 5 }))).toEqual({
      code: "in_use",
      message: "Product Ring is in use (SlotCandidate 2). To retire it, set isActive to false.",
      members: { counts: { SlotCandidate: 2 } },
    });
  });
});

describe("a product that is sent back", () => {
  const listed = {
    ID: 6,
    revNo: 1,
    ...valve,
    ProductType: "The PART",
    ProductTypeID: 1,
    DefaultOwnershipID: 1,
    DefaultCurrencyID: 1,
    BaseUnitID: 1,
    ReceiptProfileID: 1,
    ReceiptRecipeID: 1,
    SerialRangeID: 1,
    LocationID: 1,
    SourceProductID: null,
    SourceProductName: null,
  };
  const send = (changes: Partial<UpdateProductInput>) =>
    upsertProduct(context, { ...listed, ...changes } as UpdateProductInput);

  beforeEach(async () => {
    await create();
  });

  test("as it was read keeps its revision", async () => {
    expect(await send({})).toMatchObject({ revNo: 1 });
    expect(rows("select count(*) from change_log")).toEqual([[1]]);
  });

  test.for<[Partial<UpdateProductInput>, changed: object]>([
    [{ DefaultOwnershipID: 2 }, { defaultOwnershipId: 2, defaultOwnership: "The THEIRS" }],
    [{ DefaultOwnership: "The THEIRS" }, { defaultOwnershipId: 2 }],
    [{ DefaultCurrencyID: 2 }, { defaultCurrencyId: 2, defaultCurrency: "The USD" }],
    [{ LocationID: 2 }, { locationId: 2, location: "The EAST" }],
    [{ ReceiptProfileID: 2 }, { receiptProfileId: 2, receiptProfile: "The STRICT" }],
    [{ ReceiptRecipeID: null }, { receiptRecipeId: null, receiptRecipe: null }],
    [{ SerialRange: null }, { serialRangeId: null, serialRange: null }],
    [{ SourceProductID: 1 }, { sourceProductId: 1, sourceProductName: "Seal" }],
  ])("changes by %j", async ([changes, changed]) => {
    expect(await send(changes)).toMatchObject({ revNo: 2, ...changed });
  });

  test.for<[Partial<UpdateProductInput>, code: string, ...pointers: string[]]>([
    [{ LocationID: 9 }, "not_found", "/LocationID"],
    [{ ProductTypeID: 9 }, "not_found", "/ProductTypeID"],
    [{ LocationID: 3 }, "inactive", "/LocationID"],
    [
      { DefaultCurrencyID: 2, DefaultCurrency: "The EUR", LocationID: 2, Location: "The SHUT" },
      "details_contradict",
      "/LocationID",
      "/Location",
    ],
  ])("is refused where it has %j", async ([changes, code, ...pointers]) => {
    const { errors, ...refusal } = await refusedWith(send(changes));
    expect(refusal.code).toBe(code);
    expect(errors?.map(({ pointer }) => pointer)).toEqual(pointers);
  });

  test("keeps its type and, with items or candidates, its unit, whichever field names them", async () => {
    database.exec(
      "insert into product_type (rev_no, name, name_key, is_active) values (1, 'X', 'x', 1)",
    );
    expect(await refusedWith(send({ ProductTypeID: 2 }))).toMatchObject({
      code: "fixed",
      errors: [{ pointer: "/ProductTypeID" }],
    });
    const made = { ...valve, Name: "Tap", SUID: null, ProductTypeID: 2 };
    expect(await refusedWith(upsertProduct(context, made))).toMatchObject({
      code: "details_contradict",
      errors: [{ pointer: "/ProductTypeID" }, { pointer: "/ProductType" }],
    });
    database.exec(
      "insert into unit_of_measure (rev_no, name, name_key, is_active, dimension, factor) " +
        "values (1, 'kg', 'kg', 1, 'mass', 1000000)",
    );
    expect(await refusedWith(upsertProduct(context, { ID: 1, BaseUnitID: 2 }))).toMatchObject({
      code: "fixed",
      errors: [{ pointer: "/BaseUnitID" }],
    });
  });

  test("at an older revision is refused with the product as it is", async () => {
    expect(await send({ Description: "Newer" })).toMatchObject({ revNo: 2 });
    for (const verb of [
      send({ Description: "Mine" }),
      deleteProduct(context, { ID: 6, revNo: 1 }),
    ]) {
      const caught: unknown = await verb.catch((error: unknown) => error);
      expect(caught).toMatchObject({
        code: "stale_revision",
        message: "Product Valve is at revision 2.",
        entity: "Product",
        current: { id: 6, revNo: 2, description: "Newer" },
      });
    }
    expect(await send({ revNo: 2, Description: "Mine" })).toMatchObject({ revNo: 3 });
  });
});

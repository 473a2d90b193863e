import { describe, expect, test } from "vitest";
import { openPlant } from "#plant";
import { expectRefused } from "../refused.ts";
import { textOfBytes, textOfChars } from "../texts.ts";

const plant = await openPlant();

/** The limit of a text in bytes or in characters, or the range of a number. */
type Limit = { bytes: number } | { characters: number } | { min: number; max: number };

interface Field {
  readonly key: string;
  readonly required: boolean;
  readonly limit?: Limit;
  /** The resource that the field names. Its records can have names at least this long. */
  readonly names?: string;
}

// Source: spec.md, PUT /api/Product/Upsert, row by row.
const fields: readonly Field[] = [
  { key: "Product Type", required: true, limit: { bytes: 250 }, names: "ProductType" },
  { key: "SUID", required: false, limit: { bytes: 200 } },
  { key: "Name", required: true, limit: { bytes: 250 } },
  { key: "Description", required: false, limit: { bytes: 2000 } },
  { key: "Version", required: true, limit: { characters: 50 } },
  { key: "Default Ownership", required: true, limit: { bytes: 50 }, names: "OwnershipType" },
  { key: "Default Cost Per Unit", required: true, limit: { min: 0, max: 999_999_999.999999 } },
  { key: "Default Currency", required: true, limit: { characters: 50 }, names: "Currency" },
  { key: "Base Unit", required: true, limit: { characters: 30 }, names: "UnitOfMeasure" },
  { key: "Receipt Profile", required: true, limit: { characters: 100 }, names: "ReceiptProfile" },
  { key: "Receipt Recipe", required: false, limit: { characters: 200 }, names: "ReceiptRecipe" },
  { key: "Serial Range", required: false, limit: { characters: 500 }, names: "SerialRange" },
  { key: "Default Batch Size", required: true, limit: { min: 1, max: 999_999_999 } },
  { key: "Min Schedule Batch Size", required: false, limit: { min: 0, max: 999_999_999 } },
  { key: "Schedule Batch Increment", required: false, limit: { min: 0, max: 999_999_999 } },
  { key: "Max Schedule Batch Size", required: false, limit: { min: 0, max: 999_999_999 } },
  { key: "Pegging Expiry Days", required: false, limit: { min: 0, max: 999_999 } },
  { key: "Shelf Life Days", required: false, limit: { min: 0, max: 999_999 } },
  { key: "Inventory Decimal Places", required: true, limit: { min: 0, max: 6 } },
  { key: "Location", required: true, limit: { characters: 20 }, names: "Location" },
  { key: "Is Active", required: true },
  { key: "Is Planning Constraint", required: true },
  { key: "Properties", required: false },
  { key: "Source Product Name", required: false, limit: { bytes: 250 } },
];

/** The required fields of a product, with the keys as the spec prints them. */
const requiredFields = (): Record<string, unknown> => ({
  "Product Type": "General",
  Name: plant.unique("Product"),
  Version: "A",
  "Default Ownership": "Internal",
  "Default Cost Per Unit": 1,
  "Default Currency": "EUR",
  "Base Unit": "each",
  "Receipt Profile": "Standard",
  "Default Batch Size": 1,
  "Inventory Decimal Places": 0,
  Location: "Main",
  "Is Active": true,
  "Is Planning Constraint": false,
});

const canonical = (printed: string) => printed.replaceAll(" ", "");
const upsert = (body: object) => plant.put("/api/Product/Upsert", body);
const created = async () => (await plant.product()) as { ID: number; Name: string };

const expectFault = (body: object, key: string, status = 400) =>
  expectRefused(plant, () => upsert(body), [
    status,
    status === 400 ? "validation_failed" : "not_found",
    `/${key}`,
  ]);

test("a product is created from the fields that the spec requires, with printed keys", async () => {
  const body = requiredFields();
  const { status, body: product } = await upsert(body);
  expect(status).toBe(200);
  for (const [key, value] of Object.entries(body)) expect(product[canonical(key)]).toBe(value);
  for (const { key, required } of fields) {
    if (required || key === "Properties") continue;
    expect(product[canonical(key)]).toBeNull();
  }
  expect(product.Properties).toEqual([]);
});

const required = fields.filter((field) => field.required).map(({ key }) => key);
const optional = fields.filter((field) => !field.required).map(({ key }) => key);

test.for(required)("no product is created without %s", async (key) => {
  const { [key]: _left, ...body } = requiredFields();
  await expectFault(body, canonical(key));
});

test.for(required)("no product is created with null for %s", async (key) => {
  await expectFault({ ...requiredFields(), [key]: null }, canonical(key));
});

test.for(required)("null for %s is refused in an update", async (key) => {
  const { ID } = await created();
  await expectFault({ ID, [key]: null }, canonical(key));
});

test.for(optional)("null for %s means the same as absent on creation", async (key) => {
  expect((await upsert({ ...requiredFields(), [key]: null })).status).toBe(200);
});

test("an update with only the ID changes nothing", async () => {
  const product = await created();
  const { status, body } = await upsert({ ID: product.ID });
  expect(status).toBe(200);
  expect(body).toEqual(product);
});

test("null clears each optional field", async () => {
  const source = await created();
  const recipe = { name: plant.unique("Recipe") };
  const range = { name: plant.unique("Range"), prefix: "R", padding: 1 };
  await plant.done("put", "/api/ReceiptRecipe/Upsert", recipe);
  await plant.done("put", "/api/SerialRange/Upsert", range);
  const full = await plant.product({
    SUID: plant.unique("suid"),
    Description: "Full",
    ReceiptRecipe: recipe.name,
    SerialRange: range.name,
    MinScheduleBatchSize: 1,
    ScheduleBatchIncrement: 2,
    MaxScheduleBatchSize: 3,
    PeggingExpiryDays: 4,
    ShelfLifeDays: 5,
    Properties: [{ Name: "Colour", Value: "Blue" }],
    SourceProductName: source.Name,
  });
  const nulls = Object.fromEntries(optional.map((key) => [canonical(key), null]));
  for (const key of Object.keys(nulls)) expect(full[key]).not.toBeNull();
  const { body: cleared } = await upsert({ ID: full.ID, ...nulls });
  const ids = { ReceiptRecipeID: null, SerialRangeID: null, SourceProductID: null };
  expect(cleared).toEqual({ ...full, revNo: 2, ...nulls, ...ids, Properties: [] });
});

describe("limits", () => {
  const limited = fields.filter(({ key, limit }) => limit && key !== "Source Product Name");

  for (const { key, limit, names } of limited) {
    const [inside, outside] = bounds(limit!);

    test(`${key} may be at its limit`, async () => {
      for (const value of inside) {
        if (names) await plant.done("put", `/api/${names}/Upsert`, { name: value });
        const { status, body } = await upsert({ ...requiredFields(), [key]: value });
        expect(body).toMatchObject({ [canonical(key)]: value });
        expect(status).toBe(200);
        const again = await upsert(body);
        expect(again.body).toEqual(body);
      }
    });

    test(`${key} may not pass its limit`, async () => {
      const { ID } = await created();
      for (const value of outside) {
        await expectFault({ ...requiredFields(), [key]: value }, canonical(key));
        await expectFault({ ID, [key]: value }, canonical(key));
      }
    });
  }

  /** Values at the limit, and values above it. */
  function bounds(limit: Limit): [(string | number)[], (string | number)[]] {
    if ("bytes" in limit) {
      return [[textOfBytes(limit.bytes)], [textOfBytes(limit.bytes + 1)]];
    }
    if ("characters" in limit) {
      return [[textOfChars(limit.characters)], [textOfChars(limit.characters + 1)]];
    }
    const { min, max } = limit;
    return [
      [min, max],
      [min - 1, Math.floor(max) + 1],
    ];
  }
});

test.for(["Name", "Version", "SUID", "Product Type", "Default Currency", "Location"])(
  "%s may not be empty",
  async (key) => {
    await expectFault({ ...requiredFields(), [key]: "" }, canonical(key));
  },
);

test.for([
  ["Default Cost Per Unit", 0.1234567],
  ["Default Batch Size", 0],
  ["Shelf Life Days", 1.5],
  ["Inventory Decimal Places", 0.5],
  ["Default Cost Per Unit", "1"],
  ["Is Active", 1],
  ["Is Planning Constraint", "true"],
  ["Version", 1],
] as const)("%s may not be %j", async ([key, value]) => {
  await expectFault({ ...requiredFields(), [key]: value }, canonical(key));
});

describe("names of other records", () => {
  const named = fields.filter(({ names }) => names).map(({ key }) => key);

  test.for([...named, "Source Product Name"])("%s that no record has is 404", async (key) => {
    await expectFault({ ...requiredFields(), [key]: "Nowhere" }, canonical(key), 404);
    const { ID } = await created();
    await expectFault({ ID, [key]: "Nowhere" }, canonical(key), 404);
  });

  test.for(["Default Ownership", "Default Currency", "Base Unit", "Receipt Profile", "Location"])(
    "%s is case sensitive",
    async (key) => {
      const name = String(requiredFields()[key]);
      const other = name === name.toUpperCase() ? name.toLowerCase() : name.toUpperCase();
      await expectFault({ ...requiredFields(), [key]: other }, canonical(key), 404);
    },
  );

  test("all names that no record has are reported together, and nothing is created", async () => {
    const { status, body } = await upsert({
      ...requiredFields(),
      "Product Type": "Nothing%",
      "Base Unit": "cubit",
      Location: "Nowhere",
    });
    expect(status).toBe(404);
    expect(body.errors.map(({ pointer }: { pointer: string }) => pointer).toSorted()).toEqual([
      "/BaseUnit",
      "/Location",
      "/ProductType",
    ]);
  });
});

test.for([
  ["ID", "abc", "/ID"],
  ["ID", 0, "/ID"],
  ["ID", 10_000_000_000, "/ID"],
  ["Version", "A", "/Version"],
] as const)("a list accepts %s only as in the spec: not %j", async ([key, value, pointer]) => {
  const { status, body } = await plant.post("/api/Product/List", { [key]: value });
  expect(status).toBe(400);
  expect(body.errors).toMatchObject([{ pointer }]);
});

test.for(["Name", "SUID"])("a list accepts a %s of 250 bytes, and not of one more", async (key) => {
  const list = (value: string) => plant.post("/api/Product/List", { [key]: value });
  expect((await list("é".repeat(125))).status).toBe(200);
  expect((await list(`${"é".repeat(125)}x`)).status).toBe(400);
});

describe("Copy", () => {
  const copy = async (more: object) => {
    const { Name: srcProductName } = await created();
    const named = { suid: plant.unique("copy"), name: plant.unique("Copy") };
    const { status } = await plant.put("/api/Product/Copy", { ...named, srcProductName, ...more });
    return status;
  };

  test.for([
    ["suid", 200],
    ["name", 50],
    ["description", 200],
  ] as const)("accepts a %s of %i bytes, and not of one more", async ([key, bytes]) => {
    expect(await copy({ [key]: `${key[0]}${textOfBytes(bytes)}` })).toBe(400);
    expect(await copy({ [key]: `${key[0]}${textOfBytes(bytes - 1)}` })).toBe(200);
  });

  test.for(["suid", "name", "srcProductName"])("needs a %s", async (key) => {
    for (const value of [undefined, null, ""]) expect(await copy({ [key]: value })).toBe(400);
  });

  test("accepts a srcProductName of 50 bytes, and not of one more", async () => {
    const { Name } = await plant.product({ Name: textOfBytes(50) });
    expect(await copy({ srcProductName: textOfBytes(51) })).toBe(400);
    expect(await copy({ srcProductName: Name })).toBe(200);
  });
});

test.for([{}, { ID: null }, { ID: "1" }, { ID: 1, Name: "x" }])(
  "Delete does not take %j",
  async (body) => {
    expect((await plant.delete("/api/Product/Delete", body)).status).toBe(400);
  },
);

import { describe, expect, test } from "vitest";
import { openPlant } from "#plant";
import { expectRefused } from "./refused.ts";
import { textOfChars } from "./texts.ts";

const plant = await openPlant();

const upsert = (body: object) => plant.put("/api/Product/Upsert", body);
const list = async (filter: object) => (await plant.post("/api/Product/List", filter)).body;

const type = async (name: string, fields: object = {}) => {
  await plant.done("put", "/api/ProductType/Upsert", { name, ...fields });
  return name;
};

/** Makes a product a candidate of another product's slot. */
async function useAsCandidate(product: string): Promise<void> {
  const { Name: ParentProductName } = await plant.product();
  const { name: bom } = await plant.bom({ parentProductName: ParentProductName });
  const candidate = { product, isActive: true, qty: 1, minQty: 0, isDefault: true };
  await plant.slot({ ParentProductName, bom, candidates: [candidate] });
}

describe("List", () => {
  test("finds by ID, and by Name and SUID without case", async () => {
    const suid = plant.unique("Straße");
    const product = await plant.product({ Name: plant.unique("Ölpumpe"), SUID: suid });
    for (const filter of [
      { ID: product.ID },
      { Name: product.Name },
      { Name: product.Name.toUpperCase() },
      { SUID: suid.toUpperCase() },
      { id: product.ID, name: product.Name, suid: suid.toLowerCase() },
    ]) {
      expect(await list(filter)).toEqual([product]);
    }
  });

  test.for([{ ID: 9_999_999_999 }, { Name: "Nothing" }, { SUID: "Nothing" }, { Name: "Produc%" }])(
    "returns an empty array if nothing matches %j",
    async (filter) => {
      expect(await list(filter)).toEqual([]);
    },
  );

  test("needs all its filters to match", async () => {
    const [one, other] = [await plant.product(), await plant.product()];
    expect(await list({ ID: one.ID, Name: other.Name })).toEqual([]);
  });

  test("returns all products by ID, and pages of them", async () => {
    for (let made = 0; made < 3; made++) await plant.product();
    const all = await list({});
    const ids = all.map(({ ID }: { ID: number }) => ID);
    expect(ids).toEqual(ids.toSorted((left: number, right: number) => left - right));
    const first = await plant.post("/api/Product/List?limit=2", {});
    expect(first.body).toEqual(all.slice(0, 2));
    const [, path] = first.headers.get("Link")!.match(/^<(.+)>; rel="next"$/)!;
    expect((await plant.post(path!, {})).body).toEqual(all.slice(2, 4));
  });
});

describe("Upsert", () => {
  test("takes verbatim what List returned, and changes nothing", async () => {
    const source = await plant.product();
    const product = await plant.product({
      SUID: plant.unique("suid"),
      DefaultCostPerUnit: 0.000001,
      InventoryDecimalPlaces: 3,
      DefaultBatchSize: 0.125,
      Properties: [
        { Name: "b", Value: "2" },
        { Name: "a", Value: null },
      ],
      SourceProductName: source.Name,
    });
    const [listed] = await list({ ID: product.ID });
    expect(listed).toEqual(product);
    expect((await upsert(listed)).body).toEqual(listed);
  });

  test("updates what is sent, and keeps what is absent", async () => {
    const product = await plant.product({ Description: "Old", SUID: plant.unique("suid") });
    const { body } = await upsert({ ID: product.ID, "default cost per unit": 2.5, version: "B" });
    expect(body).toEqual({ ...product, revNo: 2, DefaultCostPerUnit: 2.5, Version: "B" });
    expect(await list({ ID: product.ID })).toEqual([body]);
  });

  test("follows renamed records that a product refers to", async () => {
    const location = { name: plant.unique("Dock") };
    const { id } = await plant.done("put", "/api/Location/Upsert", location);
    const product = await plant.product({ Location: location.name });
    // Longer than the 20 characters that Product Upsert accepts, but accepted unchanged.
    const renamed = `${location.name} behind the northern gate`;
    await plant.done("put", "/api/Location/Upsert", { id, name: renamed });
    const [listed] = await list({ ID: product.ID });
    expect(listed).toMatchObject({ LocationID: id, Location: renamed });
    expect((await upsert(listed)).body).toEqual(listed);
    await expectRefused(plant, () => upsert({ ...listed, Location: "x".repeat(21) }), [
      400,
      "validation_failed",
    ]);
  });

  test("an ID that no product has is 404", async () => {
    await expectRefused(plant, () => upsert({ ID: 9_999_999_999, Name: "X" }), [404, "not_found"]);
  });

  test("Name and SUID are unique without case, and both are reported", async () => {
    const one = await plant.product({ SUID: plant.unique("Suid") });
    const other = await plant.product({ SUID: plant.unique("Suid") });
    const same = { Name: one.Name.toUpperCase(), SUID: one.SUID.toUpperCase() };
    const { ID, revNo: _revNo, ...fields } = other;
    const create = () => upsert({ ...fields, ...same });
    await expectRefused(plant, create, [409, "duplicate", "/Name", "/SUID"]);
    await expectRefused(plant, () => upsert({ ID, Name: same.Name }), [409, "duplicate"]);
    await expectRefused(plant, () => upsert({ ID, SUID: same.SUID }), [409, "duplicate"]);
    expect((await upsert({ ID: one.ID, ...same })).body).toMatchObject(same);
  });

  test("products without a SUID do not collide", async () => {
    const [one, other] = [await plant.product(), await plant.product()];
    expect([one.SUID, other.SUID]).toEqual([null, null]);
    expect((await upsert({ ID: one.ID, SUID: null })).status).toBe(200);
  });

  test("SourceProductName names a product exactly, retired or not, and copies nothing", async () => {
    const source = await plant.product({ Description: "Source", IsActive: false });
    const product = await plant.product({ SourceProductName: source.Name });
    expect(product).toMatchObject({
      SourceProductID: source.ID,
      SourceProductName: source.Name,
      Description: null,
    });
    const sent = { ID: product.ID, SourceProductName: source.Name.toUpperCase() };
    await expectRefused(plant, () => upsert(sent), [404, "not_found"]);
  });

  test("a retired record is not used again, and stays where it is used", async () => {
    const name = plant.unique("Dock");
    const { id } = await plant.done("put", "/api/Location/Upsert", { name });
    const product = await plant.product({ Location: name });
    const other = await plant.product();
    await plant.done("put", "/api/Location/Upsert", { id, isActive: false });
    await expectRefused(plant, () => upsert({ ID: other.ID, Location: name }), [409, "inactive"]);
    expect((await upsert(product)).body).toEqual(product);
  });

  test.for([
    ["DefaultBatchSize", 0.5],
    ["MinScheduleBatchSize", 1.25],
    ["ScheduleBatchIncrement", 0.1],
    ["MaxScheduleBatchSize", 2.000001],
  ])("%s of %d has too many decimals for a product without decimals", async ([field, qty]) => {
    const product = await plant.product();
    const sent = { ID: product.ID, [field!]: qty };
    await expectRefused(plant, () => upsert(sent), [409, "decimal_places", `/${field}`]);
    const { body } = await upsert({ ...sent, InventoryDecimalPlaces: 6 });
    expect(body).toMatchObject({ [field!]: qty });
    const fewer = { ID: product.ID, InventoryDecimalPlaces: 0 };
    await expectRefused(plant, () => upsert(fewer), [409, "decimal_places"]);
  });

  test("a cost may have more decimals than the product", async () => {
    const product = await plant.product({ DefaultCostPerUnit: 0.123456 });
    expect(product).toMatchObject({ DefaultCostPerUnit: 0.123456, InventoryDecimalPlaces: 0 });
  });

  test("once the product has items, Base Unit is fixed, and the decimals change as they fit", async () => {
    const product = await plant.product({ InventoryDecimalPlaces: 2 });
    expect((await upsert({ ID: product.ID, BaseUnit: "kg" })).body.BaseUnit).toBe("kg");
    await plant.receive({ productName: product.Name, qty: 1 });
    const other = { ID: product.ID, BaseUnit: "g", InventoryDecimalPlaces: 0 };
    await expectRefused(plant, () => upsert(other), [409, "fixed", "/BaseUnit"]);
    const coarser = { ID: product.ID, InventoryDecimalPlaces: 0 };
    expect((await upsert(coarser)).body).toMatchObject(coarser);
    const same = { ID: product.ID, BaseUnit: "kg", InventoryDecimalPlaces: 2, Version: "B" };
    expect((await upsert(same)).body).toMatchObject(same);
    const finer = { ID: product.ID, InventoryDecimalPlaces: 3 };
    expect((await upsert(finer)).body).toMatchObject(finer);
    const lot = await plant.receive({ productName: product.Name, qty: 1.125 });
    const { detail } = await expectRefused(
      plant,
      () => upsert({ ID: product.ID, InventoryDecimalPlaces: 2 }),
      [409, "fixed", "/InventoryDecimalPlaces"],
    );
    expect(detail).toContain(`${lot.visualSerialNo} has a quantity of 1.125 kg`);
  });
});

test("Base Unit is fixed once a slot has candidates, Inventory Decimal Places are not", async () => {
  const { ID, Name } = await plant.product({ BaseUnit: "kg", InventoryDecimalPlaces: 3 });
  await useAsCandidate(Name);
  await expectRefused(plant, () => upsert({ ID, BaseUnit: "g" }), [409, "fixed", "/BaseUnit"]);
  for (const InventoryDecimalPlaces of [2, 4]) {
    const { body } = await upsert({ ID, InventoryDecimalPlaces });
    expect(body).toMatchObject({ InventoryDecimalPlaces });
  }
});

describe("Product Type", () => {
  const [metal, pipe, bent] = ["Metal", "Metal/Pipe", "Metal/Pipe/Bent"].map((name) =>
    plant.unique(name),
  );

  test("on creation it may match one type, without case", async () => {
    for (const name of [metal, pipe, bent]) await type(name!);
    for (const [pattern, fits] of [
      [metal, metal],
      [metal!.toUpperCase(), metal],
      ["meTAL/%/b%", bent],
      [`%${pipe!.slice(3)}`, pipe],
    ]) {
      expect(await plant.product({ ProductType: pattern })).toMatchObject({ ProductType: fits });
    }
  });

  test("a name without a wildcard matches no longer name", async () => {
    const short = await type(plant.unique("Wire"));
    await type(`${short}/Fine`);
    expect(await plant.product({ ProductType: short })).toMatchObject({ ProductType: short });
  });

  test("that matches none is 404, and that matches several is 409", async () => {
    const product = (ProductType: string) => () =>
      upsert({ ...fields, ProductType, Name: plant.unique("P") });
    const { ID: _ID, revNo: _revNo, ...fields } = await plant.product();
    await expectRefused(plant, product("Etal"), [404, "not_found"]);
    await expectRefused(plant, product("M_tal%"), [404, "not_found"]);
    await expectRefused(plant, product("metal%"), [409, "ambiguous_name", "/ProductType"]);
    await expectRefused(plant, product("%"), [409, "ambiguous_name"]);
  });

  test("an update may only name the type that the product has", async () => {
    const name = await type(`50% ${plant.unique("Alloy")}`);
    const product = await plant.product({ ProductType: name });
    await type(name.replace("%", " per cent"));
    for (const ProductType of [name, name.toUpperCase()]) {
      expect((await upsert({ ID: product.ID, ProductType })).body).toEqual(product);
    }
    const send = (ProductType: string) => () => upsert({ ID: product.ID, ProductType });
    await expectRefused(plant, send("General"), [409, "fixed", "/ProductType"]);
    await expectRefused(plant, send("Nothing"), [404, "not_found"]);
    await expectRefused(plant, send(`${name}%`), [409, "ambiguous_name"]);
  });
});

describe("Properties", () => {
  const properties = async (ID: number, Properties: unknown) =>
    (await upsert({ ID, Properties })).body.Properties;

  test("merge by Name, which is case sensitive, and none is dropped", async () => {
    const { ID } = await plant.product({ Properties: [{ Name: "Colour", Value: "Blue" }] });
    const both = [
      { Name: "Colour", Value: "Red" },
      { Name: "colour", Value: "Green" },
    ];
    expect(await properties(ID, both)).toEqual(both);
    expect(await properties(ID, [{ Name: "Width", Value: "3" }])).toEqual([
      both[0],
      { Name: "Width", Value: "3" },
      both[1],
    ]);
    expect(await properties(ID, [])).toHaveLength(3);
    expect(await list({ ID })).toMatchObject([{ Properties: [both[0], {}, both[1]] }]);
  });

  test("null clears a Value, an absent Value stays, and null for all clears them", async () => {
    const { ID } = await plant.product({
      Properties: [{ Name: "a", Value: "1" }, { Name: "b", Value: "2" }, { Name: "c" }],
    });
    const sent = [{ Name: "a", Value: null }, { Name: "b" }];
    expect(await properties(ID, sent)).toEqual([
      { Name: "a", Value: null },
      { Name: "b", Value: "2" },
      { Name: "c", Value: null },
    ]);
    expect(await properties(ID, null)).toEqual([]);
    expect(await list({ ID })).toMatchObject([{ Properties: [] }]);
  });

  test("have their values before each change in the history, and before they were deleted", async () => {
    const sent = [{ Name: "c", Value: "red" }, { Name: "d" }];
    const { ID } = await plant.product({ Properties: sent });
    await properties(ID, [{ Name: "c", Value: "blue" }, { Name: "e", Value: "1" }, { Name: "d" }]);
    await properties(ID, [{ Name: "c", Value: null }]);
    await properties(ID, null);
    await properties(ID, [{ Name: "f", Value: "2" }]);
    await plant.done("delete", "/api/Product/Delete", { ID });
    const { body } = await plant.post("/api/History/List", { entity: "Product", id: ID });
    expect(body.map(({ detail }: { detail: object }) => detail)).toEqual([
      {
        properties: [
          { name: "c", value: "red" },
          { name: "d", value: null },
        ],
      },
      {
        properties: [
          { name: "c", before: "red", value: "blue", change: "set" },
          { name: "e", before: null, value: "1", change: "added" },
        ],
      },
      { properties: [{ name: "c", before: "blue", value: null, change: "set" }] },
      {
        properties: [
          { name: "c", before: null, value: null, change: "removed" },
          { name: "d", before: null, value: null, change: "removed" },
          { name: "e", before: "1", value: null, change: "removed" },
        ],
      },
      { properties: [{ name: "f", before: null, value: "2", change: "added" }] },
      { properties: [{ name: "f", before: "2", value: null, change: "removed" }] },
    ]);
  });

  test("are not in the history of a deleted product that had none", async () => {
    const { ID } = await plant.product();
    await plant.done("delete", "/api/Product/Delete", { ID });
    const { body } = await plant.post("/api/History/List", { entity: "Product", id: ID });
    expect(body.at(-1)).toMatchObject({ action: "deleted", after: null, detail: null });
  });

  test.for([
    ["a Name twice", [{ Name: "a" }, { Name: "a" }], "/Properties/1/Name"],
    ["no Name", [{ Value: "1" }], "/Properties/0/Name"],
    ["an empty Name", [{ Name: "" }], "/Properties/0/Name"],
    ["a Name of 51 characters", [{ Name: textOfChars(51) }], "/Properties/0/Name"],
    ["a Value of 501 characters", [{ Name: "a", Value: textOfChars(501) }], "/Properties/0/Value"],
    ["more than 500", Array.from({ length: 501 }, (_, i) => ({ Name: `${i}` })), "/Properties"],
  ] as const)("refuse %s", async ([, Properties, pointer]) => {
    const { ID } = await plant.product();
    const send = () => upsert({ ID, Properties });
    await expectRefused(plant, send, [400, "validation_failed", pointer]);
  });

  test("accept names of 50 and values of 500 characters, 500 of them", async () => {
    const { ID } = await plant.product();
    const name = (i: number) => `${String(i).padStart(3, "0")}${textOfChars(47)}`;
    const sent = Array.from({ length: 500 }, (_, i) => ({
      Name: name(i),
      Value: textOfChars(500),
    }));
    expect(await properties(ID, sent)).toEqual(sent);
    const changed = sent.map(({ Name }) => ({ Name, Value: "x" }));
    expect(await properties(ID, changed)).toEqual(changed);
    const more = { ID, Properties: [{ Name: "more" }] };
    await expectRefused(plant, () => upsert(more), [409, "too_many", "/Properties"]);
  });
});

describe("Copy", () => {
  const copy = (body: object) => plant.put("/api/Product/Copy", body);

  test("copies master data and properties, and names its source", async () => {
    const source = await plant.product({
      SUID: plant.unique("suid"),
      Description: "Source",
      ShelfLifeDays: 30,
      IsPlanningConstraint: true,
      Properties: [{ Name: "Colour", Value: "Blue" }],
    });
    await plant.receive({ productName: source.Name, qty: 1 });
    const named = { suid: plant.unique("suid"), name: plant.unique("Copy") };
    const { status, body } = await copy({ ...named, srcProductName: source.Name });
    expect(status).toBe(200);
    expect(body).toEqual({
      ...source,
      ID: body.ID,
      SUID: named.suid,
      Name: named.name,
      SourceProductID: source.ID,
      SourceProductName: source.Name,
    });
    expect(body.ID).not.toBe(source.ID);
    expect(await list({ Name: named.name })).toEqual([body]);
    expect(await plant.sql("select 1 from material_item where product_id = ?", body.ID)).toEqual(
      [],
    );
  });

  test("accepts its own description", async () => {
    const { Name: srcProductName } = await plant.product({ Description: "Source" });
    const { body } = await copy({
      suid: plant.unique("suid"),
      name: plant.unique("Copy"),
      description: "Copy",
      srcProductName,
    });
    expect(body.Description).toBe("Copy");
  });

  test("its properties are separate from the source's", async () => {
    const source = await plant.product({ Properties: [{ Name: "Colour", Value: "Blue" }] });
    const { body } = await copy({
      suid: plant.unique("suid"),
      name: plant.unique("Copy"),
      srcProductName: source.Name,
    });
    await upsert({ ID: body.ID, Properties: [{ Name: "Colour", Value: "Red" }] });
    expect(await list({ ID: source.ID })).toEqual([source]);
  });

  test("the source is named exactly", async () => {
    const { Name } = await plant.product();
    for (const srcProductName of ["Nothing", Name.toUpperCase()]) {
      const send = () =>
        copy({ suid: plant.unique("suid"), name: plant.unique("Copy"), srcProductName });
      await expectRefused(plant, send, [404, "not_found", "/srcProductName"]);
    }
  });

  test("its name and suid are unique without case", async () => {
    const one = await plant.product({ SUID: plant.unique("suid") });
    const send = () =>
      copy({
        suid: one.SUID.toUpperCase(),
        name: one.Name.toUpperCase(),
        srcProductName: one.Name,
      });
    await expectRefused(plant, send, [409, "duplicate", "/name", "/suid"]);
  });
});

describe("Delete", () => {
  const remove = (ID: number) => plant.delete("/api/Product/Delete", { ID });

  test("returns the product, which is gone with its properties", async () => {
    const product = await plant.product({ Properties: [{ Name: "Colour", Value: "Blue" }] });
    const { status, body } = await remove(product.ID);
    expect(status).toBe(200);
    expect(body).toEqual(product);
    expect(await list({ ID: product.ID })).toEqual([]);
    await expectRefused(plant, () => remove(product.ID), [404, "not_found"]);
    const left = "select 1 from product_property where product_id = ?";
    expect(await plant.sql(left, product.ID)).toEqual([]);
  });

  test("a product that names itself as its source is deleted", async () => {
    const { ID, Name } = await plant.product();
    await plant.done("put", "/api/Product/Upsert", { ID, SourceProductName: Name });
    await plant.done("delete", "/api/Product/Delete", { ID });
    expect((await plant.post("/api/Product/List", { Name })).body).toEqual([]);
  });

  test("is refused while anything refers to the product, with counts and a hint", async () => {
    const product = await plant.product({ SUID: plant.unique("suid") });
    const { Name } = product;
    await plant.receive({ productName: Name, qty: 1 });
    await plant.receive({ productName: Name, qty: 1 });
    await plant.product({ SourceProductName: Name });
    await useAsCandidate(Name);
    const { name: bom } = await plant.bom({ parentProductName: Name });
    await plant.worksOrder({ productName: Name, bom });
    const { counts, detail } = await expectRefused(plant, () => remove(product.ID), [
      409,
      "in_use",
    ]);
    expect(counts).toEqual({
      MaterialItem: 2,
      Product: 1,
      SlotCandidate: 1,
      Bom: 1,
      WorksOrder: 1,
    });
    expect(detail).toContain("isActive");
    expect(await list({ ID: product.ID })).toEqual([product]);
  });

  test("a name is free again once its product is deleted", async () => {
    const product = await plant.product({ SUID: plant.unique("suid") });
    await remove(product.ID);
    const { ID, revNo: _revNo, ...fields } = product;
    const { body } = await upsert(fields);
    expect(body).toEqual({ ...product, ID: body.ID });
    expect(body.ID).not.toBe(ID);
  });
});

import { describe, expect, test } from "vitest";
import { openPlant } from "#plant";
import type { Answer } from "../plants/plant.ts";
import { assembly } from "./assembly.ts";
import { overtake } from "./overtake.ts";

const plant = await openPlant();

const upsert = (body: object) => plant.put("/api/Product/Upsert", body);
const remove = (ID: number) => plant.delete("/api/Product/Delete", { ID });
const receive = (productName: string, qty = 1) =>
  plant.post("/api/MaterialItem/Receive", {
    productName,
    visualSerialNo: plant.unique("SN"),
    qty,
  });
const copy = (srcProductName: string) =>
  plant.put("/api/Product/Copy", {
    suid: plant.unique("suid"),
    name: plant.unique("Copy"),
    srcProductName,
  });
const bom = (parentProductName: string) =>
  plant.put("/api/Bom/Upsert", { name: plant.unique("BoM"), parentProductName });

const parent = await plant.product();
const parentBom = await plant.bom({ parentProductName: parent.Name });
const slot = await plant.slot({ ParentProductName: parent.Name, bom: parentBom.name });

const candidate = (product: string, fields: object = {}) =>
  plant.put("/api/BomSlot/UpsertCandidates", {
    bomSlotID: slot.id,
    candidates: [{ product, isActive: true, qty: 1, minQty: 0, isDefault: false, ...fields }],
  });

test("of 8 callers that create one name, one does", async () => {
  const { ID: _ID, revNo: _revNo, ...fields } = await plant.product();
  const Name = plant.unique("Race");
  const { tally } = await plant.race(8, () => upsert({ ...fields, Name }));
  expect(tally).toEqual({ 200: 1, 409: 7 });
});

test("32 callers that each set a property of one product all do", async () => {
  const { ID } = await plant.product();
  const { tally } = await plant.race(32, (i) =>
    upsert({ ID, Properties: [{ Name: String(i).padStart(2, "0"), Value: "set" }] }),
  );
  expect(tally).toEqual({ 200: 32 });
  const { body } = await plant.post("/api/Product/List", { ID });
  expect(body[0].Properties).toHaveLength(32);
});

/** A lot of 5 of a product with one decimal. A parent has 2 of them, and takes one more. */
async function stocked() {
  const of = await assembly(plant, {
    part: { InventoryDecimalPlaces: 1 },
    candidate: { qty: 3, minQty: 0 },
    stock: 5,
  });
  expect((await of.build({ builtQty: 2 })).status).toBe(200);
  const { ID, Name } = of.part;
  return { ...of, Name, coarsen: () => upsert({ ID, InventoryDecimalPlaces: 0 }) };
}

const finerQuantities: [string, (of: Awaited<ReturnType<typeof stocked>>) => Promise<Answer>][] = [
  ["a receipt", ({ Name }) => receive(Name, 0.5)],
  ["a Build", (of) => of.build({ builtQty: 0.5 })],
  [
    "a Build of what it makes",
    (of) =>
      of.build({
        childSerialNo: plant.unique("SN"),
        builtQty: 0.5,
        receiveAtPointOfConsumption: true,
        itemDetails: { productName: of.Name },
      }),
  ],
  ["a Remove", (of) => of.remove({ removeQty: 0.5 })],
  [
    "an adjustment",
    ({ childId: materialitemid }) =>
      plant.post("/api/MaterialItem/ItemAdjust", {
        materialitemid,
        adjustqty: 0.5,
        reasonSUID: "COUNT",
      }),
  ],
  [
    "a Split",
    ({ childId: id }) =>
      plant.put("/api/MaterialItem/Split", {
        id,
        parts: [{ visualSerialNo: plant.unique("SN"), qty: 0.5 }],
      }),
  ],
];

describe("an update", () => {
  test("of the base unit that an item overtakes is refused", async () => {
    const { ID, Name } = await plant.product();
    const [updated] = await overtake(
      plant,
      () => upsert({ ID, BaseUnit: "kg" }),
      () => receive(Name),
    );
    expect(updated.body).toMatchObject({ status: 409, code: "fixed" });
  });

  test("to fewer decimals that a quantity overtakes is made if the quantity fits", async () => {
    const { ID, Name } = await plant.product({ InventoryDecimalPlaces: 1 });
    const fewer = { ID, InventoryDecimalPlaces: 0 };
    const [updated, received] = await overtake(
      plant,
      () => upsert(fewer),
      () => receive(Name, 2),
    );
    expect(received.status).toBe(200);
    expect(updated.body).toMatchObject(fewer);
  });

  describe.for(finerQuantities)("to fewer decimals and %s of a finer quantity:", ([, change]) => {
    test("the later one is refused", async () => {
      const first = await stocked();
      const [late, changed] = await overtake(plant, first.coarsen, () => change(first));
      expect(changed.status).toBe(200);
      expect(late.body).toMatchObject({ status: 409, code: "fixed" });
      const second = await stocked();
      const [finer, coarser] = await overtake(plant, () => change(second), second.coarsen);
      expect(coarser.status).toBe(200);
      expect(finer.body).toMatchObject({ status: 409, code: "decimal_places" });
    });
  });

  test("of the base unit that a candidate overtakes is refused", async () => {
    const { ID, Name } = await plant.product({ BaseUnit: "kg", InventoryDecimalPlaces: 3 });
    const [updated] = await overtake(
      plant,
      () => upsert({ ID, BaseUnit: "g" }),
      () => candidate(Name, { useUom: "g" }),
    );
    expect(updated.body).toMatchObject({ status: 409, code: "fixed" });
  });

  test("of the base unit overtakes a candidate in a unit, which is refused", async () => {
    const { ID, Name } = await plant.product({ BaseUnit: "kg", InventoryDecimalPlaces: 3 });
    const [used] = await overtake(
      plant,
      () => candidate(Name, { useUom: "g" }),
      () => upsert({ ID, BaseUnit: "m" }),
    );
    expect(used.body).toMatchObject({ status: 409, code: "unit_mismatch" });
  });

  test("that another one overtakes merges with it", async () => {
    const { ID } = await plant.product({ Properties: [{ Name: "a", Value: "1" }] });
    const [{ body }] = await overtake(
      plant,
      () => upsert({ ID, Version: "B", Properties: [{ Name: "a" }, { Name: "c", Value: "3" }] }),
      () => upsert({ ID, Description: "New", Properties: [{ Name: "a", Value: "2" }] }),
    );
    expect(body).toMatchObject({
      Version: "B",
      Description: "New",
      Properties: [
        { Name: "a", Value: "2" },
        { Name: "c", Value: "3" },
      ],
    });
  });

  test.for([
    ["retired", 409, "inactive"],
    ["renamed", 404, "not_found"],
    ["deleted", 404, "not_found"],
  ] as const)("that names a location as it is %s is refused", async ([what, status, code]) => {
    const { ID } = await plant.product();
    const name = plant.unique("Dock");
    const { id } = await plant.done("put", "/api/Location/Upsert", { name });
    const [updated] = await overtake(
      plant,
      () => upsert({ ID, Location: name }),
      () =>
        what === "deleted"
          ? plant.delete("/api/Location/Delete", { id })
          : plant.put("/api/Location/Upsert", {
              id,
              ...(what === "retired" ? { isActive: false } : { name: `${name}!` }),
            }),
    );
    expect(updated.body).toMatchObject({ status, code });
  });
});

describe("a deletion", () => {
  const uses: [string, (name: string) => ReturnType<typeof receive>][] = [
    ["an item", receive],
    ["a copy", copy],
    ["a BoM", bom],
    ["a candidate", candidate],
  ];

  test.for(uses)("that %s overtakes is refused", async ([, use]) => {
    const { ID, Name } = await plant.product();
    const [removed, used] = await overtake(
      plant,
      () => remove(ID),
      () => use(Name),
    );
    expect(used.status).toBe(200);
    expect(removed.body).toMatchObject({ status: 409, code: "in_use" });
  });

  test.for(uses)("overtakes %s, which finds no product", async ([, use]) => {
    const { ID, Name } = await plant.product();
    const [used, removed] = await overtake(
      plant,
      () => use(Name),
      () => remove(ID),
    );
    expect(removed.status).toBe(200);
    expect(used.body).toMatchObject({ status: 404, code: "not_found" });
  });
});

test("a copy whose source is renamed in the meantime finds no source", async () => {
  const { ID, Name } = await plant.product();
  const [copied] = await overtake(
    plant,
    () => copy(Name),
    () => upsert({ ID, Name: plant.unique("Renamed") }),
  );
  expect(copied.body).toMatchObject({ status: 404, code: "not_found" });
});

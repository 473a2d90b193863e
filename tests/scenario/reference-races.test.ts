import { describe, expect, test } from "vitest";
import { openPlant } from "#plant";
import type { Answer } from "../plants/plant.ts";
import { assembly, itemNamed } from "./assembly.ts";
import { overtake } from "./overtake.ts";

const plant = await openPlant();
type Fields = Readonly<Record<string, unknown>>;

/** Creates a record of reference data that nothing uses. Returns it with verbs on it. */
async function made(resource: string, fields: Fields = {}) {
  const text = plant.unique(resource);
  const record = await plant.done("put", `/api/${resource}/Upsert`, {
    suid: text.toUpperCase(),
    name: text,
    ...fields,
  });
  const { id, suid, name } = record;
  return {
    suid: String(suid),
    name: String(name),
    id: Number(id),
    remove: () => plant.delete(`/api/${resource}/Delete`, { id }),
    change: (changed: Fields) => () => plant.put(`/api/${resource}/Upsert`, { id, ...changed }),
  };
}
type Made = Awaited<ReturnType<typeof made>>;

const { Name: productName, ...product } = await plant.product();
const {
  ID: _ID,
  revNo: _revNo,
  LocationID: _locationID,
  ReceiptProfileID: _receiptProfileID,
  SerialRangeID: _serialRangeID,
  ...newProduct
} = product;
const stock = (fields: Fields = {}) => plant.receive({ productName, qty: 10, ...fields });

const receiving = (fields: Fields) => () =>
  plant.post("/api/MaterialItem/Receive", {
    productName,
    visualSerialNo: plant.unique("SN"),
    qty: 1,
    ...fields,
  });
const creating = (fields: Fields) => () =>
  plant.put("/api/Product/Upsert", { ...newProduct, Name: plant.unique("Product"), ...fields });

/** Returns a function that calls a verb on a new item. */
async function itemVerb(verb: string, fields: Fields) {
  const { visualSerialNo } = await stock();
  return () => plant.put(`/api/MaterialItem/${verb}`, { visualSerialNo, ...fields });
}

async function adjusting({ suid }: Made) {
  const { id: materialitemid } = await stock();
  const body = { materialitemid, adjustqty: 1, reasonSUID: suid };
  return () => plant.post("/api/MaterialItem/ItemAdjust", body);
}

/** Returns a function that holds an item that is on hold for another reason. */
async function holdingAgain({ name: holdReason }: Made) {
  const { id } = await stock();
  await plant.done("put", "/api/MaterialItem/Hold", { id, holdReason: "Quality" });
  return () => plant.put("/api/MaterialItem/Hold", { id, holdReason });
}

async function updating(field: string, { id }: Made) {
  const item = await stock();
  return () => plant.put(`/api/MaterialItem/Update/${item.id}`, { ...item, [field]: id });
}

/** Returns a function that uses a candidate in a new unit, another name for the product's own. */
async function usingUnit({ name: useUom }: Made) {
  const { part, slot } = await assembly(plant);
  const candidates = [
    {
      product: part.Name,
      version: "A",
      isActive: true,
      qty: 1,
      minQty: 1,
      isDefault: false,
      useUom,
    },
  ];
  return () => plant.put("/api/BomSlot/UpsertCandidates", { bomSlotID: slot.id, candidates });
}

async function slotOfType({ name: buildSlotType }: Made) {
  const { slot } = await assembly(plant);
  return () => plant.put("/api/BomSlot/Upsert", { id: slot.id, buildSlotType });
}

type Use = (record: Made) => (() => Promise<Answer>) | Promise<() => Promise<Answer>>;

/** Each kind of reference data, with a way to use it for the first time. */
const uses: [resource: string, fields: Fields, how: string, use: Use][] = [
  ["Location", {}, "a receipt", ({ suid }) => receiving({ location: suid })],
  ["Location", {}, "a move", ({ suid }) => itemVerb("Move", { location: suid })],
  ["Location", {}, "a product", ({ name }) => creating({ Location: name })],
  ["OwnershipType", {}, "a receipt", ({ name }) => receiving({ ownershipType: name })],
  ["Currency", {}, "an update", (record) => updating("currencyID", record)],
  ["HoldReason", {}, "a hold", ({ name }) => itemVerb("Hold", { holdReason: name })],
  ["HoldReason", {}, "a further hold", holdingAgain],
  ["MaterialStatus", {}, "an update", (record) => updating("statusID", record)],
  ["MaterialReason", { transactions: ["adjust"] }, "an adjustment", adjusting],
  ["UnitOfMeasure", { dimension: "count" }, "a candidate", usingUnit],
  ["BuildSlotType", {}, "a slot", slotOfType],
  ["SerialRange", {}, "a product", ({ name }) => creating({ SerialRange: name })],
  ["ReceiptProfile", {}, "a product", ({ name }) => creating({ ReceiptProfile: name })],
  ["WorkCentre", {}, "a group", ({ name }) => grouping(name)],
  ["User", {}, "a key", ({ name: user }) => keying(user)],
];

const grouping = (name: string) => () =>
  plant.put("/api/WorkCentreGroup/Upsert", { WorkCentres: [name] });
const keying = (user: string) => () =>
  plant.post("/api/ApiKey/Create", { name: "Key", user, role: "viewer" });

describe("a deletion that is overtaken by the first use is refused", () => {
  test.for(uses)("%s %j by %s", async ([resource, fields, , use]) => {
    const record = await made(resource, fields);
    const [removed, used] = await overtake(plant, record.remove, await use(record));
    expect(used.status).toBe(200);
    expect(removed.body).toMatchObject({ status: 409, code: "in_use" });
  });
});

describe("a first use that is overtaken by the deletion finds nothing", () => {
  test.for(uses.filter(([resource]) => resource !== "WorkCentre"))(
    "%s %j by %s",
    async ([resource, fields, , use]) => {
      const record = await made(resource, fields);
      const [used, removed] = await overtake(plant, await use(record), record.remove);
      expect(removed.status).toBe(200);
      expect(used.body).toMatchObject({ status: 404, code: "not_found" });
    },
  );

  test("but a work centre that is named again is created again", async () => {
    const { id, name, remove } = await made("WorkCentre");
    const [used] = await overtake(plant, grouping(name), remove);
    expect(used.body).toMatchObject({ WorkCentres: [name] });
    const { body } = await plant.post("/api/WorkCentre/List", { name });
    expect(body).toMatchObject([{ name }]);
    expect(body[0].id).not.toBe(id);
  });
});

describe("a use that is overtaken by a change of a fact that it relies on is refused", () => {
  test.for<[string, Fields, Fields, string, string, Use]>([
    [
      "MaterialReason",
      { transactions: ["adjust"] },
      { transactions: [] },
      "reason_not_assigned",
      "an adjustment",
      adjusting,
    ],
    [
      "MaterialReason",
      { transactions: ["adjust"] },
      { isActive: false },
      "inactive",
      "scrapping",
      ({ suid }) => itemVerb("Scrap", { reasonSUID: suid }),
    ],
    [
      "HoldReason",
      {},
      { isActive: false },
      "inactive",
      "a hold",
      ({ name }) => itemVerb("Hold", { holdReason: name }),
    ],
    [
      "Location",
      {},
      { isActive: false },
      "inactive",
      "a move",
      ({ suid }) => itemVerb("Move", { location: suid }),
    ],
    ["User", {}, { isActive: false }, "inactive", "a key", ({ name }) => keying(name)],
    ["WorkCentre", {}, { isActive: false }, "inactive", "a group", ({ name }) => grouping(name)],
    [
      "UnitOfMeasure",
      { dimension: "count" },
      { dimension: "mass" },
      "unit_mismatch",
      "a candidate",
      usingUnit,
    ],
  ])("%s %j to %j: %s of %s", async ([resource, fields, changed, code, , use]) => {
    const record = await made(resource, fields);
    const [used, change] = await overtake(plant, await use(record), record.change(changed));
    expect(change.status).toBe(200);
    expect(used.body).toMatchObject({ status: 409, code });
  });

  test("a receipt by its profile, and by its product", async () => {
    const profile = await made("ReceiptProfile");
    const { Name, ID } = await plant.product({ ReceiptProfile: profile.name });
    const receive = receiving({ productName: Name });
    const compulsory = { fields: { batchNo: "compulsory" } };
    const [byProfile] = await overtake(plant, receive, profile.change(compulsory));
    expect(byProfile.body).toMatchObject({ status: 409, code: "receipt_profile" });
    const [byProduct] = await overtake(plant, receiving({ productName: Name, batchNo: "B" }), () =>
      plant.done("put", "/api/Product/Upsert", { ID, IsActive: false }),
    );
    expect(byProduct.body).toMatchObject({ status: 409, code: "inactive" });
  });
});

test("a reason's SUID that an adjustment overtakes stays", async () => {
  const reason = await made("MaterialReason", { transactions: ["adjust"] });
  const renaming = reason.change({ suid: plant.unique("R") });
  const [late, used] = await overtake(plant, renaming, await adjusting(reason));
  expect(used.status).toBe(200);
  expect(late.body).toMatchObject({ status: 409, code: "fixed" });
});

test("a unit's factor that a candidate overtakes stays", async () => {
  const unit = await made("UnitOfMeasure", { dimension: "count" });
  const [late, used] = await overtake(plant, unit.change({ factor: 12 }), await usingUnit(unit));
  expect(used.status).toBe(200);
  expect(late.body).toMatchObject({ status: 409, code: "fixed" });
});

describe("of two verbs on one item, the overtaken one sees the other", () => {
  test.for<[string, Fields, string, Fields, string | undefined]>([
    ["Hold", { holdReason: "Quality" }, "Scrap", { reasonSUID: "SCRAP" }, "item_status"],
    ["Dispatch", {}, "Hold", { holdReason: "Quality" }, "item_on_hold"],
    ["Hold", { holdReason: "Quality" }, "Dispatch", {}, "item_status"],
    ["Scrap", { reasonSUID: "SCRAP" }, "Dispatch", {}, "item_status"],
    ["Dispatch", {}, "Scrap", { reasonSUID: "SCRAP" }, "item_status"],
    ["Scrap", { reasonSUID: "SCRAP" }, "Scrap", { reasonSUID: "SCRAP" }, "item_status"],
    ["Move", { location: "MAIN", comment: "Seen" }, "Dispatch", {}, "item_status"],
    ["Relabel", { newVisualSerialNo: "R-1", comment: "Lost" }, "Dispatch", {}, "item_status"],
  ])("%s %j, overtaken by %s %j: %s", async ([verb, fields, faster, given, code]) => {
    const { visualSerialNo } = await stock();
    const [late, first] = await overtake(
      plant,
      () => plant.put(`/api/MaterialItem/${verb}`, { visualSerialNo, ...fields }),
      () => plant.put(`/api/MaterialItem/${faster}`, { visualSerialNo, ...given }),
    );
    expect(first.status).toBe(200);
    expect(late.body).toMatchObject({ status: 409, code });
  });

  test("a quantity that is adjusted before the item is scrapped is written off with the rest", async () => {
    const { id: materialitemid, visualSerialNo } = await stock();
    const [scrapped] = await overtake(
      plant,
      () => plant.put("/api/MaterialItem/Scrap", { visualSerialNo, reasonSUID: "SCRAP" }),
      () =>
        plant.post("/api/MaterialItem/ItemAdjust", {
          materialitemid,
          adjustqty: 5,
          reasonSUID: "COUNT",
        }),
    );
    expect(scrapped.body).toMatchObject({ status: "Scrapped", actualQty: 0, revNo: 3 });
    expect(
      await plant.sql(
        "select sum(qty) as written from adjustment where material_item_id = ?",
        materialitemid,
      ),
    ).toEqual([{ written: -10_000_000 }]);
    expect(await itemNamed(plant, visualSerialNo)).toEqual(scrapped.body);
  });
});

describe("an update of an item to another product", () => {
  const other = async () => {
    const { ID, Name } = await plant.product({ InventoryDecimalPlaces: 1 });
    const item = await stock({ qty: 1 });
    return {
      update: () =>
        plant.put(`/api/MaterialItem/Update/${item.id}`, {
          ...item,
          productID: ID,
          nominalQty: 0.5,
          actualQty: 0.5,
        }),
      coarsen: () => plant.put("/api/Product/Upsert", { ID, InventoryDecimalPlaces: 0 }),
      Name,
    };
  };

  test("that is overtaken by fewer decimals is refused", async () => {
    const { update, coarsen } = await other();
    const [late] = await overtake(plant, update, coarsen);
    expect(late.body).toMatchObject({ status: 409, code: "decimal_places" });
  });

  test("that overtakes fewer decimals has them refused", async () => {
    const { update, coarsen } = await other();
    const [late, updated] = await overtake(plant, coarsen, update);
    expect(updated.status).toBe(200);
    expect(late.body).toMatchObject({ status: 409, code: "fixed" });
  });
});

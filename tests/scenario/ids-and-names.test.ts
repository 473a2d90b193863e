import { beforeAll, describe, expect, test } from "vitest";
import { openPlant } from "#plant";
import type { Answer } from "../plants/plant.ts";
import { resources } from "./catalog-resources.ts";
import { expectRefused } from "./refused.ts";

const plant = await openPlant();

type Fields = Readonly<Record<string, unknown>>;
type Body = Answer["body"];

const list = async (resource: string, filter: Fields): Promise<Body[]> =>
  (await plant.post(`/api/${resource}/List`, filter)).body;
const made = (resource: string, fields: Fields): Promise<Body> =>
  plant.done("put", `/api/${resource}/Upsert`, fields);

/** A record of each resource that refers to others, as List returned it. */
interface Kind {
  readonly send: (body: Fields) => Promise<Answer>;
  readonly record: () => Promise<Body>;
  /** The fields of a reference, and two records that it can be to. */
  readonly references: () => Promise<readonly Reference[]>;
}
interface Reference {
  readonly id: string;
  readonly name: string;
  readonly to: readonly [Target, Target];
  readonly canBeNone?: true;
}
interface Target {
  readonly id: unknown;
  readonly name: unknown;
}

/** Makes two records of reference data, under names that no other record has. */
const pair = async (
  resource: string,
  field: "name" | "suid" = "name",
): Promise<[Target, Target]> => {
  const make = async () => {
    const record = await made(resource, { [field]: plant.unique(resource.slice(0, 8)) });
    return { id: record.id as number, name: record[field] as string };
  };
  return [await make(), await make()];
};
const products = async (): Promise<[Target, Target]> => {
  const make = async () => {
    const { ID, Name } = await plant.product();
    return { id: ID as number, name: Name as string };
  };
  return [await make(), await make()];
};
const of = async (id: string, name: string, resource: string, field?: "name" | "suid") => ({
  id,
  name,
  to: await pair(resource, field),
});

const upserting = (resource: string) => (body: Fields) =>
  plant.put(`/api/${resource}/Upsert`, body);

let parent: Body;
let bom: Body;
const versions = ["1.0", "2.0", "3.0"].map((version) => ({ version, status: "Released" }));

beforeAll(async () => {
  parent = await plant.product();
  bom = await plant.bom({ parentProductName: parent.Name, versions });
});

const otherVersions = (): readonly [Target, Target] => [
  { id: bom.versions[1].id, name: "2.0" },
  { id: bom.versions[2].id, name: "3.0" },
];

const kinds: Readonly<Record<string, Kind>> = {
  "an item": {
    send: (body) => plant.put(`/api/MaterialItem/Update/${String(body["id"])}`, body),
    record: async () => {
      const { id } = await plant.receive({ productName: parent.Name, qty: 1 });
      return (await plant.get(`/api/MaterialItem/Get/${id}`)).body;
    },
    references: async () => [
      { id: "productID", name: "productName", to: await products() },
      await of("statusID", "status", "MaterialStatus"),
      { ...(await of("holdReasonID", "holdReason", "HoldReason")), canBeNone: true },
      { ...(await of("locationID", "location", "Location", "suid")), canBeNone: true },
      { ...(await of("ownershipTypeID", "ownershipType", "OwnershipType")), canBeNone: true },
      { ...(await of("currencyID", "currency", "Currency")), canBeNone: true },
    ],
  },
  "a product": {
    send: upserting("Product"),
    record: () => plant.product(),
    references: async () => [
      await of("DefaultOwnershipID", "DefaultOwnership", "OwnershipType"),
      await of("DefaultCurrencyID", "DefaultCurrency", "Currency"),
      await of("BaseUnitID", "BaseUnit", "UnitOfMeasure"),
      await of("ReceiptProfileID", "ReceiptProfile", "ReceiptProfile"),
      await of("LocationID", "Location", "Location"),
      { ...(await of("ReceiptRecipeID", "ReceiptRecipe", "ReceiptRecipe")), canBeNone: true },
      { ...(await of("SerialRangeID", "SerialRange", "SerialRange")), canBeNone: true },
      { id: "SourceProductID", name: "SourceProductName", to: await products(), canBeNone: true },
    ],
  },
  "a BoM": {
    send: upserting("Bom"),
    record: async () => plant.bom({ parentProductName: (await plant.product()).Name }),
    references: async () => [
      { id: "parentProductID", name: "parentProductName", to: await products() },
    ],
  },
  "a slot": {
    send: upserting("BomSlot"),
    record: () => plant.slot({ ParentProductName: parent.Name, bom: bom.name }),
    references: async () => [
      await of("buildSlotTypeID", "buildSlotType", "BuildSlotType"),
      { id: "bomVersionID", name: "version", to: otherVersions() },
    ],
  },
  "a candidate": {
    send: ({ slot, ...entry }) =>
      plant.put("/api/BomSlot/UpsertCandidates", { bomSlotID: slot, candidates: [entry] }),
    record: async () => {
      const { Name: product } = await plant.product();
      const entry = { product, isActive: true, qty: 1, minQty: 0, isDefault: false };
      const { id, candidates } = await plant.slot({
        ParentProductName: parent.Name,
        bom: bom.name,
        candidates: [entry],
      });
      return { ...candidates[0], slot: id };
    },
    references: async () => {
      const unit = async () => {
        const name = plant.unique("U");
        const { id } = await made("UnitOfMeasure", { name, dimension: "count", factor: 1 });
        return { id: id as number, name };
      };
      return [
        { id: "productID", name: "product", to: await products() },
        { id: "useUomID", name: "useUom", to: [await unit(), await unit()], canBeNone: true },
      ];
    },
  },
  "a works order": {
    send: upserting("WorksOrder"),
    record: () => plant.worksOrder({ productName: parent.Name, bom: bom.name }),
    references: () =>
      Promise.resolve([{ id: "bomVersionID", name: "version", to: otherVersions() }]),
  },
  "a group": {
    send: upserting("WorkCentreGroup"),
    record: () => made("WorkCentreGroup", { Name: plant.unique("G") }),
    references: async () => {
      const to = (await pair("WorkCentre")).map(({ id, name }) => ({ id: [id], name: [name] }));
      return [{ id: "workCentreIDs", name: "WorkCentres", to: [to[0]!, to[1]!] }];
    },
  },
};

const bodyOf = ({ body }: Answer): Body => (Array.isArray(body) ? body[0] : body);

describe.each(Object.entries(kinds))("%s that is sent back whole", (_name, kind) => {
  test("takes the changed one of an id and a name, or both, and names both afterwards", async () => {
    for (const { id, name, to } of await kind.references()) {
      const [one, other] = to;
      const record = await kind.record();
      for (const [changes, target] of [
        [{ [name]: one.name }, one],
        [{ [id]: other.id }, other],
        [{ [id]: one.id, [name]: one.name }, one],
      ] as const) {
        const answer = await kind.send({ ...record, ...changes });
        expect(answer.status, JSON.stringify([changes, answer.body])).toBe(200);
        const after = bodyOf(answer);
        expect([after[id], after[name]], name).toEqual([target.id, target.name]);
        expect(after.revNo).toBe(record.revNo + 1);
        Object.assign(record, after);
      }
    }
  });

  test("is refused with both fields where both change, to different records", async () => {
    const record = await kind.record();
    const at = "slot" in record ? "/candidates/0" : "";
    for (const { id, name, to } of await kind.references()) {
      const [one, other] = to;
      const send = () => kind.send({ ...record, [id]: one.id, [name]: other.name });
      const pointers = [`${at}/${id}`, `${at}/${name}`];
      const problem = await expectRefused(plant, send, [409, "details_contradict", ...pointers]);
      expect(problem.detail).toContain("Where both are new, they must be.");
    }
  });

  test("is refused at the name that no record has", async () => {
    const record = await kind.record();
    const at = "slot" in record ? "/candidates/0" : "";
    for (const { id, name } of await kind.references()) {
      const isVersion = name === "version";
      // A work centre with a new name is created.
      if (name === "WorkCentres") continue;
      const send = () => kind.send({ ...record, [name]: isVersion ? "9.9" : "None of that name" });
      await expectRefused(plant, send, [404, "not_found", `${at}/${name}`]);
      const byId = () => kind.send({ ...record, [id]: 9_999_999_999 });
      await expectRefused(plant, byId, [404, "not_found", `${at}/${id}`]);
    }
  });

  test("loses an optional reference by null in either field", async () => {
    for (const { id, name, to, canBeNone } of await kind.references()) {
      if (!canBeNone) continue;
      for (const field of [id, name]) {
        const record = await kind.record();
        const has = { ...record, ...bodyOf(await kind.send({ ...record, [id]: to[0].id })) };
        const after = bodyOf(await kind.send({ ...has, [field]: null }));
        expect([after[id], after[name]], field).toEqual([null, null]);
      }
    }
  });

  test("stays as it is where nothing changes: no revision, no log row, no event", async () => {
    const record = await kind.record();
    const changes = () => plant.sql("select count(*) from change_log");
    const before = await changes();
    const answer = await kind.send(record);
    expect([answer.status, { ...record, ...bodyOf(answer) }]).toEqual([200, record]);
    expect(await changes()).toEqual(before);
  });
});

test("a location that is changed by its SUID is the item's place, and its history says so", async () => {
  const location = await made("Location", { suid: plant.unique("LINE") });
  const { id } = await plant.receive({ productName: parent.Name, qty: 1 });
  const { body: item } = await plant.get(`/api/MaterialItem/Get/${id}`);
  const { body: moved } = await plant.put(`/api/MaterialItem/Update/${id}`, {
    ...item,
    location: location.suid,
  });
  expect(moved).toMatchObject({ revNo: 2, location: location.suid, locationID: location.id });
  const history = await list("History", { entity: "MaterialItem", id });
  expect(history.at(-1)).toMatchObject({
    action: "updated",
    before: { locationID: item.locationID },
    after: { locationID: location.id },
  });
});

test("an item joins and leaves a works order by its number, in any case", async () => {
  const order = await plant.worksOrder({ productName: parent.Name, bom: bom.name });
  const { id } = await plant.receive({ productName: parent.Name, qty: 1 });
  const { body: item } = await plant.get(`/api/MaterialItem/Get/${id}`);
  const update = async (body: Fields) =>
    (await plant.put(`/api/MaterialItem/Update/${id}`, body)).body;
  const joined = await update({ ...item, orderNo: order.orderNo.toLowerCase() });
  expect(joined).toMatchObject({ scheduleID: order.id, orderNo: order.orderNo });
  expect(await update({ ...joined, orderNo: "" })).toMatchObject({
    scheduleID: null,
    orderNo: null,
  });
});

test("a place of a slot is named by the deepest of its ids", async () => {
  const slot = await plant.slot({ ParentProductName: parent.Name, bom: bom.name });
  const other = await plant.product();
  const elsewhere = await plant.bom({ parentProductName: other.Name, versions });
  const send = upserting("BomSlot");
  const { body: moved } = await send({ ...slot, bomVersionID: elsewhere.versions[1].id });
  expect(moved).toMatchObject({
    parentProductID: other.ID,
    ParentProductName: other.Name,
    bomID: elsewhere.id,
    bom: elsewhere.name,
    version: "2.0",
  });
  expect((await send({ ...moved, bomID: bom.id })).body).toMatchObject({
    ParentProductName: parent.Name,
    bom: bom.name,
    version: "2.0",
    bomVersionID: bom.versions[1].id,
  });
});

test("entries of a slot are of that slot", async () => {
  const entry = { product: parent.Name, isActive: true, qty: 1, minQty: 0, isDefault: false };
  const place = { ParentProductName: parent.Name, bom: bom.name };
  const slot = await plant.slot({ ...place, candidates: [entry] });
  const other = await plant.slot(place);
  const [candidate] = slot.candidates;
  const candidates = [{ ...candidate, bomSlotID: other.id }];
  for (const send of [
    () => plant.put("/api/BomSlot/Upsert", { id: slot.id, candidates }),
    () => plant.put("/api/BomSlot/UpsertCandidates", { bomSlotID: slot.id, candidates }),
  ]) {
    await expectRefused(plant, send, [400, "validation_failed", "/candidates/0/bomSlotID"]);
  }
});

test("a property of a slot is named by its name, and its id must be that of the name", async () => {
  const [torque, colour] = await pair("PropertyDefinition");
  const { id: bomSlotID } = await plant.slot({ ParentProductName: parent.Name, bom: bom.name });
  const send = (fields: Fields) =>
    plant.put("/api/BomSlot/UpsertProperties", {
      bomSlotID,
      properties: [{ property: torque.name, value: "4 Nm", ...fields }],
    });
  expect((await send({ propertyID: torque.id })).body).toMatchObject([{ propertyID: torque.id }]);
  await expectRefused(plant, () => send({ propertyID: colour.id }), [
    409,
    "details_contradict",
    "/properties/0/propertyID",
    "/properties/0/property",
  ]);
});

test("a new record is refused where its ids and names are of different records", async () => {
  const [currency] = await list("Currency", { name: "USD" });
  const { ID: _ID, revNo: _revNo, ...template } = await plant.product();
  const sent = { ...template, Name: plant.unique("P") };
  const send = () => plant.put("/api/Product/Upsert", { ...sent, DefaultCurrencyID: currency.id });
  const pointers = ["/DefaultCurrencyID", "/DefaultCurrency"];
  await expectRefused(plant, send, [409, "details_contradict", ...pointers]);
  expect((await plant.put("/api/Product/Upsert", sent)).status).toBe(200);
});

describe("an update that changes nothing", () => {
  test.for(resources.map(([resource]) => resource))(
    "leaves a %s as it is, whole or in part",
    async (resource) => {
      const { id } = await made(resource, { suid: plant.unique("S") });
      const [record] = await list(resource, { id });
      const changes = () => plant.sql("select count(*) from change_log");
      const before = await changes();
      for (const body of [record, { id }, { id, name: record.name, isActive: true }]) {
        expect((await upserting(resource)(body)).body).toEqual(record);
      }
      expect(await changes()).toEqual(before);
    },
  );

  test("is remembered as done under its Idempotency-Key", async () => {
    const record = await made("Location", { suid: plant.unique("S") });
    const headers = { "Idempotency-Key": plant.unique("key") };
    const send = (body: Fields) => plant.put("/api/Location/Upsert", body, { headers });
    expect((await send(record)).body).toEqual(record);
    await made("Location", { id: record.id, description: "Later" });
    const again = await send(record);
    expect(again.headers.get("Idempotency-Replayed")).toBe("true");
    expect(again.body).toEqual(record);
    await expectRefused(plant, () => send({ ...record, description: "Other" }), [
      409,
      "idempotency_conflict",
    ]);
  });

  test("of an item keeps its last edit", async () => {
    const item = await plant.receive({ productName: parent.Name, qty: 1 });
    const headers = { "Idempotency-Key": plant.unique("key") };
    const path = `/api/MaterialItem/Update/${item.id}`;
    const first = await plant.put(path, item, { headers });
    const again = await plant.put(path, item, { headers });
    expect([first.body, again.body]).toEqual([item, item]);
    expect(again.headers.get("Idempotency-Replayed")).toBe("true");
  });
});

test("a move to where an item is already is recorded only for its comment", async () => {
  const { suid: location } = await made("Location", { suid: plant.unique("L") });
  const { id } = await plant.receive({ productName: parent.Name, qty: 1 });
  const move = async (fields: Fields = {}, headers = {}) =>
    plant.put("/api/MaterialItem/Move", { id, location, ...fields }, { headers });
  const { body: moved } = await move();
  const key = { "Idempotency-Key": plant.unique("key") };
  expect((await move({}, key)).body).toEqual(moved);
  const { body: seen } = await move({ comment: "Seen" });
  expect(seen).toMatchObject({ revNo: moved.revNo + 1, location });
  // The repetition gets the item as it was.
  expect((await move({}, key)).body).toEqual(moved);
});

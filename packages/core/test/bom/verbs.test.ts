import { beforeEach, expect, test } from "vitest";
import { deleteBom } from "../../src/bom/delete.ts";
import { upsertBom } from "../../src/bom/upsert.ts";
import { openPlant, row } from "../plant.ts";
import { atFault, refusedWith } from "../refused.ts";

let { database, context, rows, relied, logged } = openPlant();

beforeEach(() => {
  ({ database, context, rows, relied, logged } = openPlant());
});

const version = (id: number, bomId: number, major: number, status: string) => ({
  id,
  bomId,
  major,
  minor: 0,
  status,
});
const main = {
  id: 1,
  name: "Main",
  nameKey: "main",
  parentProductId: 4,
  parentProductName: "Pump",
  description: null,
  isActive: true,
};
const [one, two] = [version(1, 1, 1, "Released"), version(2, 1, 2, "Draft")];
const numbered = (major: number) => ({ version: { major, minor: 0 } });
const ordered = (bom_version_id: number, orderNo = "w") =>
  database.exec(
    row("works_order", {
      order_no: orderNo,
      order_no_key: orderNo,
      product_id: 4,
      bom_version_id,
      qty: 1,
      status: "Created",
    }),
  );

test("a BoM is created with its versions, and returned with them in order", async () => {
  const made = await upsertBom(context, {
    name: "New",
    parentProductName: "Pump",
    versions: [numbered(2), { ...numbered(1), status: "Released" }],
  });
  expect(made).toMatchObject({
    ...main,
    id: 6,
    name: "New",
    nameKey: "new",
    versions: [version(7, 6, 1, "Released"), version(6, 6, 2, "Draft")],
  });
  const bomId = { pending: "id", ordinal: 0 };
  const { id: _id, parentProductName: _product, ...fields } = main;
  expect(logged()).toEqual([
    ["Bom 6 created", { ...fields, name: "New", nameKey: "new" }],
    ["BomVersion 6 created", { bomId, major: 2, minor: 0, status: "Draft" }],
    ["BomVersion 7 created", { bomId, major: 1, minor: 0, status: "Released" }],
  ]);
  // One version is released, and no rule about signatures may begin meanwhile.
  expect(relied()).toEqual([
    ["Product", 4, 1],
    ["SignatureRule", 1, 0],
  ]);
});

test("an update keeps absent fields and merges versions", async () => {
  const made = await upsertBom(context, {
    id: 1,
    description: "Why",
    versions: [numbered(3), { ...numbered(2), status: "Released" }],
  });
  expect(made).toMatchObject({
    ...main,
    description: "Why",
    versions: [one, version(2, 1, 2, "Released"), version(6, 1, 3, "Draft")],
  });
  expect(logged()).toEqual([
    ["Bom 1 updated", { description: "Why" }],
    ["BomVersion 6 created", { bomId: 1, major: 3, minor: 0, status: "Draft" }],
    ["BomVersion 2 updated", { status: "Released" }],
  ]);
  expect(await upsertBom(context, { id: 1, isActive: false })).toMatchObject({
    isActive: false,
    versions: [{ id: 1 }, { id: 2 }, { id: 6 }],
  });
});

test("an update needs a BoM and a product that exist", async () => {
  expect(await refusedWith(upsertBom(context, { id: 9 }))).toEqual(
    atFault("not_found", "No BoM has the id 9.", "/id"),
  );
  expect(await refusedWith(upsertBom(context, { id: 1, parentProductName: "None" }))).toEqual(
    atFault("not_found", "No product is named None.", "/parentProductName"),
  );
});

test("the name of a BoM is unique among those of its product", async () => {
  const named = { id: 1, name: "PAST" };
  expect((await refusedWith(upsertBom(context, named))).code).toBe("duplicate");
  const again = { name: "main", parentProductName: "Pump" };
  expect((await refusedWith(upsertBom(context, again))).code).toBe("duplicate");
  const moved = { id: 3, parentProductName: "Pump" };
  expect((await refusedWith(upsertBom(context, moved))).code).toBe("duplicate");
  expect(await upsertBom(context, { id: 1, name: "MAIN" })).toMatchObject({ name: "MAIN" });
});

test("a BoM with orders keeps its product, and the orders are counted", async () => {
  ordered(1);
  ordered(1, "w2");
  const moved = upsertBom(context, { id: 1, parentProductName: "Ring" });
  expect(await refusedWith(moved)).toMatchObject({
    code: "fixed",
    members: { counts: { WorksOrder: 2 } },
  });
});

test("a BoM is deleted with its versions, and returned as it was", async () => {
  database.exec("delete from slot_property; delete from slot_candidate; delete from bom_slot");
  expect(await deleteBom(context, { id: 1 })).toMatchObject({ ...main, versions: [one, two] });
  const { id: _id, parentProductName: _product, ...fields } = main;
  expect(logged()).toEqual([
    ["BomVersion 1 deleted", { bomId: 1, major: 1, minor: 0, status: "Released" }],
    ["BomVersion 2 deleted", { bomId: 1, major: 2, minor: 0, status: "Draft" }],
    ["Bom 1 deleted", fields],
  ]);
  expect(rows("select id from bom where id = 1")).toEqual([]);
  expect(rows("select id from bom_version where bom_id = 1")).toEqual([]);
});

test("a deletion needs a BoM that exists and is not in use", async () => {
  expect(await refusedWith(deleteBom(context, { id: 9 }))).toEqual(
    atFault("not_found", "No BoM has the id 9.", "/id"),
  );
  ordered(1);
  expect(await refusedWith(deleteBom(context, { id: 1 }))).toEqual({
    code: "in_use",
    message:
      "BoM Main of Pump is in use (BomSlot 2, WorksOrder 1). To retire it, set isActive to false.",
    members: { counts: { BomSlot: 2, WorksOrder: 1 } },
  });
});

test.for<[changes: object, parentProductId: number]>([
  [{ parentProductID: 5 }, 5],
  [{ parentProductID: 5, parentProductName: "Pump" }, 5],
  [{ parentProductID: 4, parentProductName: "Ring" }, 5],
])(
  "a BoM follows the field of its product that changed: %j",
  async ([changes, parentProductId]) => {
    const { id } = await upsertBom(context, { name: "New", parentProductName: "Pump" });
    expect(await upsertBom(context, { id, ...changes })).toMatchObject({
      revNo: 2,
      parentProductId,
      parentProductName: "Ring",
    });
  },
);

test("a product of a BoM by two names is refused, and so is one that does not exist", async () => {
  const both = { id: 1, parentProductID: 5, parentProductName: "Seal" };
  expect(await refusedWith(upsertBom(context, both))).toMatchObject({
    code: "details_contradict",
    errors: [{ pointer: "/parentProductID" }, { pointer: "/parentProductName" }],
  });
  const made = { name: "New", parentProductName: "Pump", parentProductID: 5 };
  expect((await refusedWith(upsertBom(context, made))).code).toBe("details_contradict");
  expect(await refusedWith(upsertBom(context, { id: 1, parentProductID: 9 }))).toMatchObject({
    code: "not_found",
    errors: [{ pointer: "/parentProductID" }],
  });
  expect(await refusedWith(upsertBom(context, { id: 1, parentProductID: 3 }))).toMatchObject({
    code: "inactive",
    errors: [{ pointer: "/parentProductID" }],
  });
});

test("a BoM that is sent back as it was read keeps its revisions", async () => {
  const versions = [{ id: 1, revNo: 1, ...numbered(1), status: "Released" as const }];
  const sent = { id: 1, revNo: 1, name: "Main", parentProductID: 4, versions };
  expect(await upsertBom(context, sent)).toMatchObject({ ...main, revNo: 1 });
  expect(rows("select count(*) from change_log")).toEqual([[0]]);
});

test("a BoM and its versions are refused at an older revision", async () => {
  const draft = { id: 2, status: "Obsolete" as const };
  expect(await upsertBom(context, { id: 1, versions: [draft] })).toMatchObject({
    revNo: 2,
    versions: [
      { id: 1, revNo: 1 },
      { id: 2, revNo: 2 },
    ],
  });
  const stale = (verb: Promise<unknown>) => verb.catch((error: unknown) => error);
  const current = { code: "stale_revision", entity: "Bom", current: { id: 1, revNo: 2 } };
  const named = { id: 1, revNo: 1, description: "Mine" };
  expect(await stale(upsertBom(context, named))).toMatchObject({
    ...current,
    message: "BoM Main of Pump is at revision 2.",
  });
  expect(await stale(deleteBom(context, { id: 1, revNo: 1 }))).toMatchObject(current);
  const released = { id: 2, revNo: 1, status: "Released" as const };
  expect(await stale(upsertBom(context, { id: 1, versions: [released] }))).toMatchObject({
    ...current,
    message: "Version 2.0 of BoM Main is at revision 2.",
    extras: { errors: [{ pointer: "/versions/0/revNo" }] },
  });
  // Entries that change nothing are not compared.
  const same = { id: 2, revNo: 1, status: "Obsolete" as const };
  expect(await upsertBom(context, { id: 1, revNo: 2, versions: [same] })).toMatchObject({
    revNo: 2,
  });
  const newer = { ...released, revNo: 2 };
  expect(await upsertBom(context, { id: 1, revNo: 2, versions: [newer] })).toMatchObject({
    revNo: 3,
  });
});

import { operations, entityNames } from "@asbuilt/contract";
import { describe, expect, test } from "vitest";
import { openPlant } from "#plant";
import { assembly, buildOf } from "./assembly.ts";
import { expectRefused } from "./refused.ts";

const plant = await openPlant();

const history = async (filter: object, query = "") =>
  (await plant.post(`/api/History/List${query}`, filter)).body;
const ofItem = async (key: object) => (await plant.post("/api/MaterialItem/History", key)).body;
const actions = (changes: { action: string }[]) => changes.map(({ action }) => action);

test("the history of an item says who did what, when and why, in the units of the item", async () => {
  const { id, visualSerialNo } = await plant.receive({
    productName: (await plant.product({ InventoryDecimalPlaces: 2 })).Name,
    qty: 12.5,
    expiryDate: "2031-05-01",
    costPerUnit: 0.25,
    deliveryNo: "D-881",
    occurredAt: "2026-01-31T07:00:00Z",
    comment: "Two boxes",
  });
  const adjusted = await plant.post(
    "/api/MaterialItem/ItemAdjust",
    { materialitemid: id, adjustqty: -1.25, reasonSUID: "count", comments: "Miscounted" },
    { key: plant.keys.operator, headers: { "X-Request-Id": `adjust-${id}` } },
  );
  const [received, change, ...others] = await ofItem({
    visualSerialNo: visualSerialNo.toUpperCase(),
  });
  expect(others).toEqual([]);
  expect(received).toMatchObject({
    entity: "MaterialItem",
    id,
    revNo: 1,
    action: "received",
    user: "Administrator",
    comment: "Two boxes",
    deliveryNo: "D-881",
    occurredAt: "2026-01-31T07:00:00.000Z",
    reasonSUID: null,
    externalRef: null,
    before: null,
    after: {
      visualSerialNo,
      actualQty: 12.5,
      nominalQty: 12.5,
      costPerUnit: 0.25,
      expiryDate: "2031-05-01T23:59:59.999Z",
      madeAtConsumption: false,
    },
    detail: null,
  });
  expect(received.after).not.toHaveProperty("serialKey");
  expect(change).toMatchObject({
    revNo: 2,
    action: "adjusted",
    user: "operator",
    reasonSUID: "COUNT",
    comment: "Miscounted",
    requestID: `adjust-${id}`,
    before: { actualQty: 12.5 },
    after: { actualQty: 11.25, lastEditDT: adjusted.body.lastEditDT },
  });
  expect(change.at).toBe(adjusted.body.lastEditDT);
  expect(await ofItem({ id })).toEqual([received, change]);
});

test("a change names its user as the user was called then, and as today", async () => {
  const name = plant.unique("Bench");
  const { id } = await plant.done("put", "/api/User/Upsert", { name });
  const { key } = await plant.done("post", "/api/ApiKey/Create", {
    name: "Bench",
    userID: id,
    role: "engineer",
  });
  const { parent, child } = await assembly(plant);
  const rename = (to: string) => plant.done("put", "/api/User/Upsert", { id, name: to });
  const { Name: productName } = await plant.product();
  const hold = async () => {
    const { id: item } = await plant.receive({ productName, qty: 1 });
    const body = { id: item, holdReason: "Quality" };
    expect((await plant.put("/api/MaterialItem/Hold", body, { key })).status).toBe(200);
  };
  await hold();
  expect((await plant.put("/api/Build/Build", buildOf(parent, child), { key })).status).toBe(200);
  // A change that is no new name.
  await plant.done("put", "/api/User/Upsert", { id, description: "At the bench" });
  await hold();
  const later = await rename(`${name} later`);
  await hold();
  const last = await rename(`${name} today`);
  const names = async () =>
    (await history({ userID: id, action: "held" })).map(
      ({ user, userNow }: { user: string; userNow: string }) => [user, userNow],
    );
  expect(await names()).toEqual([name, name, later.name].map((then) => [then, last.name]));
  const [line] = await plant.done("post", "/api/Genealogy/AsBuilt", { visualSerialNo: parent });
  expect(line).toMatchObject({ user: name, userNow: last.name });
});

const nothingRare = {
  comment: null,
  deliveryNo: null,
  occurredAt: null,
  reasonSUID: null,
  externalRef: null,
};

test.each([
  ["comment", "Two boxes"],
  ["deliveryNo", "D-882"],
  ["occurredAt", "2026-01-31T07:00:00.000Z"],
  ["externalRef", { system: "ERP", id: plant.unique("Receipt") }],
])("a change has its %s even if it has nothing else that is rare", async (name, value) => {
  const productName = (await plant.product()).Name;
  const { id } = await plant.receive({ productName, qty: 2, [name]: value });
  const [received] = await ofItem({ id });
  expect(received).toMatchObject({ ...nothingRare, [name]: value });
});

test("a change has its reason even if it has nothing else that is rare", async () => {
  const { id } = await plant.receive({ productName: (await plant.product()).Name, qty: 2 });
  const adjusting = { materialitemid: id, adjustqty: -1, reasonSUID: "count" };
  expect((await plant.post("/api/MaterialItem/ItemAdjust", adjusting)).status).toBe(200);
  const [received, adjusted] = await ofItem({ id });
  expect(received).toMatchObject(nothingRare);
  expect(adjusted).toMatchObject({ ...nothingRare, reasonSUID: "COUNT" });
});

test("the change of a build has its details, in decimals and the names of the API", async () => {
  const { build, parent, child, childId, candidateId, slot } = await assembly(plant);
  expect((await build()).status).toBe(200);
  const [ofParent] = (await ofItem({ visualSerialNo: parent })).slice(-1);
  const [ofChild] = (await ofItem({ id: childId })).slice(-1);
  expect(ofParent).toMatchObject({
    action: "builtInto",
    detail: {
      qty: 1,
      childSerialNo: child,
      allocations: [{ bomSlotID: slot.id, candidateID: candidateId, qty: 1 }],
    },
  });
  expect(ofChild).toMatchObject({ action: "built", detail: { qty: 1, parentID: ofParent.id } });
  expect(ofChild.operationID).toBe(ofParent.operationID);
});

test("the history of an item includes that of its case data", async () => {
  const { Name: productName } = await plant.product();
  const { id } = await plant.receive({ productName, qty: 1 });
  const { body: item } = await plant.get(`/api/MaterialItem/Get/${id}`);
  const { id: caseDataID } = await plant.done("put", "/api/CaseDataDefinition/Upsert", {
    name: plant.unique("Case"),
  });
  const caseData = [{ id: null, materialItemID: id, caseDataID, name: "Torque", value: "4 Nm" }];
  await plant.done("put", `/api/MaterialItem/Update/${id}`, { ...item, caseData });
  const [, , entry] = await ofItem({ id });
  expect(entry).toMatchObject({
    entity: "CaseData",
    action: "updated",
    after: { materialItemID: id, caseDataID, name: "Torque", value: "4 Nm" },
  });
});

test("the history has an id that was not known when the change was made", async () => {
  const { Name } = await plant.product();
  const bom = await plant.bom({ parentProductName: Name });
  const [version] = await history({ entity: "BomVersion", id: bom.versions[0].id });
  expect(version.after).toEqual({ bomID: bom.id, major: 1, minor: 0, status: "Released" });
  expect(version.after.bomID).toBe(bom.id);
});

test("the details of a change have an id that was not known when it was made", async () => {
  const { Name } = await plant.product();
  const bom = await plant.bom({ parentProductName: Name });
  const slot = await plant.slot({ ParentProductName: Name, bom: bom.name });
  const changes = await history({ entity: "BomVersion", id: bom.versions[0].id });
  expect(changes.at(-1)).toMatchObject({ action: "slotChanged", detail: { bomSlotID: slot.id } });
});

test("a deleted record appears as it was", async () => {
  const { id } = await plant.done("put", "/api/UnitOfMeasure/Upsert", {
    name: "furlong",
    dimension: "length",
    factor: 201.168,
  });
  await plant.done("delete", "/api/UnitOfMeasure/Delete", { id });
  const changes = await history({ entity: "UnitOfMeasure", id });
  expect(actions(changes)).toEqual(["created", "deleted"]);
  const fields = { suid: null, name: "furlong", description: null, isActive: true, code: null };
  expect(changes[1]).toMatchObject({ before: { ...fields, factor: 201.168 }, after: null });
});

test("only an administrator reads the history of keys, and nobody their hashes", async () => {
  const filter = { entity: "ApiKey" };
  const changes = await history(filter);
  expect(changes.length).toBeGreaterThan(3);
  expect(JSON.stringify(changes)).not.toContain("hash");
  const asEngineer = { key: plant.keys.engineer };
  const { body } = await plant.post("/api/History/List", filter, asEngineer);
  expect(body).toEqual([]);
  const { body: all } = await plant.post("/api/History/List", {}, asEngineer);
  expect(all.filter(({ entity }: { entity: string }) => entity === "ApiKey")).toEqual([]);
  expect((await history({})).length).toBe(all.length + changes.length);
});

test("the history of records that only an administrator lists is for administrators only", async () => {
  await plant.done("put", "/api/Webhook/Upsert", { url: "https://a.example" });
  await plant.done("post", "/api/Session/Create", {});
  const entities = operations
    .filter(({ roles }) => roles.length === 1)
    .flatMap(({ path }) => /^\/api\/(\w+)\/List$/.exec(path)?.[1] ?? []);
  expect(entities.length).toBeGreaterThan(1);
  for (const entity of entities) {
    expect((await history({ entity })).length).toBeGreaterThan(0);
    const asEngineer = { key: plant.keys.engineer };
    const { body } = await plant.post("/api/History/List", { entity }, asEngineer);
    expect(body).toEqual([]);
  }
});

test("the history accepts every kind of record in the log", async () => {
  const known = new Set<string>(entityNames);
  const logged = await plant.sql("select distinct entity from change_log");
  expect(logged.filter(({ entity }) => !known.has(String(entity)))).toEqual([]);
});

test("changes are filtered by record, user, time, action and request", async () => {
  const { Name: productName } = await plant.product();
  plant.now = Date.UTC(2027, 0, 1);
  const requestID = plant.unique("request");
  const receive = (visualSerialNo: string, key: string, id: string) =>
    plant.post(
      "/api/MaterialItem/Receive",
      { productName, visualSerialNo, qty: 1 },
      { key, headers: { "X-Request-Id": id } },
    );
  const first = (await receive(plant.unique("SN"), plant.keys.operator, requestID)).body;
  plant.now = Date.UTC(2027, 0, 2);
  const second = (await receive(plant.unique("SN"), plant.keys.engineer, `${requestID}-2`)).body;
  plant.now = undefined;
  const ids = async (filter: object) =>
    (await history(filter)).map(({ entity, id }: { entity: string; id: number }) => [entity, id]);
  const item = (id: number) => ["MaterialItem", id];

  expect(await ids({ requestID })).toEqual([item(first.id)]);
  expect(await ids({ from: "2027-01-01", to: "2027-01-01" })).toEqual([item(first.id)]);
  expect(await ids({ from: "2027-01-01", to: "2027-01-02T00:00:00Z" })).toEqual([item(first.id)]);
  expect(await ids({ from: "2027-01-01" })).toEqual([item(first.id), item(second.id)]);
  expect(await ids({ from: "2028-01-01" })).toEqual([]);
  expect(await ids({ from: "2027-01-01", user: "ENGINEER" })).toEqual([item(second.id)]);
  expect(await ids({ from: "2027-01-01", userID: first.lastEditUserID })).toEqual([item(first.id)]);
  expect(await ids({ from: "2027-01-01", action: "received" })).toHaveLength(2);
  expect(await ids({ from: "2027-01-01", action: "built" })).toEqual([]);
  expect(await ids({ entity: "MaterialItem", id: second.id })).toEqual([item(second.id)]);
  expect(await ids({ entity: "MaterialItem", from: "2027-01-02" })).toEqual([item(second.id)]);
  expect((await ids({ entity: "MaterialReason", action: "created" })).length).toBeGreaterThan(3);
});

const earlierOperation = "01900000-0000-7000-8000-000000000001";

test("a request is found by the id that the service gave it, also in a row of an earlier version", async () => {
  const edited = await openPlant({ isEdited: true });
  const { id, lastEditUserID } = await edited.receive({
    productName: (await edited.product()).Name,
    qty: 1,
  });
  const list = async (filter: object) => (await edited.post("/api/History/List", filter)).body;
  const held = await edited.put("/api/MaterialItem/Hold", { id, holdReason: "Quality" });
  const requestID = held.headers.get("X-Request-Id")!;
  const operationID = requestID.slice("asbuilt-".length);
  expect(await list({ requestID })).toMatchObject([{ id, action: "held", requestID, operationID }]);
  const [row] = await edited.sql(
    `select operation_id, request_id, length(operation_id) as length from change_log
    order by seq desc limit 1`,
  );
  expect(row).toMatchObject({ request_id: "~", length: 22 });
  const others = [operationID, requestID.toUpperCase(), row!["operation_id"], "~"];
  for (const other of others) expect(await list({ requestID: other })).toEqual([]);

  const earlier = "asbuilt-01900000-0000-7000-8000-000000000002";
  await edited.sql(
    `insert into change_log (operation_id, ordinal, at, user_id, request_id, entity, entity_id,
      rev_no, action, before, after) values (?, 0, 9, ?, ?, 'MaterialItem', ?, 3, 'released',
      '{"lastEditAt":1}', '{"lastEditAt":2}')`,
    earlierOperation,
    lastEditUserID,
    earlier,
    id,
  );
  expect(await list({ requestID: earlier })).toMatchObject([
    {
      id,
      action: "released",
      requestID: earlier,
      operationID: earlierOperation,
      after: { lastEditDT: "1970-01-01T00:00:00.002Z" },
    },
  ]);
  expect(await list({ requestID: `asbuilt-${earlierOperation}` })).toEqual([]);
});

test("the history is paged in its order, and streamed whole", async () => {
  const whole = await history({});
  const { last } = (await plant.sql("select count(*) as last from change_log"))[0]!;
  expect(whole.map(({ seq }: { seq: number }) => seq)).toEqual(
    Array.from({ length: Number(last) }, (_, index) => index + 1),
  );
  const page = await plant.post("/api/History/List?limit=40&cursor=30", {});
  expect(page.body).toEqual(whole.slice(30, 70));
  expect(page.headers.get("Link")).toBe('</api/History/List?limit=40&cursor=70>; rel="next"');
});

test.for<[query: string, body: object, pointer: string]>([
  ["History/List", { id: 3 }, "/id"],
  ["History/List", { entity: "Nothing" }, "/entity"],
  ["History/List", { from: "yesterday" }, "/from"],
  ["MaterialItem/History", {}, ""],
])("%s takes no %o", async ([path, body, pointer]) => {
  const send = () => plant.post(`/api/${path}`, body);
  await expectRefused(plant, send, [400, "validation_failed", pointer]);
});

test("an item that does not exist has no history", async () => {
  for (const key of [{ id: 9_999_999 }, { visualSerialNo: "Nobody" }]) {
    const send = () => plant.post("/api/MaterialItem/History", key);
    await expectRefused(plant, send, [404, "not_found"]);
  }
});

describe("the newest changes first", () => {
  /** Lists a history in both orders, whole and in pages of two. */
  async function bothOrders(path: string, filter: object) {
    const { body: oldest } = await plant.post(path, filter);
    const { body: newest } = await plant.post(path, { ...filter, order: "newest" });
    const paged: { seq: number }[] = [];
    for (let next: string | undefined = `${path}?limit=2`; next;) {
      const { body, headers } = await plant.post(next, { ...filter, order: "newest" });
      paged.push(...body);
      next = headers.get("Link")?.match(/<([^>]+)>; rel="next"/)?.[1];
    }
    return { oldest, newest, paged };
  }

  test("are those of the oldest first, from the end, by every filter", async () => {
    const requestID = plant.unique("request");
    const { parent, build } = await assembly(plant);
    const { body: parents } = await plant.post("/api/MaterialItem/List", {
      visualSerialNo: parent,
    });
    const { Name: productName } = await plant.product();
    for (const qty of [1, 2, 3]) {
      await plant.receive({ productName, qty });
    }
    await build();
    const { id } = await plant.done("post", "/api/MaterialItem/Receive", {
      productName,
      visualSerialNo: plant.unique("SN"),
      qty: 9,
    });
    for (const adjustqty of [-1, -2, -3]) {
      const answer = await plant.post(
        "/api/MaterialItem/ItemAdjust",
        { materialitemid: id, adjustqty, reasonSUID: "COUNT" },
        { headers: { "X-Request-Id": requestID } },
      );
      expect(answer.status).toBe(200);
    }
    const changes = await history({});
    const middle = changes[Math.floor(changes.length / 2)].at;
    const record = { entity: "MaterialItem", id: parents[0].id };
    const filters: object[] = [
      {},
      { entity: "Product" },
      { entity: "MaterialItem" },
      record,
      { ...record, action: "built" },
      { entity: "MaterialItem", id },
      { action: "adjusted" },
      { action: "built" },
      { user: "administrator" },
      { requestID },
      { from: middle },
      { to: middle },
      { from: middle, to: middle },
      { from: middle, entity: "MaterialItem" },
      { from: "9999-01-01" },
    ];
    for (const filter of filters) {
      const { oldest, newest, paged } = await bothOrders("/api/History/List", filter);
      expect(newest, JSON.stringify(filter)).toEqual(oldest.toReversed());
      expect(paged, JSON.stringify(filter)).toEqual(newest);
    }
    const ofOne = await bothOrders("/api/MaterialItem/History", { id });
    expect(actions(ofOne.newest)).toEqual(["adjusted", "adjusted", "adjusted", "received"]);
    expect(ofOne.newest).toEqual(ofOne.oldest.toReversed());
    expect(ofOne.paged).toEqual(ofOne.newest);
  });

  test("keep their pages while further changes are recorded", async () => {
    const { Name: productName } = await plant.product();
    const { id } = await plant.receive({ productName, qty: 9 });
    const adjust = () =>
      plant.done("post", "/api/MaterialItem/ItemAdjust", {
        materialitemid: id,
        adjustqty: -1,
        reasonSUID: "COUNT",
      });
    await adjust();
    await adjust();
    const first = await plant.post("/api/MaterialItem/History?limit=1", { id, order: "newest" });
    await adjust();
    const next = first.headers.get("Link")!.match(/<([^>]+)>/)![1]!;
    const second = await plant.post(next, { id, order: "newest" });
    expect([...first.body, ...second.body].map(({ revNo }) => revNo)).toEqual([3, 2]);
  });

  test("are refused of an item that does not exist, and in another order", async () => {
    const missing = () =>
      plant.post("/api/MaterialItem/History", { id: 9_999_999_999, order: "newest" });
    await expectRefused(plant, missing, [404, "not_found", "/id"]);
    const other = () => plant.post("/api/History/List", { order: "descending" });
    await expectRefused(plant, other, [400, "validation_failed", "/order"]);
  });
});

import { expect, test } from "vitest";
import { openPlant } from "#plant";
import { openBrowser, openDirectory, settingsFor } from "./directory.ts";
import { nest } from "./nest.ts";
import { assembly, buildOf } from "./assembly.ts";
import { signIn } from "./signed-in.ts";
import { everyKindOfEvent } from "./traced.ts";

const plant = await openPlant({ isEdited: true });
const { batches } = plant.database;

/** Returns the cost of a request: the number of batches that the database is sent. */
async function cost(send: () => Promise<{ status: number }>) {
  const { reads, writes } = batches!.roundTrips;
  const { status } = await send();
  const { roundTrips } = batches!;
  return { status, reads: roundTrips.reads - reads, writes: roundTrips.writes - writes };
}

const { Name: productName } = await plant.product();
const path = "/api/MaterialItem/Receive";
const receipt = () => ({ productName, visualSerialNo: plant.unique("SN"), qty: 1 });
const addedTypes = 6_543;

test("a write costs two round trips: a load and a write", async () => {
  const send = () => plant.post(path, receipt());
  expect(await cost(send)).toEqual({ status: 200, reads: 1, writes: 1 });
});

test("a write with an Idempotency-Key costs two, and its repetition one", async () => {
  const [body, headers] = [receipt(), { "Idempotency-Key": plant.unique("key") }];
  const send = () => plant.post(path, body, { headers });
  expect(await cost(send)).toEqual({ status: 200, reads: 1, writes: 1 });
  expect(await cost(send)).toEqual({ status: 200, reads: 1, writes: 0 });
});

test("a write with an externalRef costs two, of a new system and of a known one", async () => {
  const system = plant.unique("System");
  for (let sent = 0; sent < 2; sent++) {
    const body = { ...receipt(), externalRef: { system, id: plant.unique("ref") } };
    const send = () => plant.post(path, body);
    expect(await cost(send)).toEqual({ status: 200, reads: 1, writes: 1 });
    expect(await cost(send)).toEqual({ status: 200, reads: 1, writes: 0 });
  }
});

test("a write that says when it happened costs no more round trips", async () => {
  const { build, remove } = await assembly(plant);
  const dated = () => ({ occurredAt: new Date().toISOString() });
  expect(await cost(() => build(dated()))).toEqual({ status: 200, reads: 1, writes: 1 });
  expect(await cost(() => remove(dated()))).toEqual({ status: 200, reads: 1, writes: 1 });
});

test("500 lines of consumption into one parent cost two, atomic or not", async () => {
  const { parent, child } = await assembly(plant, { stock: 1000 });
  const lines = Array.from({ length: 500 }, () => buildOf(parent, child));
  for (const atomic of [true, false]) {
    const send = () => plant.put("/api/Build/BuildMany", { lines, atomic });
    expect(await cost(send)).toEqual({ status: 200, reads: 1, writes: 1 });
  }
});

test("a refused write costs one", async () => {
  const send = () => plant.post(path, { ...receipt(), productName: "None" });
  expect(await cost(send)).toEqual({ status: 404, reads: 1, writes: 0 });
});

test("a read costs one, and one more for a key that is new", async () => {
  const { id } = await plant.receive({ productName, qty: 1 });
  const send = () => plant.get(`/api/MaterialItem/Get/${id}`, { key: plant.keys.viewer });
  expect(await cost(send)).toEqual({ status: 200, reads: 2, writes: 0 });
  expect(await cost(send)).toEqual({ status: 200, reads: 1, writes: 0 });
});

test("a session costs what its key costs, and one more for the first request", async () => {
  const { by } = await signIn(plant, plant.keys.admin);
  const { id } = await plant.receive({ productName, qty: 1 });
  const read = () => plant.get(`/api/MaterialItem/Get/${id}`, by);
  expect(await cost(read)).toEqual({ status: 200, reads: 2, writes: 0 });
  expect(await cost(read)).toEqual({ status: 200, reads: 1, writes: 0 });
  const write = () => plant.post(path, receipt(), by);
  expect(await cost(write)).toEqual({ status: 200, reads: 1, writes: 1 });
  const foreign = { ...by, headers: { ...by.headers, "Sec-Fetch-Site": "cross-site" } };
  const refused = { status: 403, reads: 0, writes: 0 };
  expect(await cost(() => plant.post(path, receipt(), foreign))).toEqual(refused);
});

test("a role of the plant costs no more, and its change two of the next request", async () => {
  const sent = { name: plant.unique("Role"), operations: ["materialItemReceive"] };
  const { id, name } = await plant.done("put", "/api/Role/Upsert", sent);
  const owner = { user: "operator", name: plant.unique("Key"), role: name };
  const { key } = await plant.done("post", "/api/ApiKey/Create", owner);
  const send = () => plant.post(path, receipt(), { key });
  await send();
  expect(await cost(send)).toEqual({ status: 200, reads: 1, writes: 1 });
  await plant.done("put", "/api/Role/Upsert", { id, description: "Goods in" });
  expect(await cost(send)).toEqual({ status: 200, reads: 3, writes: 1 });
  expect(await cost(send)).toEqual({ status: 200, reads: 1, writes: 1 });
});

test("a plant with rules about signatures pays no more for what they are about", async () => {
  /** Returns the number of statements of a Release: its key, the item, and what it writes. */
  const statementsOfRelease = async () => {
    const { id } = await plant.done("post", path, receipt());
    await plant.done("put", "/api/MaterialItem/Hold", { id, holdReason: "Quality" });
    let count = 0;
    batches!.through = (trip) => {
      count += trip.statements.length;
      return trip.send();
    };
    const release = () => plant.put("/api/MaterialItem/Release", { id });
    expect(await cost(release)).toEqual({ status: 200, reads: 1, writes: 1 });
    batches!.through = undefined;
    return count;
  };
  // Two are read. Of the write, one guards what was relied on, and one reads the log at the end.
  expect(await statementsOfRelease()).toBe(6);
  const sent = { name: plant.unique("Rule"), operation: "void", meaning: "verified" };
  const { id } = await plant.done("put", "/api/SignatureRule/Upsert", sent);
  expect(await statementsOfRelease()).toBe(6);
  await plant.done("delete", "/api/SignatureRule/Delete", { id });
});

test("a page of EPCIS events costs two, whatever its length, and an empty one costs one", async () => {
  await everyKindOfEvent(plant);
  const query = (filter: object) => () => plant.post("/api/Epcis/Query?limit=1000", filter);
  expect(await cost(query({}))).toEqual({ status: 200, reads: 2, writes: 0 });
  expect(await cost(query({ orderNo: "none" }))).toEqual({ status: 200, reads: 1, writes: 0 });
});

test("a session or a token of the directory costs what a key costs, also in statements", async () => {
  const directory = await openDirectory();
  const own = await openPlant({ oidc: settingsFor(directory.issuer) });
  const { batches: sent } = own.database;
  const costOf = async (by: object) => {
    const [trips, before] = [[] as string[], { ...sent!.roundTrips }];
    sent!.through = (trip) => {
      trips.push(`${trip.kind} ${trip.statements.length}`);
      return trip.send();
    };
    const { status } = await own.put("/api/Location/Upsert", { name: own.unique("L") }, by);
    sent!.through = undefined;
    return { status, reads: sent!.roundTrips.reads - before.reads, trips };
  };
  await directory.know({ ann: { name: "Ann", groups: ["admins"] } });
  const browser = openBrowser(own);
  await browser.signIn("ann");
  const claims = { aud: "asbuilt-machines", sub: "press", groups: ["admins"] };
  const token = { key: await directory.sign({ claims }) };
  for (const by of [{}, browser.by(), token]) await costOf(by);
  const ofKey = await costOf({});
  expect(ofKey).toMatchObject({ status: 200, reads: 1 });
  expect(await costOf(browser.by())).toEqual(ofKey);
  expect(await costOf(token)).toEqual(ofKey);
});

test("a request that the contract refuses costs one, which checks its key", async () => {
  const send = () => plant.post(path, {});
  expect(await cost(send)).toEqual({ status: 400, reads: 1, writes: 0 });
});

test("a page of a search costs one, as a count and Find do, and one more since a time", async () => {
  const search = (body: object) => () => plant.post("/api/MaterialItem/Search?limit=100", body);
  const one = { status: 200, reads: 1, writes: 0 };
  expect(await cost(search({}))).toEqual(one);
  expect(await cost(search({ text: "sn", isHeld: false, location: "MAIN" }))).toEqual(one);
  expect(await cost(search({ order: "lastChanged" }))).toEqual(one);
  expect(await cost(search({ changedSince: "2020-01-01" }))).toEqual({ ...one, reads: 2 });
  expect(await cost(() => plant.post("/api/MaterialItem/Count", { productName }))).toEqual(one);
  expect(await cost(() => plant.post("/api/Record/Find", { text: "s" }))).toEqual(one);
});

test("a structure costs three: the item, its contents, and their records", async () => {
  const { id } = await plant.receive({ productName, qty: 1 });
  const send = (verb: string) => plant.post(`/api/Genealogy/${verb}`, { id });
  // Empty contents have no records.
  expect(await cost(() => send("AsBuilt"))).toEqual({ status: 200, reads: 2, writes: 0 });
  expect(await cost(() => send("Completeness"))).toEqual({ status: 200, reads: 1, writes: 0 });
  const { front: bomSlotID, build, receive } = await nest(plant);
  const [top, mid, low] = [await receive(), await receive(), await receive()];
  for (const [parent, child] of [
    [top, mid],
    [mid, low],
  ]) {
    expect((await build(parent, child, { bomSlotID })).status).toBe(200);
  }
  const structure = () => plant.post("/api/Genealogy/AsBuilt", { id: top.id });
  expect(await cost(structure)).toEqual({ status: 200, reads: 3, writes: 0 });
});

test("a structure with splits and merges costs no more", async () => {
  const receive = () => plant.receive({ productName, qty: 10 });
  const [lot, other] = [await receive(), await receive()];
  const label = plant.unique("Part");
  const parts = [{ qty: 1, visualSerialNo: label }];
  const split = () => plant.put("/api/MaterialItem/Split", { id: lot.id, parts });
  expect(await cost(split)).toEqual({ status: 200, reads: 1, writes: 1 });
  const from = [{ visualSerialNo: label }];
  const merge = () => plant.put("/api/MaterialItem/Merge", { id: other.id, from });
  expect(await cost(merge)).toEqual({ status: 200, reads: 1, writes: 1 });
  const used = () => plant.post("/api/Genealogy/WhereUsed", { id: lot.id });
  expect(await cost(used)).toEqual({ status: 200, reads: 3, writes: 0 });
});

test("a list costs one for its first 1,000 rows, and one for each next chunk of twice the length", async () => {
  const list = () => plant.post("/api/ProductType/List", {});
  expect(await cost(list)).toEqual({ status: 200, reads: 1, writes: 0 });
  await plant.sql(
    `insert into product_type (rev_no, name, name_key, is_active)
    select 1, 'Type ' || value, 'type ' || value, 1 from json_each(?)`,
    JSON.stringify(Array.from({ length: addedTypes }, (_, index) => index)),
  );
  expect(await cost(list)).toEqual({ status: 200, reads: 3, writes: 0 });
  const page = () => plant.post("/api/ProductType/List?limit=1000", {});
  expect(await cost(page)).toEqual({ status: 200, reads: 1, writes: 0 });
});

import { bookmarkHeader, mayLag, operations } from "@asbuilt/contract";
import { expect, test } from "vitest";
import { readsOf } from "../plants/late-reads.ts";
import { type Answer, requestOf, type Requests } from "../plants/requests.ts";
import { factories } from "../scenario/factories.ts";
import { type Message, messagesOf } from "../scenario/server-events.ts";
import {
  answeredIn,
  behind,
  bookmarkIn,
  database,
  having,
  isolate,
  keys,
  lastSeq,
  locations,
  namesIn,
  pass,
  place,
} from "./isolates.ts";

test("1,000 reads of another isolate with a bookmark miss no write; without one they do", async () => {
  const { one, other } = await behind();
  const { Name: productName } = await factories(one).product();
  const missed = { with: 0, without: 0 };
  for (let round = 0; round < 100; round++) {
    const visualSerialNo = one.unique("SN");
    const sent = { productName, visualSerialNo, qty: 1 };
    const received = await one.post("/api/MaterialItem/Receive", sent);
    const reads = readsOf(received.body, (await lastSeq()) - 1);
    const isMissing = ({ body }: Answer) => !JSON.stringify(body).includes(visualSerialNo);
    if (isMissing(await reads[1]!(other, {}))) missed.without++;
    for (const read of reads) {
      const found = await read(other, having(received));
      expect(bookmarkIn(found)! >= bookmarkIn(received)!).toBe(true);
      if (isMissing(found)) missed.with++;
    }
  }
  expect(missed).toEqual({ with: 0, without: 100 });
});

test("an isolate sees its own writes without a bookmark, at a replica that is behind", async () => {
  const { one } = await behind();
  const suid = one.unique("L");
  await place(one, suid);
  const answered = await answeredIn(async () => {
    expect(namesIn(await locations(one))).toContain(suid);
  });
  expect(answered).toEqual({ primary: 0, replica: 1 });
});

test("a read costs one round trip, at a replica or at the primary", async () => {
  const { other } = await behind();
  expect(await answeredIn(() => locations(other))).toEqual({ primary: 0, replica: 1 });
  pass(10_000);
  expect(await answeredIn(() => locations(other))).toEqual({ primary: 1, replica: 0 });
  expect(await answeredIn(() => locations(other))).toEqual({ primary: 0, replica: 1 });
});

test("a read is behind by at most 10 seconds, and one in 5 seconds asks the primary for all", async () => {
  const { one, other } = await behind();
  const [first, second] = [one.unique("L"), one.unique("L")];
  await place(one, first);
  pass(4500);
  expect(namesIn(await locations(other))).not.toContain(first);
  pass(1000);
  expect(await answeredIn(() => locations(other))).toEqual({ primary: 1, replica: 0 });
  expect(namesIn(await locations(other))).toContain(first);
  await place(one, second);
  expect(namesIn(await locations(other))).not.toContain(second);
  pass(10_000);
  expect(namesIn(await locations(other))).toContain(second);
});

/** Creates a key of a viewer, which both isolates know. */
async function sharedKey({ one, other }: Awaited<ReturnType<typeof behind>>) {
  const sent = { name: one.unique("key"), user: "Administrator", role: "viewer" };
  const { id, key } = await one.done("post", "/api/ApiKey/Create", sent);
  for (const by of [one, other]) expect((await locations(by, { key })).status).toBe(200);
  return { id, key };
}

test("a revoked key reads at another isolate for less than 10 seconds, and writes nothing", async () => {
  const isolates = await behind();
  const { one, other } = isolates;
  const { id, key } = await sharedKey(isolates);
  expect((await one.put("/api/ApiKey/Revoke", { id })).status).toBe(200);
  const statusOf = async (by: Requests) => (await locations(by, { key })).status;
  pass(4500);
  expect(await statusOf(other)).toBe(200);
  pass(5500);
  expect(await statusOf(other)).toBe(401);
});

test("a revoked key is refused where it was revoked, with its bookmark, and for every write", async () => {
  const isolates = await behind();
  const { one, other } = isolates;
  const [first, second] = [await sharedKey(isolates), await sharedKey(isolates)];
  const revoked = await one.put("/api/ApiKey/Revoke", { id: first.id });
  const { key } = first;
  expect((await place(other, "X", { key })).status).toBe(401);
  expect((await locations(one, { key })).status).toBe(401);
  expect((await locations(other, { key, ...having(revoked) })).status).toBe(401);
  expect((await locations(other, { key: second.key })).status).toBe(200);
});

test("a role that has changed at another isolate refuses nobody whom it still lets in", async () => {
  const isolates = await behind();
  const { one, other } = isolates;
  const named = ["locationList", "currencyList"];
  const role = { suid: "COUNTER", name: "Counter", operations: named };
  const { id, revNo } = await one.done("put", "/api/Role/Upsert", role);
  const sent = { name: one.unique("key"), user: "Administrator", role: "Counter" };
  const { key } = await one.done("post", "/api/ApiKey/Create", sent);
  const currencies = async (by: Requests) =>
    (await by.post("/api/Currency/List", {}, { key })).status;
  for (const by of [one, other]) expect(await currencies(by)).toBe(200);
  await one.done("put", "/api/Role/Upsert", { ...role, id, revNo, operations: ["locationList"] });
  expect((await locations(other, { key })).status).toBe(200);
  expect(await currencies(one)).toBe(403);
  pass(10_000);
  expect(await currencies(other)).toBe(403);
  expect((await locations(other, { key })).status).toBe(200);
});

test("a follower that is ahead of the replica is answered, and one ahead of the record is refused", async () => {
  const { one, other } = await behind();
  await place(one);
  const newest = await lastSeq();
  const after = (at: number) => other.post("/api/Event/List", { after: at });
  expect((await after(newest)).body).toEqual({ events: [], next: newest });
  expect((await after(newest + 1)).body).toMatchObject({ code: "validation_failed" });
});

test("a stream that is ahead of the replica continues, and one ahead of the record is refused", async () => {
  const { one, other } = await behind();
  await place(one);
  const newest = await lastSeq();
  const from = (id: number) => ({ key: keys.admin, headers: { "Last-Event-ID": String(id) } });
  const path = "http://plant.test/api/Event/Stream";
  const continued = await other.fetch(requestOf(path, "GET", undefined, from(newest)));
  expect(continued.status).toBe(200);
  const messages = messagesOf(continued);
  const suid = one.unique("L");
  await place(one, suid);
  pass(5000);
  const [{ data }] = (await messages.take(1)) as [Message];
  expect(data.data.after.suid).toBe(suid);
  await messages.leave();
  expect((await other.get("/api/Event/Stream", from(newest + 2))).status).toBe(400);
});

test("the rest of a list is not lost at a replica that is older than its beginning", async () => {
  const { one, other } = await behind();
  const suid = one.unique("L");
  await place(one, suid);
  const page = (query: string, options: object = {}) =>
    other.post(`/api/Location/List?${query}`, {}, options);
  const whole = (await locations(one)).body.length;
  const first = await page(`limit=${whole - 1}`, having(await locations(one)));
  expect(first.body).toHaveLength(whole - 1);
  database.lag = 3;
  const cursor = new URLSearchParams(/\?([^>]*)>/.exec(first.headers.get("Link")!)![1]).get(
    "cursor",
  );
  expect(namesIn(await page(`cursor=${cursor}`))).toEqual([suid]);
});

test("a repeated write is answered by the primary, with the bookmark of its state", async () => {
  const { one, other } = await behind();
  const body = { suid: one.unique("L"), name: one.unique("L") };
  const headers = { "Idempotency-Key": one.unique("key") };
  const written = await one.put("/api/Location/Upsert", body, { headers });
  const repeated = await other.put("/api/Location/Upsert", body, { headers });
  expect(repeated.headers.get("Idempotency-Replayed")).toBe("true");
  expect(repeated.body).toEqual(written.body);
  expect(bookmarkIn(repeated)).toBe(bookmarkIn(written));
});

test("a text that is no bookmark is refused, and names its header", async () => {
  const { other } = await behind();
  for (const text of ["", "x", `${bookmarkIn(await locations(other))}, x`, "0".repeat(200)]) {
    const refused = await locations(other, { headers: { [bookmarkHeader]: text } });
    expect(refused.body).toMatchObject({
      status: 400,
      code: "validation_failed",
      errors: [{ pointer: "", detail: expect.stringContaining(bookmarkHeader) }],
    });
    expect(bookmarkIn(refused)).toBe(null);
  }
});

test("a bookmark of another database, or of a lost state, is answered by the primary with a new one", async () => {
  const { one, other } = await behind();
  const suid = one.unique("L");
  const written = await place(one, suid);
  const own = bookmarkIn(written)!;
  const foreign = own.replace(/^\w+/, "0".repeat(18));
  const moved = own.replace(/\..*/, `.${"0".repeat(16)}`);
  const lost = own.replace(/\..{8}/, ".7fffffff");
  for (const text of [foreign, moved, lost]) {
    const found = await locations(other, { headers: { [bookmarkHeader]: text } });
    expect(namesIn(found)).toContain(suid);
    expect(bookmarkIn(found)).toBe(own);
  }
});

test("the primary answers what names it, and replicas the rest", async () => {
  const { other } = await behind();
  const bodies: Readonly<Record<string, object>> = {
    attachmentList: { entity: "MaterialItem", entityID: 1 },
    genealogyRecall: { batchNo: "X" },
  };
  const reads = operations.filter(
    ({ isWrite, path, method }) => !isWrite && method === "post" && path.endsWith("/List"),
  );
  for (const route of reads) {
    const body = bodies[route.operationId] ?? {};
    const answered = await answeredIn(() => other.post(route.path, body));
    expect([route.operationId, answered.replica > 0]).toEqual([route.operationId, mayLag(route)]);
  }
});

test("while the primary is out of reach, reads continue for known and other keys, and writes are refused", async () => {
  const { one, other } = await behind();
  const suid = one.unique("L");
  await place(one, suid);
  database.isDown = true;
  pass(10_000);
  expect(namesIn(await locations(one))).toContain(suid);
  const read = await locations(other);
  expect(read.status).toBe(200);
  expect((await locations(other, { key: keys.quality })).status).toBe(200);
  const missing = await other.post("/api/MaterialItem/History", { visualSerialNo: "NONE" });
  expect(missing.status).toBe(404);
  const refused = place(other);
  setTimeout(() => pass(20_000), 100);
  expect((await refused).body).toMatchObject({ status: 503, code: "overloaded" });
  database.isDown = false;
  pass(5000);
  expect((await place(other)).status).toBe(200);
});

test("without the setting, no response has a bookmark, and no request is checked for one", async () => {
  const off = isolate({ ASBUILT_READS: "" });
  const answered = await answeredIn(async () => {
    const read = await locations(off, { headers: { [bookmarkHeader]: "x" } });
    expect([read.status, bookmarkIn(read)]).toEqual([200, null]);
    expect(bookmarkIn(await place(off))).toBe(null);
  });
  expect(answered.replica).toBe(0);
});

test("a setting that does not exist is refused by its name", () => {
  expect(() => isolate({ ASBUILT_READS: "far" })).toThrow(/^ASBUILT_READS: nearest/);
});

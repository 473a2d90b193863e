import { CloudEvent } from "cloudevents";
import { expect, test } from "vitest";
import { openPlant } from "#plant";
import { assembly } from "./assembly.ts";
import { expectRefused } from "./refused.ts";
import { messagesOf } from "./server-events.ts";

const plant = await openPlant();

const list = async (request: object, key = plant.keys.admin) =>
  (await plant.post("/api/Event/List", request, { key })).body;
const lastSeq = async () =>
  Number((await plant.sql("select max(seq) as seq from change_log"))[0]!["seq"]);
const stream = async (from?: number, query = "", key = plant.keys.viewer) =>
  messagesOf(
    await plant.fetch(`/api/Event/Stream${query}`, {
      key,
      headers: from === undefined ? {} : { "Last-Event-ID": String(from) },
    }),
  );
const types = (events: { type: string }[]) => events.map(({ type }) => type);

test("a change is an event that the CloudEvents SDK accepts", async () => {
  const after = await lastSeq();
  const { Name: productName } = await plant.product();
  const item = await plant.receive({ productName, qty: 2.5 * 2, comment: "first" });
  const { events, next } = await list({ after });
  expect(types(events)).toEqual(["asbuilt.product.created.v1", "asbuilt.material.received.v1"]);
  expect(next).toBe(after + 2);
  const event = new CloudEvent(events[1], true);
  expect(event.validate()).toBe(true);
  expect(event).toMatchObject({
    specversion: "1.0",
    id: String(after + 2),
    source: "https://plant.test/events",
    subject: `MaterialItem/${item.id}`,
    time: item.lastEditDT,
  });
  expect(event.data).toMatchObject({
    entity: "MaterialItem",
    id: item.id,
    action: "received",
    before: null,
    after: { actualQty: 5, visualSerialNo: item.visualSerialNo },
    comment: "first",
  });
});

test("a list of events continues where the last one ended, until there is nothing new", async () => {
  const all = await list({ limit: 1000 });
  expect(all.events.map(({ id }: { id: string }) => Number(id))).toEqual(
    Array.from({ length: all.next }, (_, index) => index + 1),
  );
  const first = await list({ limit: 30 });
  const second = await list({ after: first.next, limit: 40 });
  expect([...first.events, ...second.events]).toEqual(all.events.slice(0, 70));
  const end = await lastSeq();
  expect(await list({ after: end })).toEqual({ events: [], next: end });
});

test("types narrow the events, and the position moves past the others", async () => {
  const after = await lastSeq();
  const { build, remove, childId } = await assembly(plant);
  await build();
  await remove();
  const built = await list({ after, types: ["asbuilt.material.built.v1"] });
  expect(types(built.events)).toEqual(["asbuilt.material.built.v1"]);
  expect(built.next).toBe(await lastSeq());
  const { events } = await list({ after, types: ["asbuilt.material.*"] });
  const ofChild = events.filter(
    ({ subject }: { subject: string }) => subject === `MaterialItem/${childId}`,
  );
  expect(types(ofChild)).toEqual([
    "asbuilt.material.received.v1",
    "asbuilt.material.built.v1",
    "asbuilt.material.removed.v1",
  ]);
});

test("events of keys and sessions are for administrators only", async () => {
  const request = { types: ["asbuilt.apiKey.*"], limit: 1000 };
  expect((await list(request)).events.length).toBeGreaterThan(3);
  expect((await list(request, plant.keys.engineer)).events).toEqual([]);
  const after = await lastSeq();
  await plant.done("post", "/api/Session/Create", {});
  expect(types((await list({ after })).events)).toEqual(["asbuilt.session.created.v1"]);
  expect((await list({ after }, plant.keys.engineer)).events).toEqual([]);
});

test("no event of a webhook shows its address, and a viewer sees none at all", async () => {
  const after = await lastSeq();
  const url = "https://erp.example/hook?token=hidden";
  const { id } = await plant.done("put", "/api/Webhook/Upsert", { url, description: "ERP" });
  await plant.done("put", "/api/Webhook/Upsert", { id, url: `${url}2` });
  await plant.delete("/api/Webhook/Delete", { id });
  const { events } = await list({ after });
  expect(types(events)).toEqual([
    "asbuilt.webhook.created.v1",
    "asbuilt.webhook.updated.v1",
    "asbuilt.webhook.deleted.v1",
  ]);
  expect(events[0].data.after).toMatchObject({ description: "ERP", isActive: true });
  const admins = await stream(after, "", plant.keys.admin);
  const streamed = await admins.take(3);
  await admins.leave();
  for (const seen of [events, streamed]) expect(JSON.stringify(seen)).not.toContain("erp.example");
  expect(await list({ after }, plant.keys.engineer)).toEqual({ events: [], next: after + 3 });
  const history = await plant.post("/api/History/List", { entity: "Webhook", id });
  expect(history.body[0].after).toMatchObject({ url });
});

test.for<[object, string]>([
  [{ types: ["asbuilt.material.eaten.v1"] }, "/types/0"],
  [{ types: [] }, "/types"],
  [{ after: -1 }, "/after"],
  [{ limit: 1001 }, "/limit"],
  // As in a plant that was put back to an earlier state: the events since then would be missed.
  [{ after: 999_999_999 }, "/after"],
])("a list refuses %o", async ([request, pointer]) => {
  const send = () => plant.post("/api/Event/List", request);
  await expectRefused(plant, send, [400, "validation_failed", pointer]);
});

test("a stream from 0 sends everything in order, and then new events", async () => {
  const { events } = await list({ limit: 1000 }, plant.keys.viewer);
  const messages = await stream(0);
  const told = await messages.take(events.length);
  expect(told.map(({ data }) => data)).toEqual(events);
  expect(told.map(({ id }) => id)).toEqual(events.map(({ id }: { id: string }) => id));
  const { Name } = await plant.product();
  const [product] = await messages.take(1);
  expect(product!.data.data.after.Name).toBe(Name);
  await messages.leave();
});

test("a stream that was cut off continues after the last event that was read", async () => {
  const begun = await stream();
  expect(await begun.next()).toMatchObject({ id: String(await lastSeq()), data: undefined });
  const names = [];
  for (let made = 0; made < 5; made++) names.push((await plant.product()).Name);
  const [, second] = await begun.take(2);
  await begun.leave();
  const resumed = await stream(Number(second!.id));
  const told = await resumed.take(3);
  expect(told.map(({ data }) => data.data.after.Name)).toEqual(names.slice(2));
  await resumed.leave();
});

test("a stream of some types omits the others, and sends its position", async () => {
  const messages = await stream(undefined, "?types=asbuilt.material.*,asbuilt.bom.created.v1");
  await messages.next();
  const { Name } = await plant.product();
  await plant.bom({ parentProductName: Name });
  const [told] = await messages.take(1);
  expect(told!.data.type).toBe("asbuilt.bom.created.v1");
  await plant.product();
  const [ids, last] = [[] as string[], String(await lastSeq())];
  // Each comes half a minute later, by the app's clock.
  for (plant.now = Date.now() + 30_000; ids.at(-1) !== last; plant.now += 30_000) {
    const beat = await messages.next();
    expect(beat).toMatchObject({ data: undefined, comment: true });
    ids.push(beat!.id);
  }
  plant.now = undefined;
  expect(ids.length).toBeLessThan(4);
  await messages.leave();
});

/** Opens a stream whose key is then revoked. From then on the test sets the clock. */
async function revokedStream(query: string) {
  const { id, key } = await plant.done("post", "/api/ApiKey/Create", {
    name: plant.unique("follower"),
    user: "viewer",
    role: "viewer",
  });
  const revokedAt = Date.now();
  plant.now = revokedAt;
  const messages = await stream(undefined, query, key);
  await messages.next();
  await plant.done("put", "/api/ApiKey/Revoke", { id });
  return { messages, revokedAt };
}

test("a stream ends when its key is revoked", async () => {
  const { messages, revokedAt } = await revokedStream("?types=asbuilt.bom.*");
  plant.now = revokedAt + 30_000;
  expect(await messages.next()).toBeUndefined();
  plant.now = undefined;
});

test("a stream ends when its key is revoked, even if there is always something to send", async () => {
  const { messages, revokedAt } = await revokedStream("");
  plant.now = revokedAt + 10_000;
  await plant.product();
  expect((await messages.next())!.data).toBeDefined();
  plant.now = revokedAt + 20_000;
  await plant.product();
  expect(await messages.next()).toBeUndefined();
  plant.now = undefined;
});

test("a stream ends when its key is revoked, even if the clock was set back since", async () => {
  const { messages, revokedAt } = await revokedStream("");
  plant.now = revokedAt - 3_600_000;
  await plant.product();
  expect(await messages.next()).toBeUndefined();
  plant.now = undefined;
});

const { batches, runtime } = plant.database;
const isWorker = runtime === "d1";

test.runIf(batches)("a stream ends when it may send the database nothing more", async () => {
  const messages = await stream();
  await messages.next();
  batches!.through = () =>
    Promise.reject(new Error("Too many API requests by single worker invocation."));
  expect(await messages.next()).toBeUndefined();
  batches!.through = undefined;
});

// Workers share no reads, and a file does not count them.
test.runIf(batches && !isWorker)(
  "many streams read the database once for each change",
  async () => {
    const streams = await Promise.all(Array.from({ length: 20 }, () => stream()));
    for (const messages of streams) await messages.next();
    await new Promise((resolve) => setTimeout(resolve, 100));
    const { reads } = batches!.roundTrips;
    const from = performance.now();
    const { Name } = await plant.product();
    const told = await Promise.all(streams.map((messages) => messages.take(1)));
    expect(told.map(([message]) => message!.data.data.after.Name)).toEqual(streams.map(() => Name));
    // One read for the product, one for the change, and one that finds nothing more. Each second
    // that ends in the meantime adds one.
    const seconds = Math.ceil((performance.now() - from) / 1000);
    expect(batches!.roundTrips.reads - reads).toBeLessThanOrEqual(3 + seconds);
    for (const messages of streams) await messages.leave();
  },
);

test.skipIf(isWorker)(
  "there are at most 50 streams of a key and 200 in all, and one that ends makes room",
  async () => {
    const { viewer, operator, engineer, admin } = plant.keys;
    const fifty = (key: string) =>
      Promise.all(Array.from({ length: 50 }, () => stream(undefined, "", key)));
    const isRefused = async (key: string) => {
      const { status, body } = await plant.get("/api/Event/Stream", { key });
      expect([status, body.code]).toEqual([503, "overloaded"]);
    };
    const streams = await fifty(viewer);
    await isRefused(viewer);
    for (const key of [operator, engineer, admin]) streams.push(...(await fifty(key)));
    for (const messages of streams) await messages.next();
    const { key } = await plant.done("post", "/api/ApiKey/Create", {
      name: plant.unique("follower"),
      user: "viewer",
      role: "viewer",
    });
    await isRefused(key);
    await streams.pop()!.leave();
    await expect.poll(async () => (await stream(undefined, "", key)).next()).toBeDefined();
    for (const messages of streams) await messages.leave();
  },
);

// Nothing reports that a Worker's client has left, so counted streams would lock it out.
test.runIf(isWorker)(
  "a Worker's streams, each an invocation of its own, are not counted",
  async () => {
    const streams = await Promise.all(Array.from({ length: 51 }, () => stream()));
    for (const messages of streams) expect(await messages.next()).toBeDefined();
    for (const messages of streams) await messages.leave();
  },
);

test("a HEAD request for a stream opens none", async () => {
  const head = () => plant.fetch("/api/Event/Stream", { method: "HEAD" });
  const answers = await Promise.all(Array.from({ length: 201 }, head));
  for (const { status, body } of answers) expect([status, body]).toEqual([200, null]);
  const messages = await stream();
  expect(await messages.next()).toBeDefined();
  await messages.leave();
});

test.for(["x", "-1", "1.5", "999999999"])("a stream refuses a Last-Event-ID of %s", async (id) => {
  const answer = await plant.get("/api/Event/Stream", { headers: { "Last-Event-ID": id } });
  expect([answer.status, answer.body.code]).toEqual([400, "validation_failed"]);
});

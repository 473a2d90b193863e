import { sealingKeyOf, sealLog, webSha256 } from "@asbuilt/core";
import type { Executor } from "@asbuilt/core/database";
import type { Outgoing } from "@asbuilt/http";
import { CloudEvent } from "cloudevents";
import { Webhook } from "standardwebhooks";
import { expect, test } from "vitest";
import { openPlant } from "#plant";
import { expectRefused } from "./refused.ts";
import {
  type Event,
  hour,
  ofMaterial,
  receiver,
  start,
  subjects,
  webhooksOf,
} from "./webhook-plant.ts";

const plant = await openPlant();
const { executor } = plant.database;
const { create, deliver, listed, newItem, upsert } = webhooksOf(plant);

test("a webhook receives the events after its creation, signed as in Standard Webhooks", async () => {
  const before = await newItem();
  const { id, secret } = await create({ ...ofMaterial, description: "Stock" });
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  const { subject, adjust } = await newItem();
  await adjust();
  const { send, taken, calls } = receiver();
  await deliver(send);
  expect(taken.map(({ type }) => type)).toEqual([
    "asbuilt.material.received.v1",
    "asbuilt.material.adjusted.v1",
  ]);
  expect(subjects(taken)).toEqual([subject, subject]);
  expect(subjects(taken)).not.toContain(before.subject);
  for (const { body, headers, url } of calls) {
    expect(url).toBe("https://erp.example/hook");
    expect(headers["Content-Type"]).toBe("application/cloudevents+json; charset=utf-8");
    const event = new Webhook(secret).verify(body, { ...headers }) as object;
    expect(new CloudEvent(event, true).validate()).toBe(true);
    expect(() => new Webhook("whsec_AAAA").verify(body, { ...headers })).toThrow("signature");
  }
  expect(await listed(id)).toMatchObject({
    description: "Stock",
    pending: 0,
    behind: 0,
    dead: 0,
    error: null,
  });
  await deliver(send);
  expect(taken).toHaveLength(2);
});

/** Returns the anchor in each call; undefined if it has none. */
const anchorsIn = (calls: readonly Outgoing[]) =>
  calls.map(({ headers }) => {
    const header = headers["Asbuilt-Anchor"];
    return header === undefined ? undefined : JSON.parse(header);
  });

test("each call carries the newest seal of the record once there is one, with its own signature", async () => {
  const key = await sealingKeyOf(Buffer.alloc(32, 7).toString("base64"));
  const { id, secret } = await create(ofMaterial);
  const { adjust } = await newItem();
  const { calls, send } = receiver();
  plant.receiver = send;
  const callTwice = async () => {
    await deliver(send);
    await plant.done("put", "/api/Webhook/Test", { id });
    return calls.splice(0);
  };
  expect(anchorsIn(await callTwice())).toEqual([undefined, undefined]);

  for (let seals = 0; seals < 2; seals++) {
    await adjust();
    await sealLog(executor, { sha256: webSha256, key, now: Date.now });
    const anchor = await plant.done("post", "/api/Audit/Anchor", {});
    const [last] = await plant.sql("select max(seq) as seq from change_log");
    expect(anchor).toMatchObject({ lastSeq: last!["seq"], publicKey: key.publicKey });
    const calledWith = await callTwice();
    expect(anchorsIn(calledWith)).toEqual([anchor, anchor]);
    // The sealing key signs the anchor. The secret signs the call without it.
    expect(anchor.signature).toBe(await key.sign(anchor.hash));
    for (const { body, headers } of calledWith) {
      const { "Asbuilt-Anchor": _, ...others } = headers;
      expect(new Webhook(secret).verify(body, others)).toEqual(JSON.parse(body));
    }
  }
});

test("a round reads the newest seal once for all of its calls, and not at all without a call", async () => {
  let reads = 0;
  const read: Executor["read"] = (statements) => {
    reads += statements.filter(({ sql }) => sql.includes("from seal ")).length;
    return executor.read(statements);
  };
  const { calls, send } = receiver();
  const round = () => deliver(send, { executor: { ...executor, read }, concurrentCallsMax: 2 });
  const { adjust } = await newItem();
  await round();
  await create({ types: ["asbuilt.bom.*"] });
  await adjust();
  await round();
  expect([calls.length, reads]).toEqual([0, 0]);
  for (let webhook = 0; webhook < 2; webhook++) await create(ofMaterial);
  for (let event = 0; event < 5; event++) await adjust();
  await round();
  expect([calls.length, reads]).toEqual([10, 1]);
});

/** Makes an event of each kind of record that only administrators change. */
const administer = async () => {
  const { id } = await create({ url: "https://other.example/secret-path?token=hidden" });
  await upsert({ id, url: "https://other.example/next-path?token=hidden" });
  const user = plant.unique("user");
  await plant.done("put", "/api/User/Upsert", { SUID: user, name: user });
  await plant.done("post", "/api/ApiKey/Create", { name: "reader", user, role: "viewer" });
};
const resources = (events: readonly Event[]) =>
  new Set(events.map(({ type }) => type.split(".")[1]));

test.for([
  [undefined, ["material", "product"]],
  [["asbuilt.*"], ["material", "product"]],
  [
    ["*", "asbuilt.u*"],
    ["material", "product"],
  ],
  [
    ["asbuilt.apiKey.*", "asbuilt.user.created.v1", "asbuilt.webhook.*"],
    ["apiKey", "user", "webhook"],
  ],
  [
    ["asbuilt.*", "asbuilt.apiKey.created.v1"],
    ["apiKey", "material", "product"],
  ],
] as const)(
  "a webhook with the types %o gets administrators' events only if they are named",
  async ([types, expected]) => {
    plant.now = start;
    const { id } = await create({ types });
    await administer();
    await newItem();
    const { send, taken, calls } = receiver();
    await deliver((outgoing) =>
      outgoing.url.includes("other.example") ? Promise.resolve({ status: 204 }) : send(outgoing),
    );
    expect(resources(taken)).toEqual(new Set(expected));
    expect(await listed(id)).toMatchObject({ pending: 0, behind: 0 });
    const sent = calls.map(({ body }) => body).join("");
    expect(sent).not.toMatch(/other\.example|hidden|whsec_/);
  },
);

test("an administrators' event that waited for a webhook without types is not sent", async () => {
  plant.now = start;
  const { id } = await create({ types: ["asbuilt.user.*"] });
  await administer();
  const { send, calls } = receiver(() => ({ status: 500 }));
  await deliver(send);
  expect(calls).toHaveLength(1);
  await upsert({ id, types: null });
  plant.now += hour;
  await deliver(send);
  expect(calls).toHaveLength(1);
  expect(await listed(id)).toMatchObject({ pending: 0, dead: 0 });
});

test("a secret is shown once, and never logged", async () => {
  const headers = { "Idempotency-Key": plant.unique("key") };
  const body = { url: "https://erp.example/once" };
  const first = (await plant.put("/api/Webhook/Upsert", body, { headers })).body;
  const again = (await plant.put("/api/Webhook/Upsert", body, { headers })).body;
  expect(again).toEqual({ ...first, secret: null });
  expect((await upsert({ id: first.id, description: "x" })).secret).toBeNull();
  expect(await listed(first.id)).not.toHaveProperty("secret");
  const [kept] = await plant.sql(
    "select count(*) as n from change_log where coalesce(after, '') || coalesce(before, '') like '%whsec%'",
  );
  expect(kept).toEqual({ n: 0 });
  const log = JSON.stringify(plant.log);
  expect(log).not.toContain("whsec_");
});

test("a secret that is replaced signs together with the new one for 24 hours", async () => {
  plant.now = start;
  const { id, secret: old } = await create(ofMaterial);
  const { secret } = await upsert({ id, rotateSecret: true });
  expect(secret).not.toBe(old);
  const { send, calls } = receiver();
  await newItem();
  await deliver(send);
  plant.now += 25 * hour;
  await newItem();
  await deliver(send);
  await upsert({ id, rotateSecret: true });
  await upsert({ id, rotateSecret: true });
  await newItem();
  await deliver(send);
  const count = ({ headers }: Outgoing) => headers["webhook-signature"]!.split(" ").length;
  expect(calls.map(count)).toEqual([2, 1, 2]);
  const unstamped = ({ body, headers }: Outgoing, by: string) => {
    const at = new Date(Number(headers["webhook-timestamp"]) * 1000);
    const signature = new Webhook(by).sign(headers["webhook-id"]!, at, body);
    return headers["webhook-signature"]!.split(" ").includes(signature);
  };
  expect([unstamped(calls[0]!, old), unstamped(calls[0]!, secret)]).toEqual([true, true]);
  expect([unstamped(calls[1]!, old), unstamped(calls[1]!, secret)]).toEqual([false, true]);
});

test("a change of a webhook takes effect from the next call on", async () => {
  const { id } = await create(ofMaterial);
  const { adjust } = await newItem();
  await adjust();
  await adjust();
  const { send, calls } = receiver();
  await deliver(async (outgoing) => {
    if (calls.length === 0) await upsert({ id, url: "https://erp.example/moved" });
    if (calls.length === 1) await upsert({ id, isActive: false });
    return send(outgoing);
  });
  const urls = calls.map(({ url }) => url);
  expect(urls).toEqual(["https://erp.example/hook", "https://erp.example/moved"]);
});

test("types that are widened while the log is read apply to later events", async () => {
  const { id } = await create({ types: ["asbuilt.bom.*"] });
  await newItem();
  const { send, taken } = receiver();
  let subject: string | undefined;
  const read: Executor["read"] = async (statements) => {
    // The webhook and its types have been read by now.
    const isLookingOn = statements.some(({ sql }) => sql.startsWith('select "change_log"'));
    if (isLookingOn && subject === undefined) {
      await upsert({ id, types: null });
      ({ subject } = await newItem());
    }
    return executor.read(statements);
  };
  await deliver(send, { executor: { ...executor, read } });
  await deliver(send);
  expect(subject).toBeDefined();
  expect(subjects(taken)).toContain(subject);
});

test("an event that waits and is no longer of a webhook's types is not sent", async () => {
  plant.now = start;
  const { id } = await create({ types: ["asbuilt.product.*", "asbuilt.material.*"] });
  const { subject } = await newItem();
  await deliver(receiver(() => ({ status: 500 })).send);
  expect((await listed(id)).pending).toBe(2);
  await upsert({ id, types: ["asbuilt.material.*"] });
  plant.now += hour;
  const { send, calls, taken } = receiver();
  await deliver(send);
  expect(subjects(taken)).toEqual([subject]);
  expect(calls).toHaveLength(1);
  expect(await listed(id)).toMatchObject({ pending: 0, dead: 0 });
});

test("a trial call returns its outcome, and is not logged", async () => {
  const { id, secret } = await create();
  plant.receiver = receiver(() => ({ status: 302 })).send;
  const trial = async () => (await plant.put("/api/Webhook/Test", { id })).body;
  expect(await trial()).toEqual({
    isDelivered: false,
    status: 302,
    error: "The receiver responded with 302: redirects are not followed.",
  });
  const { send, calls } = receiver();
  plant.receiver = send;
  const before = await plant.sql("select max(seq) as seq from change_log");
  expect(await trial()).toEqual({ isDelivered: true, status: 204, error: null });
  const [{ url, body, headers }] = calls as [Outgoing];
  expect(url).toBe("https://erp.example/hook");
  expect(new Webhook(secret).verify(body, { ...headers })).toMatchObject({
    type: "asbuilt.webhook.tested.v1",
  });
  expect(await plant.sql("select max(seq) as seq from change_log")).toEqual(before);
});

test("a webhook is updated, sent back as it was listed, and deleted with all of its events", async () => {
  const { id } = await create({ types: ["asbuilt.bom.*"] });
  await plant.bom({ parentProductName: (await plant.product()).Name });
  await deliver(() => Promise.resolve({ status: 500 }));
  const record = await listed(id);
  expect(record).toMatchObject({ pending: 1, error: "The receiver responded with 500." });
  expect(await upsert({ ...record, types: null })).toEqual({
    ...record,
    revNo: 2,
    types: null,
    secret: null,
  });
  await plant.done("delete", "/api/Webhook/Delete", { id });
  expect(await listed(id)).toBeUndefined();
  for (const table of ["delivery", "progress", "secret"]) {
    const rows = await plant.sql(`select 1 from webhook_${table} where webhook_id = ?`, id);
    expect(rows, table).toEqual([]);
  }
});

test.for<[field: string, value: unknown]>([
  ["url", "ftp://erp.example"],
  ["url", "https://user:word@erp.example"],
  ["url", "https://erp.example/#part"],
  ["url", "not a url"],
  ["url", "http://erp.example"],
  ["url", "https://localhost/hook"],
  ["url", "https://erp.internal"],
  ["url", "https://127.0.0.1/hook"],
  ["url", "https://10.1.2.3"],
  ["url", "https://169.254.169.254/latest/meta-data"],
  ["url", "https://[::1]/"],
  ["url", "https://[fd00::1]/"],
  ["url", "https://[::ffff:10.0.0.1]/"],
  ["url", "https://2130706433/"],
  ["types", []],
  ["types/0", ["asbuilt.nothing.*"]],
])("a webhook refuses a %s of %o", async ([pointer, value]) => {
  const field = pointer.split("/", 1)[0]!;
  const send = () => plant.put("/api/Webhook/Upsert", { url: "https://a.example", [field]: value });
  await expectRefused(plant, send, [400, "validation_failed", `/${pointer}`]);
});

test.for(["Upsert", "Test", "Replay"])(
  "%s of a webhook that does not exist is 404",
  async (verb) => {
    const send = () => plant.put(`/api/Webhook/${verb}`, { id: 999_999 });
    await expectRefused(plant, send, [404, "not_found", "/id"]);
  },
);

test("dead letters of a webhook that does not exist are 404, and so is its deletion", async () => {
  const list = () => plant.post("/api/Webhook/DeadLetters", { id: 999_999 });
  await expectRefused(plant, list, [404, "not_found", "/id"]);
  const remove = () => plant.delete("/api/Webhook/Delete", { id: 999_999 });
  await expectRefused(plant, remove, [404, "not_found", "/id"]);
});

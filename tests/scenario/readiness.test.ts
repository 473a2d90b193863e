import { createClient } from "@asbuilt/client";
import type { ReadinessRecord } from "@asbuilt/contract";
import { AnchorUnread, sealingKeyOf, sealLog, webSha256 } from "@asbuilt/core";
import { type AppOptions, createApp } from "@asbuilt/http";
import { afterEach, expect, test } from "vitest";
import { openPlant } from "#plant";
import { flawsOf } from "../plants/documented.ts";
import { receiver, webhooksOf } from "./webhook-plant.ts";

// A table is renamed, as a damaged one can't be read.
const plant = await openPlant({ isEdited: true });
const { create, deliver, newItem } = webhooksOf(plant);
const { executor } = plant.database;

/** Returns the readiness of a service on the plant, and checks its form. */
async function readinessOf(options: Partial<AppOptions> = {}) {
  const service = createApp({
    executor,
    now: () => plant.now ?? Date.now(),
    log: (entry) => plant.log.push(entry),
    sealing: () => "ok",
    asset: () => Promise.resolve(undefined),
    ...options,
  });
  const response = await service.request("/readyz");
  const { status } = response;
  // The document, which it is checked against, is the form of the record.
  const body = (await response.json()) as ReadinessRecord;
  const place = ["paths", "/readyz", "get", "responses", String(status), "content"];
  expect(flawsOf([...place, "application/json", "schema"], body)).toBeUndefined();
  return { status, body };
}

const sealingKey = await sealingKeyOf("B".repeat(43));
const sealAll = () => sealLog(executor, { sha256: webSha256, key: sealingKey, now: Date.now });

afterEach(() => {
  plant.log.length = 0;
  plant.now = undefined;
});

const failing = { state: "failing", detail: expect.any(String) };

test("readiness tells the state of each part", async () => {
  await sealAll();
  const webhooks = { state: "off", detail: "No webhook is active." };
  const ok = { state: "ok" };
  const parts = { database: ok, writes: ok, seal: ok, webhooks };
  expect(await readinessOf()).toEqual({ status: 200, body: { status: "ready", parts } });
  const seal = { state: "off", detail: "No sealing key is configured." };
  const { body } = await readinessOf({ sealing: undefined });
  expect(body).toEqual({ status: "ready", parts: { ...parts, seal } });
});

test("a change that has waited for its seal for over two minutes is reported", async () => {
  await sealAll();
  await plant.product();
  const stateIn = async (minutes: number) => {
    plant.now = Date.now() + minutes * 60_000;
    return (await readinessOf()).body;
  };
  expect(await stateIn(1)).toMatchObject({ status: "ready", parts: { seal: { state: "ok" } } });
  expect(await stateIn(3)).toMatchObject({
    status: "ready",
    parts: { seal: { state: "behind", detail: expect.stringContaining("two minutes") } },
  });
  await sealAll();
  expect(await stateIn(3)).toMatchObject({ parts: { seal: { state: "ok" } } });
  const { status, body } = await readinessOf({ sealing: () => "failing" });
  expect([status, body]).toMatchObject([200, { status: "ready", parts: { seal: failing } }]);
});

test("a webhook that fails is reported, and leaves the service ready", async () => {
  const { id } = await create({ url: "https://secret-erp.example/hook-4711" });
  const webhooks = async () => (await readinessOf()).body;
  await (await newItem()).adjust();
  expect(await webhooks()).toMatchObject({ parts: { webhooks: { state: "ok" } } });
  await deliver(receiver(() => ({ status: 500 })).send);
  const { status, body } = await readinessOf();
  expect([status, body]).toMatchObject([200, { status: "ready", parts: { webhooks: failing } }]);
  // Everybody can read it.
  expect(JSON.stringify(body)).not.toMatch(/erp|4711|500/);
  await plant.done("put", "/api/Webhook/Upsert", { id, isActive: false });
  expect(await webhooks()).toMatchObject({ parts: { webhooks: { state: "off" } } });
});

test("a service that can't read its database says so in each part, to a client as well", async () => {
  const lost = () => Promise.reject(new Error("/secret/plant.db is gone"));
  const options = { executor: { ...executor, read: lost } };
  const { status, body } = await readinessOf(options);
  const parts = { database: failing, writes: failing, seal: failing, webhooks: failing };
  const detail = "The database can't be read.";
  expect([status, body]).toEqual([503, { status: "unavailable", detail, parts }]);
  expect(plant.log).toMatchObject([{ level: "warn", message: "The database is not ready." }]);

  const answer = Response.json(body, { status });
  const baseUrl = "http://plant.test";
  const client = createClient({ baseUrl, key: "", fetch: () => Promise.resolve(answer) });
  expect(await client.readiness({})).toEqual(body);
  const page = new Response("{}", { status: 503 });
  const other = createClient({ baseUrl, key: "", fetch: () => Promise.resolve(page) });
  await expect(other.readiness({})).rejects.toMatchObject({ problem: { status: 503 } });
});

test("a service whose record does not follow its anchor says so, without the anchor's name", async () => {
  const anchorStore = {
    name: "/secret/plant.anchor",
    read: () => Promise.resolve({ id: 1_000_000, lastSeq: 1, hash: "none" }),
    write: () => Promise.resolve(),
  };
  const { status, body } = await readinessOf({ anchorStore });
  expect([status, body]).toMatchObject([503, { status: "untrusted", parts: { seal: failing } }]);
  expect(body.detail).toContain("does not follow its kept anchor");
  expect(JSON.stringify(body)).not.toContain("secret");
});

test("an anchor that can't be read says nothing about the record, which stays trusted", async () => {
  const anchorStore = {
    name: "/secret/plant.anchor",
    read: () => Promise.reject(new AnchorUnread("/secret/plant.anchor belongs to root")),
    write: () => Promise.resolve(),
  };
  const { status, body } = await readinessOf({ anchorStore });
  expect([status, body]).toMatchObject([200, { status: "ready", parts: { seal: failing } }]);
  expect(body.parts.seal.detail).toContain("The kept anchor can't be read.");
  expect(JSON.stringify(body)).not.toContain("secret");
});

test("tables of webhooks that can't be read leave the service ready", async () => {
  await plant.sql("alter table webhook_delivery rename to lost");
  const { status, body } = await readinessOf();
  await plant.sql("alter table lost rename to webhook_delivery");
  expect([status, body]).toMatchObject([
    200,
    { status: "ready", parts: { database: { state: "ok" }, seal: failing, webhooks: failing } },
  ]);
});

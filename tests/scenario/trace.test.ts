import { audit, sealingKeyOf, sealLog, webSha256 } from "@asbuilt/core";
import { createApp } from "@asbuilt/http";
import { CloudEvent } from "cloudevents";
import { expect, test } from "vitest";
import { openPlant } from "#plant";
import { requestOf } from "../plants/requests.ts";
import { assembly, buildOf } from "./assembly.ts";
import { messagesOf } from "./server-events.ts";
import { ofMaterial, receiver, webhooksOf } from "./webhook-plant.ts";

const plant = await openPlant({ isEdited: true });
const { executor } = plant.database;
const { create, deliver } = webhooksOf(plant);

const traceID = "4bf92f3577b34da6a3ce929d0e0e4736";
const traceparent = `00-${traceID}-00f067aa0ba902b7-01`;
const traced = { headers: { traceparent } };

const changesOf = async (requestID: string) =>
  plant.done("post", "/api/History/List", { requestID });

/** Builds once, in a trace or not. Returns the id of the request. */
async function built(headers: Readonly<Record<string, string>>): Promise<string> {
  const { parent, child } = await assembly(plant);
  const answer = await plant.put("/api/Build/Build", buildOf(parent, child), { headers });
  expect(answer.status).toBe(200);
  return answer.headers.get("X-Request-Id")!;
}

test("the history has the trace of a request, in each of its changes", async () => {
  const tracesOf = async (headers: Readonly<Record<string, string>>) => {
    const changes = await changesOf(await built(headers));
    return changes.map((change: { traceID: string | null }) => change.traceID);
  };
  expect(await tracesOf({ traceparent })).toEqual([traceID, traceID]);
  expect(await tracesOf({})).toEqual([null, null]);
  expect(await tracesOf({ traceparent: traceparent.toUpperCase() })).toEqual([null, null]);
});

test("an event has the trace context of its change, in a list, in a stream and in a webhook", async () => {
  await create(ofMaterial);
  const [last] = await plant.sql("select max(seq) as seq from change_log");
  const after = Number(last!["seq"]);
  await built({ traceparent });
  const ofTrace = { types: ["asbuilt.material.built.v1"], after };
  const { events } = await plant.done("post", "/api/Event/List", ofTrace);
  expect(events).toMatchObject([{ traceparent, data: { traceID } }]);
  expect(new CloudEvent(events[0], true).validate()).toBe(true);

  const headers = { "Last-Event-ID": String(after) };
  const path = `/api/Event/Stream?types=${ofTrace.types[0]}`;
  const stream = messagesOf(await plant.fetch(path, { headers }));
  const [message] = await stream.take(1);
  await stream.leave();
  expect(message!.data).toEqual(events[0]);

  const { calls, send } = receiver();
  await deliver(send);
  const call = calls.find(({ body }) => JSON.parse(body).id === events[0].id)!;
  expect(JSON.parse(call.body)).toMatchObject({ traceparent, data: { traceID } });
  const sent = call.headers["traceparent"]!;
  expect(sent).toMatch(new RegExp(`^00-${traceID}-[\\da-f]{16}-01$`));
  expect(sent).not.toBe(traceparent);
  const other = calls.find(({ body }) => JSON.parse(body).traceparent === undefined)!;
  expect(other.headers).not.toHaveProperty("traceparent");
});

test("a Build in a trace writes no more statements than another one", async () => {
  let statements = 0;
  const run: typeof executor.run = (job) =>
    executor.run({
      ...job,
      plan: (loaded, isGuarded) => {
        const plan = job.plan(loaded, isGuarded);
        statements += job.load.length + plan.write.length;
        return plan;
      },
    });
  const service = createApp({
    executor: { ...executor, run },
    now: Date.now,
    log: () => {},
    asset: () => Promise.resolve(undefined),
  });
  const statementsOf = async (options: object) => {
    const { parent, child } = await assembly(plant);
    statements = 0;
    const all = { key: plant.keys.admin, ...options };
    const body = buildOf(parent, child);
    const answer = await service.request(requestOf("http://a/api/Build/Build", "PUT", body, all));
    expect(answer.status).toBe(200);
    return statements;
  };
  expect(await statementsOf(traced)).toBe(await statementsOf({}));
  expect(statements).toBeGreaterThan(0);
});

test("a seal covers the trace of a row: to change, add or remove it is found", async () => {
  const key = await sealingKeyOf("B".repeat(43));
  await built({ traceparent });
  await built({});
  await sealLog(executor, { sha256: webSha256, key, now: Date.now });
  const rowWhere = async (condition: string) => {
    const [row] = await plant.sql(`select max(seq) as seq from change_log where ${condition}`);
    return Number(row!["seq"]);
  };
  const withTrace = await rowWhere("traceparent is not null");
  const without = await rowWhere("traceparent is null");
  const found = async () => {
    const { findings } = await audit(executor, { sha256: webSha256, trusted: [key.publicKey] });
    return findings.map(({ record }) => record);
  };
  expect(await found()).toEqual([]);
  const triggers = await plant.sql(
    "select name, sql from sqlite_schema where type = 'trigger' and tbl_name = 'change_log'",
  );
  const edit = async (seq: number, text: string | null) => {
    for (const { name } of triggers) await plant.sql(`drop trigger ${String(name)}`);
    await plant.sql("update change_log set traceparent = ? where seq = ?", text, seq);
    for (const { sql } of triggers) await plant.sql(String(sql));
  };
  for (const [seq, text, before] of [
    [withTrace, traceparent.replace("4bf9", "4bf8"), traceparent],
    [withTrace, null, traceparent],
    [without, traceparent, null],
  ] as const) {
    await edit(seq, text);
    expect(await found()).toEqual([`change_log ${seq}`]);
    await edit(seq, before);
    expect(await found()).toEqual([]);
  }
});

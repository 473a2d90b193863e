import { connect } from "node:net";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { requestsTo } from "../plants/requests.ts";
import { messagesOf } from "../scenario/server-events.ts";
import {
  adminKey,
  asbuilt,
  freePort,
  servicesIn,
  startAsbuilt,
  stop,
  temporaryFolder,
  until,
} from "./processes.ts";
import { startReceiver } from "./receivers.ts";
import {
  checkOpenMetrics,
  checkPrometheusText,
  hasPromtool,
  samplesIn,
  scrape,
  typesIn,
} from "./scrapes.ts";
import { execute } from "./stored.ts";

const temporary = temporaryFolder();
afterAll(temporary.remove);

const path = (name: string) => join(temporary.path, name);
const serve = servicesIn(temporary.path);

/** The header that a Prometheus server of version 3 sends. */
const prometheusAccept =
  "application/openmetrics-text;version=1.0.0;escaping=allow-utf-8;q=0.6," +
  "application/openmetrics-text;version=0.0.1;q=0.5,text/plain;version=1.0.0;q=0.4," +
  "text/plain;version=0.0.4;q=0.3,*/*;q=0.2";

test("a scrape shows what was served, refused, delivered and followed, and no name of the plant", async () => {
  const port = await freePort();
  const failing = await startReceiver((_request, response) => response.writeHead(500).end());
  const service = await serve("plant", {
    ASBUILT_METRICS: String(port),
    ASBUILT_SEED: "demo",
    ASBUILT_WEBHOOK_PRIVATE_TARGETS: "127.0.0.1",
    ASBUILT_REQUESTS_PER_KEY: "1000",
  });
  const plant = requestsTo({ address: service.address, key: adminKey });
  await plant.done("put", "/api/Webhook/Upsert", {
    types: ["asbuilt.location.*"],
    url: failing.url,
  });
  const following = new AbortController();
  const messages = messagesOf(
    await fetch(`${service.address}/api/Event/Stream`, {
      headers: { Authorization: `Bearer ${adminKey}` },
      signal: following.signal,
    }),
  );
  await messages.next();
  await plant.done("put", "/api/Location/Upsert", { suid: "BAY", name: "Secret bay" });
  await plant.done("post", "/api/MaterialItem/Receive", {
    productName: "Seal",
    visualSerialNo: "SECRET-LOT",
    qty: 5,
  });
  const build = { parentSerialNo: "PUMP-0002", childSerialNo: "SEAL-LOT-1", builtQty: 1 };
  await plant.done("put", "/api/Build/Build", { ...build, receiveAtPointOfConsumption: false });
  const unknownProduct = { productName: "Secret", visualSerialNo: "SECRET-1", qty: 1 };
  expect((await plant.post("/api/MaterialItem/Receive", unknownProduct)).status).toBe(404);
  expect((await plant.get("/api/MaterialItem/Get/1", { key: "not-a-key" })).status).toBe(401);
  for (const unknown of ["/secret-path", "/api/MaterialItem/Secret/1"]) {
    await plant.get(unknown);
  }
  const samples = async () => samplesIn((await scrape(port)).text);
  await until(async () => ((await samples()).get("asbuilt_webhook_pending_events") ?? 0) > 0);
  await until(async () => (await samples()).get("asbuilt_unsealed_rows") === 0);
  await until(async () => ((await samples()).get("asbuilt_checkpoint_seconds_count") ?? 0) > 0);

  const { type, text } = await scrape(port);
  expect(type).toBe("text/plain; version=0.0.4; charset=utf-8");
  const found = samplesIn(text);
  const requests = (operation: string, status: number) =>
    found.get(`asbuilt_request_seconds_count{operation="${operation}",status="${status}"}`);
  expect(requests("materialItemReceive", 200)).toBe(1);
  expect(requests("buildBuild", 200)).toBe(1);
  expect(requests("materialItemReceive", 404)).toBe(1);
  expect(requests("materialItemGet", 401)).toBe(1);
  expect(found).toEqual(
    new Map([
      ...found,
      ['asbuilt_refusals_total{code="not_found"}', 1],
      ['asbuilt_refusals_total{code="unauthorized"}', 1],
      ['asbuilt_refusals_total{code="no_such_path"}', 2],
      ['asbuilt_refusals_total{code="rate_limited"}', 0],
      ["asbuilt_event_streams_open", 1],
      ["asbuilt_database_up", 1],
      ["asbuilt_seal_lag_seconds", 0],
      ["asbuilt_webhook_dead_events", 0],
      ["asbuilt_last_backup_timestamp_seconds", 0],
      ['asbuilt_log_entries_total{level="error"}', 0],
    ]),
  );
  for (const name of [
    'asbuilt_webhook_call_seconds_count{outcome="failed"}',
    'asbuilt_log_entries_total{level="warn"}',
    "asbuilt_webhook_lag_seconds",
    "asbuilt_commit_seconds_count",
    "asbuilt_commit_writes_sum",
    "asbuilt_checkpoint_seconds_count",
    "asbuilt_database_bytes",
    "asbuilt_wal_bytes",
    "asbuilt_disk_free_bytes",
    "process_cpu_seconds_total",
    "nodejs_eventloop_lag_p99_seconds",
  ]) {
    expect(found.get(name), name).toBeGreaterThan(0);
  }
  expect(text).toMatch(/^asbuilt_build_info\{version="[\d.]+",commit="\w+",.*\} 1$/m);
  const operations = [...found.keys()].flatMap((name) => /operation="(\w+)"/.exec(name)?.[1] ?? []);
  expect(new Set(operations)).toEqual(
    new Set([
      "buildBuild",
      "locationUpsert",
      "materialItemGet",
      "materialItemReceive",
      "other",
      "webhookUpsert",
    ]),
  );
  expect(text).not.toMatch(/secret|PUMP|SEAL-LOT|not-a-key|127\.0\.0\.1/i);

  const open = await scrape(port, prometheusAccept);
  expect(open.type).toBe("application/openmetrics-text; version=1.0.0; charset=utf-8");
  expect(open.text).toMatch(/^# TYPE asbuilt_refusals counter$/m);
  expect(open.text.endsWith("\n# EOF\n")).toBe(true);
  expect(samplesIn(open.text).get('asbuilt_refusals_total{code="not_found"}')).toBe(1);
  // The other form is as before.
  expect(typesIn((await scrape(port)).text).get("asbuilt_refusals_total")).toBe("counter");
  if (hasPromtool) {
    checkPrometheusText(text);
    checkOpenMetrics(open.text);
  }

  following.abort();
  await until(async () => (await samples()).get("asbuilt_event_streams_open") === 0);
  expect(await stop(service)).toMatchObject({ status: 0 });
  await expect(scrape(port)).rejects.toThrow("fetch failed");
  failing.close();
});

test("metrics are on their own port of this machine alone, and nothing else is there", async () => {
  const port = await freePort();
  const service = await serve("apart", { ASBUILT_METRICS: String(port) });
  const statusOf = async (url: string, method = "GET") => (await fetch(url, { method })).status;
  expect(await statusOf(`${service.address}/metrics`)).toBe(404);
  const at = `http://127.0.0.1:${port}`;
  expect(await statusOf(`${at}/metrics`)).toBe(200);
  expect(await statusOf(`${at}/metrics`, "HEAD")).toBe(200);
  expect(await statusOf(`${at}/metrics`, "POST")).toBe(404);
  for (const other of ["/", "/healthz", "/api/User/List"]) {
    expect(await statusOf(at + other), other).toBe(404);
  }
  // The whole of 127.0.0.0/8 is this machine: a server for every address would answer there.
  const elsewhere = Promise.withResolvers<string>();
  connect(port, "127.0.0.2", () => elsewhere.resolve("connected")).once("error", (error) =>
    elsewhere.resolve(error.message),
  );
  expect(await elsewhere.promise).toContain("ECONNREFUSED");
  await stop(service);
});

test.for([
  "0",
  "65536",
  "http://127.0.0.1:9464",
  "plant:9464",
  "127.0.0.1",
  "127.0.0.256:9464",
  "::1:9464",
])("a start refuses ASBUILT_METRICS=%s in one line", async (value) => {
  const ended = await asbuilt(["serve"], { ASBUILT_METRICS: value });
  expect(ended).toEqual({
    status: 2,
    stdout: "",
    stderr:
      "ASBUILT_METRICS: a port from 1 to 65535, or an address with a port, such as 127.0.0.1:9464 " +
      "or [::1]:9464\n",
  });
});

test("a start ends in one line if another process listens at the address of the metrics", async () => {
  const port = await freePort();
  const first = await serve("first", { ASBUILT_METRICS: `127.0.0.1:${port}` });
  const second = startAsbuilt(["serve"], {
    PORT: "0",
    DATABASE_URL: `file:${path("first.db")}`,
    ASBUILT_METRICS: String(port),
  });
  const { status, stderr } = await second.ended;
  expect(stderr).toMatch(
    new RegExp(`^ASBUILT_METRICS: can't listen on 127\\.0\\.0\\.1:${port}: .*EADDRINUSE.*\n$`),
  );
  expect(status).toBe(1);
  await stop(first);
});

test("a scrape tells the time of the last backup, and that a database can't be read", async () => {
  const port = await freePort();
  const service = await serve("kept", { ASBUILT_METRICS: String(port) });
  const since = Date.now();
  const database = { DATABASE_URL: `file:${path("kept.db")}` };
  expect(await asbuilt(["backup", path("kept.backup")], database)).toMatchObject({
    status: 0,
    stderr: "",
  });
  const valueOf = async (name: string) => samplesIn((await scrape(port)).text).get(name);
  const at = (await valueOf("asbuilt_last_backup_timestamp_seconds"))! * 1000;
  expect(at).toBeGreaterThanOrEqual(since);
  expect(at).toBeLessThanOrEqual(Date.now());
  execute(path("kept.db"), "alter table webhook rename to away");
  // The database is asked every five seconds at most.
  await until(async () => (await valueOf("asbuilt_database_up")) === 0);
  expect(await valueOf("asbuilt_unsealed_rows")).toBeUndefined();
  expect(await valueOf("asbuilt_database_bytes")).toBeGreaterThan(0);
  execute(path("kept.db"), "alter table away rename to webhook");
  await until(async () => (await valueOf("asbuilt_database_up")) === 1);
  await stop(service);
});

import { join } from "node:path";
import { version } from "@asbuilt/contract";
import { afterAll, expect, test } from "vitest";
import { requestsTo } from "../plants/requests.ts";
import { hasCollector, startCollector } from "./collector.ts";
import {
  adminKey as key,
  freePort,
  greeted,
  root,
  servicesIn,
  start,
  stop,
  temporaryFolder,
  until,
} from "./processes.ts";
import { startReceiver } from "./receivers.ts";

const temporary = temporaryFolder();
afterAll(temporary.remove);

const serve = servicesIn(temporary.path);

const traceId = "4bf92f3577b34da6a3ce929d0e0e4736";
const callerId = "00f067aa0ba902b7";
const from = (flags: string) => ({
  headers: { traceparent: `00-${traceId}-${callerId}-${flags}` },
});

const build = {
  parentSerialNo: "PUMP-0002",
  childSerialNo: "SEAL-LOT-1",
  builtQty: 1,
  receiveAtPointOfConsumption: false,
};

test.runIf(hasCollector)(
  "the collector gets a span of each request and delivery, in the trace of the caller, when the service stops",
  async () => {
    const collector = await startCollector(temporary.path);
    const receiver = await startReceiver((_request, response) => response.end("ok"));
    const service = await serve("traced", {
      ASBUILT_SEED: "demo",
      ASBUILT_ACCESS_LOG: "1",
      ASBUILT_METRICS: String(await freePort()),
      ASBUILT_WEBHOOK_PRIVATE_TARGETS: "127.0.0.0/8",
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_RESOURCE_ATTRIBUTES: "deployment.environment.name=test,service.name=overridden",
      OTEL_SERVICE_NAME: "plant-7",
      // Nothing is sent before the end.
      OTEL_BSP_SCHEDULE_DELAY: "600000",
    });
    const plant = requestsTo({ ...service, key });
    const hook = { url: receiver.url, types: ["asbuilt.material.*"] };
    await plant.done("put", "/api/Webhook/Upsert", hook);
    expect(await plant.put("/api/Build/Build", build, from("01"))).toMatchObject({ status: 200 });
    const missing = { ...build, parentSerialNo: "PUMP-9999" };
    expect(await plant.put("/api/Build/Build", missing)).toMatchObject({ status: 404 });
    expect(await plant.get("/api/MaterialItem/Get/1", from("00"))).toMatchObject({ status: 200 });
    expect(await plant.get("/api/MaterialItem/Get/1")).toMatchObject({ status: 200 });
    expect(await plant.get("/nothing/of/the/plant")).toMatchObject({ status: 404 });
    await until(() => receiver.taken.length > 0, service);
    const { body: history } = await plant.post("/api/History/List", { entity: "MaterialItem" });
    const { stderr, status } = await stop(service);
    expect(status).toBe(0);
    const { spans, text } = await collector.spans();
    receiver.close();

    const named = (name: string) => spans.filter((span) => span.name === name);
    const built = named("Build/Build");
    expect(built).toMatchObject([
      {
        traceId,
        parentSpanId: callerId,
        kind: 2,
        attributes: {
          "http.request.method": "PUT",
          "http.route": "/api/Build/Build",
          "http.response.status_code": "200",
          "url.scheme": "http",
        },
        resource: {
          "service.name": "plant-7",
          "service.version": version,
          "deployment.environment.name": "test",
        },
      },
      { attributes: { "http.response.status_code": "404", "asbuilt.problem.code": "not_found" } },
    ]);
    expect(built[1]!.traceId).not.toBe(traceId);
    // The caller has not sampled the other one.
    expect(named("MaterialItem/Get")).toMatchObject([
      { attributes: { "http.route": "/api/MaterialItem/Get/{id}" } },
    ]);
    const deliveries = named("Webhook delivery").filter((span) => span.traceId === traceId);
    expect(deliveries.length).toBeGreaterThan(0);
    for (const delivery of deliveries) {
      expect(delivery).toMatchObject({
        parentSpanId: built[0]!.spanId,
        kind: 3,
        attributes: {
          "server.address": "127.0.0.1",
          "server.port": String(receiver.port),
          "http.response.status_code": "200",
        },
      });
    }
    const sent = receiver.taken.map(({ headers }) => headers["traceparent"]);
    for (const { spanId } of deliveries) expect(sent).toContain(`00-${traceId}-${spanId}-01`);
    expect(text).not.toMatch(/PUMP|SEAL-LOT|an-administrators|\/hook|nothing/);
    // The log and the history name the trace, also one that began here.
    const traceIds = stderr
      .split("\n")
      .filter((line) => line.includes('"kind":"request"') && line.includes("buildBuild"))
      .map((line) => JSON.parse(line).traceId);
    expect(traceIds).toEqual(built.map((span) => span.traceId));
    const traced = history.filter(
      (change: { traceID: string | null }) => change.traceID === traceId,
    );
    expect(traced.length).toBeGreaterThan(0);
  },
);

test("a collector that can't be reached fails no request, and is logged once until it can", async () => {
  const port = await freePort();
  const service = await serve("alone", {
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}/base`,
    OTEL_EXPORTER_OTLP_HEADERS: "x-tenant=plant-7",
    OTEL_EXPORTER_OTLP_TIMEOUT: "100",
    OTEL_EXPORTER_OTLP_PROTOCOL: "grpc",
    OTEL_TRACES_SAMPLER: "unknown",
    OTEL_BSP_SCHEDULE_DELAY: "10",
  });
  const plant = requestsTo({ ...service, key });
  const ask = async () => {
    expect(await plant.post("/api/Location/List", {})).toMatchObject({ status: 200 });
  };
  const linesOf = (message: string) =>
    service.printed.stderr.split("\n").filter((line) => line.includes(message));
  await until(async () => {
    await ask();
    return linesOf("Spans were not exported.").length > 0;
  }, service);
  // Several more batches fail meanwhile.
  for (let i = 0; i < 20; i++) {
    await ask();
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  const receiver = await startReceiver((_request, response) => response.end(), port);
  await until(async () => {
    await ask();
    return linesOf("Spans are exported again.").length > 0;
  }, service);
  receiver.close();
  expect(receiver.taken[0]!.headers).toMatchObject({
    "content-type": "application/x-protobuf",
    "x-tenant": "plant-7",
  });
  expect(linesOf("Spans were not exported.")).toHaveLength(1);
  expect(linesOf("Spans were not exported.")[0]).toContain("ECONNREFUSED");
  expect(linesOf("A setting of tracing is ignored.")).toHaveLength(2);
  await ask();
  const began = performance.now();
  expect((await stop(service)).status).toBe(0);
  expect(performance.now() - began).toBeLessThan(20_000);
});

test("nothing of OpenTelemetry is loaded without its variable", async () => {
  const hook = `import { registerHooks } from "node:module";
    registerHooks({ resolve(name, context, next) {
      const found = next(name, context);
      if (found.url.includes("/node_modules/@opentelemetry/")) console.error("LOADED " + found.url);
      return found;
    } });`;
  const loads = async (env: Readonly<Record<string, string>>) => {
    const main = join(root, "apps/node/src/main.ts");
    const hooks = `data:text/javascript,${encodeURIComponent(hook)}`;
    const database = `file:${join(temporary.path, `loads-${Object.keys(env).length}.db`)}`;
    const options = { env: { PORT: "0", DATABASE_URL: database, ...env } };
    const service = await greeted(
      start(process.execPath, ["--import", hooks, main, "serve"], options),
    );
    await requestsTo(service).post("/api/Location/List", {});
    return (await stop(service)).stderr.includes("LOADED");
  };
  const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:1" };
  expect(await loads({ OTEL_SERVICE_NAME: "plant-7" })).toBe(false);
  expect(await loads({ ...endpoint, OTEL_SDK_DISABLED: "true" })).toBe(false);
  expect(await loads(endpoint)).toBe(true);
});

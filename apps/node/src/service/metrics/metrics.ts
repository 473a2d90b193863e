import { problemKinds } from "@asbuilt/contract";
import type { ObservableExecutor } from "@asbuilt/core/database";
import type { AppOptions, LogEntry, SecurityEvent, Send } from "@asbuilt/http";
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from "prom-client";
import { type DatabaseLocation, filePathOf, isFile, realPathOf } from "../../database/location.ts";
import type { RequestObserver } from "../../http-server/request-observer.ts";
import type { About } from "../about.ts";
import type { Checkpoint } from "../checkpoints/checkpoints.ts";
import { operationFinder } from "../operations.ts";
import { addGauge, addReadGauges } from "./gauges.ts";
import { type MetricsAddress, serveMetrics } from "./server.ts";
import { stateReader } from "./state.ts";

/** The parts of the service call these functions. Each counts in memory. */
export interface Metrics {
  readonly onRequest: RequestObserver;
  readonly onRefusal: NonNullable<AppOptions["onRefusal"]>;
  readonly onSecurity: (event: SecurityEvent) => void;
  readonly onLog: (entry: LogEntry) => void;
  readonly onCheckpoint: (checkpoint: Checkpoint) => void;
  /** Returns a sender whose calls are timed. */
  readonly timed: (send: Send) => Send;
  /** Answers scrapes. Returns the function that ends this. */
  readonly serve: (address: MetricsAddress, isSealing: boolean) => Promise<() => void>;
}

const requestBuckets = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];
const diskBuckets = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1];
const callBuckets = [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15];

/** The name of all requests that are no operation. */
const otherRequests = "other";

/** The operation whose response lasts as long as its client follows. */
const streamOperation = "eventStream";

/**
 * The library's metrics that are left out. No alert or chart needs them, and some are gauges whose
 * names end as only those of counters may.
 */
const leftOut = /^nodejs_(?:active|heap_space|version)_/;

/** Node measures the delay of its event loop so often. A shorter time takes 0.5 % of a core. */
const loopDelayEveryMs = 20;

/** Returns the metrics of a service on a database. */
export function newMetrics(
  executor: ObservableExecutor,
  { url }: DatabaseLocation,
  software: About,
): Metrics {
  const registry = new Registry();
  const registers = [registry];
  addProcess(registry);
  addBuild(registry, software);
  addCommits(registry, executor);
  const setGauges = addReadGauges(registry);
  const readState = stateReader(executor, isFile(url) ? realPathOf(filePathOf(url)) : undefined);
  const drops = new Counter({
    name: "asbuilt_connections_dropped_total",
    help: "Connections that were closed because there were too many.",
    registers,
  });
  return {
    onRequest: requestObserver(registry),
    onRefusal: countedBy(registry, "code", Object.keys(problemKinds), {
      name: "asbuilt_refusals_total",
      help: "Requests that were answered with a problem, by its code.",
    }),
    onSecurity: ({ kind }) => {
      if (kind === "connection_dropped") drops.inc();
    },
    onLog: logCounter(registry),
    onCheckpoint: checkpointObserver(registry),
    timed: callTimer(registry),
    serve: (address, isSealing) =>
      serveMetrics(address, async () => {
        setGauges({ state: await readState(), isSealing });
        return registry.metrics();
      }),
  };
}

/** Adds the figures of the process: its CPU time, memory, open files and event loop. */
function addProcess(registry: Registry): void {
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: loopDelayEveryMs });
  for (const { name } of registry.getMetricsAsArray()) {
    if (leftOut.test(name)) registry.removeSingleMetric(name);
  }
}

/** Adds a counter with one label. Each known value starts at 0, so that its first rise is seen. */
function countedBy(
  registry: Registry,
  label: string,
  values: readonly string[],
  { name, help }: { readonly name: string; readonly help: string },
): (value: string) => void {
  const counter = new Counter({ name, help, labelNames: [label], registers: [registry] });
  for (const value of values) counter.inc({ [label]: value }, 0);
  return (value) => counter.inc({ [label]: value });
}

function addBuild(
  registry: Registry,
  { version, commit = "unknown", node, sqlite, schema }: About,
): void {
  const labels = { version, commit, node, sqlite, schema };
  new Gauge({
    name: "asbuilt_build_info",
    help: "The software that runs. The value is always 1.",
    labelNames: Object.keys(labels),
    registers: [registry],
  }).set(labels, 1);
}

function requestObserver(registry: Registry): RequestObserver {
  const registers = [registry];
  const find = operationFinder();
  let inProgress = 0;
  let streams = 0;
  const seconds = new Histogram({
    name: "asbuilt_request_seconds",
    help: "The time from a request to the end of its response, by operation and status.",
    labelNames: ["operation", "status"],
    buckets: requestBuckets,
    registers,
  });
  addGauge(
    registry,
    "asbuilt_requests_in_progress",
    "Requests whose response has not ended, event streams included.",
    () => inProgress,
  );
  addGauge(
    registry,
    "asbuilt_event_streams_open",
    "Event streams that clients follow.",
    () => streams,
  );
  return (incoming) => {
    const operation = find(incoming)?.operationId ?? otherRequests;
    const isStream = operation === streamOperation;
    const since = performance.now();
    inProgress++;
    if (isStream) streams++;
    return (status = 0) => {
      inProgress--;
      if (isStream) streams--;
      seconds.observe({ operation, status }, (performance.now() - since) / 1000);
    };
  };
}

function addCommits(registry: Registry, executor: ObservableExecutor): void {
  const registers = [registry];
  const seconds = new Histogram({
    name: "asbuilt_commit_seconds",
    help: "The time of one commit; on a server, of one group of writes.",
    buckets: diskBuckets,
    registers,
  });
  const writes = new Histogram({
    name: "asbuilt_commit_writes",
    help: "The writes that one commit contains.",
    buckets: [1, 2, 4, 8, 16, 32, 64],
    registers,
  });
  executor.observe((commands, ms) => {
    seconds.observe(ms / 1000);
    writes.observe(commands);
  });
  for (const kind of ["writes", "reads"] as const) {
    const help = `The ${kind} that wait for the database.`;
    addGauge(registry, `asbuilt_${kind}_waiting`, help, () => executor.waiting()[kind]);
  }
}

function logCounter(registry: Registry): (entry: LogEntry) => void {
  const count = countedBy(registry, "level", ["debug", "info", "warn", "error"], {
    name: "asbuilt_log_entries_total",
    help: "Entries of the log by level, whether LOG_LEVEL writes them or not.",
  });
  return ({ level }) => count(level);
}

function checkpointObserver(registry: Registry): (checkpoint: Checkpoint) => void {
  const registers = [registry];
  const duration = new Histogram({
    name: "asbuilt_checkpoint_seconds",
    help: "The time of one checkpoint, which copies the write-ahead log into the file.",
    buckets: diskBuckets,
    registers,
  });
  const waiting = new Gauge({
    name: "asbuilt_wal_pages_waiting",
    help: "Pages of the write-ahead log that the last checkpoint left uncopied.",
    registers,
  });
  return ({ seconds, pagesLeft }) => {
    duration.observe(seconds);
    waiting.set(pagesLeft);
  };
}

function callTimer(registry: Registry): (send: Send) => Send {
  const duration = new Histogram({
    name: "asbuilt_webhook_call_seconds",
    help: "The time of one call of a receiver, by its outcome: accepted or failed.",
    labelNames: ["outcome"],
    buckets: callBuckets,
    registers: [registry],
  });
  return (send) => async (outgoing) => {
    const since = performance.now();
    const result = await send(outgoing);
    const isAccepted = "status" in result && result.status >= 200 && result.status < 300;
    duration.observe(
      { outcome: isAccepted ? "accepted" : "failed" },
      (performance.now() - since) / 1000,
    );
    return result;
  };
}

import {
  type AppOptions,
  callTimeoutMs,
  type LogEntry,
  newSecurityLog,
  type SecurityLog,
} from "@asbuilt/http";
import type { Configuration } from "../configuration.ts";
import type { OpenDatabase } from "../database/database.ts";
import type { RequestObserver } from "../http-server/request-observer.ts";
import { newLog } from "../terminal/log.ts";
import { type About, about } from "./about.ts";
import type { Metrics } from "./metrics/metrics.ts";
import { nodeSender } from "./sender.ts";
import type { Tracing } from "./tracing/tracing.ts";

/** The log of a service, whose entries the metrics count, and the observers that are configured. */
export interface Observers {
  readonly log: (entry: LogEntry) => void;
  readonly metrics: Metrics | undefined;
  readonly tracing: Tracing | undefined;
  /** The software that runs, for the log and the metrics. */
  readonly software: About;
}

/** Makes the observers that are configured. Without them, their libraries are not loaded. */
export async function observersOf(
  configuration: Configuration,
  database: OpenDatabase,
): Promise<Observers> {
  const software = await about(database.executor);
  const metrics = await metricsOf(configuration, database, software);
  const write = newLog(configuration.logLevel);
  const log = (entry: LogEntry) => {
    metrics?.onLog(entry);
    write(entry);
  };
  return { log, metrics, software, tracing: await tracingOf(configuration, log) };
}

async function metricsOf(
  { metrics, database: location }: Configuration,
  { executor }: OpenDatabase,
  software: About,
): Promise<Metrics | undefined> {
  if (metrics === undefined) return undefined;
  const { newMetrics } = await import("./metrics/metrics.ts");
  return newMetrics(executor, location, software);
}

async function tracingOf(
  { exportsSpans, trustedProxies }: Configuration,
  log: (entry: LogEntry) => void,
): Promise<Tracing | undefined> {
  if (!exportsSpans) return undefined;
  const { startTracing } = await import("./tracing/tracing.ts");
  return startTracing(trustedProxies, log);
}

/** Returns the security log, which the metrics see before it shortens a flood. */
export function observedSecurityLog({ log, metrics }: Observers): SecurityLog {
  const write = newSecurityLog({ log, now: Date.now });
  return (event) => {
    metrics?.onSecurity(event);
    write(event);
  };
}

/** Serves the metrics if they are configured. Returns a function that ends this, and the tracing. */
export async function startObserving(
  { metrics: address }: Configuration,
  { metrics, tracing }: Observers,
  isSealing: boolean,
): Promise<() => Promise<void>> {
  const stopMetrics = address && metrics ? await metrics.serve(address, isSealing) : () => {};
  return async () => {
    stopMetrics();
    await tracing?.stop();
  };
}

/** Returns how receivers of webhooks are called, until the signal. */
export function callingOf(
  { targets }: Configuration,
  { metrics, tracing }: Observers,
  signal: AbortSignal,
) {
  const send = nodeSender(targets, callTimeoutMs, signal);
  const timed = metrics?.timed(send) ?? send;
  return { send: tracing?.traced(timed) ?? timed, targets };
}

/** Returns the observer of requests; undefined if nothing observes them. */
export function requestObserverOf({ metrics, tracing }: Observers): RequestObserver | undefined {
  if (!metrics || !tracing) return (metrics ?? tracing)?.onRequest;
  return (incoming) => {
    const ends = [metrics.onRequest(incoming), tracing.onRequest(incoming)];
    return (status) => ends.forEach((end) => end(status));
  };
}

/** Returns the observer of refusals; undefined if nothing observes them. */
export function refusalObserverOf({ metrics, tracing }: Observers): AppOptions["onRefusal"] {
  if (!metrics || !tracing) return (metrics ?? tracing)?.onRefusal;
  return (code, env) => {
    metrics.onRefusal(code, env);
    tracing.onRefusal(code, env);
  };
}

import type { IncomingMessage } from "node:http";
import { setTimeout as wait } from "node:timers/promises";
import { version } from "@asbuilt/contract/version";
import type { AppOptions, LogEntry, Send, SendResult } from "@asbuilt/http";
import type { HttpBindings } from "@hono/node-server";
import {
  defaultTextMapGetter,
  defaultTextMapSetter,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
  type Tracer,
} from "@opentelemetry/api";
import { W3CTraceContextPropagator } from "@opentelemetry/core";
import {
  defaultResource,
  detectResources,
  resourceAttributesEnvDetector,
  resourceFromAttributes,
  serviceNameEnvDetector,
} from "@opentelemetry/resources";
import { TracerProvider } from "@opentelemetry/sdk-trace";
import { cameByHttps, type TrustedProxies } from "../../http-server/client-address.ts";
import type { RequestObserver } from "../../http-server/request-observer.ts";
import { type Operation, operationFinder } from "../operations.ts";
import { configuredProcessor, withWarnings } from "./exporter.ts";
import { configuredSampler } from "./sampler.ts";

/** The parts of the service call these functions. */
export interface Tracing {
  readonly onRequest: RequestObserver;
  readonly onRefusal: NonNullable<AppOptions["onRefusal"]>;
  /** Returns a sender whose calls are spans. */
  readonly traced: (send: Send) => Send;
  /** Exports the spans that are left, if the collector accepts them soon. */
  readonly stop: () => Promise<void>;
}

/** How long the last export can take when the service stops. */
const lastExportMs = 3000;

const propagator = new W3CTraceContextPropagator();

/** Returns the context that the headers of a request name; without one, that of a new trace. */
const contextIn = (headers: object) =>
  propagator.extract(ROOT_CONTEXT, headers, defaultTextMapGetter);

function traceparentOf(span: Span): string {
  const headers: { traceparent?: string } = {};
  propagator.inject(trace.setSpan(ROOT_CONTEXT, span), headers, defaultTextMapSetter);
  return headers.traceparent!;
}

/** Starts to export spans, as the variables of OpenTelemetry say. */
export function startTracing(
  proxies: TrustedProxies | undefined,
  log: (entry: LogEntry) => void,
): Tracing {
  const own = resourceFromAttributes({ "service.name": "asbuilt", "service.version": version });
  const provider = withWarnings(log, () => {
    const detectors = [resourceAttributesEnvDetector, serviceNameEnvDetector];
    return new TracerProvider({
      resource: defaultResource().merge(own).merge(detectResources({ detectors })),
      sampler: configuredSampler(),
      spanProcessors: [configuredProcessor(log)],
    });
  });
  const tracer = provider.getTracer("asbuilt", version);
  return {
    ...requestSpans(tracer, proxies),
    traced: (send) => (outgoing) => sendInSpan(tracer, send, outgoing),
    stop: async () => {
      const done = new AbortController();
      const enough = wait(lastExportMs, undefined, { signal: done.signal });
      // A failure is logged where it occurs.
      await Promise.race([provider.shutdown(), enough]).catch(() => {});
      enough.catch(() => {});
      done.abort();
    },
  };
}

/** Returns the name of an operation's spans, such as `Build/Build`. */
const nameOf = ({ path }: Operation): string =>
  path.replace(/^\/api\//, "").replace(/\/\{\w+\}$/, "");

/** Makes a span of each request for an operation. It has nothing of what a client sends. */
function requestSpans(tracer: Tracer, proxies: TrustedProxies | undefined) {
  const find = operationFinder();
  const refusals = new WeakMap<IncomingMessage, string>();
  const onRequest: RequestObserver = (incoming) => {
    const operation = find(incoming);
    if (!operation) return () => {};
    const attributes = {
      "http.request.method": incoming.method!,
      "http.route": operation.path,
      "url.scheme": proxies && cameByHttps(incoming, proxies) ? "https" : "http",
      "network.protocol.version": incoming.httpVersion,
    };
    const options = { kind: SpanKind.SERVER, attributes };
    const span = tracer.startSpan(nameOf(operation), options, contextIn(incoming.headers));
    if (!span.isRecording()) return () => {};
    passOn(incoming, traceparentOf(span));
    return (status) => {
      const code = refusals.get(incoming);
      if (code !== undefined) span.setAttribute("asbuilt.problem.code", code);
      if (status === undefined) span.setAttribute("error.type", "client_left");
      else endWith(span, status, status >= 500);
      span.end();
    };
  };
  return {
    onRequest,
    // On Node the environment of a request has the server's own request.
    onRefusal: (code: string, env: unknown) => {
      refusals.set((env as HttpBindings).incoming, code);
    },
  };
}

function endWith(span: Span, status: number, isError: boolean): void {
  span.setAttribute("http.response.status_code", status);
  if (!isError) return;
  span.setAttribute("error.type", String(status));
  span.setStatus({ code: SpanStatusCode.ERROR });
}

/** Makes a span the parent of all that follows: the log, the change log and webhooks name it. */
function passOn({ headers, rawHeaders }: IncomingMessage, traceparent: string): void {
  headers["traceparent"] = traceparent;
  // The app reads these.
  for (let i = rawHeaders.length - 2; i >= 0; i -= 2) {
    if (rawHeaders[i]!.toLowerCase() === "traceparent") rawHeaders.splice(i, 2);
  }
  rawHeaders.push("traceparent", traceparent);
}

/** Sends to a receiver of webhooks in a span, whose context the receiver gets. */
async function sendInSpan(
  tracer: Tracer,
  send: Send,
  outgoing: Parameters<Send>[0],
): Promise<SendResult> {
  const { hostname, port, protocol } = new URL(outgoing.url);
  const options = {
    kind: SpanKind.CLIENT,
    attributes: {
      "http.request.method": "POST",
      // Of the address only the host: the rest can be a secret.
      "server.address": hostname,
      "server.port": Number(port) || (protocol === "https:" ? 443 : 80),
    },
  };
  const parent = contextIn({ traceparent: outgoing.traceparent });
  const span = tracer.startSpan("Webhook delivery", options, parent);
  if (!span.isRecording()) return send(outgoing);
  const headers = { ...outgoing.headers, traceparent: traceparentOf(span) };
  const result = await send({ ...outgoing, headers });
  if ("status" in result) {
    endWith(span, result.status, result.status >= 300);
  } else {
    span.setAttribute("error.type", result.isCutOff ? "service_stopped" : "no_response");
    span.setStatus({ code: SpanStatusCode.ERROR });
  }
  span.end();
  return result;
}

import { newRequestId, type Principal } from "@asbuilt/core";
import type { Context, MiddlewareHandler } from "hono";
import type { AppOptions, Environment, LogEntry, RequestContext } from "./environment.ts";
import { traceIdIn } from "./trace.ts";

const plainId = /^[\w.-]{1,64}$/;

/** The ids that the service itself gives: to requests, at its start, and on the command line. */
const ownId = /^(?:asbuilt-|command-line|start$)/i;

/**
 * Returns the client's own request id if it is plain and does not look like one of the service's,
 * else a new one.
 */
export const requestIdFrom = (given: string | undefined): string =>
  given !== undefined && plainId.test(given) && !ownId.test(given) ? given : newRequestId();

/** Returns the id of a request. A caller inside of the process can give any. */
export function requestIdOf(c: Context, isInProcess = false): string {
  const given = c.req.header("X-Request-Id");
  return isInProcess && given !== undefined ? given : requestIdFrom(given);
}

/** Returns what the lines of the log say about a request: never a header, a query or a body. */
export function requestFacts(c: RequestContext) {
  const sender = c.get("sender");
  return {
    operation: c.get("operation"),
    method: c.req.method,
    path: c.req.path,
    keyId: sender?.keyId || undefined,
    userId: sender?.userId,
    sessionId: sender?.sessionId,
    requestId: c.get("requestId"),
    traceId: traceIdIn(c.req.header("traceparent")),
  };
}

/** Returns the line of one request. */
export const requestLine = (level: LogEntry["level"], facts: object): LogEntry => ({
  level,
  message: "Request completed.",
  kind: "request",
  ...facts,
});

/** Logs each request when its response has been read or cut off. */
export const logRequest =
  (level: LogEntry["level"], { log, limits }: AppOptions): MiddlewareHandler<Environment> =>
  async (c, next) => {
    // Unlike the clock, this never goes back.
    const start = performance.now();
    await next();
    const { status, headers, body } = c.res;
    const end = (bytes: number) =>
      log(
        requestLine(level, {
          ...requestFacts(c),
          // A request of no operation has its id only in the response.
          requestId: headers.get("X-Request-Id") ?? undefined,
          address: limits?.addressOf(c) || undefined,
          status,
          ms: Math.round(performance.now() - start),
          bytes,
        }),
      );
    // Nobody would read the body of a response to HEAD.
    if (!body || c.req.method === "HEAD") end(0);
    else c.res = new Response(counted(body, end), { status, headers });
  };

/** Passes a body on, and reports the number of its bytes when it ends or nobody reads on. */
function counted(body: ReadableStream<Uint8Array>, onEnd: (bytes: number) => void) {
  const reader = body.getReader();
  let bytes = 0;
  return new ReadableStream<Uint8Array>(
    {
      pull: async (controller) => {
        try {
          const { done, value } = await reader.read();
          if (!done) {
            bytes += value.byteLength;
            return controller.enqueue(value);
          }
          onEnd(bytes);
          controller.close();
        } catch (error) {
          onEnd(bytes);
          throw error;
        }
      },
      cancel: (reason) => {
        onEnd(bytes);
        return reader.cancel(reason);
      },
    },
    { highWaterMark: 0 },
  );
}

/** The most characters of a request's body that the log of reads has. */
const bodyLengthMax = 1000;

/** Returns a function that logs a read: who it is by, its operation, and which records it names. */
export const readLog =
  ({ log }: AppOptions, operation: string) =>
  (c: RequestContext, { keyId, userId, sessionId }: Principal, body: unknown): void =>
    log({
      level: "info",
      message: "Read.",
      kind: "read",
      operation,
      keyId: keyId || undefined,
      userId,
      sessionId,
      requestId: c.get("requestId"),
      traceId: traceIdIn(c.req.header("traceparent")),
      path: c.req.path,
      query: c.req.query(),
      ...(body === undefined ? {} : { body: JSON.stringify(body).slice(0, bodyLengthMax) }),
    });

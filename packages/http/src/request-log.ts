import { newUuid, type Principal } from "@asbuilt/core";
import type { Context, MiddlewareHandler } from "hono";
import type { AppOptions, Environment, RequestContext } from "./environment.ts";

const plainId = /^[\w.-]{1,64}$/;

/** The ids that the service itself gives: to requests, at its start, and on the command line. */
const ownId = /^(?:asbuilt-|command-line|start$)/i;

/** Returns a new id of a request, in a form that no client's id has. */
export const newRequestId = (): string => `asbuilt-${newUuid()}`;

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

/** Logs each request when its response is ready: neither headers nor bodies. */
export const logRequest =
  ({ log }: AppOptions): MiddlewareHandler<Environment> =>
  async (c, next) => {
    // Unlike the clock, this never goes back.
    const start = performance.now();
    await next();
    log({
      level: "debug",
      message: "Request completed.",
      requestId: c.res.headers.get("X-Request-Id") ?? "",
      method: c.req.method,
      path: c.req.path,
      status: c.res.status,
      ms: Math.round(performance.now() - start),
    });
  };

/** The most characters of a request's body that the log of reads has. */
const bodyLengthMax = 1000;

/** Returns a function that logs a read: who it is by, its operation, and which records it names. */
export const readLog =
  ({ log }: AppOptions, operation: string) =>
  (c: RequestContext, { keyId, userId }: Principal, body: unknown): void =>
    log({
      level: "info",
      message: "Read.",
      kind: "read",
      operation,
      keyId,
      userId,
      requestId: c.get("requestId"),
      path: c.req.path,
      query: c.req.query(),
      ...(body === undefined ? {} : { body: JSON.stringify(body).slice(0, bodyLengthMax) }),
    });

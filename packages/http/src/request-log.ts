import { newUuid } from "@asbuilt/core";
import type { Context, MiddlewareHandler } from "hono";
import type { AppOptions, Environment } from "./environment.ts";

/** Returns the client's own request id if it is plain, else a new one. */
export const requestIdFrom = (given: string | undefined): string =>
  given !== undefined && /^[\w.-]{1,64}$/.test(given) ? given : newUuid();

/** Returns the id of a request. */
export const requestIdOf = (c: Context): string => requestIdFrom(c.req.header("X-Request-Id"));

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

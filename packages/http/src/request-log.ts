import type { MiddlewareHandler } from "hono";
import type { AppOptions, Environment } from "./environment.ts";

/** Logs each request once it is answered: what was asked, and nothing of headers or bodies. */
export const logRequest =
  ({ log }: AppOptions): MiddlewareHandler<Environment> =>
  async (c, next) => {
    // Unlike the clock, this is never set back.
    const start = performance.now();
    await next();
    log({
      level: "debug",
      message: "Answered.",
      requestId: c.res.headers.get("X-Request-Id") ?? "",
      method: c.req.method,
      path: c.req.path,
      status: c.res.status,
      ms: Math.round(performance.now() - start),
    });
  };

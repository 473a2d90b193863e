import type { MiddlewareHandler } from "hono";
import type { AppOptions, Environment } from "./environment.ts";

/** Logs each request once it is answered: what was asked, and nothing of headers or bodies. */
export const logRequest =
  ({ log, now }: AppOptions): MiddlewareHandler<Environment> =>
  async (c, next) => {
    const start = now();
    await next();
    log({
      level: "debug",
      message: "Answered.",
      requestId: c.res.headers.get("X-Request-Id") ?? "",
      method: c.req.method,
      path: c.req.path,
      status: c.res.status,
      ms: now() - start,
    });
  };

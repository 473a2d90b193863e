import * as contract from "@asbuilt/contract";
import { type Executor, newRequestId, Refusal, webSha256 } from "@asbuilt/core";
import { faultOf } from "@asbuilt/core/database";
import type { Hono } from "hono";
import { cors } from "hono/cors";
import { HonoBase } from "hono/hono-base";
import { METHOD_NAME_ALL } from "hono/router";
import { authenticator } from "./admission/authenticate.ts";
import { limiter } from "./admission/limiter.ts";
import { longReads } from "./admission/long-reads.ts";
import { shortened } from "./body/field-error.ts";
import { mountConsole } from "./console-page.ts";
import { bookmarkedRefusal, followed } from "./bookmark.ts";
import { endpoint } from "./endpoint.ts";
import type { AppOptions, Environment } from "./environment.ts";
import { newFeed } from "./events/feed.ts";
import { laterHandlers } from "./handlers/later.ts";
import { codeOf, isRefusal, RequestRefusal, toProblem } from "./response/problem.ts";
import { logRequest, requestFacts, requestIdOf } from "./request-log.ts";
import { directoryOf } from "./oidc/directory.ts";
import { mountSignIn } from "./oidc/routes.ts";
import { PathRouter } from "./router.ts";
import { reportRefusal } from "./refusal-report.ts";
import { newSecurityLog } from "./security-log.ts";
import { mountSystemRoutes } from "./system-routes.ts";
import { logOncePerSecond, warner } from "./warnings.ts";

type App = Hono<Environment>;

/** Makes the whole service as one app, the same on every runtime. */
export function createApp(given: AppOptions): App {
  const router = new PathRouter();
  const app: App = new HonoBase<Environment>({ router, getPath: rawPathOf });
  const writability = { takesWrites: true };
  const feed = newFeed({ ...given, executor: followed(given.executor) });
  const executor = notifyingOfWrites(given.executor, () => {
    writability.takesWrites = true;
    feed.wake();
    given.onWrite?.();
  });
  // Without a key of their own, commands run in the process: their log is not a service's.
  const security = given.security ?? (given.principal ? () => {} : newSecurityLog(given));
  const options = { ...given, executor, security, sha256: given.sha256 ?? webSha256 };
  const directory = directoryOf(options);
  const admission = {
    keys: authenticator(options, directory),
    limiter: limiter(options.limits),
    readingOf: longReads(executor, options.sharesReads === true),
  };
  const warn = warner(options);
  const logDamage = logOncePerSecond(options);
  if (options.requestLog) app.use(logRequest(options.requestLog, options));
  if (options.corsOrigins?.length) app.use("/api/*", corsFor(options.corsOrigins));

  const handlerOf = laterHandlers(options, feed);
  for (const [group, routes] of Object.entries<Operations>(contract.allRoutes)) {
    for (const [name, route] of Object.entries(routes)) {
      const make = () => endpoint(route, handlerOf(group, name), options, admission);
      if (route.path.includes("{")) {
        app.on(route.method, route.path.replaceAll(/\{(\w+)\}/g, ":$1"), make());
      } else {
        for (const path of spellingsOf(route.path)) router.fix(route.method, path, make);
      }
    }
  }
  mountSystemRoutes(app, options, writability);
  mountSignIn(app, { options, directory, limiter: admission.limiter });
  mountConsole(app, options);
  app.notFound((c) => {
    const refusal = whyUnknown(app, c.req.method, c.req.path);
    options.onRefusal?.(refusal.code, c.env);
    return toProblem(refusal, requestIdOf(c));
  });
  app.onError((error, c) => {
    options.onRefusal?.(codeOf(error), c.env);
    const requestId = c.get("requestId") ?? newRequestId();
    const response = bookmarkedRefusal(toProblem(error, requestId, c.get("headers")));
    reportRefusal(error, c, { requestId, options });
    // A refusal with a cause, such as a damaged database, needs an operator.
    if (!isRefusal(error) || error.cause !== undefined) {
      const message = "A request failed.";
      const entry = { level: "error", message, ...requestFacts(c), requestId, error } as const;
      // Each request meets the same damage: a flood of them must not fill the log.
      if (faultOf(error) === "damaged") logDamage(entry);
      else options.log(entry);
    } else if (response.status === 503) {
      if (error instanceof Refusal && error.code === "unavailable") writability.takesWrites = false;
      warn(error.message, requestId, error instanceof Refusal ? error.reason : undefined);
    }
    return response;
  });
  return app;
}

type Operations = Readonly<Record<string, contract.Operation>>;

/** Wraps the executor so that each command that was not refused is reported. */
const notifyingOfWrites = (executor: Executor, onWrite: () => void): Executor => ({
  ...executor,
  run: async (attempt) => {
    const answer = await executor.run(attempt);
    onWrite();
    return answer;
  },
});

/** Allows pages of these origins to call from a browser; a preflight needs no key. */
const corsFor = (origins: readonly string[]) =>
  cors({
    origin: origins.includes("*") ? "*" : [...origins],
    allowMethods: routeMethods,
    allowHeaders: [
      contract.bookmarkHeader,
      "Authorization",
      "Content-Type",
      "Idempotency-Key",
      "Last-Event-ID",
      "X-Request-Id",
      "traceparent",
    ],
    exposeHeaders: [
      contract.bookmarkHeader,
      "Idempotency-Replayed",
      "Link",
      "RateLimit",
      "RateLimit-Policy",
      "Retry-After",
      "X-Request-Id",
    ],
    maxAge: 7200,
  });

/** Returns the path of a request as it was sent: an escape in it is not decoded. */
function rawPathOf({ url }: Request): string {
  const start = url.indexOf("/", url.indexOf("//") + 2);
  const end = url.slice(start).search(/[?#]/);
  return end < 0 ? url.slice(start) : url.slice(start, start + end);
}

/** Returns the spellings of a path: the spec prints one with a space, and both work. */
export const spellingsOf = (path: string): string[] =>
  path === "/api/BomSlot/ClearProperty" ? [path, "/api/Bom%20Slot/ClearProperty"] : [path];

const routeMethods = ["GET", "POST", "PUT", "DELETE"];

/** Returns the refusal of a path or a method that the app does not have. */
function whyUnknown(app: App, method: string, path: string): RequestRefusal {
  const allowed = routeMethods.filter(
    // Middleware, such as the request log, matches any path.
    (other) =>
      other !== method &&
      app.router.match(other, path)[0].some(([[, route]]) => route.method !== METHOD_NAME_ALL),
  );
  return allowed.length > 0
    ? new RequestRefusal(
        "method_not_allowed",
        `${shortened(path)} supports ${allowed.join(", ")}.`,
        {},
        { Allow: allowed.join(", ") },
      )
    : new RequestRefusal("no_such_path", `There is nothing at ${shortened(path)}.`);
}

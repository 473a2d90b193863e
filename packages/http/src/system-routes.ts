import type { Hono } from "hono";
import { type ProblemCode, problemKinds, version } from "@asbuilt/contract";
import { responseHeaders, pageHeaders } from "./response/response-headers.ts";
import { docsPage, docsStart } from "./docs-page.ts";
import type { AppOptions, Environment } from "./environment.ts";
import { readinessOf, type Writability } from "./readiness.ts";

/** Adds the routes that need no key: health, OpenAPI document, docs page and problem pages. */
export function mountSystemRoutes(
  app: Hono<Environment>,
  options: AppOptions,
  writability: Writability,
): void {
  const { asset } = options;
  const readReadiness = readinessOf(options, writability);
  app.get("/healthz", (c) => c.json({ status: "ok", version }, 200, responseHeaders));
  app.get("/readyz", async (c) => {
    const readiness = await readReadiness();
    const { status } = readiness;
    if (status === "ready" || status === "read-only")
      return c.json(readiness, 200, responseHeaders);
    // A record that is not trusted needs an administrator, so that to wait is no use.
    const retry = status === "unavailable" ? { "Retry-After": "1" } : {};
    return c.json(readiness, 503, { ...responseHeaders, ...retry });
  });
  const ofType = (type: string) => ({ ...responseHeaders, "Content-Type": type });
  // The document is large: in the bundle, a Worker would read it at each start.
  app.get("/openapi.json", async (c) => {
    const file = await asset("openapi.json", c.req.header("Accept-Encoding"));
    if (!file) return c.notFound();
    const headers = { ...ofType("application/json"), ...codingHeaders(file) };
    return c.newResponse(file.body, 200, headers);
  });
  app.get("/docs", (c) => c.html(docsPage, 200, pageHeaders));
  app.get("/docs/start.js", (c) => c.body(docsStart, 200, ofType("text/javascript")));
  app.get("/docs/standalone.js", async (c) => {
    const file = await asset("standalone.js", c.req.header("Accept-Encoding"));
    if (!file) return c.notFound();
    const headers = new Headers({ ...responseHeaders, "Cache-Control": "public, max-age=3600" });
    for (const [name, value] of file.headers) headers.set(name, value);
    return c.newResponse(file.body, 200, Object.fromEntries(headers));
  });
  app.get("/problems/:code", (c) => {
    // As it was sent: hono would decode an escaped letter, and a path has one spelling.
    const code = c.req.path.slice("/problems/".length);
    if (!Object.hasOwn(problemKinds, code)) return c.notFound();
    const { title, status, explanation } = problemKinds[code as ProblemCode];
    if (!c.req.header("Accept")?.includes("text/html")) {
      return c.json({ code, status, title, explanation }, 200, responseHeaders);
    }
    return c.html(problemPage(code, `${status} ${title}`, explanation), 200, pageHeaders);
  });
}

/** Returns the headers of a file that say how its bytes are sent. */
const codingHeaders = ({ headers }: Response): Record<string, string> =>
  Object.fromEntries(
    ["Content-Encoding", "Content-Length", "Vary"].flatMap((name) => {
      const value = headers.get(name);
      return value === null ? [] : [[name, value]];
    }),
  );

// All texts of the page come from the contract's own table: none needs escaping.
const problemPage = (code: string, title: string, explanation: string) => `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>asbuilt: ${code}</title><link rel="icon" href="data:,"></head>
<body>
<h1>${title}</h1>
<p>${explanation.replaceAll(/`([^`]+)`/g, "<code>$1</code>")}</p>
<p>Problem code: <code>${code}</code>. See the <a href="/docs">API reference</a> for details.</p>
</body>
</html>
`;

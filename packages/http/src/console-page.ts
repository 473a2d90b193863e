import type { Hono } from "hono";
import type { AppOptions, Environment } from "./environment.ts";
import { pageHeaders } from "./response/response-headers.ts";

/** The console runs its own scripts only, and makes none from text. */
const consolePolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "worker-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types asbuilt",
].join("; ");

const consoleHeaders = {
  ...pageHeaders,
  "Content-Security-Policy": consolePolicy,
  "Permissions-Policy": "camera=(self), microphone=(), geolocation=()",
  // Another build can be there at any time.
  "Cache-Control": "no-cache",
};

const root = "/console/";

// A screen's address can have points too, such as those of an order's number.
const filePattern = /^(?:assets\/)?[^/]+\.\w+$/;

/**
 * Serves the console below `/console/`, and leads there from `/`. Files are in the folder itself
 * and in `assets/`. Every other path is a screen, which the page itself shows.
 */
export function mountConsole(app: Hono<Environment>, { asset }: Pick<AppOptions, "asset">): void {
  for (const path of ["/", "/console"]) {
    app.get(path, (c) => c.body(null, 302, { ...pageHeaders, Location: root }));
  }
  app.get(`${root}*`, async (c) => {
    const name = c.req.path.slice(root.length);
    const isFile = filePattern.test(name);
    const accepted = c.req.header("Accept-Encoding");
    const file = await asset(`console/${isFile ? name : "index.html"}`, accepted);
    if (!file) return isFile ? c.notFound() : c.html(notBuilt, 503, consoleHeaders);
    // The name of a file in this folder changes with its content.
    const isNamedByContent = name.startsWith("assets/");
    return c.newResponse(file.body, 200, {
      ...Object.fromEntries(file.headers),
      ...consoleHeaders,
      ...(isNamedByContent ? { "Cache-Control": "public, max-age=31536000, immutable" } : {}),
    });
  });
}

const notBuilt = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>asbuilt</title></head>
<body>
<h1>The console is not built</h1>
<p>The service itself works: see the <a href="/docs">API reference</a>. The log of the start says
why the console could not be built.</p>
</body>
</html>
`;

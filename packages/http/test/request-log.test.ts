import { Hono } from "hono";
import { expect, test } from "vitest";
import type { Environment, LogEntry } from "../src/environment.ts";
import { logRequest } from "../src/request-log.ts";

test("the duration of a request is not negative when the clock is set back", async () => {
  const written: LogEntry[] = [];
  let at = 0;
  const options = { log: (entry: LogEntry) => written.push(entry), now: () => (at -= 3_600_000) };
  const app = new Hono<Environment>();
  // The request log uses no other options.
  app.use(logRequest("info", options as never)).get("/", (c) => c.text(""));
  await (await app.request("/")).text();
  expect(written).toMatchObject([{ message: "Request completed.", status: 200 }]);
  expect(written[0]!["ms"]).toBeGreaterThanOrEqual(0);
});

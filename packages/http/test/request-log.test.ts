import { Hono } from "hono";
import { expect, test } from "vitest";
import type { Environment, LogEntry } from "../src/environment.ts";
import { logRequest } from "../src/request-log.ts";

test("how long a request took is no less than nothing where the clock is set back", async () => {
  const written: LogEntry[] = [];
  let at = 0;
  const options = { log: (entry: LogEntry) => written.push(entry), now: () => (at -= 3_600_000) };
  const app = new Hono<Environment>();
  // The log of requests asks for nothing else.
  app.use(logRequest(options as never)).get("/", (c) => c.text(""));
  await app.request("/");
  expect(written).toMatchObject([{ message: "Answered.", status: 200 }]);
  expect(written[0]!["ms"]).toBeGreaterThanOrEqual(0);
});

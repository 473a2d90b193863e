import { createApp } from "@asbuilt/http";
import { describe, expect, test } from "vitest";
import { openPlant } from "#plant";

const plant = await openPlant();

const secure = {
  "cache-control": "no-store",
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
};

describe("a response is data for its client only: it is neither cached, sniffed nor framed", () => {
  test.for([
    ["a list", "POST", "/api/Location/List", {}, 200],
    ["an item", "GET", "/api/MaterialItem/Get/1", undefined, 200],
    ["a refusal of the contract", "POST", "/api/Location/List", { nothing: 1 }, 400],
    ["a refusal of core", "DELETE", "/api/Location/Delete", { id: 9999 }, 404],
    ["nothing", "GET", "/nowhere", undefined, 404],
    ["a wrong method", "PATCH", "/api/Location/List", undefined, 405],
    ["health", "GET", "/healthz", undefined, 200],
    ["the document", "GET", "/openapi.json", undefined, 200],
  ] as const)("%s", async ([, method, path, body, status]) => {
    const answer = await plant.request(method, path, body);
    expect(answer.status).toBe(status);
    expect(Object.fromEntries(answer.headers)).toMatchObject(secure);
  });

  test("a page may load only what this service serves", async () => {
    for (const path of ["/docs", "/problems/not_found"]) {
      const { headers } = await plant.get(path, { headers: { Accept: "text/html" } });
      expect(headers.get("Content-Type")).toMatch(/^text\/html/);
      const policy = headers.get("Content-Security-Policy")!;
      expect(policy).toMatch(/^default-src 'none'; script-src 'self'; /);
      expect(policy).toContain("frame-ancestors 'none'");
      expect(headers.get("X-Content-Type-Options")).toBe("nosniff");
      expect(headers.get("Cross-Origin-Opener-Policy")).toBe("same-origin");
      expect(headers.get("Cross-Origin-Resource-Policy")).toBe("same-origin");
    }
  });
});

describe("a page of another origin", () => {
  const origin = "https://plant.example";
  const path = "/api/Location/List";
  const serviceFor = (corsOrigins?: readonly string[]) => {
    const service = createApp({
      executor: plant.database.executor,
      now: Date.now,
      log: (entry) => plant.log.push(entry),
      corsOrigins,
      asset: () => Promise.resolve(undefined),
    });
    return (method: string, headers: Readonly<Record<string, string>>, body?: string, at = path) =>
      service.request(at, { method, headers, ...(body === undefined ? {} : { body }) });
  };
  const preflight = {
    Origin: origin,
    "Access-Control-Request-Method": "POST",
    "Access-Control-Request-Headers": "authorization,content-type,idempotency-key",
  };
  const asked = {
    Origin: origin,
    Authorization: `Bearer ${plant.keys.viewer}`,
    "Content-Type": "application/json",
  };
  const allowed = (answer: Response) => answer.headers.get("Access-Control-Allow-Origin");

  test("may request nothing unless it is configured", async () => {
    const send = serviceFor();
    const refused = await send("OPTIONS", preflight);
    expect([refused.status, allowed(refused)]).toEqual([405, null]);
    expect(allowed(await send("POST", asked, "{}"))).toBe(null);
  });

  test("that is configured may send requests, with a preflight that needs no key", async () => {
    const send = serviceFor([origin, "https://other.example"]);
    const flown = await send("OPTIONS", preflight);
    expect([flown.status, allowed(flown)]).toEqual([204, origin]);
    const headers = flown.headers.get("Access-Control-Allow-Headers")!.toLowerCase().split(",");
    const sent = ["authorization", "content-type", "idempotency-key", "last-event-id"];
    expect(headers).toEqual(expect.arrayContaining(sent));
    expect(flown.headers.get("Access-Control-Allow-Methods")).toMatch(/PUT/);

    const answer = await send("POST", asked, "{}");
    expect([answer.status, allowed(answer)]).toEqual([200, origin]);
    expect(answer.headers.get("Vary")).toBe("Origin");
    const exposed = answer.headers.get("Access-Control-Expose-Headers")!.split(",");
    const needed = ["Link", "Idempotency-Replayed", "RateLimit", "RateLimit-Policy", "Retry-After"];
    expect(exposed).toEqual(expect.arrayContaining(needed));
    expect(answer.headers.get("X-Request-Id")).toMatch(/./);
    expect(answer.headers.get("Cache-Control")).toBe("no-store");
  });

  test("also reads a refusal", async () => {
    const send = serviceFor([origin]);
    const refused = await send(
      "POST",
      { Origin: origin, "Content-Type": "application/json" },
      "{}",
    );
    expect([refused.status, allowed(refused)]).toEqual([401, origin]);
    expect((await refused.json()).code).toBe("unauthorized");
  });

  test("gets a 404 for an unknown path", async () => {
    const send = serviceFor([origin]);
    expect((await send("GET", asked, undefined, "/api/Nothing")).status).toBe(404);
    expect((await send("PATCH", asked, undefined)).headers.get("Allow")).toBe("POST");
  });

  test("that is not configured reads nothing", async () => {
    const send = serviceFor(["https://other.example"]);
    expect(allowed(await send("OPTIONS", preflight))).toBe(null);
    expect(allowed(await send("POST", asked, "{}"))).toBe(null);
  });

  test("may have any origin if any is configured", async () => {
    const send = serviceFor(["*"]);
    expect(allowed(await send("OPTIONS", preflight))).toBe("*");
    expect(allowed(await send("POST", asked, "{}"))).toBe("*");
  });
});

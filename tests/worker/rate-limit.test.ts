import { type Bindings, workerApp } from "@asbuilt/worker/app";
import { applyD1Migrations } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, inject, test, vi } from "vitest";

const adminKey = "an-administrators-key-for-this-test";
/** Another key of the administrator. */
let otherKey: string;
const minuteMs = 60_000;

// The runtime's type of a D1 database has more members than the service uses.
const DB = env["DB0"] as NonNullable<Bindings["DB"]>;
const ASSETS = { fetch: () => Promise.resolve(new Response(null, { status: 404 })) };
const bindings: Bindings = { DB, ASSETS, ASBUILT_ADMIN_KEY: adminKey };

// The runtime's limits, with the numbers from vitest.d1.config.ts.
const { KEY_LIMIT, ADDRESS_LIMIT, FAILURE_LIMIT } = env;
const keys = { KEY_LIMIT, ASBUILT_REQUESTS_PER_KEY: 2 };
const addresses = { ADDRESS_LIMIT, ASBUILT_REQUESTS_PER_ADDRESS: "3" };
const failures = { FAILURE_LIMIT, ASBUILT_FAILURES_PER_ADDRESS: 2 };

/** Returns a function that calls a Worker with these limits, with a key and from an address. */
function limited(limits: Partial<Bindings>) {
  const app = workerApp({ ...bindings, ...limits });
  return async (key: string, address = "192.0.2.1") => {
    const answer = await app.request("https://plant.example/api/Location/List", {
      method: "POST",
      headers: {
        Authorization: `Bearer ${key}`,
        "Content-Type": "application/json",
        "CF-Connecting-IP": address,
      },
      body: "{}",
    });
    const { code }: { code?: string } = await answer.json();
    return { status: answer.status, headers: answer.headers, code };
  };
}
type Ask = ReturnType<typeof limited>;

let minted = 0;
const newAddress = () => `198.51.100.${++minted}`;

/** Runs requests within one minute of the clock, because the runtime counts per minute. */
async function inOneMinute<Result>(requests: () => Promise<Result>): Promise<Result> {
  for (;;) {
    const minute = Math.floor(Date.now() / minuteMs);
    const result = await requests();
    if (Math.floor(Date.now() / minuteMs) === minute) return result;
  }
}

function expectRefused({ status, code, headers }: Awaited<ReturnType<Ask>>, policy: string): void {
  expect([status, code]).toEqual([429, "rate_limited"]);
  expect(headers.get("Retry-After")).toBe("60");
  expect(headers.get("RateLimit-Policy")).toBe(policy);
  expect(headers.get("RateLimit")).toBe(`${policy.split(";")[0]};r=0;t=60`);
}

beforeAll(async () => {
  await applyD1Migrations(env["DB0"]!, inject("migrations"));
  const made = await workerApp(bindings).request("https://plant.example/api/ApiKey/Create", {
    method: "POST",
    headers: { "Content-Type": "application/json", Authorization: `Bearer ${adminKey}` },
    body: JSON.stringify({ name: "Other", user: "Administrator", role: "admin" }),
  });
  ({ key: otherKey } = (await made.json()) as { key: string });
});

describe("by the runtime's own limits", () => {
  test("the requests of a key are limited per minute, and other keys keep theirs", async () => {
    const ask = limited(keys);
    const [first, second, refused, other] = await inOneMinute(async () => [
      await ask(adminKey),
      await ask(adminKey, newAddress()),
      await ask(adminKey, newAddress()),
      await ask(otherKey),
    ]);
    expect([first.status, second.status, other.status]).toEqual([200, 200, 200]);
    expect(first.headers.get("RateLimit-Policy")).toBe('"key";q=2;w=60');
    expectRefused(refused, '"key";q=2;w=60');
  });

  test("the requests of an address are limited per minute, and other addresses keep theirs", async () => {
    const ask = limited(addresses);
    const [first, second, third, refused, other] = await inOneMinute(async () => {
      const address = newAddress();
      return [
        await ask(adminKey, address),
        await ask(otherKey, address),
        await ask(adminKey, address),
        await ask(otherKey, address),
        await ask(otherKey, newAddress()),
      ];
    });
    expect([first, second, third, other].map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(third.headers.get("RateLimit-Policy")).toBe('"address";q=3;w=60');
    expectRefused(refused, '"address";q=3;w=60');
  });

  test("the guesses of an address are limited per minute, and a known key still works", async () => {
    const ask = limited(failures);
    const [known, ...guesses] = await inOneMinute(async () => {
      const address = newAddress();
      await ask(adminKey, address);
      const answers = [];
      for (let guess = 0; guess < 4; guess++) answers.push(await ask("x".repeat(43), address));
      return [await ask(adminKey, address), ...answers];
    });
    expect(guesses.map(({ status }) => status)).toEqual([401, 401, 429, 429]);
    expectRefused(guesses[2]!, '"failures";q=2;w=60');
    expect(known.status).toBe(200);
  });
});

test.for<[string, object]>([
  ["without a variable that tells its quota", {}],
  ["by a quota of 0", { ASBUILT_REQUESTS_PER_KEY: "0", ASBUILT_REQUESTS_PER_ADDRESS: 0 }],
])("%s a limit is not applied", async ([, quotas]) => {
  const ask = limited({ KEY_LIMIT, ADDRESS_LIMIT, FAILURE_LIMIT, ...quotas });
  const answers = [];
  for (let sent = 0; sent < 5; sent++) answers.push(await ask(adminKey));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
  expect(answers[0]!.headers.get("RateLimit-Policy")).toBe(null);
});

test("if the limits fail, requests continue, uncounted and with a warning", async () => {
  const warn = vi.spyOn(console, "warn").mockReturnValue();
  const failing = { limit: () => Promise.reject(new Error("internal error; reference = 1")) };
  const ask = limited({
    ...keys,
    ...addresses,
    ...failures,
    KEY_LIMIT: failing,
    ADDRESS_LIMIT: failing,
    FAILURE_LIMIT: failing,
  });
  const [known, guess] = [await ask(adminKey), await ask("x".repeat(43))];
  const warnings = warn.mock.calls.join();
  warn.mockRestore();
  expect([known.status, guess.status]).toEqual([200, 401]);
  expect(warnings).toContain("A rate limit could not be checked.");
});

test.for([
  "ASBUILT_REQUESTS_PER_KEY",
  "ASBUILT_REQUESTS_PER_ADDRESS",
  "ASBUILT_FAILURES_PER_ADDRESS",
] as const)("the Worker does not start with a bad %s", (name) => {
  for (const bad of ["many", "-1", 1.5]) {
    expect(() => workerApp({ ...bindings, [name]: bad })).toThrow(name);
  }
});

import { type Bindings, onD1 } from "@asbuilt/worker/app";
import { workerOn } from "@asbuilt/worker/worker";
import { applyD1Migrations } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, beforeAll, expect, inject, test, vi } from "vitest";

const adminKey = "an-administrators-key-for-this-test";
// The runtime's type of a D1 database has more members than the service uses.
const DB = env["DB0"] as NonNullable<Bindings["DB"]>;
const ASSETS = { fetch: () => Promise.resolve(new Response(null, { status: 404 })) };
const bindings = { DB, ASSETS, ASBUILT_ADMIN_KEY: adminKey, ASBUILT_SEAL_KEY: "B".repeat(43) };

beforeAll(() => applyD1Migrations(env["DB0"]!, inject("migrations")));
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

test("a database that a newer asbuilt has migrated is refused, and nothing is written to it", async () => {
  vi.spyOn(console, "warn").mockReturnValue();
  const failures = vi.spyOn(console, "error").mockReturnValue();
  const worker = workerOn(onD1);
  const send = (by: ReturnType<typeof workerOn>, method: string, path: string, body?: object) =>
    by.fetch(
      new Request(`https://plant.example${path}`, {
        method,
        headers: { "Content-Type": "application/json", Authorization: `Bearer ${adminKey}` },
        ...(body ? { body: JSON.stringify(body) } : {}),
      }),
      bindings,
    );
  const rows = async (table: string) =>
    (await env["DB0"]!.prepare(`select count(*) as n from ${table}`).first("n")) as number;
  const write = (by: ReturnType<typeof workerOn>) =>
    send(by, "PUT", "/api/Currency/Upsert", { name: "CHF" });

  expect((await write(worker)).status).toBe(200);
  expect((await send(worker, "GET", "/readyz")).status).toBe(200);
  const [logged, seals] = [await rows("change_log"), await rows("seal")];
  await env["DB0"]!.exec("insert into d1_migrations (name) values ('9999_newer.sql')");
  // Only the pause between two looks is by this clock.
  vi.useFakeTimers({ now: Date.now() + 10_000, toFake: ["Date"] });
  for (const by of [worker, workerOn(onD1)]) {
    const refused = await write(by);
    expect(refused.status).toBe(503);
    expect(await refused.json()).toMatchObject({
      code: "unavailable",
      detail: "A newer asbuilt has migrated the database.",
    });
    expect((await send(by, "POST", "/api/Currency/List", {})).status).toBe(503);
    expect((await send(by, "GET", "/readyz")).status).toBe(503);
    await by.scheduled(undefined, bindings);
    expect(failures).toHaveBeenCalledWith(expect.stringContaining("A newer asbuilt"));
  }
  expect([await rows("change_log"), await rows("seal")]).toEqual([logged, seals]);
});

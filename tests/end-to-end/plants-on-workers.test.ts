import { globSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { root, start, temporaryFolder } from "./processes.ts";
import { rowsOf } from "./stored.ts";

const temporary = temporaryFolder();
afterAll(temporary.remove);

// One after the other: each run writes the same configuration.
const alone = { concurrent: false };

const path = (name: string) => join(temporary.path, name);
const run = (script: string, ...args: string[]) =>
  start(process.execPath, [join(root, "apps/worker", script), ...args], {
    env: { CI: "true", WRANGLER_SEND_METRICS: "false", CLOUDFLARE_CF_FETCH_ENABLED: "false" },
  }).ended;

const tryPlants = (file: string, content: unknown) => {
  writeFileSync(path(file), typeof content === "string" ? content : JSON.stringify(content));
  const options = ["--plants", path(file), "--dry-run", "--persist-to", path("state")];
  return run("plants.ts", ...options);
};

const idOf = (end: number) => `00000000-0000-0000-0000-00000000000${end}`;
const plants = {
  north: {
    database_id: idOf(1),
    vars: { ASBUILT_TIME_ZONE: "Europe/Oslo", ASBUILT_REQUESTS_PER_KEY: 90 },
  },
  south: {
    database_id: idOf(2),
    bucket: "files-of-south",
    kept_anchor: "anchors-of-south",
    domain: "mes.south.example",
    vars: { ASBUILT_FAILURES_PER_ADDRESS: 0 },
  },
};

/** The newest migration that the local D1 of a plant has, and the number of all. */
const migrationsOf = (plant: string) => {
  const [file, ...others] = globSync(path(`state/${plant}/v3/d1/*/[!m]*.sqlite`));
  expect(others).toEqual([]);
  return rowsOf(file!, "select count(*) as count, max(name) as newest from d1_migrations");
};

/** The last lines of what wrangler would deploy: the size, and the bindings. */
const deploymentsIn = (stdout: string) =>
  stdout
    .split(/: deploying \(a dry run\)\n/)
    .slice(1)
    .map((part) => part.replaceAll(/ {2,}/g, " "));

test("two plants are migrated and built, each with its own bindings", alone, async () => {
  const { status, stdout, stderr } = await tryPlants("plants.json", { plants });
  expect({ status, stderr }).toMatchObject({ status: 0 });
  expect(stdout).toMatch(/^2 tried: north, south$/m);

  const files = readdirSync(join(root, "packages/core/migrations"));
  const names = files.filter((name) => name.endsWith(".sql")).toSorted();
  const all = [{ count: names.length, newest: names.at(-1) }];
  expect([migrationsOf("north"), migrationsOf("south")]).toEqual([all, all]);

  const [north, south] = deploymentsIn(stdout);
  expect(north).toContain("env.DB (asbuilt-north) D1 Database");
  expect(north).toContain('env.ASBUILT_TIME_ZONE ("Europe/Oslo")');
  expect(north).toContain('env.ASBUILT_EVENT_SOURCE ("urn:asbuilt:north")');
  expect(north).toContain("env.KEY_LIMIT (90 requests/60s)");
  expect(north).not.toMatch(/ATTACHMENTS|KEPT_ANCHOR/);
  expect(south).toContain("env.DB (asbuilt-south) D1 Database");
  expect(south).toContain("env.ATTACHMENTS (files-of-south) R2 Bucket");
  expect(south).toContain("env.KEPT_ANCHOR (anchors-of-south) KV Namespace");
  expect(south).toContain('env.ASBUILT_TIME_ZONE ("UTC")');
  expect(south).toContain("env.KEY_LIMIT (60000 requests/60s)");
  expect(south).not.toContain("FAILURE_LIMIT");
  // The code is that of the Worker without plants.
  const alike = await run("wrangler.ts", "deploy", "--dry-run");
  const [size] = /^Total Upload: .+$/m.exec(alike.stdout) ?? [];
  expect(size).toBeDefined();
  for (const deployment of [north, south]) expect(deployment).toContain(size);
});

test("the first failure ends it, and is named with the plants that it leaves", alone, async () => {
  mkdirSync(path("state"), { recursive: true });
  // No D1 can be made there.
  writeFileSync(path("state/broken"), "");
  const { status, stdout, stderr } = await tryPlants("broken.json", {
    plants: { broken: { database_id: idOf(3) }, later: { database_id: idOf(4) } },
  });
  expect(status).toBe(1);
  expect(stderr).toContain("broken: migrating failed\nNothing was done for later.\n");
  expect(stdout).not.toContain("later: ");
});

test("a file with a fault changes nothing, and each fault is a line", alone, async () => {
  const file = path("faults.json");
  for (const [content, faults] of [
    ["{", [/^.+faults\.json: .+JSON.+$/]],
    [{ plants: {} }, ["plants: At least one."]],
    [
      { plants: { north: plants.north, south: { database_id: idOf(1) } } },
      ["plants.south.database_id: north has it too. Each plant needs its own."],
    ],
    [
      {
        plants: {
          North: { database_id: idOf(1) },
          south: { database_id: idOf(2), vars: { ASBUILT_TIME_ZONE: "Oslo" } },
          west: { database_id: idOf(3), vars: { ASBUILT_SEAL_KEY: "a".repeat(43) }, db: 1 },
        },
      },
      [
        /^plants\.North: /,
        /^plants\.south\.vars: ASBUILT_TIME_ZONE: /,
        "plants.west.vars.ASBUILT_SEAL_KEY: A secret. Put it with `wrangler secret put`.",
        /^plants\.west: .*db/,
      ],
    ],
  ] as const) {
    const { status, stdout, stderr } = await tryPlants("faults.json", content);
    expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
    const lines = stderr.trimEnd().split("\n");
    for (const fault of faults) {
      const wanted =
        typeof fault === "string"
          ? (line: string) => line === fault
          : (line: string) => fault.test(line);
      const told = lines.some((line) => wanted(line) || wanted(line.replace(`${file}: `, "")));
      expect([stderr, fault, told]).toEqual([stderr, fault, true]);
    }
  }
});

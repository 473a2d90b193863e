import { execFileSync } from "node:child_process";
import {
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { version } from "@asbuilt/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { requestsTo } from "../plants/requests.ts";
import { commandsRunBy } from "./shell-blocks.ts";
import { sha256 } from "./digest.ts";
import { packInto } from "./packed.ts";
import { pdfOf } from "./pdf-tools.ts";
import { expectWellMade } from "./published.ts";
import { type Ended, greeted, root, start, stop, temporaryFolder } from "./processes.ts";

const temporary = temporaryFolder();
afterAll(temporary.remove);

/** The folder of somebody who has the package from a registry, and nothing of the project. */
const outside = temporary.path;
const path = (name: string) => join(outside, name);
const packed = path(`asbuilt-${version}.tgz`);
const [install, serveDemo] = commandsRunBy("package.test.ts") as [string, string];

const { resolve } = createRequire(import.meta.url);
const nodes = {
  20: resolve("node-20/bin/node"),
  22: resolve("node-22/bin/node"),
  24: process.execPath,
};

const command = path("node_modules/asbuilt/bin/asbuilt.js");
const bytesIn = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0);

beforeAll(() => {
  packInto(outside);
  writeFileSync(path("package.json"), "{}");
  execFileSync(install, { cwd: outside, shell: true, stdio: ["ignore", "pipe", "inherit"] });
});

test("the package has what its manifest says", () => expectWellMade(packed));

test("the package is small, and has the licences of what it contains", () => {
  expect(statSync(packed).size).toBeLessThan(3_000_000);
  expect(bytesIn(path("node_modules"))).toBeLessThan(35_000_000);
  for (const [file, library] of [
    ["lib/licenses.md", "hono"],
    ["lib/licenses.md", "pdfkit"],
    ["share/fonts/LICENSE", "bitstream vera"],
    ["share/console-licenses.md", "react"],
    ["share/api-reference-license.txt", "MIT"],
  ] as const) {
    const said = readFileSync(path(`node_modules/asbuilt/${file}`), "utf8");
    expect(said.toLowerCase(), file).toContain(library.toLowerCase());
  }
});

test("Node 20 is refused in one line", async () => {
  const { status, stdout, stderr } = await start(nodes[20], [command, "serve"], {}).ended;
  expect([status, stdout]).toEqual([1, ""]);
  expect(stderr).toMatch(/^asbuilt needs Node 22 or later\. This is Node 20\.\d+\.\d+\.\n$/);
});

test.each([22, 24] as const)("the package does all of its work on Node %s", async (major) => {
  const database = (name: string) => ({ DATABASE_URL: `file:${path(`${major}-${name}.db`)}` });
  const run = (args: readonly string[], env = database("plant")): Promise<Ended> =>
    start(nodes[major], [command, ...args], { cwd: outside, env }).ended;
  const serve = (args: readonly string[] = [], more: Readonly<Record<string, string>> = {}) =>
    greeted(
      start(nodes[major], [command, "serve", ...args], {
        cwd: outside,
        env: { ...database("plant"), PORT: "0", ...more },
      }),
    );

  const service = await serve(["--demo"]);
  for (const page of ["console/", "docs", "docs/standalone.js", "openapi.json"]) {
    expect((await fetch(`${service.address}/${page}`)).status, page).toBe(200);
  }
  expect(await (await fetch(`${service.address}/healthz`)).json()).toEqual({
    status: "ok",
    version,
  });
  const built = await requestsTo(service).put("/api/Build/Build", {
    parentSerialNo: "PUMP-0002",
    childSerialNo: "SEAL-LOT-1",
    builtQty: 1,
    receiveAtPointOfConsumption: false,
  });
  expect(built.status).toBe(200);
  const asked = await fetch(`${service.address}/api/DeviceHistoryRecord/Get`, {
    method: "POST",
    headers: {
      Authorization: `Bearer ${service.key}`,
      "Content-Type": "application/json",
      Accept: "application/pdf",
    },
    body: JSON.stringify({ visualSerialNo: "PUMP-0002" }),
  });
  expect((await asked.text()).slice(0, 8)).toBe("%PDF-1.7");
  const { status, stdout, stderr } = await stop(service);
  expect(status).toBe(0);
  expect(stdout).toContain("curl -X PUT");
  const [serving, created] = stderr.split("\n");
  expect(JSON.parse(serving!)).toMatchObject({
    msg: "Serving.",
    version,
    commit: execFileSync("git", ["rev-parse", "HEAD"], { cwd: root }).toString().trim(),
    node: expect.stringMatching(new RegExp(`^${major}\\.`)),
    sqlite: expect.stringMatching(/^3\.\d+\.\d+$/),
    schema: expect.stringMatching(/^\d{4}_/),
  });
  expect(JSON.parse(created!)).toMatchObject({
    msg: "A new database was created.",
    database: path(`${major}-plant.db`),
  });

  rmSync(path(`${major}-plant.db.admin-key`));
  const again = await serve();
  const memory = readFileSync(`/proc/${again.child.pid}/status`, "utf8");
  expect(Number(/^VmRSS:\s+(\d+) kB$/m.exec(memory)![1])).toBeLessThan(130_000);
  expect((await stop(again)).stdout).toContain("$(asbuilt key create --user Administrator");
  const byNpx = await serve([], { npm_command: "exec" });
  expect((await stop(byNpx)).stdout).toContain("$(npx asbuilt key create --user Administrator");

  expect(await run(["--version"])).toMatchObject({ status: 0, stdout: `${version}\n` });
  expect(await run(["verify"])).toMatchObject({ status: 0 });
  const [json, pdf] = [path(`${major}-record.json`), path(`${major}-record.pdf`)];
  const ofRecord = ["record", "PUMP-0002", "--to", json, "--pdf", pdf];
  expect(await run(ofRecord)).toMatchObject({ status: 0, stderr: "" });
  expect(sha256(readFileSync(pdf))).toBe(sha256(await pdfOf(readFileSync(json, "utf8"))));
  const ofKey = ["--user", "Administrator", "--role", "viewer", "--name", "Screen"];
  const made = await run(["key", "create", ...ofKey]);
  expect(made).toMatchObject({ status: 0, stdout: expect.stringMatching(/^ab_/) });
  expect((await run(["key", "list"])).stdout.trimEnd().split("\n")).toHaveLength(2);
  const rows = path(`${major}-rows`);
  mkdirSync(rows);
  writeFileSync(join(rows, "Location.Upsert.csv"), "suid,name\nSHELF-9,Shelf 9\n");
  expect(await run(["import", rows])).toMatchObject({ status: 0 });
  const backup = path(`${major}-backup.db`);
  expect(await run(["backup", backup])).toMatchObject({ status: 0 });
  const sealKey = readFileSync(path(`${major}-plant.db.seal-key`), "utf8").trim();
  const restored = { ...database("restored"), ASBUILT_SEAL_KEY: sealKey };
  expect(await run(["restore", backup], restored)).toMatchObject({ status: 0 });
  expect(await run(["verify"], restored)).toMatchObject({ status: 0 });
});

test("a package that lacks the newest migration refuses the database of this version", async () => {
  const env = { DATABASE_URL: `file:${path("newer.db")}`, PORT: "0" };
  const migrate = start(process.execPath, [command, "migrate"], { cwd: outside, env });
  expect(await migrate.ended).toMatchObject({ status: 0 });
  cpSync(path("node_modules"), path("older/node_modules"), { recursive: true });
  const older = path("older/node_modules/asbuilt");
  const journalFile = join(older, "share/migrations/meta/_journal.json");
  // Drizzle's own file.
  const journal = JSON.parse(readFileSync(journalFile, "utf8")) as { entries: object[] };
  const entries = journal.entries.slice(0, -1);
  writeFileSync(journalFile, JSON.stringify({ ...journal, entries }));
  const reason =
    `its schema is newer than this asbuilt: it has ${entries.length + 1} migrations, but this ` +
    `version knows ${entries.length}\n`;
  for (const args of [["serve"], ["migrate"], ["verify"], ["key", "list"]]) {
    const run = start(process.execPath, [join(older, "bin/asbuilt.js"), ...args], { env });
    const { status, stderr } = await run.ended;
    expect(status, args[0]).not.toBe(0);
    expect(stderr.endsWith(reason), stderr).toBe(true);
    expect(stderr.trimEnd().split("\n"), args[0]).toHaveLength(1);
  }
});

test("npx hands on the signal, and the service stops clean", async () => {
  const env = { PORT: "0", PATH: process.env["PATH"]! };
  const [npx, ...args] = serveDemo.split(" ") as [string, ...string[]];
  const service = await greeted(start(npx, args, { cwd: outside, env }));
  expect(await fetch(`${service.address}/readyz`)).toMatchObject({ status: 200 });
  await stop(service);
  await expect(fetch(`${service.address}/readyz`)).rejects.toThrow("fetch failed");
  // The log of changes is gone: the last one to close a database merges it.
  expect(readdirSync(path("data")).toSorted()).toEqual([
    "asbuilt.db",
    "asbuilt.db.admin-key",
    "asbuilt.db.anchor",
    "asbuilt.db.seal-key",
  ]);
});

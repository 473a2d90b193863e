import { execFileSync } from "node:child_process";
import { closeSync, fsyncSync, openSync, readFileSync, rmSync, writeSync } from "node:fs";
import { cpus, release, totalmem } from "node:os";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import Database from "libsql";
import { isPinned } from "../contenders/pinned.ts";
import { median } from "../contenders/contender.ts";

/** What the figures were measured on, as pairs of a name and a value. */
export function machine(folder: string): readonly (readonly [string, string])[] {
  const processors = cpus();
  return [
    ["processor", `${processors.length} × ${processors[0]?.model.trim() ?? "unknown"}`],
    ["memory", `${Math.round(totalmem() / 2 ** 30)} GiB`],
    ["system", `${process.platform} ${release()}`],
    ["a loop of 100 million additions, fastest and slowest of 20", loopMs()],
    ["fsync of 4 KiB, median", `${fsyncMs(folder).toFixed(2)} ms`],
    ["pinned", isPinned ? "server on core 0, load on core 1" : "no: taskset or cores are missing"],
    ["Node", process.version],
    ["SQLite in libSQL", sqliteVersion()],
    ...versions.map((name) => [name, versionOf(name)] as const),
    ["commit", commit()],
  ];
}

const versions = [
  "libsql",
  "@libsql/client",
  "drizzle-orm",
  "hono",
  "@hono/node-server",
  "@hono/zod-openapi",
];

function loopMs(): string {
  const times = Array.from({ length: 20 }, () => {
    const start = performance.now();
    let sum = 0;
    for (let index = 0; index < 100_000_000; index++) sum = (sum + index) | 0;
    // Its result is looked at, so that the loop is not left out.
    return sum === 1 ? 0 : performance.now() - start;
  });
  return `${Math.min(...times).toFixed(0)} and ${Math.max(...times).toFixed(0)} ms`;
}

function fsyncMs(folder: string): number {
  const path = join(folder, "fsync");
  const file = openSync(path, "w");
  const page = Buffer.alloc(4096);
  const times = Array.from({ length: 100 }, () => {
    writeSync(file, page);
    const start = performance.now();
    fsyncSync(file);
    return performance.now() - start;
  });
  closeSync(file);
  rmSync(path);
  return median(times);
}

function sqliteVersion(): string {
  const database = new Database(":memory:");
  const [version] = database.prepare("select sqlite_version()").raw().get() as [string];
  database.close();
  return version;
}

function versionOf(name: string): string {
  const path = new URL(`../../node_modules/${name}/package.json`, import.meta.url);
  return (JSON.parse(readFileSync(path, "utf8")) as { version: string }).version;
}

function commit(): string {
  try {
    return execFileSync("git", ["rev-parse", "--short", "HEAD"], { encoding: "utf8" }).trim();
  } catch {
    return "unknown";
  }
}

import { execFileSync } from "node:child_process";
import { hash } from "node:crypto";
import { closeSync, fsyncSync, openSync, readFileSync, rmSync, writeSync } from "node:fs";
import { cpus, release, totalmem } from "node:os";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import Database from "libsql";
import { isPinned } from "../contenders/pinned.ts";
import { median } from "../contenders/contender.ts";

/** Describes the machine and the versions, as pairs of a name and a value. */
export function machine(folder: string): readonly (readonly [string, string])[] {
  const processors = cpus();
  return [
    ["processor", `${processors.length} × ${processors[0]?.model.trim() ?? "unknown"}`],
    ["memory", `${Math.round(totalmem() / 2 ** 30)} GiB`],
    ["system", `${process.platform} ${release()}`],
    ["SHA-256 of 16 MiB, fastest and slowest of 20", digestMs()],
    ["fsync of 4 KiB, median", `${fsyncMs(folder).toFixed(2)} ms`],
    ["pinned", isPinned ? "server on core 0, load on core 1" : "no: taskset or cores are missing"],
    ["Node", process.version],
    ["SQLite in libSQL", sqliteVersion()],
    ...versions.map((name) => [name, packageVersion(name)] as const),
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

/** Times native code: V8 compiles the same loop in JavaScript to code up to 14 times slower. */
function digestMs(): string {
  const bytes = Buffer.alloc(16 * 2 ** 20);
  const times = Array.from({ length: 20 }, () => {
    const start = performance.now();
    hash("sha256", bytes);
    return performance.now() - start;
  });
  return `${Math.min(...times).toFixed(1)} and ${Math.max(...times).toFixed(1)} ms`;
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

function packageVersion(name: string): string {
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

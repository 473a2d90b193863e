import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { d1Executor, type D1Like } from "@asbuilt/core/database";
import { type Size, sizeOf } from "@asbuilt/worker/size";
import { getPlatformProxy, unstable_readConfig as readConfig } from "wrangler";
import { type Bundle, type ColdStart, coldStart } from "../cold-start/cold-start.ts";
import { modelLot, modelUnit } from "../plant/workload.ts";
import { appOn, requester } from "../plant/requester.ts";
import { copyToD1, type D1Database } from "../plant/to-d1.ts";
import { fixed, type Section, withinLimit } from "../report/section.ts";
import type { Measure } from "./bench.ts";

const folderPath = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const worker = folderPath("../../../apps/worker/");

const usualStack = folderPath("../usual-stack/");

/** Measures the size of the Worker, its cold start and its round trips to D1. */
export const workerOnD1: Measure = async ({ plants, rounds }) => {
  const folder = join(plants.folder, "worker");
  const asbuilt = join(folder, "asbuilt");
  const usual = join(folder, "usual-stack");
  makeBundle(worker, "wrangler.ts", asbuilt);
  makeBundle(usualStack, fileURLToPath(import.meta.resolve("wrangler")), usual);
  const bundles = {
    asbuilt: bundleOf(worker, asbuilt, "index.js"),
    usual: bundleOf(usualStack, usual, "worker.js"),
  };
  const starts = await coldStart(bundles, 8 * rounds.rounds + 1);
  return [sizeAndStart(sizeOf(asbuilt), starts), await roundTrips(await plants.master())];
};

/** Returns a bundle with the flags, variables and rate limits of its deployment. */
const bundleOf = (from: string, folder: string, main: string): Bundle => {
  const config = join(from, "wrangler.jsonc");
  const { compatibility_flags: flags, vars, ratelimits } = readConfig({ config });
  return {
    folder,
    main,
    flags,
    vars,
    limits: ratelimits.map(({ name }: { name: string }) => name),
  };
};

/** Writes the upload of a deployment into a folder. */
function makeBundle(cwd: string, wrangler: string, folder: string): void {
  const args = ["--no-warnings", wrangler, "deploy", "--dry-run", "--outdir", folder];
  execFileSync(process.execPath, args, {
    cwd,
    stdio: ["ignore", "ignore", "inherit"],
    env: {
      ...process.env,
      CI: "true",
      WRANGLER_SEND_METRICS: "false",
      WRANGLER_HIDE_BANNER: "true",
    },
  });
}

const sizeAndStart = (
  { start: gzipKiB, whole }: Size,
  { asbuilt, usual }: Readonly<Record<"asbuilt" | "usual", ColdStart>>,
): Section => ({
  title: "Worker: size and cold start",
  text:
    "The size is that of the modules that a start runs, in the upload of `wrangler deploy --dry-run`. " +
    "The other modules are loaded by the first request that needs them. For the start, one running " +
    "workerd makes a new isolate for each request. The isolates are this Worker's, the usual stack's and " +
    "empty ones with the same flags, by turns, and the clock is outside. Cold start work is the time " +
    "that a Worker's isolate takes longer than its empty one. Its code is read and run, and the app is " +
    "made. Then it refuses a Build without its fields, and makes and compiles that route's schemas for " +
    "it. The process's own start is not in it, nor a database. The usual stack's Worker has that one " +
    "route and no other.",
  table: {
    head: ["", ""],
    rows: [
      ["bundle, gzipped: the modules that a start runs", `${fixed(gzipKiB, 1)} KiB`],
      ["all its modules, gzipped", `${fixed(whole, 1)} KiB`],
      ["an empty Worker's first response", `${fixed(asbuilt.emptyMs, 1)} ms`],
      [
        "cold start work: this Worker's first response takes longer by",
        `${fixed(asbuilt.workMs, 1)} ms`,
      ],
      ["the same for the usual stack with one route", `${fixed(usual.workMs, 1)} ms`],
    ],
  },
  verdicts: [
    withinLimit("Worker: 300 KiB / gzipped bundle", gzipKiB, 300),
    withinLimit("Worker: 30 ms / cold start", asbuilt.workMs, 30),
  ],
});

/** Counts the round trips of reads and a write to a local D1 in workerd. */
async function roundTrips(masterPath: string): Promise<Section> {
  const proxy = await getPlatformProxy<{ DB: D1Database }>({
    configPath: join(worker, "wrangler.jsonc"),
    persist: false,
  });
  try {
    const { DB } = proxy.env;
    await copyToD1(masterPath, DB);
    let trips = 0;
    const executor = d1Executor(counting(DB, () => trips++));
    const send = requester(appOn(executor));
    const tripsOf = async (method: "GET" | "PUT" | "POST", path: string, body?: object) => {
      trips = 0;
      await send(method, path, body);
      return trips;
    };
    const built = { parentSerialNo: modelUnit, childSerialNo: modelLot(1), builtQty: 1 };
    // The first request of a key also reads the key.
    await tripsOf("GET", "/api/MaterialItem/Get/1");
    const counts = {
      "MaterialItem/Get": await tripsOf("GET", "/api/MaterialItem/Get/1"),
      "BomSlot/List": await tripsOf("POST", "/api/BomSlot/List", { Product: "Unit" }),
      "Build/Build": await tripsOf("PUT", "/api/Build/Build", {
        ...built,
        receiveAtPointOfConsumption: false,
      }),
    };
    return {
      title: "Worker: round trips to D1",
      text: "The round trips are counted on a local D1 in workerd.",
      table: {
        head: ["", "round trips"],
        rows: Object.entries(counts).map(([name, count]) => [name, String(count)]),
      },
      verdicts: [
        withinLimit("Worker: 1 round trip / a read", counts["MaterialItem/Get"], 1),
        withinLimit("Worker: 1 round trip / a list", counts["BomSlot/List"], 1),
        withinLimit("Worker: 2 round trips / a write", counts["Build/Build"], 2),
      ],
    };
  } finally {
    await proxy.dispose();
  }
}

const counting = (database: D1Like, count: () => void): D1Like => ({
  withSession: (constraint) => {
    const session = database.withSession(constraint);
    return {
      getBookmark: () => session.getBookmark(),
      prepare: (sql) => session.prepare(sql),
      batch: (statements) => {
        count();
        return session.batch(statements);
      },
    };
  },
});

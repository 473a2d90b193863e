import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { d1Executor, type D1Like } from "@asbuilt/core/database";
import { getPlatformProxy } from "wrangler";
import { median } from "../contenders/contender.ts";
import { modelLot, modelUnit } from "../plant/master.ts";
import { appOn, requester } from "../plant/requester.ts";
import { copyToD1, type D1Database } from "../plant/to-d1.ts";
import { fixed, type Section, within } from "../report/section.ts";
import type { Measure } from "./bench.ts";

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const worker = at("../../../apps/worker/");
const coldStart = at("../in-process/cold-start.ts");

/** What a Worker costs beside what it does: its size, its start, its round trips. */
export const workerOnD1: Measure = async ({ plants }) => {
  const { bundle, gzipKiB } = makeBundle(join(plants.folder, "worker"));
  return [sizeAndStart(gzipKiB, startTimes(bundle)), await roundTrips(await plants.master())];
};

function makeBundle(folder: string): { bundle: string; gzipKiB: number } {
  const run = (...args: string[]) =>
    execFileSync(process.execPath, ["--no-warnings", ...args], {
      cwd: worker,
      encoding: "utf8",
      env: {
        ...process.env,
        CI: "true",
        WRANGLER_SEND_METRICS: "false",
        WRANGLER_HIDE_BANNER: "true",
      },
    });
  run("assets.ts");
  const wrangler = fileURLToPath(import.meta.resolve("wrangler"));
  const output = run(wrangler, "deploy", "--dry-run", "--outdir", folder);
  const [, gzipKiB] = /gzip: ([\d.]+) KiB/.exec(output) ?? [];
  if (!gzipKiB) throw new Error(`wrangler says no size:\n${output}`);
  return { bundle: join(folder, "index.js"), gzipKiB: Number(gzipKiB) };
}

interface StartTimes {
  readonly loadMs: number;
  readonly appMs: number;
}

/** Starts the bundle in fresh processes; the medians. */
function startTimes(bundle: string): StartTimes {
  const times = Array.from({ length: 11 }, () => {
    const output = execFileSync(process.execPath, ["--no-warnings", coldStart, bundle]);
    return JSON.parse(String(output)) as StartTimes;
  });
  return {
    loadMs: median(times.map(({ loadMs }) => loadMs)),
    appMs: median(times.map(({ appMs }) => appMs)),
  };
}

const sizeAndStart = (gzipKiB: number, { loadMs, appMs }: StartTimes): Section => ({
  title: "Worker: size and cold start",
  text:
    "What `wrangler deploy --dry-run` would upload, gzipped, and how long the bundle takes in a " +
    "fresh V8 (Node's: a Worker's clock stands still while it computes) to be loaded and to make " +
    "the app, with every schema compiled, up to its first answer.",
  table: {
    head: ["", ""],
    rows: [
      ["bundle, gzipped", `${fixed(gzipKiB, 1)} KiB`],
      ["loading it", `${fixed(loadMs, 1)} ms`],
      ["making the app and answering", `${fixed(appMs, 1)} ms`],
    ],
  },
  verdicts: [
    within("Worker: 300 KiB / gzipped bundle", gzipKiB, 300),
    within("Worker: 30 ms / cold start", loadMs + appMs, 30),
  ],
});

/** Counts what a read and a write ask of a local D1, in workerd. */
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
    // The first request of a key also looks the key up.
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
      text: "Counted on a local D1 in workerd.",
      table: {
        head: ["", "round trips"],
        rows: Object.entries(counts).map(([name, count]) => [name, String(count)]),
      },
      verdicts: [
        within("Worker: 1 round trip / a read", counts["MaterialItem/Get"], 1),
        within("Worker: 1 round trip / a list", counts["BomSlot/List"], 1),
        within("Worker: 2 round trips / a write", counts["Build/Build"], 2),
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
      prepare: (sql) => session.prepare(sql),
      batch: (statements) => {
        count();
        return session.batch(statements);
      },
    };
  },
});

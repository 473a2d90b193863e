import { once } from "node:events";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { fileURLToPath } from "node:url";
import { type Contender, type Figures, ratioOf } from "../contenders/contender.ts";
import { startUnpinned } from "../contenders/pinned.ts";
import type { ImportOrder } from "../plain/import.ts";
import { buildBody, sealer, smallPlant as units } from "../plant/workload.ts";
import { measuredTable } from "../report/section.ts";
import { measureAll, type Measure } from "./bench.ts";

const script = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const commandLine = script("../../../apps/node/src/main.ts");
const native = script("../in-process/import.ts");

/** Runs a script to its end, and returns its duration in milliseconds. */
async function timed(arguments_: readonly string[], env: NodeJS.ProcessEnv): Promise<number> {
  const start = performance.now();
  const child = startUnpinned(arguments_, {
    stdio: ["ignore", "ignore", "inherit"],
    env: { PATH: process.env["PATH"], ...env },
  });
  const [code] = await once(child, "exit");
  if (code !== 0) throw new Error(`${arguments_.join(" ")} failed.`);
  return performance.now() - start;
}

/** Makes an import a contender. Each round also measures the start, and subtracts it. */
function importing(
  name: string,
  rows: number,
  run: (order: ImportOrder) => Promise<number>,
): Contender {
  const label = name.startsWith("asbuilt") ? "A" : "N";
  return {
    name,
    stop: async () => {},
    // Each import is a new process, which is never warm.
    warmUp: async () => {},
    round: async (_seconds, seed): Promise<Figures> => {
      const half = rows / 2;
      const startMs = await run({ items: 1, builds: 0, name: `${label}${seed}-start`, units });
      const ms = await run({ items: half, builds: half, name: `${label}${seed}`, units });
      return { rate: rows / ((ms - startMs) / 1000), cpuUs: Number.NaN };
    },
  };
}

/** Writes the files of an import, and returns their folder. */
function importFiles(folder: string, { items, builds, name }: ImportOrder): string {
  const path = join(folder, `import-${name}`);
  mkdirSync(path, { recursive: true });
  const lines = (count: number, line: (row: number) => object) =>
    Array.from({ length: count }, (_, row) => `${JSON.stringify(line(row))}\n`).join("");
  const received = lines(items, (row) => ({
    visualSerialNo: `${name}-${row}`,
    productName: "Unit component 1",
    qty: 10,
  }));
  writeFileSync(join(path, "MaterialItem.Receive.ndjson"), received);
  const built = lines(builds, (row) => {
    // The same row is never imported twice, so each row has a time of its own.
    const occurredAt = new Date(Date.now() - row).toISOString();
    return { ...buildBody({ unit: row % units, lot: row % units }), occurredAt };
  });
  writeFileSync(join(path, "Build.Build.ndjson"), built);
  return path;
}

/** Measures `asbuilt import` of received items and builds, and inserts of the same rows. */
export const importRows: Measure = async ({ plants, recordingPath, rounds }) => {
  const rows = rounds.seconds < 1 ? 4000 : 50_000;
  const [path, nativePath] = [await plants.copy(units), await plants.copy(units)];
  const [service, alone] = ["asbuilt import", "the engine alone, 1,000 rows a commit"];
  const measured = await measureAll(
    [
      importing(service, rows, (order) =>
        timed([commandLine, "import", importFiles(plants.folder, order)], {
          DATABASE_URL: `file:${path}`,
          ASBUILT_TRUSTED_SEAL_KEYS: sealer,
        }),
      ),
      importing(alone, rows, (order) =>
        timed([native, nativePath, recordingPath, JSON.stringify(order)], {}),
      ),
    ],
    rounds,
  );
  return [
    {
      title: "Import",
      text:
        "`asbuilt import` of received items and builds, in equal numbers and through every rule. The " +
        "engine alone inserts the rows that result. Of all other rows it reads only the items that are " +
        "built, once at its start. Before each import, an import of one row measures the start, which " +
        "grows with the file; its time is subtracted. Neither waits for the disk at each commit. The " +
        "service also seals the rows that it has imported. No load runs next to either, so each has " +
        "both cores: V8 compiles and collects on the second.",
      table: measuredTable(measured, "rows"),
      verdicts: [
        { name: "Import / native inserts", ratio: ratioOf(measured, service, alone), goal: 0.5 },
      ],
    },
  ];
};

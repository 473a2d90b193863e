import { statSync } from "node:fs";
import { performance } from "node:perf_hooks";
import Database from "libsql";
import { median } from "../contenders/contender.ts";
import { cpuUsOf, residentOf } from "../contenders/pinned.ts";
import { runLoad, startServiceOn } from "../contenders/servers.ts";
import { largePlant, smallPlant, type Units } from "../plant/workload.ts";
import { fixed, formatCount, withinLimit } from "../report/section.ts";
import type { Bench, Measure } from "./bench.ts";

interface Sized {
  readonly changes: number;
  readonly builds: number;
  readonly bytes: number;
  /** From the start of the process until it listens. */
  readonly startMs: number;
  /** The CPU time of the process until then. */
  readonly startCpuMs: number;
  readonly residentMB: number;
}

/** Measures the file of a plant, and starts the service on it, as often as there are rounds. */
async function sizeUp({ rounds }: Bench, path: string, units: Units): Promise<Sized> {
  const starts: number[] = [];
  const cpu: number[] = [];
  const resident: number[] = [];
  for (let round = 0; round < rounds.rounds; round++) {
    const startedAt = performance.now();
    const server = await startServiceOn(path);
    try {
      starts.push(performance.now() - startedAt);
      cpu.push(cpuUsOf(server.process) / 1000);
      await runLoad({
        port: server.port,
        kind: "get",
        connections: 8,
        seconds: rounds.seconds,
        units,
        seed: round + 1,
      });
      resident.push(residentOf(server.process) / 1e6);
    } finally {
      await server.stop();
    }
  }
  return {
    ...countsIn(path),
    bytes: statSync(path).size,
    startMs: median(starts),
    startCpuMs: median(cpu),
    residentMB: median(resident),
  };
}

/** The rows of the tables that grow most. Both number their rows without a gap. */
function countsIn(path: string): Pick<Sized, "changes" | "builds"> {
  const database = new Database(path, { readonly: true });
  try {
    const largest = "select (select max(seq) from change_log), (select max(id) from build)";
    const [changes, builds] = database.prepare(largest).raw().get() as [number, number];
    return { changes, builds };
  } finally {
    database.close();
  }
}

/** Measures how large a file of ten million changes is, and what a start on it takes. */
export const largeFile: Measure = async (bench) => {
  const { plants } = bench;
  const small = await sizeUp(bench, await plants.copy(smallPlant), smallPlant);
  // Too large to copy. A start adds few rows compared with those in it.
  const large = await sizeUp(bench, await plants.make(largePlant), largePlant);
  return [
    {
      title: "A file of 11,000,000 changes",
      text:
        "The plants of the measures of growth. The file has no Idempotency-Keys and no seals. The start " +
        "is that of `asbuilt serve`, from its process to its first connection, with its CPU time. The memory is the resident " +
        "size of the process after gets of random items.",
      table: {
        head: ["changes", "builds", "GB", "bytes a change", "start s", "CPU s", "memory MB"],
        rows: [small, large].map((one) => [
          formatCount(one.changes),
          formatCount(one.builds),
          fixed(one.bytes / 1e9, 2),
          formatCount(one.bytes / one.changes),
          fixed(one.startMs / 1000, 1),
          fixed(one.startCpuMs / 1000, 2),
          formatCount(one.residentMB),
        ]),
      },
      verdicts: [
        {
          name: "CPU time of a start, 110,000 changes / 11,000,000",
          ratio: small.startCpuMs / large.startCpuMs,
          goal: 0.5,
        },
        withinLimit(
          "Memory on a file of 11,000,000 changes: 512 MB / resident",
          large.residentMB,
          512,
        ),
      ],
    },
  ];
};

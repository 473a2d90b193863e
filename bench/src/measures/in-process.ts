import { ratioOf } from "../contenders/contender.ts";
import { inProcess } from "../contenders/in-process.ts";
import { loadCore, serverCore } from "../contenders/pinned.ts";
import { smallPlant as units } from "../plant/workload.ts";
import { measuredTable } from "../report/section.ts";
import { type Bench, measureAll, type Measure } from "./bench.ts";

const service = "asbuilt";
const native = "the engine alone";

async function both(
  { plants, recordingPath, rounds }: Bench,
  verb: "get" | "build",
  concurrency = 1,
) {
  const work = { verb, concurrency, recordingPath, units } as const;
  return measureAll(
    [
      await inProcess(service, { ...work, by: "service", path: await plants.copy(units) }),
      await inProcess(native, { ...work, by: "native", path: await plants.copy(units) }),
    ],
    rounds,
  );
}

/** Measures the verbs of core without HTTP, and the engine alone. */
export const inOneProcess: Measure = async (bench) => {
  const get = await both(bench, "get");
  const build = await both(bench, "build");
  const builds = await both(bench, "build", 64);
  return [
    {
      title: "In process: get by id",
      text: "One read after the other. The engine alone does not map its rows.",
      table: measuredTable(get, "reads"),
      verdicts: [
        {
          name: "In process, get by id / native",
          ratio: ratioOf(get, service, native),
          goal: 0.75,
        },
      ],
    },
    {
      title: "In process: Build",
      text: "One Build after the other, each with its own commit.",
      table: measuredTable(build, "Builds"),
      verdicts: [
        { name: "In process, Build / native", ratio: ratioOf(build, service, native), goal: 0.8 },
      ],
    },
    {
      title: "In process: 64 concurrent Builds",
      text:
        "64 callers, whose Builds load, decide and write as one. The engine alone runs the " +
        "statements of each Build, and commits 64 Builds together.",
      table: measuredTable(builds, "Builds"),
      verdicts: [
        {
          name: "In process, 64 concurrent Builds / native grouped by 64",
          ratio: ratioOf(builds, service, native),
        },
      ],
    },
  ];
};

/** Measures reads from one file by two processes and by one. */
export const twoProcesses: Measure = async ({ plants, recordingPath, rounds }) => {
  const path = await plants.copy(units);
  const work = { by: "app", verb: "get", concurrency: 8, path, recordingPath, units } as const;
  const first = await inProcess("first", work, serverCore);
  const second = await inProcess("second", work, loadCore);
  const measured = await measureAll(
    [
      { ...first, name: "one process", stop: async () => {} },
      {
        name: "two processes",
        round: async (seconds, seed) => {
          const [one, other] = await Promise.all([
            first.round(seconds, seed),
            second.round(seconds, seed + 1000),
          ]);
          return { rate: one.rate + other.rate, cpuUs: (one.cpuUs + other.cpuUs) / 2 };
        },
        stop: async () => {
          await first.stop();
          await second.stop();
        },
      },
    ],
    rounds,
  );
  return [
    {
      title: "Two processes on one file",
      text:
        "`GET /api/MaterialItem/Get/{id}` through the whole app. Two cores leave none for a load. " +
        "So each process sends its own requests, without a socket.",
      table: measuredTable(measured, "reads"),
      verdicts: [
        {
          name: "Reads by 2 processes / 1 process",
          ratio: ratioOf(measured, "two processes", "one process"),
          goal: 1.6,
        },
      ],
    },
  ];
};

import { ratioOf } from "../contenders/contender.ts";
import { inProcess } from "../contenders/in-process.ts";
import { batchLines } from "../in-process/work.ts";
import { smallPlant as units } from "../plant/workload.ts";
import { measuredTable, type Section } from "../report/section.ts";
import { type Bench, measureAll, type Measure } from "./bench.ts";

const service = "asbuilt";
const native = "the engine alone, 1,000 a commit";

async function section(bench: Bench, verb: "buildMany" | "receiveMany"): Promise<Section> {
  const { plants, recordingPath, rounds } = bench;
  const work = { verb, recordingPath, units } as const;
  const grouped = { ...work, by: "native", concurrency: batchLines } as const;
  const measured = await measureAll(
    [
      await inProcess(service, {
        ...work,
        by: "app",
        concurrency: 1,
        path: await plants.copy(units),
      }),
      await inProcess(native, { ...grouped, path: await plants.copy(units) }),
    ],
    rounds,
  );
  const [name, what] = verb === "buildMany" ? ["BuildMany", "Builds"] : ["ReceiveMany", "receipts"];
  return {
    title: `${name} of 1,000 lines`,
    text:
      "Batches without a socket, one after the other, each all or nothing. The engine alone runs the " +
      "service's own statements of one request for each line, 1,000 lines a commit.",
    table: measuredTable(measured, what),
    verdicts: [
      {
        name: `${name} of 1,000 lines / the engine grouped by 1,000`,
        ratio: ratioOf(measured, service, native),
        goal: 0.8,
      },
    ],
  };
}

/** Measures batches of 1,000 lines. */
export const batches: Measure = async (bench) => [
  await section(bench, "receiveMany"),
  await section(bench, "buildMany"),
];

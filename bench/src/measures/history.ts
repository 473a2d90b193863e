import { ratioOf } from "../contenders/contender.ts";
import { inProcess } from "../contenders/in-process.ts";
import { startApp, underLoad } from "../contenders/servers.ts";
import { measuredTable, type Section } from "../report/section.ts";
import { type Bench, measureAll, type Measure } from "./bench.ts";

const [service, statement] = ["asbuilt", "one statement"];

/** Measures the history of an item over HTTP, and one statement that finds the same rows. */
export const history: Measure = async (bench) => [
  await historySection(bench, "history", {
    title: "History of an item",
    which: "any item of a plant of 100,000 items and 500,000 builds; it has 11 changes on average",
  }),
  await historySection(bench, "longHistory", {
    title: "History of an item with 52 changes",
    which: "one of the 90 items of that plant into which the most was built",
  }),
];

async function historySection(
  { plants, recordingPath, rounds }: Bench,
  kind: "history" | "longHistory",
  { title, which }: { title: string; which: string },
): Promise<Section> {
  const path = await plants.deep();
  const work = { by: "native", verb: kind, concurrency: 1, path, recordingPath, units: 0 } as const;
  const rates = await measureAll(
    [
      underLoad(service, await startApp(path, "not sealed"), { kind, connections: 64, units: 0 }),
      await inProcess(statement, work),
    ],
    rounds,
  );
  return {
    title,
    text:
      `\`POST /api/MaterialItem/History\` of ${which}. Over HTTP, from 64 connections. The ` +
      "baseline is one statement in its own process. It returns the same rows and does not map them.",
    table: measuredTable(rates, "responses"),
    verdicts: [
      { name: `${title} / one statement`, ratio: ratioOf(rates, service, statement), goal: 0.333 },
    ],
  };
}

import { createReadStream } from "node:fs";
import { type Measured, ratioOf } from "../contenders/contender.ts";
import { startServiceOn, underLoad } from "../contenders/servers.ts";
import type { LoadOrder } from "../load/main.ts";
import { largePlant, smallPlant } from "../plant/workload.ts";
import { measuredTable } from "../report/section.ts";
import { type Bench, measureAll, type Measure } from "./bench.ts";

const small = "10,000 items, 50,000 builds";
const large = "1,000,000 items, 5,000,000 builds";

const measured: readonly [kind: LoadOrder["kind"], what: string, goal: number][] = [
  ["build", "Build", 0.5],
  ["get", "MaterialItem/Get", 0.8],
  ["items", "List by works order", 0.7],
  ["asBuilt", "AsBuilt of a unit", 0.5],
  ["recall", "Recall of a lot", 0.5],
];

async function bothPlants({ plants, rounds }: Bench, kind: LoadOrder["kind"]): Promise<Measured> {
  const load = { kind, connections: 64 } as const;
  const [few, many] = [await plants.copy(smallPlant), await plants.make(largePlant)];
  await readThrough(many);
  return measureAll(
    [
      underLoad(small, await startServiceOn(few), { ...load, units: smallPlant }),
      // Too large to copy. The rounds add few rows compared with those in it.
      underLoad(large, await startServiceOn(many), { ...load, units: largePlant }),
    ],
    rounds,
  );
}

/** Reads a file to its end, so that the page cache holds as much of it as fits. */
async function readThrough(path: string): Promise<void> {
  for await (const _chunk of createReadStream(path, { highWaterMark: 2 ** 20 }));
}

/** Measures the service on a plant a hundred times the size. */
export const growth: Measure = async (bench) => {
  const sections = [];
  for (const [kind, what, goal] of measured) {
    const rates = await bothPlants(bench, kind);
    sections.push({
      title: `Growth: ${what}`,
      text:
        "The same requests over HTTP, from 64 connections, on two plants. The machine has read " +
        "their files before, like those of a service that has run for a while.",
      table: measuredTable(rates, "responses"),
      verdicts: [
        {
          name: `${what}, 1,000,000 items and 5,000,000 builds / 10,000 and 50,000`,
          ratio: ratioOf(rates, large, small),
          goal,
        },
      ],
    });
  }
  return sections;
};

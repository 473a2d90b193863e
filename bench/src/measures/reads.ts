import { type Measured, ratioOf } from "../contenders/contender.ts";
import { startNodeHttp, startService, underLoad } from "../contenders/servers.ts";
import type { LoadOrder } from "../load/main.ts";
import { smallPlant as units } from "../plant/workload.ts";
import { measuredTable, rateBars } from "../report/section.ts";
import { type Bench, inTurn, type Measure } from "./bench.ts";

const service = "asbuilt";
const byHand = "node:http";

async function bothRead(
  { plants, recordingPath, rounds }: Bench,
  kind: LoadOrder["kind"],
): Promise<Measured> {
  const load = { kind, connections: 64, units } as const;
  return inTurn(
    [
      underLoad(service, await startService(await plants.copy(units)), load),
      underLoad(byHand, await startNodeHttp(await plants.copy(units), recordingPath), load),
    ],
    rounds,
  );
}

/** GET MaterialItem over HTTP, from 64 connections. */
export const getOverHttp: Measure = async (bench) => {
  const measured = await bothRead(bench, "get");
  return [
    {
      title: "MaterialItem/Get over HTTP, 64 connections",
      text: "`GET /api/MaterialItem/Get/{id}`, each of another item.",
      table: measuredTable(measured, "answers"),
      verdicts: [
        {
          name: "MaterialItem/Get over HTTP / node:http",
          ratio: ratioOf(measured, service, byHand),
          goal: 0.75,
          beyond: 0.85,
        },
      ],
      charts: [
        {
          file: "get",
          title: "MaterialItem/Get over HTTP",
          unit: "answers a second",
          bars: rateBars(measured),
        },
      ],
    },
  ];
};

/** Lists over HTTP of a hundred records. */
export const listsOverHttp: Measure = async (bench) => {
  const list = async (kind: "items" | "slots", what: string, text: string) => {
    const measured = await bothRead(bench, kind);
    const ratio = ratioOf(measured, service, byHand);
    return {
      title: `List of ${what} over HTTP`,
      text,
      table: measuredTable(measured, "lists"),
      verdicts: [{ name: `List of ${what} / node:http`, ratio, goal: 0.8, beyond: 1.5 }],
    };
  };
  return [
    await list(
      "slots",
      "100 slots with candidates",
      "`POST /api/BomSlot/List` of a BoM of 100 slots, each with two candidates: 69 kB of JSON.",
    ),
    await list(
      "items",
      "100 items",
      "`POST /api/MaterialItem/List` of the items of a works order: 59 kB of JSON.",
    ),
  ];
};

import { alternate, type Measured, ratioOf } from "../contenders/contender.ts";
import { startNodeHttp, startServiceOn, underLoad } from "../contenders/servers.ts";
import type { LoadOrder } from "../load/main.ts";
import { smallPlant as units } from "../plant/workload.ts";
import { measuredTable, rateBars, type Section } from "../report/section.ts";
import type { Measure } from "./bench.ts";

const service = "asbuilt";
const byHand = "node:http";

const ratio = (measured: Measured) => ratioOf(measured, service, byHand);

const ofGet = (measured: Measured): Section => ({
  title: "MaterialItem/Get over HTTP, 64 connections",
  text: "`GET /api/MaterialItem/Get/{id}`, each of a different item.",
  table: measuredTable(measured, "responses"),
  verdicts: [
    {
      name: "MaterialItem/Get over HTTP / node:http",
      ratio: ratio(measured),
      goal: 0.75,
      beyond: 0.85,
    },
  ],
  charts: [
    {
      file: "get",
      title: "MaterialItem/Get over HTTP",
      unit: "responses a second",
      bars: rateBars(measured),
    },
  ],
});

const ofList = (measured: Measured, what: string, text: string): Section => ({
  title: `List of ${what} over HTTP`,
  text,
  table: measuredTable(measured, "lists"),
  verdicts: [
    { name: `List of ${what} / node:http`, ratio: ratio(measured), goal: 0.8, beyond: 1.5 },
  ],
});

/** Measures a point read and lists of 100 records over HTTP, from 64 connections. */
export const readsOverHttp: Measure = async ({ plants, recordingPath, rounds }) => {
  const servers = [
    [service, await startServiceOn(await plants.copy(units))],
    [byHand, await startNodeHttp(await plants.copy(units), recordingPath)],
  ] as const;
  const read = (kind: LoadOrder["kind"]) =>
    alternate(
      servers.map(([name, server]) => underLoad(name, server, { kind, connections: 64, units })),
      rounds,
    );
  try {
    return [
      ofGet(await read("get")),
      ofList(
        await read("slots"),
        "100 slots with candidates",
        "`POST /api/BomSlot/List` of a BoM of 100 slots, each with two candidates: 69 kB of JSON.",
      ),
      ofList(
        await read("items"),
        "100 items",
        "`POST /api/MaterialItem/List` of the items of a works order: 59 kB of JSON.",
      ),
    ];
  } finally {
    for (const [, server] of servers) await server.stop();
  }
};

import { copyFileSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { startSqld } from "@asbuilt/tests/sqld";
import { alternate, medianOf, type Measured } from "../contenders/contender.ts";
import { type Server, startServiceOn, underLoad } from "../contenders/servers.ts";
import type { LoadOrder } from "../load/main.ts";
import type { Plants } from "../plant/plant.ts";
import { smallPlant as units } from "../plant/workload.ts";
import { measuredTable, type Section, withinLimit } from "../report/section.ts";
import type { Measure } from "./bench.ts";

const file = "a file";
const server = "a libSQL server";

/** The most CPU time of a request on a server, in microseconds. */
const limits = { get: 2000, build: 4000 };

/** Measures a read and a Build on a libSQL server beside a file, one request at a time. */
export const onLibsqlServer: Measure = async ({ plants, rounds }) => {
  const servers = [
    [file, await startServiceOn(await plants.copy(units))],
    [server, await startOnSqld(plants)],
  ] as const;
  const measure = (kind: LoadOrder["kind"]) =>
    alternate(
      servers.map(([name, one]) => underLoad(name, one, { kind, connections: 1, units })),
      rounds,
    );
  try {
    return [
      ofOne("MaterialItem/Get", "responses", await measure("get"), limits.get),
      ofOne("Build", "Builds", await measure("build"), limits.build),
    ];
  } finally {
    for (const [, one] of servers) await one.stop();
  }
};

/** Starts sqld with a copy of a plant, and the service on it. */
async function startOnSqld(plants: Plants): Promise<Server> {
  const folder = join(plants.folder, `sqld-${process.pid}`);
  mkdirSync(join(folder, "dbs/default"), { recursive: true });
  // sqld writes its log again from a database that has none.
  copyFileSync(await plants.make(units), join(folder, "dbs/default/data"));
  const sqld = await startSqld(folder);
  const service = await startServiceOn("", [], { DATABASE_URL: sqld.address });
  return {
    ...service,
    others: [sqld.process],
    stop: async () => {
      await service.stop();
      await sqld.stop();
    },
  };
}

const ofOne = (what: string, unit: string, measured: Measured, limitUs: number): Section => ({
  title: `${what} on a libSQL server, 1 connection`,
  text:
    "One request at a time, on sqld of the same machine and on a file. The CPU time is that of the " +
    "service and of sqld together.",
  table: measuredTable(measured, unit),
  verdicts: [
    withinLimit(
      `${what} on a libSQL server: ${limitUs / 1000} ms / CPU time`,
      medianOf(measured, server, "cpuUs"),
      limitUs,
    ),
  ],
});

import { mkdtempSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { serverCore, startPinned } from "../contenders/pinned.ts";
import { send, startService } from "../contenders/servers.ts";
import type { LoadOrder } from "../load/main.ts";
import { smallPlant as units } from "../plant/workload.ts";
import { type CpuProfile, timeByLayer } from "../profile/layers.ts";
import type { StatementCost } from "../profile/statements.ts";
import { fixed, type Section, type Table } from "../report/section.ts";
import type { Bench, Measure } from "./bench.ts";

const statements = fileURLToPath(new URL("../profile/statements.ts", import.meta.url));
const warmUpShare = 0.3;

/** Where the time of a Build and of a Get goes, layer by layer. */
export const profile: Measure = async (bench) => [
  await profiled(bench, "build", "`PUT /api/Build/Build`"),
  await profiled(bench, "get", "`GET /api/MaterialItem/Get/{id}`"),
  await statementCosts(bench),
];

async function profiled(
  { plants, rounds }: Bench,
  kind: LoadOrder["kind"],
  request: string,
): Promise<Section> {
  const folder = mkdtempSync(join(plants.folder, "profile-"));
  const server = await startService(await plants.copy(units), [
    "--cpu-prof",
    "--cpu-prof-interval=250",
    `--cpu-prof-dir=${folder}`,
  ]);
  const seconds = rounds.seconds * 4;
  const { rate } = await send({
    port: server.port,
    kind,
    connections: 64,
    seconds,
    units,
    seed: 1,
  });
  await server.stop();
  const [file] = readdirSync(folder);
  // V8 writes it so.
  const cpuProfile = JSON.parse(readFileSync(join(folder, file!), "utf8")) as CpuProfile;
  const times = timeByLayer(cpuProfile, warmUpShare);
  const requests = rate * seconds * (1 - warmUpShare);
  return {
    title: `Profile: ${request}`,
    text: "`node --cpu-prof` of the server from 64 connections: the innermost frame that a layer owns decides.",
    table: layerTable(times, requests),
    verdicts: [],
  };
}

function layerTable(times: ReadonlyMap<string, number>, requests: number): Table {
  const all = [...times.values()].reduce((sum, time) => sum + time, 0);
  const row = (name: string, time: number) => [
    name,
    fixed(time / requests, 1),
    `${fixed((time / all) * 100, 1)} %`,
  ];
  return {
    head: ["layer", "µs a request", "share"],
    rows: [
      ...[...times].toSorted(([, a], [, b]) => b - a).map(([name, time]) => row(name, time)),
      row("all", all),
    ],
  };
}

async function statementCosts({ plants, rounds }: Bench): Promise<Section> {
  const builds = rounds.seconds < 1 ? 2000 : 10_000;
  const child = startPinned(serverCore, [statements, await plants.copy(units), String(builds)], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  // The script prints exactly this.
  const costs = JSON.parse(await text(child.stdout!)) as StatementCost[];
  const total = costs.reduce((sum, { usPerBuild }) => sum + usPerBuild, 0);
  return {
    title: "Profile: the statements of a Build",
    text: "64 callers in one process; what a COMMIT takes is shared by the Builds of its group.",
    table: {
      head: ["statement", "a Build", "median µs", "µs a Build"],
      rows: [
        ...costs.map(({ sql, perBuild, medianUs, usPerBuild }) => [
          shortened(sql),
          fixed(perBuild, 2),
          fixed(medianUs, 1),
          fixed(usPerBuild, 1),
        ]),
        ["all", "", "", fixed(total, 1)],
      ],
    },
    verdicts: [],
  };
}

/** A statement as far as it takes to know it. */
function shortened(sql: string): string {
  let rest = sql.replaceAll(/\s+/g, " ").replaceAll('"', "");
  if (/with recursive above/.test(rest)) return "select ancestors";
  // What stands in brackets is a part of the statement, not what it is about.
  for (let before = ""; before !== rest;)
    [before, rest] = [rest, rest.replaceAll(/\([^()]*\)/g, "")];
  const [, table] = /^(?:select|delete) .*? from (\w+)/.exec(rest) ?? [];
  if (table) return `select ${table}`;
  const [start] = /(?:insert into|update) \w+/.exec(rest) ?? [rest];
  return start;
}

import { mkdtempSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { type Contender, medianOf } from "../contenders/contender.ts";
import { inProcess } from "../contenders/in-process.ts";
import { serverCore, startPinned } from "../contenders/pinned.ts";
import { startNodeHttp, startServiceOn, underLoad } from "../contenders/servers.ts";
import { smallPlant as units } from "../plant/workload.ts";
import { type CpuProfile, timeByLayer, type Window } from "../profile/layers.ts";
import type { StatementCost } from "../profile/statements.ts";
import { fixed, type Section, type Table } from "../report/section.ts";
import { type Bench, measureAll, type Measure } from "./bench.ts";

const statements = fileURLToPath(new URL("../profile/statements.ts", import.meta.url));

const load = { connections: 64, units } as const;

/** The request of a profiled server, and the baseline to compare it with. */
interface Subject {
  readonly kind: "build" | "get";
  readonly request: string;
  readonly baseline: string;
  readonly startBaseline: (name: string) => Promise<Contender>;
}

/** Measures the time of a Build and of a Get by layer. */
export const profile: Measure = async (bench) => {
  const { plants, recordingPath } = bench;
  return [
    await profiled(bench, {
      kind: "build",
      request: "`PUT /api/Build/Build`",
      baseline: "for comparison: the engine alone, 64 a commit",
      startBaseline: async (name) =>
        inProcess(name, {
          by: "native",
          verb: "build",
          concurrency: 64,
          path: await plants.copy(units),
          recordingPath,
          units,
        }),
    }),
    await profiled(bench, {
      kind: "get",
      request: "`GET /api/MaterialItem/Get/{id}`",
      baseline: "for comparison: node:http and the same point read",
      startBaseline: async (name) =>
        underLoad(name, await startNodeHttp(await plants.copy(units), recordingPath), {
          ...load,
          kind: "get",
        }),
    }),
    await statementCosts(bench),
  ];
};

const withProfiler = "all, with the profiler";
const without = "without the profiler";

async function profiled(
  { plants, rounds }: Bench,
  { kind, request, baseline, startBaseline }: Subject,
): Promise<Section> {
  const folder = mkdtempSync(join(plants.folder, "profile-"));
  const start = async (name: string, flags: readonly string[]) =>
    underLoad(name, await startServiceOn(await plants.copy(units), flags), { ...load, kind });
  const flags = ["--cpu-prof", "--cpu-prof-interval=250", `--cpu-prof-dir=${folder}`];
  const { contender, windows } = clocked(await start(withProfiler, flags));
  const measured = await measureAll(
    [contender, await start(without, []), await startBaseline(baseline)],
    rounds,
  );
  const [file] = readdirSync(folder);
  // V8 writes profiles of this shape.
  const cpuProfile = JSON.parse(readFileSync(join(folder, file!), "utf8")) as CpuProfile;
  const requests = measured
    .get(withProfiler)!
    .reduce((sum, { rate }) => sum + rate * rounds.seconds, 0);
  return {
    title: `Profile: ${request}`,
    text:
      "`node --cpu-prof` of the warm server from 64 connections. The innermost frame that belongs to " +
      "a layer decides. The last three rows are the time of a request on one core, measured in turn.",
    table: layerTable(timeByLayer(cpuProfile, windows), requests, [
      [without, medianOf(measured, without)],
      [baseline, medianOf(measured, baseline)],
    ]),
    verdicts: [],
  };
}

/** Wraps a contender to record the time windows of its rounds. */
function clocked(contender: Contender): { contender: Contender; windows: readonly Window[] } {
  const windows: Window[] = [];
  const now = () => Number(process.hrtime.bigint() / 1000n);
  const round: Contender["round"] = async (seconds, seed) => {
    const from = now();
    const figures = await contender.round(seconds, seed);
    windows.push({ from, to: now() });
    return figures;
  };
  return { contender: { ...contender, round }, windows };
}

function layerTable(
  times: ReadonlyMap<string, number>,
  requests: number,
  rates: readonly (readonly [name: string, rate: number])[],
): Table {
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
      row(withProfiler, all),
      ...rates.map(([name, rate]) => [name, fixed(1e6 / rate, 1), ""]),
    ],
  };
}

async function statementCosts({ plants, rounds }: Bench): Promise<Section> {
  const builds = rounds.seconds < 1 ? 2000 : 10_000;
  const child = startPinned(serverCore, [statements, await plants.copy(units), String(builds)], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  // The script prints only statement costs.
  const costs = JSON.parse(await text(child.stdout!)) as StatementCost[];
  const total = costs.reduce((sum, { usPerBuild }) => sum + usPerBuild, 0);
  return {
    title: "Profile: the statements of a Build",
    text: "64 callers in one process. The Builds of a group share the time of its COMMIT.",
    table: {
      head: ["statement", "a Build", "median µs", "µs a Build"],
      rows: [
        ...costs.map(({ sql, perBuild, medianUs, usPerBuild }) => [
          shortStatement(sql),
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

/** Returns a short name of a statement, such as `select bom_slot`. */
function shortStatement(sql: string): string {
  let rest = sql.replaceAll(/\s+/g, " ").replaceAll('"', "");
  if (/with recursive above/.test(rest)) return "select ancestors";
  // Subqueries in brackets do not name the table of the statement.
  for (let before = ""; before !== rest;)
    [before, rest] = [rest, rest.replaceAll(/\([^()]*\)/g, "")];
  const [, table] = /^(?:select|delete) .*? from (\w+)/.exec(rest) ?? [];
  if (table) return `select ${table}`;
  const [start] = /(?:insert into|update) \w+/.exec(rest) ?? [rest];
  return start;
}

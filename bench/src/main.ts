// `npm run bench [-- --quick] [-- NAME...]`: measures the service against its baselines.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { knownMigrations } from "@asbuilt/node/migrations";
import { Command } from "commander";
import type { Bench, Measure } from "./measures/bench.ts";
import { batchHold } from "./measures/batch-hold.ts";
import { batches } from "./measures/batches.ts";
import { buildAlone, buildByCookie, buildOverHttp } from "./measures/build.ts";
import { consoleScreens } from "./measures/console.ts";
import { filters } from "./measures/filters.ts";
import { genealogy } from "./measures/genealogy.ts";
import { growth } from "./measures/growth.ts";
import { history } from "./measures/history.ts";
import { importRows } from "./measures/import.ts";
import { inOneProcess, twoProcesses } from "./measures/in-process.ts";
import { largeFile } from "./measures/large-file.ts";
import { metrics } from "./measures/metrics.ts";
import { profile } from "./measures/profile.ts";
import { readsOverHttp } from "./measures/reads.ts";
import { sealing } from "./measures/sealing.ts";
import { onLibsqlServer } from "./measures/server.ts";
import { stream } from "./measures/stream.ts";
import { workerOnD1 } from "./measures/worker.ts";
import { plantsIn } from "./plant/plant.ts";
import { smallPlant } from "./plant/workload.ts";
import { recordStatements } from "./recording/record.ts";
import type { Section } from "./report/section.ts";
import { machine } from "./report/machine.ts";
import { toText } from "./report/text.ts";
import { writeReport } from "./report/write.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

const measures: Readonly<Record<string, Measure>> = {
  "build-64": buildOverHttp,
  "build-1": buildAlone,
  session: buildByCookie,
  "batch-hold": batchHold,
  reads: readsOverHttp,
  "in-process": inOneProcess,
  batches,
  sealing,
  metrics,
  server: onLibsqlServer,
  processes: twoProcesses,
  import: importRows,
  worker: workerOnD1,
  profile,
};
/** The measures on a large plant, which takes minutes to make and gigabytes of disk. */
const largeMeasures: Readonly<Record<string, Measure>> = {
  console: consoleScreens,
  filters,
  genealogy,
  growth,
  history,
  "large-file": largeFile,
  stream,
};
const allMeasures: Readonly<Record<string, Measure>> = { ...measures, ...largeMeasures };

interface Options {
  readonly quick?: boolean;
  readonly folder?: string;
  readonly rounds?: string;
  readonly seconds?: string;
}

const command = new Command("bench")
  .description("Measure the service against its baselines.")
  .option("--quick", "short rounds, and no measure that needs a large plant: under 3 minutes")
  .argument("[names...]", `of ${Object.keys(allMeasures).join(", ")} (default: all)`)
  .option("--folder <path>", "make and keep the plants here (default: a temporary folder)")
  .option("--rounds <n>", "the rounds of each contender")
  .option("--seconds <n>", "the seconds of each round")
  .parse();
const options = command.opts<Options>();
const requested = command.args;

const rounds = {
  rounds: Number(options.rounds ?? (options.quick ? 3 : 5)),
  seconds: Number(options.seconds ?? (options.quick ? 0.4 : 2)),
};

async function runMeasures(folder: string): Promise<Section[]> {
  const plants = plantsIn(folder);
  const recordingPath = join(folder, "recording.json");
  const recording = await recordStatements(await plants.copy(smallPlant));
  writeFileSync(recordingPath, JSON.stringify(recording));
  const bench: Bench = { plants, recordingPath, rounds };
  const sections: Section[] = [];
  const names = Object.keys(options.quick ? measures : allMeasures);
  for (const name of requested.length > 0 ? requested : names) {
    const measure = allMeasures[name];
    if (!measure) throw new Error(`No measure is named ${name}.`);
    const measured = await measure(bench);
    for (const section of measured) process.stdout.write(toText(section));
    sections.push(...measured);
    plants.removeCopies();
  }
  return sections;
}

// A kept plant is usable only under the schema that it was made with.
const folder = options.folder
  ? join(options.folder, knownMigrations().at(-1)!.file)
  : mkdtempSync(join(tmpdir(), "asbuilt-bench-"));
mkdirSync(folder, { recursive: true });
try {
  const sections = await runMeasures(folder);
  // Only a complete run goes into the documentation.
  const isWhole = requested.length === 0 && rounds.rounds >= 5 && rounds.seconds >= 2;
  const written = join(root, isWhole ? "docs/explanation" : ".tmp/bench");
  writeReport(written, { sections, machine: machine(folder), rounds, at: new Date() });
  process.stdout.write(`\nWritten: ${join(written, "performance.md")} and performance.json\n`);
} finally {
  if (options.folder === undefined) rmSync(folder, { recursive: true, force: true });
}

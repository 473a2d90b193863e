// Times every statement of 64 concurrent Builds, and prints the figures as JSON.
// Arguments: database, Builds.
import { performance } from "node:perf_hooks";
import { fileExecutor } from "@asbuilt/core/database";
import { median } from "../contenders/contender.ts";
import { openNative } from "../plain/statements.ts";
import { appOn, requester } from "../plant/requester.ts";
import { buildBody, pickBuild, picker, smallPlant } from "../plant/workload.ts";
import { listening } from "../recording/listening.ts";

/** The cost of one kind of statement. */
export interface StatementCost {
  readonly sql: string;
  /** The executions per Build. */
  readonly perBuild: number;
  readonly medianUs: number;
  /** The total time per Build. */
  readonly usPerBuild: number;
}

const concurrency = 64;
const [path, builds] = process.argv.slice(2);
const times = new Map<string, number[]>();
const database = openNative(path!);
const executor = fileExecutor(
  listening(database, ({ sql }, execute) => {
    const start = performance.now();
    const result = execute();
    const taken = (performance.now() - start) * 1000;
    const known = times.get(sql);
    if (known) known.push(taken);
    else times.set(sql, [taken]);
    return result;
  }),
  setImmediate,
);
const send = requester(appOn(executor));
const pick = picker(7);

async function runBuilds(count: number): Promise<void> {
  let left = count;
  const drive = async () => {
    while (left-- > 0) {
      await send("PUT", "/api/Build/Build", buildBody(pickBuild(pick, smallPlant)));
    }
  };
  await Promise.all(Array.from({ length: concurrency }, drive));
}

await runBuilds(Number(builds) / 4);
times.clear();
await runBuilds(Number(builds));
const costs: StatementCost[] = [...times].map(([sql, taken]) => ({
  sql,
  perBuild: taken.length / Number(builds),
  medianUs: median(taken),
  usPerBuild: taken.reduce((sum, us) => sum + us, 0) / Number(builds),
}));
process.stdout.write(JSON.stringify(costs));

// Does one kind of work in rounds, as its parent asks. Argument: a Work as JSON.
import { performance } from "node:perf_hooks";
import { picker } from "../plant/workload.ts";
import type { Run, Work } from "./work.ts";

const work = JSON.parse(process.argv[2]!) as Work;
const run = await runOf(work);

/** The engine alone starts without the service's code, which takes seconds. */
async function runOf(asked: Work): Promise<Run> {
  if (asked.by === "native") return (await import("./native.ts")).nativeRun(asked);
  const { appRun, serviceRun } = await import("./service.ts");
  return asked.by === "app" ? appRun(asked) : serviceRun(asked);
}

process.on("message", ({ seconds, seed }: { seconds: number; seed: number }) => {
  void round(seconds, seed);
});
process.on("disconnect", () => process.exit());

async function round(seconds: number, seed: number): Promise<void> {
  const before = process.cpuUsage();
  const start = performance.now();
  const done = await run(picker(seed), start + seconds * 1000);
  const elapsedMs = performance.now() - start;
  const { user, system } = process.cpuUsage(before);
  process.send!({ rate: (done / elapsedMs) * 1000, cpuUs: (user + system) / done });
}

process.send!("ready");

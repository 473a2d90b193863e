// Does one kind of work, a round for each message of its parent. Argument: a Work as JSON.
import { performance } from "node:perf_hooks";
import { picker } from "../plant/workload.ts";
import type { Run, Work } from "./work.ts";

const work = JSON.parse(process.argv[2]!) as Work;
const run = await runOf(work);

/** Imports the service's code only where the work needs it, because that takes seconds. */
async function runOf(order: Work): Promise<Run> {
  if (order.by === "native") return (await import("./native.ts")).nativeRun(order);
  const { appRun, serviceRun } = await import("./service.ts");
  return order.by === "app" ? appRun(order) : serviceRun(order);
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

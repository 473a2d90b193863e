import { createHash } from "node:crypto";
import { performance } from "node:perf_hooks";
import type { Pick } from "../plant/assemblies.ts";
import { adminKey, type Units } from "../plant/workload.ts";

/** The work of a process: a verb of the service, or the same with the engine alone. */
export interface Work {
  readonly by: "service" | "native" | "app";
  readonly verb:
    | "build"
    | "buildMany"
    | "receiveMany"
    | "get"
    | "list"
    | "asBuilt"
    | "recall"
    | "dispatch"
    | "history"
    | "longHistory";
  /** The number of concurrent callers. For native builds: the builds that share a commit. */
  readonly concurrency: number;
  readonly path: string;
  readonly recordingPath: string;
  readonly units: Units;
  /** The body of a list. */
  readonly body?: object;
}

/** Repeats the work until `end`, and returns the number of repetitions. */
export type Run = (pick: Pick, end: number) => Promise<number>;

/** The lines of a batch, and of a commit of the engine alone. */
export const batchLines = 1000;

/** The stored hash of the benchmark's key. */
export const keyHash = createHash("sha256").update(adminKey).digest("hex");

/** Runs the work from `concurrency` callers. Each starts again as soon as it has its result. */
export const runConcurrently =
  (concurrency: number, work: (pick: Pick) => Promise<unknown>): Run =>
  async (pick, end) => {
    let done = 0;
    const drive = async () => {
      while (performance.now() < end) {
        await work(pick);
        done++;
      }
    };
    await Promise.all(Array.from({ length: concurrency }, drive));
    return done;
  };

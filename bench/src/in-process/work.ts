import { createHash } from "node:crypto";
import { performance } from "node:perf_hooks";
import type { Pick } from "../plant/assemblies.ts";
import { adminKey, type Units } from "../plant/workload.ts";

/** What to do: by the service's own functions, or with the engine alone. */
export interface Work {
  readonly by: "service" | "native" | "app";
  readonly verb: "build" | "get" | "asBuilt" | "recall" | "history" | "longHistory";
  /** How many at once: of native builds, how many share a commit. */
  readonly concurrency: number;
  readonly path: string;
  readonly recordingPath: string;
  readonly units: Units;
}

/** Does the work until a time has come; answers how often. */
export type Run = (pick: Pick, end: number) => Promise<number>;

/** By which the service knows the benchmark's key. */
export const keyHash = createHash("sha256").update(adminKey).digest("hex");

/** So many callers, each of whom begins again as soon as it is answered. */
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

import { readFileSync } from "node:fs";
import { performance } from "node:perf_hooks";
import { fileURLToPath } from "node:url";
import { unstable_startWorker as startWorker } from "wrangler";
import { median } from "../contenders/contender.ts";

/** What a Worker's start takes, and what its first answer does. */
export interface ColdStart {
  /** Milliseconds from a request to its answer, by a new isolate of a Worker that does nothing. */
  readonly emptyMs: number;
  /** How much longer it takes with the bundle: median of the differences from the empty Worker. */
  readonly workMs: number;
}

const config = fileURLToPath(new URL("wrangler.jsonc", import.meta.url));

/**
 * Starts the bundle and an empty Worker in turn, each in a new isolate of one running workerd. The
 * bundle's first request is a Build without its fields: its answer needs the app, the route's
 * schemas and its keys, compiled, and no database.
 */
export async function coldStart(bundle: string, rounds: number): Promise<ColdStart> {
  const worker = await startWorker({ config, dev: { logLevel: "error", watch: false } });
  try {
    const address = await worker.url;
    const ask = async (status: number, headers: Record<string, string>, body: string) => {
      const start = performance.now();
      const answer = await fetch(new URL("/api/Build/Build", address), {
        method: "PUT",
        headers: { "Content-Type": "application/json", Authorization: "Bearer key", ...headers },
        body,
      });
      const text = await answer.text();
      const ms = performance.now() - start;
      if (answer.status !== status) throw new Error(`A start answered ${answer.status}: ${text}`);
      return ms;
    };
    await ask(204, { "X-Bundle": "" }, readFileSync(bundle, "utf8"));
    const empty = () => ask(204, { "X-Empty": "" }, "{}");
    const whole = () => ask(400, {}, "{}");
    // The first of each also opens connections, and fills what workerd itself keeps.
    await empty();
    await whole();
    const pairs: { empty: number; whole: number }[] = [];
    for (let round = 0; round < rounds; round++) {
      pairs.push({ empty: await empty(), whole: await whole() });
    }
    return {
      emptyMs: median(pairs.map((pair) => pair.empty)),
      workMs: median(pairs.map((pair) => pair.whole - pair.empty)),
    };
  } finally {
    await worker.dispose();
  }
}

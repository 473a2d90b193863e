import { readFileSync } from "node:fs";
import { performance } from "node:perf_hooks";
import { fileURLToPath } from "node:url";
import { unstable_startWorker as startWorker } from "wrangler";
import { median } from "../contenders/contender.ts";

/** What the starts of Workers take, in milliseconds from a request to its answer: medians. */
export interface ColdStart<Name extends string> {
  /** By a new isolate of a Worker that does nothing. */
  readonly emptyMs: number;
  /** How much longer than the empty Worker each bundle takes. */
  readonly workMs: Readonly<Record<Name, number>>;
}

const config = fileURLToPath(new URL("wrangler.jsonc", import.meta.url));

/**
 * Starts the bundles and an empty Worker in turn, each in a new isolate of one running workerd. A
 * bundle's first request is a Build without its fields: its answer needs the app, the route's
 * schemas and its keys, compiled, and no database.
 */
export async function coldStart<Name extends string>(
  bundles: Readonly<Record<Name, string>>,
  rounds: number,
): Promise<ColdStart<Name>> {
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
    const names = Object.keys(bundles) as Name[];
    for (const name of names) {
      await ask(204, { "X-Worker": name, "X-Bundle": "" }, readFileSync(bundles[name], "utf8"));
    }
    const startAll = async () => {
      const empty = await ask(204, { "X-Worker": "none" }, "{}");
      const work = {} as Record<Name, number>;
      for (const name of names) work[name] = (await ask(400, { "X-Worker": name }, "{}")) - empty;
      return { empty, work };
    };
    // The first of each also opens connections, and fills what workerd itself keeps.
    await startAll();
    const starts: Awaited<ReturnType<typeof startAll>>[] = [];
    for (let round = 0; round < rounds; round++) starts.push(await startAll());
    const workOf = (name: Name) => median(starts.map(({ work }) => work[name]));
    return {
      emptyMs: median(starts.map(({ empty }) => empty)),
      workMs: Object.fromEntries(names.map((name) => [name, workOf(name)])) as Record<Name, number>,
    };
  } finally {
    await worker.dispose();
  }
}

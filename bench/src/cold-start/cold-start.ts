import { readFileSync } from "node:fs";
import { performance } from "node:perf_hooks";
import { fileURLToPath } from "node:url";
import { unstable_startWorker as startWorker } from "wrangler";
import { median } from "../contenders/contender.ts";

/** A Worker as it would be uploaded: its one module, and what its configuration says. */
export interface Bundle {
  readonly path: string;
  readonly flags: readonly string[];
  readonly vars: Readonly<Record<string, unknown>>;
  /** The names of its rate limits. */
  readonly limits: readonly string[];
}

/** What the starts of a Worker take, in milliseconds from a request to its answer: medians. */
export interface ColdStart {
  /** By a new isolate of a Worker with the same flags that does nothing. */
  readonly emptyMs: number;
  /** How much longer than that one it takes. */
  readonly workMs: number;
}

/** One start of the empty Worker and of the whole one, in milliseconds. */
interface Start {
  empty: number;
  whole: number;
}

const bothOf = <Name>(name: Name) => [[name, true] as const, [name, false] as const];

const shuffled = <One>(all: readonly One[]): One[] =>
  all
    .map((one) => ({ one, place: Math.random() }))
    .toSorted((left, right) => left.place - right.place)
    .map(({ one }) => one);

const config = fileURLToPath(new URL("wrangler.jsonc", import.meta.url));

/**
 * Starts the bundles and empty Workers by turns, each in a new isolate of one running workerd. A
 * bundle's first request is a Build without its fields: its answer needs the app, the route's
 * schemas and its keys, compiled, and no database.
 */
export async function coldStart<Name extends string>(
  bundles: Readonly<Record<Name, Bundle>>,
  rounds: number,
): Promise<Readonly<Record<Name, ColdStart>>> {
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
      const { path, ...configured } = bundles[name];
      const code = JSON.stringify({ bundle: readFileSync(path, "utf8"), ...configured });
      await ask(204, { "X-Worker": name, "X-Code": "" }, code);
    }
    // By chance, since what was started before leaves work to the runtime: to each in turn the same.
    const startAll = async (): Promise<Record<Name, Start>> => {
      const starts = Object.fromEntries(names.map((name) => [name, {}])) as Record<Name, Start>;
      for (const [name, isEmpty] of shuffled(names.flatMap(bothOf))) {
        if (isEmpty) starts[name].empty = await ask(204, { "X-Worker": name, "X-Empty": "" }, "{}");
        else starts[name].whole = await ask(400, { "X-Worker": name }, "{}");
      }
      return starts;
    };
    // The first of each also opens connections, and fills what workerd itself keeps.
    await startAll();
    const all: Record<Name, Start>[] = [];
    for (let round = 0; round < rounds; round++) all.push(await startAll());
    const medians = (name: Name): ColdStart => ({
      emptyMs: median(all.map((starts) => starts[name].empty)),
      workMs: median(all.map((starts) => starts[name].whole - starts[name].empty)),
    });
    return Object.fromEntries(names.map((name) => [name, medians(name)])) as Record<
      Name,
      ColdStart
    >;
  } finally {
    await worker.dispose();
  }
}

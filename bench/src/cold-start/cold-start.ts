import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { fileURLToPath } from "node:url";
import { unstable_startWorker as startWorker } from "wrangler";
import { median } from "../contenders/contender.ts";

/** A Worker as a deployment would upload it: its modules and its configuration. */
export interface Bundle {
  readonly folder: string;
  /** The module of the folder that a start runs. */
  readonly main: string;
  readonly flags: readonly string[];
  readonly vars: Readonly<Record<string, unknown>>;
  /** The names of its rate limits. */
  readonly limits: readonly string[];
}

/** The median cold start of a Worker, in milliseconds from the request to the response. */
export interface ColdStart {
  /** The start of a new isolate whose Worker has the same flags and does nothing. */
  readonly emptyMs: number;
  /** The extra time that this Worker takes. */
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

/** All modules of an upload, by their names. Those that a start does not run are there too. */
export const modulesIn = (folder: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter((name) => name.endsWith(".js"))
      .map((name) => [name, readFileSync(join(folder, name), "utf8")]),
  );

const config = fileURLToPath(new URL("wrangler.jsonc", import.meta.url));

/**
 * Starts the bundles and the empty Workers in random order, each in a new isolate of one running
 * workerd. A bundle's first request is a Build without fields. Its response needs the app and the
 * compiled schemas of the route, but no database.
 */
export async function coldStart<Name extends string>(
  bundles: Readonly<Record<Name, Bundle>>,
  rounds: number,
): Promise<Readonly<Record<Name, ColdStart>>> {
  const worker = await startWorker({ config, dev: { logLevel: "error", watch: false } });
  try {
    const address = await worker.url;
    const send = async (status: number, headers: Record<string, string>, body: string) => {
      const start = performance.now();
      const answer = await fetch(new URL("/api/Build/Build", address), {
        method: "PUT",
        headers: { "Content-Type": "application/json", Authorization: "Bearer key", ...headers },
        body,
      });
      const text = await answer.text();
      const ms = performance.now() - start;
      if (answer.status !== status) throw new Error(`A start returned ${answer.status}: ${text}`);
      return ms;
    };
    const names = Object.keys(bundles) as Name[];
    for (const name of names) {
      const { folder, ...configured } = bundles[name];
      const code = JSON.stringify({ modules: modulesIn(folder), ...configured });
      await send(204, { "X-Worker": name, "X-Code": "" }, code);
    }
    // The order is random: a start leaves work for the runtime, which slows the next start.
    const startAll = async (): Promise<Record<Name, Start>> => {
      const starts = Object.fromEntries(names.map((name) => [name, {}])) as Record<Name, Start>;
      for (const [name, isEmpty] of shuffled(names.flatMap(bothOf))) {
        if (isEmpty)
          starts[name].empty = await send(204, { "X-Worker": name, "X-Empty": "" }, "{}");
        else starts[name].whole = await send(400, { "X-Worker": name }, "{}");
      }
      return starts;
    };
    // The first starts also open connections and fill the caches of workerd.
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

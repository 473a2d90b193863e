import { openDatabase } from "#database";
import { createApp, type LogEntry } from "@asbuilt/http";
import { inject } from "vitest";
import { type Factories, factories } from "../scenario/factories.ts";
import { checkAnswer } from "./check-answer.ts";
import type { PlantDatabase } from "./database.ts";
import type { PlantKeys } from "./provided.ts";

/** An answer of the service, checked against the contract. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  /** The parsed JSON of the body. */
  // Tests read whatever the contract declares for the route that they call.
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly body: any;
}

export interface RequestOptions {
  /** A key, or null for none. The administrator's unless told. */
  readonly key?: string | null;
  /** Headers beside those of the key and the body; null leaves one of these out. */
  readonly headers?: Readonly<Record<string, string | null>>;
}

/** A fresh service on a database of its own, with base data, and ways to talk to it. */
export interface Requests {
  get(path: string, options?: RequestOptions): Promise<Answer>;
  /** A body that is text or bytes is sent as it is, anything else as JSON. */
  post(path: string, body: unknown, options?: RequestOptions): Promise<Answer>;
  put(path: string, body: unknown, options?: RequestOptions): Promise<Answer>;
  delete(path: string, body: unknown, options?: RequestOptions): Promise<Answer>;
  request(method: string, path: string, body?: unknown, options?: RequestOptions): Promise<Answer>;
  /** A request that must succeed: answers the body, or fails the test with the problem. */
  done(method: "post" | "put" | "delete", path: string, body: object): Promise<Answer["body"]>;
  /** Sends n requests at once; answers them and how many there are of each status. */
  race(n: number, send: (i: number) => Promise<Answer>): Promise<Race>;
  /** Text that nothing else in the plant has. */
  unique(prefix: string): string;
  /** Rows straight from the database: for invariants only. */
  sql(text: string, ...params: unknown[]): Promise<Record<string, unknown>[]>;
  readonly keys: PlantKeys;
  /** The app's clock in milliseconds since 1970; undefined is the real time. */
  now: number | undefined;
  /** What the app has logged. */
  readonly log: LogEntry[];
  readonly database: PlantDatabase;
}

export interface Race {
  readonly answers: readonly Answer[];
  readonly tally: Readonly<Record<number, number>>;
}

export type Plant = Requests & Factories;

let minted = 0;

/** Opens a fresh plant: migrated, seeded with base data, with a user and a key for each role. */
export async function openPlant(): Promise<Plant> {
  const database = await openDatabase();
  const log: LogEntry[] = [];
  const plant: Requests = {
    get: (path, options) => plant.request("GET", path, undefined, options),
    post: (path, body, options) => plant.request("POST", path, body, options),
    put: (path, body, options) => plant.request("PUT", path, body, options),
    delete: (path, body, options) => plant.request("DELETE", path, body, options),
    request: async (method, path, body, options = {}) => {
      const request = requestOf(method, path, body, { key: plant.keys.admin, ...options });
      const answer = await answerOf(await app.fetch(request));
      await checkAnswer(method, path, answer);
      return answer;
    },
    done: async (method, path, body) => {
      const answer = await plant[method](path, body);
      if (answer.status === 200) return answer.body;
      throw new Error(`${path} answered ${answer.status}: ${JSON.stringify(answer.body)}`);
    },
    race: async (n, send) => {
      const answers = await Promise.all(Array.from({ length: n }, (_, i) => send(i)));
      const tally: Record<number, number> = {};
      for (const { status } of answers) tally[status] = (tally[status] ?? 0) + 1;
      return { answers, tally };
    },
    unique: (prefix) => `${prefix}-${++minted}`,
    sql: (text, ...params) => database.sql(text, params),
    keys: inject("plantKeys"),
    now: undefined,
    log,
    database,
  };
  const app = createApp({
    executor: database.executor,
    now: () => plant.now ?? Date.now(),
    log: (entry) => log.push(entry),
    asset: () => Promise.resolve(undefined),
  });
  return Object.assign(plant, factories(plant));
}

function requestOf(
  method: string,
  path: string,
  body: unknown,
  { key, headers }: RequestOptions,
): Request {
  const isRaw = typeof body === "string" || body instanceof Uint8Array;
  const all = {
    Authorization: key === null ? null : `Bearer ${key}`,
    "Content-Type": body === undefined ? null : "application/json",
    ...headers,
  };
  return new Request(`http://plant.test${path}`, {
    method,
    headers: Object.entries(all).flatMap(([name, value]) =>
      value === null ? [] : [[name, value] as [string, string]],
    ),
    // Bytes are a body as text is; the types of Node and of Workers differ on which bytes.
    ...(body === undefined ? {} : { body: isRaw ? (body as string) : JSON.stringify(body) }),
  });
}

async function answerOf(response: Response): Promise<Answer> {
  const { status, headers } = response;
  const text = await response.text();
  const isJson = /\bjson\b/.test(headers.get("Content-Type") ?? "");
  return { status, headers, body: isJson ? JSON.parse(text) : text };
}

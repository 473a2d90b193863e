import { openDatabase } from "#database";
import { type entityNames, eventTypeOf, eventTypes } from "@asbuilt/contract";
import document from "@asbuilt/contract/openapi.json" with { type: "json" };
import { createApp, type LogEntry, type OidcSettings, type Send } from "@asbuilt/http";
import { afterAll, expect, inject } from "vitest";
import { expectConservation } from "../scenario/conservation.ts";
import { type Factories, factories } from "../scenario/factories.ts";
import { checkAnswer } from "./check-answer.ts";
import type { PlantDatabase } from "./database.ts";
import type { PlantKeys } from "./provided.ts";
import { quickScrypt } from "./quick-scrypt.ts";
import { answerOf, requestOf, type RequestOptions, type Requests, requestsBy } from "./requests.ts";

export type { Answer } from "./requests.ts";

/**
 * A new service on a database of its own, with base data, and ways to call it. Every response is
 * checked against the contract.
 */
export interface Plant extends Requests, Factories {
  /** Reads rows straight from the database. Use it for invariants only. */
  sql(text: string, ...params: unknown[]): Promise<Record<string, unknown>[]>;
  readonly keys: PlantKeys;
  /** The app's clock in milliseconds since 1970. With undefined, it is the real time. */
  now: number | undefined;
  /** The entries that the app has logged. */
  readonly log: LogEntry[];
  readonly database: PlantDatabase;
  /** The plant's time zone. With undefined, it is UTC. */
  readonly timeZone: string | undefined;
  /** The receiver of the app's calls. By default nobody responds. */
  receiver: Send;
  /** Sends a request and leaves the response to the test, which reads it as it arrives. */
  fetch(path: string, options?: RequestOptions & Asking): Promise<Response>;
}

interface Asking {
  readonly method?: "GET" | "HEAD" | "POST";
  readonly body?: object;
  /** The body as a form has it. */
  readonly form?: string;
}

interface Opening {
  /** Whether the tests edit its tables themselves. */
  readonly isEdited?: boolean;
  readonly timeZone?: string;
  readonly backdatingHours?: number;
  /** The company's directory that people and machines are let in by. */
  readonly oidc?: OidcSettings;
}

/**
 * Opens a new plant: migrated, with base data, and with a user and a key for each role. After the
 * tests it must pass verification, unless they edit its tables themselves.
 */
export async function openPlant({
  isEdited = false,
  timeZone,
  backdatingHours,
  oidc,
}: Opening = {}): Promise<Plant> {
  const database = await openDatabase();
  const log: LogEntry[] = [];
  const keys = inject("plantKeys");
  const requests = requestsBy(async (method, path, body, options = {}) => {
    const all = { key: keys.admin, ...options };
    const request = requestOf(`http://plant.test${path}`, method, body, all);
    const answer = await answerOf(await app.fetch(request));
    checkAnswer(method, path, answer);
    database.checkDocumented?.(method, path, answer);
    return answer;
  });
  const plant: Plant = {
    ...requests,
    ...factories(requests),
    sql: (text, ...params) => database.sql(text, params),
    keys,
    now: undefined,
    log,
    database,
    timeZone,
    receiver: () => Promise.resolve({ error: "Nobody answers." }),
    fetch: async (path, { method = "GET", body, form, ...options } = {}) => {
      const all = { key: keys.admin, ...options };
      return app.fetch(requestOf(`http://plant.test${path}`, method, form ?? body, all));
    },
  };
  const app = createApp({
    executor: database.executor,
    now: () => plant.now ?? Date.now(),
    log: (entry) => log.push(entry),
    sharesReads: database.runtime !== "d1",
    eventSource: "https://plant.test/events",
    calling: { send: (outgoing) => plant.receiver(outgoing), targets: { networks: [] } },
    epcisBase: "https://plant.test/",
    timeZone,
    backdatingHours,
    oidc,
    attachments: database.attachments,
    scrypt: quickScrypt,
    asset: (name) => Promise.resolve(name === "openapi.json" ? Response.json(document) : undefined),
  });
  if (!isEdited) {
    afterAll(() => expectConservation(plant));
    afterAll(() => expectEventTypes(plant));
  }
  return plant;
}

/** Expects that every logged action has an event type that a client can request. */
async function expectEventTypes(plant: Plant): Promise<void> {
  const done = await plant.sql("select distinct entity, action from change_log");
  const types = done.map(({ entity, action }) =>
    // The entities in the log are those of the contract.
    eventTypeOf(entity as (typeof entityNames)[number], String(action)),
  );
  expect(types.filter((type) => !eventTypes().includes(type))).toEqual([]);
}

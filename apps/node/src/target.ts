import { randomUUID } from "node:crypto";
import { commandLine } from "@asbuilt/core";
import { createApp } from "@asbuilt/http";
import type { OpenDatabase } from "./database.ts";
import type { LogEntry } from "@asbuilt/http";

/** A service that a command speaks to: one in this process, or one at an address. */
export interface Target {
  send(request: TargetRequest): Promise<Response>;
  /** How many requests at a time serve it best. */
  readonly concurrency: number;
}

export interface TargetRequest {
  readonly method: string;
  readonly path: string;
  readonly body: unknown;
  readonly idempotencyKey?: string | undefined;
}

/** The service on a database at hand: whoever can open the database needs no key. */
export async function embeddedTarget(
  database: OpenDatabase,
  log: (entry: LogEntry) => void,
): Promise<Target> {
  const { executor } = database;
  const app = createApp({
    executor,
    now: Date.now,
    log,
    principal: await commandLine(executor, Date.now),
    asset: () => Promise.resolve(undefined),
  });
  return { send: async (request) => app.fetch(toRequest("http://asbuilt", request)), concurrency: 64 };
}

/** A service at an address, asked with a key. */
export const remoteTarget = (url: string, key: string): Target => ({
  send: (request) => fetch(toRequest(url, request, key)),
  concurrency: 8,
});

const toRequest = (
  baseUrl: string,
  { method, path, body, idempotencyKey }: TargetRequest,
  key?: string,
): Request =>
  new Request(new URL(path, baseUrl), {
    method,
    body: JSON.stringify(body),
    headers: {
      "Content-Type": "application/json",
      "X-Request-Id": randomUUID(),
      ...(key === undefined ? {} : { Authorization: `Bearer ${key}` }),
      ...(idempotencyKey === undefined ? {} : { "Idempotency-Key": idempotencyKey }),
    },
  });

import { createApp } from "@asbuilt/http";
import type { Executor } from "@asbuilt/core";
import { adminKey } from "./workload.ts";

export type App = ReturnType<typeof createApp>;

/** Makes the service's app on a database, in this process. */
export const appOn = (executor: Executor, now = Date.now): App =>
  createApp({
    executor,
    now,
    // Long reads are reported at this level.
    log: (entry) => (entry.level === "info" ? undefined : console.error(entry)),
    adminKey,
    asset: () => Promise.resolve(undefined),
  });

export type Send = (
  method: "GET" | "PUT" | "POST",
  path: string,
  body?: object,
  headers?: Readonly<Record<string, string>>,
) => Promise<void>;

/** Returns a function that sends requests to an app in this process. Each must succeed. */
export const requester =
  (app: App): Send =>
  async (method, path, body, headers = {}) => {
    const answer = await app.request(path, {
      method,
      headers: {
        Authorization: `Bearer ${adminKey}`,
        ...(body ? { "Content-Type": "application/json" } : {}),
        ...headers,
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`);
    await answer.arrayBuffer();
  };

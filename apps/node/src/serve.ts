import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import { createApp } from "@asbuilt/http";
import { serve as listen, type ServerType } from "@hono/node-server";
import type { Configuration } from "./configuration.ts";
import type { OpenDatabase } from "./database.ts";
import { logger } from "./log.ts";

/** How long requests in flight may take to be answered once the service is told to stop. */
const graceMs = 10_000;

/** A running service. */
export interface Service {
  readonly address: string;
  /** Takes no new requests, answers those in flight, and closes the database. */
  stop(): Promise<void>;
}

/** Serves the app on Node; resolves once it listens. */
export async function startService(
  configuration: Configuration,
  database: OpenDatabase,
): Promise<Service> {
  const log = logger(configuration.logLevel);
  const app = createApp({
    executor: database.executor,
    now: Date.now,
    log,
    adminKey: configuration.adminKey,
    asset: docsAsset,
  });
  const { port, host } = configuration;
  const { server, address } = await listening({ fetch: app.fetch, port, hostname: host });
  log({ level: "info", message: "Serving.", address });
  return {
    address,
    stop: async () => {
      await closed(server);
      database.close();
      log({ level: "info", message: "Stopped." });
    },
  };
}

function listening(options: Parameters<typeof listen>[0]) {
  return new Promise<{ server: ServerType; address: string }>((resolve, reject) => {
    const server = listen(options, (info: AddressInfo) => {
      const host = info.family === "IPv6" ? `[${info.address}]` : info.address;
      resolve({ server, address: `http://${host}:${info.port}` });
    });
    server.once("error", reject);
  });
}

function closed(server: ServerType): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    // Connections that only wait for a next request would keep the server open.
    if ("closeIdleConnections" in server) server.closeIdleConnections();
    setTimeout(() => {
      if ("closeAllConnections" in server) server.closeAllConnections();
    }, graceMs).unref();
  });
}

const scalar = dirname(fileURLToPath(import.meta.resolve("@scalar/api-reference")));

/** The one file that the docs page loads, from the installed package. */
async function docsAsset(name: string): Promise<Response | undefined> {
  if (name !== "standalone.js") return undefined;
  const script = await readFile(join(scalar, "browser/standalone.js"));
  return new Response(script, { headers: { "Content-Type": "text/javascript; charset=utf-8" } });
}

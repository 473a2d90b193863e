import { type D1Like, d1Executor, remoteExecutor } from "@asbuilt/core/database";
import { createApp } from "@asbuilt/http";
import { createClient } from "@libsql/client/http";
import { type Configuration, readConfiguration, type Variables } from "./configuration.ts";
import { log } from "./log.ts";

/** What wrangler.jsonc binds, and what the deployment sets. */
export interface Bindings extends Variables {
  readonly DB?: D1Like;
  readonly ASSETS: { fetch(url: string): Promise<Response> };
}

/** The app on the database that a deployment binds; throws for a bad variable or none. */
export function workerApp(bindings: Bindings) {
  const { server, adminKey } = readConfiguration(bindings);
  return createApp({
    executor: server ? serverExecutor(server) : bindingExecutor(bindings),
    now: Date.now,
    log,
    adminKey,
    asset: async (name) => {
      const file = await bindings.ASSETS.fetch(`http://assets/${name}`);
      return file.ok ? file : undefined;
    },
  });
}

/** A client for each batch: nothing of one request's connection may serve another's. */
const serverExecutor = (server: NonNullable<Configuration["server"]>) =>
  remoteExecutor({ batch: (...batch) => createClient(server).batch(...batch) });

function bindingExecutor({ DB }: Bindings) {
  if (DB) return d1Executor(DB);
  throw new Error("The Worker has no database: bind D1 as DB, or set DATABASE_URL.");
}

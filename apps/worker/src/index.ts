import { type D1Like, d1Executor, type Executor, remoteExecutor } from "@asbuilt/core/database";
import { createApp } from "@asbuilt/http";
import { createClient } from "@libsql/client/http";
import { log } from "./log.ts";

/** What wrangler.jsonc binds, and what the deployment sets. */
export interface Bindings {
  readonly DB?: D1Like;
  readonly ASSETS: { fetch(url: string): Promise<Response> };
  /** A libSQL server (libsql, https or http) to use in the place of D1. */
  readonly DATABASE_URL?: string;
  readonly DATABASE_AUTH_TOKEN?: string;
  readonly ASBUILT_ADMIN_KEY?: string;
}

// An isolate serves many requests and has one set of bindings: the app is made with the first.
let app: ReturnType<typeof appOf> | undefined;

export default {
  fetch: (request: Request, bindings: Bindings) => (app ??= appOf(bindings)).fetch(request),
};

function appOf(bindings: Bindings) {
  return createApp({
    executor: executorOf(bindings),
    now: Date.now,
    log,
    adminKey: adminKeyOf(bindings),
    asset: async (name) => {
      const file = await bindings.ASSETS.fetch(`http://assets/${name}`);
      return file.ok ? file : undefined;
    },
  });
}

function executorOf({ DB, DATABASE_URL: url, DATABASE_AUTH_TOKEN: token }: Bindings): Executor {
  if (url !== undefined && /^(?:libsql|https?):/.test(url)) {
    const config = { url, ...(token ? { authToken: token } : {}) };
    // A client for each batch: nothing of one request's connection may serve another's.
    return remoteExecutor({ batch: (...batch) => createClient(config).batch(...batch) });
  }
  if (DB) return d1Executor(DB);
  throw new Error("The Worker has no database: bind D1 as DB, or set DATABASE_URL.");
}

function adminKeyOf({ ASBUILT_ADMIN_KEY: key }: Bindings): string | undefined {
  if (!key || /^\S{32,}$/.test(key)) return key || undefined;
  throw new Error("ASBUILT_ADMIN_KEY: at least 32 characters, without spaces.");
}

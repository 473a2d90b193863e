import { refusingNewerSchema, roomLimitsOf, sealingKeyOf, trustedKeys } from "@asbuilt/core";
import { type D1Like, d1Executor, d1ExecutorNearest, type Executor } from "@asbuilt/core/database";
import {
  type AppOptions,
  createApp,
  type Limits,
  type LogEntry,
  type RateLimit,
} from "@asbuilt/http";
import { bucketStore, type R2Like } from "./attachments.ts";
import { type Configuration, readVariables, type Variables } from "./configuration.ts";
import { anchorStoreIn, type KvLike } from "./kept-anchor.ts";
import { type Assets, recordPdfOf } from "./record-pdf.ts";
import { workerSender } from "./sender.ts";

/** The bindings of wrangler.jsonc, and the variables of the deployment. */
export interface Bindings extends Variables {
  readonly DB?: D1Like;
  readonly ASSETS: Assets;
  readonly KEY_LIMIT?: LimitBinding;
  readonly ADDRESS_LIMIT?: LimitBinding;
  readonly FAILURE_LIMIT?: LimitBinding;
  /** Keeps the newest seal outside of the database. */
  readonly KEPT_ANCHOR?: KvLike;
  /** Keeps the content of attachments. */
  readonly ATTACHMENTS?: R2Like;
}

/** Cloudflare's rate limit: it only reports whether one more request is within it. */
interface LimitBinding {
  limit(request: { key: string }): Promise<{ success: boolean }>;
}

/** Connects to the database of a deployment. Throws for a bad variable, or if there is none. */
export type Connect = (bindings: Bindings) => Executor;

/** Connects to D1. The client of libSQL servers is in another bundle: each start would parse it. */
export const onD1: Connect = (bindings) => {
  const { server, readsNearest } = readVariables(bindings);
  if (server) {
    throw new Error(
      "DATABASE_URL names a libSQL server: deploy dist/libsql/index.js, which has its client.",
    );
  }
  const { DB } = bindings;
  const executorOf = readsNearest ? d1ExecutorNearest : d1Executor;
  if (DB) return refusingNewerSchema(executorOf(DB), "d1_migrations");
  throw new Error("The Worker has no database: bind D1 as DB, or deploy dist/libsql/index.js.");
};

/** The reports between an app and its Worker. */
type Reports = Pick<AppOptions, "onWrite" | "onKeyUse" | "sealing">;

/** Creates the app on a deployment's database. It calls `onWrite` when it can have written. */
export function workerApp(bindings: Bindings, connect = onD1, reports: Reports = {}) {
  const {
    adminKey,
    oidc,
    quotas,
    corsOrigins,
    eventSource,
    epcisBase,
    plant,
    timeZone,
    backdatingHours,
    databaseMegabytes,
    keyDays,
    actMinutes,
    sessionIdleMinutes,
    sessionHours,
    logsAccess,
    logsReads,
    targets,
  } = readVariables(bindings);
  return createApp({
    executor: connect(bindings),
    now: Date.now,
    log,
    adminKey,
    oidc,
    limits: boundLimits(bindings, quotas),
    corsOrigins,
    eventSource,
    epcisBase,
    plant,
    timeZone,
    backdatingHours,
    room: roomLimitsOf(databaseMegabytes),
    keyDays,
    actMinutes,
    sessionIdleMinutes,
    sessionHours,
    requestLog: logsAccess ? "info" : undefined,
    logsReads,
    trustedKeys: () => trustedKeysIn(bindings),
    anchorStore: anchorStoreIn(bindings.KEPT_ANCHOR),
    attachments: bucketStore(bindings.ATTACHMENTS),
    calling: { send: workerSender(targets), targets },
    recordPdf: recordPdfOf(bindings.ASSETS, timeZone),
    ...reports,
    asset: async (name) => {
      const file = await bindings.ASSETS.fetch(`http://assets/${name}`);
      return file.ok ? file : undefined;
    },
  });
}

function boundLimits(bindings: Bindings, quotas: Configuration["quotas"]): Limits {
  return {
    key: boundLimit(bindings.KEY_LIMIT, quotas.key),
    address: boundLimit(bindings.ADDRESS_LIMIT, quotas.address),
    failures: boundLimit(bindings.FAILURE_LIMIT, quotas.failures),
    // Cloudflare sets this header on every request, and replaces one that a client sends.
    addressOf: (c) => c.req.header("CF-Connecting-IP") ?? "",
  };
}

/**
 * Returns the limit of a binding. Responses name the quota, which the binding does not expose: a
 * variable repeats it. If the binding fails, requests are not counted, so that a plant can work.
 */
function boundLimit(
  binding: LimitBinding | undefined,
  quota: number | undefined,
): RateLimit | undefined {
  if (!binding || quota === undefined) return undefined;
  return {
    quota,
    count: async (who) => {
      try {
        const { success } = await binding.limit({ key: who });
        return { isWithin: success };
      } catch (error) {
        log({ level: "warn", message: "A rate limit could not be checked.", error });
        return { isWithin: true };
      }
    },
  };
}

/** Returns the public keys whose seals are accepted; undefined if all are. */
async function trustedKeysIn(bindings: Bindings): Promise<readonly string[] | undefined> {
  const { sealKey, trustedSealKeys } = readVariables(bindings);
  const own = sealKey === undefined ? undefined : await sealingKeyOf(sealKey);
  return trustedKeys(own, trustedSealKeys);
}

/** Writes an entry as one JSON object: Workers Logs index its fields. */
export function log({ error, ...entry }: LogEntry): void {
  const time = new Date().toISOString();
  const line = { time, ...entry, ...(error === undefined ? {} : { error: loggedError(error) }) };
  console[entry.level](JSON.stringify(line));
}

function loggedError(error: unknown): unknown {
  if (!(error instanceof Error)) return String(error);
  const { name, message, stack, cause } = error;
  return { name, message, stack, ...(cause === undefined ? {} : { cause: loggedError(cause) }) };
}

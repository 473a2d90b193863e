import {
  type D1Like,
  d1Executor,
  type Executor,
  fetchUntil,
  remoteExecutor,
} from "@asbuilt/core/database";
import { sealingKeyOf, trustedKeys } from "@asbuilt/core";
import { createApp, deliverDue, type Limits, type RateLimit } from "@asbuilt/http";
import { type Configuration, readConfiguration, type Variables } from "./configuration.ts";
import { log } from "./log.ts";
import { sender } from "./sender.ts";

/** What wrangler.jsonc binds, and what the deployment sets. */
export interface Bindings extends Variables {
  readonly DB?: D1Like;
  readonly ASSETS: { fetch(url: string): Promise<Response> };
  readonly KEY_LIMIT?: LimitBinding;
  readonly ADDRESS_LIMIT?: LimitBinding;
  readonly FAILURE_LIMIT?: LimitBinding;
}

/** Cloudflare's rate limit: it says no more than whether there may be one more. */
interface LimitBinding {
  limit(request: { key: string }): Promise<{ success: boolean }>;
}

/**
 * The app on the database that a deployment binds, which tells when it may have written; throws for
 * a bad variable or none.
 */
export function workerApp(bindings: Bindings, onWrite?: () => void) {
  const { adminKey, quotas, corsOrigins, eventSource, epcisBase, targets } =
    readConfiguration(bindings);
  return createApp({
    executor: executorOf(bindings),
    startsOften: true,
    now: Date.now,
    log,
    adminKey,
    limits: limitsOf(bindings, quotas),
    corsOrigins,
    eventSource,
    epcisBase,
    trustedKeys: () => trustedOf(bindings),
    calling: { send: sender(targets), targets },
    onWrite,
    asset: async (name) => {
      const file = await bindings.ASSETS.fetch(`http://assets/${name}`);
      return file.ok ? file : undefined;
    },
  });
}

/** The way to the database that a deployment binds; throws for a bad variable or none. */
export function executorOf(bindings: Bindings): Executor {
  const { server } = readConfiguration(bindings);
  return server ? serverExecutor(server) : bindingExecutor(bindings);
}

/** A Worker may wait for no more answers at once: further calls would wait while their time runs. */
const connectionsMax = 6;

/** Delivers what is due to webhooks, for as long as a Worker may go on. */
export async function deliverWebhooks(bindings: Bindings): Promise<void> {
  const { eventSource, targets, webhookCalls: callsMax } = readConfiguration(bindings);
  const send = sender(targets);
  const executor = executorOf(bindings);
  const { done } = await deliverDue({
    executor,
    now: Date.now,
    log,
    send,
    eventSource,
    callsAtOnce: connectionsMax,
    callsMax,
  });
  await done;
}

function limitsOf(bindings: Bindings, quotas: Configuration["quotas"]): Limits {
  return {
    key: limitOf(bindings.KEY_LIMIT, quotas.key),
    address: limitOf(bindings.ADDRESS_LIMIT, quotas.address),
    failures: limitOf(bindings.FAILURE_LIMIT, quotas.failures),
    // Cloudflare sets it anew on every request: what a client sends of that name is gone.
    addressOf: (c) => c.req.header("CF-Connecting-IP") ?? "",
  };
}

/**
 * The binding does not tell its quota, which answers name: a variable of the same value does. Where
 * it fails, requests go on uncounted: a plant does not stand still for a limit.
 */
function limitOf(
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
        log({ level: "warn", message: "A rate limit could not be asked.", error });
        return { isWithin: true };
      }
    },
  };
}

/**
 * A client for each batch: nothing of one request's connection may serve another's. Its code runs
 * when it is first needed, which on D1 is never.
 */
const serverExecutor = (server: NonNullable<Configuration["server"]>) =>
  remoteExecutor({
    batch: async (statements, mode, signal) => {
      const { createClient } = await import("@libsql/client/http");
      const client = createClient({ ...server, fetch: fetchUntil(signal) });
      return client.batch(statements, mode);
    },
  });

/** The public keys that may have sealed the record; undefined where any may have. */
async function trustedOf(bindings: Bindings): Promise<readonly string[] | undefined> {
  const { sealKey, trustedSealKeys } = readConfiguration(bindings);
  const own = sealKey === undefined ? undefined : await sealingKeyOf(sealKey);
  return trustedKeys(own, trustedSealKeys);
}

function bindingExecutor({ DB }: Bindings) {
  if (DB) return d1Executor(DB);
  throw new Error("The Worker has no database: bind D1 as DB, or set DATABASE_URL.");
}

import { type D1Like, d1Executor, type Executor } from "@asbuilt/core/database";
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

/** Finds the way to the database that a deployment names; throws for a bad variable or none. */
export type Connect = (bindings: Bindings) => Executor;

/** The way to D1. The client of libSQL servers is bundled elsewhere: each start would read it. */
export const onD1: Connect = (bindings) => {
  if (readConfiguration(bindings).server) {
    throw new Error(
      "DATABASE_URL names a libSQL server: deploy src/libsql.ts, which has its client.",
    );
  }
  if (bindings.DB) return d1Executor(bindings.DB);
  throw new Error("The Worker has no database: bind D1 as DB, or deploy src/libsql.ts.");
};

/** The app on a deployment's database, which tells when it may have written. */
export function workerApp(bindings: Bindings, connect = onD1, onWrite?: () => void) {
  const { adminKey, quotas, corsOrigins, eventSource, epcisBase, targets } =
    readConfiguration(bindings);
  return createApp({
    executor: connect(bindings),
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

/** A Worker may wait for no more answers at once: further calls would wait while their time runs. */
const connectionsMax = 6;

/** Delivers what is due to webhooks, for as long as a Worker may go on. */
export async function deliverWebhooks(bindings: Bindings, connect: Connect): Promise<void> {
  const { eventSource, targets, webhookCalls: callsMax } = readConfiguration(bindings);
  const send = sender(targets);
  const { done } = await deliverDue({
    executor: connect(bindings),
    now: Date.now,
    log,
    send,
    eventSource,
    concurrentCallsMax: connectionsMax,
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

/** The public keys that may have sealed the record; undefined where any may have. */
async function trustedOf(bindings: Bindings): Promise<readonly string[] | undefined> {
  const { sealKey, trustedSealKeys } = readConfiguration(bindings);
  const own = sealKey === undefined ? undefined : await sealingKeyOf(sealKey);
  return trustedKeys(own, trustedSealKeys);
}

import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { sweepKeys } from "@asbuilt/core";
import type { Executor } from "@asbuilt/core/database";
import {
  type AppOptions,
  callTimeoutMs,
  type Limits,
  type LogEntry,
  windowLimit,
} from "@asbuilt/http";
import { clientAddress } from "../http-server/client-address.ts";
import type { Configuration } from "../configuration.ts";
import { isOpenToAll, type OpenDatabase } from "../database/database.ts";
import { logger } from "../terminal/log.ts";
import { newerSchema } from "../database/migrations.ts";
import { repeat } from "./repeat.ts";
import { listen } from "../http-server/listen.ts";
import { startCheckpoints } from "./checkpoints/checkpoints.ts";
import { sha256 } from "../sha256.ts";
import { trustedKeysOf } from "./sealing/key.ts";
import { type Sealing, sealingOf } from "./sealing/sealing.ts";
import { sender } from "./sender.ts";
import { deliverWebhooks } from "./webhooks.ts";

/** How often Idempotency-Keys are removed that are too old. */
const sweepEveryMs = 60 * 60 * 1000;

/** How long a row of the change log waits for its seal at most. */
const sealEveryMs = 1000;

/** How often it is looked whether the database is still the one, and of the schema, that is served. */
const lookEveryMs = 5000;

/** A running service. */
export interface Service {
  readonly address: string;
  /** Resolves with the reason once this service must not go on. */
  readonly over: Promise<string>;
  /** Takes no new requests, answers those in flight, and closes the database. */
  readonly stop: () => Promise<void>;
}

/**
 * Serves the app on Node; resolves once it listens. Throws a UserError where it can't listen at
 * the configured address.
 */
export async function startService(
  configuration: Configuration,
  database: OpenDatabase,
): Promise<Service> {
  const log = logger(configuration.logLevel);
  const stopping = new AbortController();
  const { eventSource, targets } = configuration;
  const { executor } = database;
  const calling = { send: sender(targets, callTimeoutMs, stopping.signal), targets };
  let wakeWebhooks = () => {};
  const options: AppOptions = {
    executor,
    now: Date.now,
    log,
    logsRequests: configuration.logLevel === "debug",
    adminKey: configuration.adminKey,
    limits: limitsOf(configuration),
    corsOrigins: configuration.corsOrigins,
    eventSource,
    epcisBase: configuration.epcisBase,
    calling,
    onWrite: () => wakeWebhooks(),
    sharesReads: true,
    stopping: stopping.signal,
    sha256,
    trustedKeys: () => trustedKeysOf(configuration),
    asset,
  };
  // A key that can't be used is told before anybody is served.
  const sealing = await sealingOf(configuration, database);
  const { close, address } = await listen(options, configuration);
  log({ level: "info", message: "Serving.", address });
  tellOfReaders(configuration, log);
  const stopSweeping = startSweeping(executor, log);
  const { over, stop: stopLooking } = lookForEnd(database);
  const stopSealing = startSealing(sealing, log);
  const stopCheckpoints = startCheckpoints(configuration.database, log);
  const webhooks = deliverWebhooks({
    executor,
    now: Date.now,
    log,
    send: calling.send,
    eventSource,
  });
  wakeWebhooks = webhooks.wake;
  return {
    address,
    over,
    stop: async () => {
      log({ level: "info", message: "Stopping." });
      stopping.abort();
      await Promise.all([close(), stopSweeping(), stopLooking(), webhooks.stop()]);
      await stopSealing();
      await stopCheckpoints();
      database.close();
      log({ level: "info", message: "Stopped." });
    },
  };
}

const startSweeping = (executor: Executor, log: (entry: LogEntry) => void) =>
  repeat(
    sweepEveryMs,
    () => sweepKeys(executor, Date.now),
    (error) => log({ level: "error", message: "Old keys were not removed.", error }),
  );

/**
 * Looks whether the database is still at its path, and no newer asbuilt has migrated it: what this one
 * would go on to write would be lost, or might lack what the newer one logs.
 */
function lookForEnd(database: OpenDatabase) {
  const isNewer = newerSchema(database.executor);
  const { promise: over, resolve } = Promise.withResolvers<string>();
  const look = async () => {
    if (!database.isInPlace()) {
      resolve("The database file was moved, replaced or removed while it was served");
    } else if (await isNewer()) resolve("A newer asbuilt has migrated the database");
  };
  // Where it can't be looked at, whoever asks for something is told so.
  return { over, stop: repeat(lookEveryMs, look, () => {}) };
}

function tellOfReaders({ database }: Configuration, log: (entry: LogEntry) => void): void {
  if (!isOpenToAll(database)) return;
  log({ level: "warn", message: "Others may read the database: secrets stand in it." });
}

/** Seals what is written, where there is a key; answers what seals the rest and ends it. */
function startSealing(
  sealing: Sealing | undefined,
  log: (entry: LogEntry) => void,
): () => Promise<void> {
  if (!sealing) {
    log({ level: "warn", message: "ASBUILT_SEAL_KEY is not set: the record is not sealed." });
    return () => Promise.resolve();
  }
  const notSealed = (error: unknown) =>
    log({ level: "error", message: "The change log was not sealed.", error });
  const stop = repeat(sealEveryMs, sealing.seal, notSealed);
  return async () => {
    await stop();
    await sealing.seal().catch(notSealed);
    await sealing.close();
  };
}

function limitsOf({ quotas, trustedProxies }: Configuration): Limits {
  const limit = (quota: number | undefined) =>
    quota === undefined ? undefined : windowLimit(quota, Date.now);
  return {
    key: limit(quotas.key),
    address: limit(quotas.address),
    failures: limit(quotas.failures),
    addressOf: (c) => clientAddress(c, trustedProxies),
  };
}

const scalar = dirname(fileURLToPath(import.meta.resolve("@scalar/api-reference")));

/** The document, and the one file that the docs page loads from the installed package. */
const assets = new Map([
  [
    "openapi.json",
    {
      path: fileURLToPath(import.meta.resolve("@asbuilt/contract/openapi.json")),
      type: "application/json",
    },
  ],
  [
    "standalone.js",
    { path: join(scalar, "browser/standalone.js"), type: "text/javascript; charset=utf-8" },
  ],
]);

const read = new Map<string, Promise<Uint8Array>>();

/** The bytes of a file, for all who ask, also while it is being read: each would hold a copy. */
function readShared(path: string): Promise<Uint8Array> {
  let reading = read.get(path);
  if (!reading) {
    reading = readFile(path);
    read.set(path, reading);
    // Whoever comes next reads anew.
    reading.catch(() => read.delete(path));
  }
  return reading;
}

async function asset(name: string): Promise<Response | undefined> {
  const file = assets.get(name);
  if (!file) return undefined;
  const bytes = await readShared(file.path);
  return new Response(inPieces(bytes), { headers: { "Content-Type": file.type } });
}

const pieceBytes = 65_536;

/** Piece by piece, so that a client that does not read its answer holds none of it. */
function inPieces(bytes: Uint8Array): ReadableStream<Uint8Array> {
  let at = 0;
  return new ReadableStream({
    pull: (controller) => {
      controller.enqueue(bytes.subarray(at, at + pieceBytes));
      at += pieceBytes;
      if (at >= bytes.length) controller.close();
    },
  });
}

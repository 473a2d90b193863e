import { dirname } from "node:path";
import { type RoomLimits, roomLimitsOf, sweepKeys } from "@asbuilt/core";
import type { Executor } from "@asbuilt/core/database";
import {
  applyAdminKey,
  type AppOptions,
  type KeyUse,
  type Limits,
  type LogEntry,
  logRoom,
  newKeyUse,
  type SealingState,
  windowLimit,
} from "@asbuilt/http";
import { attachmentsFolderOf } from "../attachments/folder.ts";
import { folderStore } from "../attachments/store.ts";
import { sweepAttachments } from "../attachments/sweep.ts";
import type { Configuration } from "../configuration.ts";
import type { OpenDatabase } from "../database/database.ts";
import { replicaProblem } from "../database/migrate.ts";
import { freeBytesOf } from "../database/room.ts";
import { filePathOf, isFile, realPathOf } from "../database/location.ts";
import { requireReplicas } from "../database/replicas.ts";
import { newerSchemaCheck } from "../database/migrations.ts";
import { clientAddress } from "../http-server/client-address.ts";
import { codingFor } from "../http-server/compression.ts";
import { listen } from "../http-server/listen.ts";
import { nodeDeflate } from "../deflate.ts";
import { nodeScrypt } from "../scrypt.ts";
import { sha256 } from "../sha256.ts";
import { errorLineOf } from "../terminal/messages.ts";
import { requireAnchorLog, startAnchorLog } from "./anchor-log.ts";
import { assetsIn } from "./assets.ts";
import { repeat } from "./background.ts";
import { startCheckpoints } from "./checkpoints/checkpoints.ts";
import {
  callingOf,
  observedSecurityLog,
  observersOf,
  refusalObserverOf,
  requestObserverOf,
  startObserving,
} from "./observation.ts";
import { pdfThread } from "./record-pdf/record-pdf.ts";
import { trustedKeysOf } from "./sealing/key.ts";
import { anchorStoreOf, AnchorUnwritten } from "./sealing/kept-anchor.ts";
import { type Sealing, sealingOf } from "./sealing/sealing.ts";
import { startWarnings } from "./start-warnings.ts";
import { startDeliveries } from "./webhooks.ts";

/** How often expired Idempotency-Keys are removed. */
const sweepEveryMs = 60 * 60 * 1000;

/** How often contents are looked for that no attachment names. */
const attachmentSweepEveryMs = 24 * 60 * 60 * 1000;

/** How often the last use of keys is written. */
const keyUseEveryMs = 60 * 1000;

/** How often the size of the database is looked at. */
const roomEveryMs = 60 * 1000;

/** How long a row of the change log waits for its seal at most. */
const sealEveryMs = 1000;

/** How often the database is checked: it must be the same file, with the same schema. */
const checkEveryMs = 5000;

/** A running service. */
export interface Service {
  readonly address: string;
  /** Resolves with the reason when the service can no longer write to the database safely. */
  readonly unfit: Promise<string>;
  /** Accepts no new requests, finishes those in progress, and closes the database. */
  readonly stop: () => Promise<void>;
}

/**
 * Serves the app on Node. Resolves when it listens. Throws a UserError if it can't listen at the
 * configured address.
 */
export async function startService(
  configuration: Configuration,
  database: OpenDatabase,
): Promise<Service> {
  const observers = await observersOf(configuration, database);
  const { log, metrics, software } = observers;
  const { executor } = database;
  const stopping = new AbortController();
  // Before the sealing makes the first key.
  const anchorStore = await anchorStoreOf(configuration, executor);
  const calling = callingOf(configuration, observers, stopping.signal);
  const keyUse = newKeyUse(Date.now);
  const documents = pdfThread(configuration.timeZone ?? "UTC");
  let wakeWebhooks = () => {};
  let sealingState: SealingState = "off";
  const options: AppOptions = {
    ...settingsOf(configuration),
    executor,
    log,
    security: observedSecurityLog(observers),
    onRefusal: refusalObserverOf(observers),
    onKeyUse: keyUse.note,
    calling,
    onWrite: () => wakeWebhooks(),
    stopping: stopping.signal,
    sealing: () => sealingState,
    anchorStore,
    recordPdf: documents.make,
  };
  // A replica, file or sealing key that can't be used fails the start before any request is served.
  await requireUsable(configuration, log);
  const sealing = await sealingOf(configuration, database, Date.now());
  await recordAdminKey(options);
  const stopObserving = await startObserving(configuration, observers, sealing !== undefined);
  const observe = requestObserverOf(observers);
  const { close, address, host } = await listen(options, configuration, observe);
  logStart(configuration, { ...software, address }, { host, log });
  const stopSweeping = startSweeping(executor, log, attachmentsFolderOf(configuration));
  const stopChores = startChores(keyUse, options);
  const checks = startFitnessChecks(database);
  const stopSealing = startSealing(sealing, log, (state) => (sealingState = state));
  const stopAnchors = startAnchorLog({ path: configuration.anchorLog, executor, log });
  const stopCheckpoints = startCheckpoints(configuration.database, log, metrics?.onCheckpoint);
  const webhooks = startDeliveries({ ...options, ...calling });
  wakeWebhooks = webhooks.wake;
  return {
    address,
    unfit: checks.unfit,
    stop: async () => {
      log({ level: "info", message: "Stopping." });
      stopping.abort();
      await Promise.all([close(), stopSweeping(), checks.stop(), webhooks.stop()]);
      await Promise.all([documents.close(), stopChores()]);
      await stopSealing();
      await stopAnchors();
      await stopCheckpoints();
      await stopObserving();
      database.close();
      log({ level: "info", message: "Stopped." });
    },
  };
}

/** Throws a UserError if a replica or a file that is configured can't be used. */
async function requireUsable(
  { database, anchorLog }: Configuration,
  log: (entry: LogEntry) => void,
): Promise<void> {
  await requireReplicas(database, log);
  await requireAnchorLog(anchorLog);
}

function logStart(
  configuration: Configuration,
  running: Readonly<Record<string, unknown>>,
  { host, log }: { readonly host: string; readonly log: (entry: LogEntry) => void },
): void {
  const { address, ...software } = running;
  const { timeZone } = configuration;
  log({ level: "info", message: "Serving.", ...software, timeZone, address });
  const warnings = startWarnings(configuration, { host, userId: process.getuid?.() });
  for (const message of warnings) log({ level: "warn", message });
}

/** Returns the place of the content of attachments; undefined if there is none. */
function storeOf(configuration: Configuration): AppOptions["attachments"] {
  const folder = attachmentsFolderOf(configuration);
  return folder === undefined ? undefined : folderStore(folder);
}

/** Returns the settings of the app that the environment configures. */
const settingsOf = (configuration: Configuration) => ({
  attachments: storeOf(configuration),
  ...compressionOf(configuration),
  now: Date.now,
  requestLog: requestLogOf(configuration),
  logsReads: configuration.logsReads,
  keyDays: configuration.keyDays,
  actMinutes: configuration.actMinutes,
  sessionIdleMinutes: configuration.sessionIdleMinutes,
  sessionHours: configuration.sessionHours,
  adminKey: configuration.adminKey,
  oidc: configuration.oidc,
  limits: windowLimitsOf(configuration),
  corsOrigins: configuration.corsOrigins,
  eventSource: configuration.eventSource,
  plant: configuration.plant,
  epcisBase: configuration.epcisBase,
  timeZone: configuration.timeZone,
  backdatingHours: configuration.backdatingHours,
  room: roomLimits(configuration),
  sharesReads: true,
  sha256,
  scrypt: nodeScrypt,
  deflate: nodeDeflate,
  trustedKeys: () => trustedKeysOf(configuration),
});

/** Returns what limits the growth of the database: the configuration, and the disk of a file. */
function roomLimits({ database, databaseMegabytes }: Configuration): RoomLimits {
  const { url } = database;
  const limits = roomLimitsOf(databaseMegabytes);
  if (!isFile(url)) return limits;
  const folder = dirname(realPathOf(filePathOf(url)));
  return { ...limits, freeBytes: () => freeBytesOf(folder) };
}

/** Returns the level at which requests are logged. */
const requestLogOf = ({ logsAccess, logLevel }: Configuration): AppOptions["requestLog"] =>
  logsAccess ? "info" : logLevel === "debug" ? "debug" : undefined;

/** Returns how responses and files are compressed. */
const compressionOf = ({ compresses }: Configuration) =>
  compresses ? { codingFor, asset: assetsIn(codingFor) } : { asset: assetsIn(undefined) };

/** Ends the key of an earlier value of ASBUILT_ADMIN_KEY, before any request comes with it. */
async function recordAdminKey(options: AppOptions): Promise<void> {
  try {
    await applyAdminKey(options);
  } catch (error) {
    // On a full disk, say. Reads are served anyway.
    const message = "The key of ASBUILT_ADMIN_KEY was not recorded.";
    options.log({ level: "error", message, error });
  }
}

/** Removes what nothing needs any more. Returns a function that ends this. */
function startSweeping(
  executor: Executor,
  log: (entry: LogEntry) => void,
  attachments: string | undefined,
): () => Promise<unknown> {
  const failed = (message: string) => (error: unknown) => log({ level: "error", message, error });
  const stopKeys = repeat(
    sweepEveryMs,
    () => sweepKeys(executor, Date.now),
    failed("Expired Idempotency-Keys were not removed."),
  );
  if (attachments === undefined) return stopKeys;
  const stopAttachments = repeat(
    attachmentSweepEveryMs,
    () => sweepAttachments(attachments, executor, Date.now()),
    failed("Contents that no attachment names were not removed."),
  );
  return () => Promise.all([stopKeys(), stopAttachments()]);
}

/** Writes the last use of keys every minute. Returns a function that writes the rest and ends this. */
function startKeyUse(keyUse: KeyUse, { executor, log }: Pick<AppOptions, "executor" | "log">) {
  const notWritten = (error: unknown) =>
    log({ level: "error", message: "The last use of keys was not written.", error });
  const write = () => keyUse.write(executor);
  const stop = repeat(keyUseEveryMs, write, notWritten);
  return async () => {
    await stop();
    await write().catch(notWritten);
  };
}

/** Starts what is done each minute. Returns a function that does the rest and ends this. */
function startChores(keyUse: KeyUse, options: AppOptions): () => Promise<unknown> {
  const stopKeyUse = startKeyUse(keyUse, options);
  const stopRoom = startRoomLog(options);
  return () => Promise.all([stopKeyUse(), stopRoom()]);
}

/** Logs once that the database has reached a level of its limit. Returns a function that ends this. */
const startRoomLog = (options: AppOptions): (() => Promise<void>) =>
  repeat(
    roomEveryMs,
    () => logRoom(options),
    (error) =>
      options.log({ level: "warn", message: "The size of the database was not read.", error }),
  );

/**
 * Checks repeatedly that the database is still at its path, and that no newer asbuilt has migrated
 * it. Otherwise further writes would be lost, or could lack what the newer version logs.
 */
function startFitnessChecks(database: OpenDatabase) {
  const isNewer = newerSchemaCheck(database.executor);
  const { promise: unfit, resolve } = Promise.withResolvers<string>();
  const check = async () => {
    if (!database.isInPlace()) {
      resolve("The database file was moved, replaced or removed while it was served");
    } else if (await isNewer()) {
      resolve("A newer asbuilt has migrated the database");
    } else if (await database.isReplica()) {
      // One that had just started passed reads on to its primary, and was not recognized.
      resolve(`DATABASE_URL: ${replicaProblem}`);
    }
  };
  // If the check itself fails, requests fail, too, and report the reason.
  return { unfit, stop: repeat(checkEveryMs, check, () => {}) };
}

/** Seals new rows if there is a key. Returns a function that seals the rest and ends this. */
function startSealing(
  sealing: Sealing | undefined,
  log: (entry: LogEntry) => void,
  onState: (state: SealingState) => void,
): () => Promise<void> {
  if (!sealing) {
    log({ level: "warn", message: "ASBUILT_SEAL_KEY is not set: the change log is not sealed." });
    return () => Promise.resolve();
  }
  if (sealing.replaced) {
    log({ level: "info", message: "Another sealing key seals from now on.", ...sealing.replaced });
  }
  onState("ok");
  let logged: string | undefined;
  const seal = async () => {
    await sealing.seal();
    onState("ok");
    if (logged !== undefined) log({ level: "info", message: "The change log is sealed again." });
    logged = undefined;
  };
  // It is tried each second: a failure is logged once, and again if it is another one.
  const notSealed = (error: unknown) => {
    onState(error instanceof AnchorUnwritten ? "unkept" : "failing");
    const line = errorLineOf(error);
    if (line !== logged) log({ level: "error", message: "The change log was not sealed.", error });
    logged = line;
  };
  const stop = repeat(sealEveryMs, seal, notSealed);
  return async () => {
    await stop();
    await seal().catch(notSealed);
    await sealing.close();
  };
}

function windowLimitsOf({ quotas, trustedProxies }: Configuration): Limits {
  const limit = (quota: number | undefined) =>
    quota === undefined ? undefined : windowLimit(quota, Date.now);
  return {
    key: limit(quotas.key),
    address: limit(quotas.address),
    failures: limit(quotas.failures),
    addressOf: (c) => clientAddress(c, trustedProxies),
  };
}

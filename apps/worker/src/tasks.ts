import { roomLimitsOf, sealingKeyOf, sealLog, sweepKeys, webSha256 } from "@asbuilt/core";
import { applyAdminKey, deliverDue, type KeyUse, logRoom, type SealingState } from "@asbuilt/http";
import { sweepIncoming } from "./attachments.ts";
import { type Bindings, type Connect, log } from "./app.ts";
import { readVariables } from "./configuration.ts";
import { anchorStoreIn } from "./kept-anchor.ts";
import { workerSender } from "./sender.ts";

type Tasks = Readonly<Record<string, () => Promise<unknown>>>;

/** Runs the Worker's scheduled tasks. */
export const runScheduled = (
  bindings: Bindings,
  connect: Connect,
  now = Date.now(),
): Promise<void> =>
  runTasks({
    applyAdminKey: () => applyConfiguredKey(bindings, connect),
    sweepKeys: () => sweepKeys(connect(bindings), Date.now),
    seal: () => sealNewRows(bindings, connect),
    deliverWebhooks: () => deliverWebhooks(bindings, connect),
    logRoom: () => logRoomOf(bindings, connect),
    // Once an hour: each listing is paid for.
    ...(new Date(now).getUTCMinutes() === 0
      ? { sweepAttachments: () => sweepIncoming(bindings.ATTACHMENTS, now) }
      : {}),
  });

/** Ends the key of an earlier value of ASBUILT_ADMIN_KEY. */
const applyConfiguredKey = (bindings: Bindings, connect: Connect) =>
  applyAdminKey({
    executor: connect(bindings),
    adminKey: readVariables(bindings).adminKey,
    now: Date.now,
    log,
  });

/** Logs once that the database has reached a level of its limit. */
const logRoomOf = (bindings: Bindings, connect: Connect) =>
  logRoom({
    executor: connect(bindings),
    room: roomLimitsOf(readVariables(bindings).databaseMegabytes),
    now: Date.now,
    log,
  });

const sealEveryMs = 1000;
let sealedAt = 0;

/** The work after a response: for a write, and for the use of keys. */
interface AfterResponse {
  readonly hasWritten: boolean;
  /** The use of keys, if it is time to write it. */
  readonly keyUse: KeyUse | undefined;
}

/**
 * Delivers the events of a write to webhooks, and seals new rows at most once a second. Writes the
 * last use of keys.
 */
export function runAfterResponse(
  bindings: Bindings,
  connect: Connect,
  { hasWritten, keyUse }: AfterResponse,
  now: number,
): Promise<void> {
  const isSealDue = hasWritten && now - sealedAt >= sealEveryMs;
  if (isSealDue) sealedAt = now;
  return runTasks({
    ...(hasWritten ? { deliverWebhooks: () => deliverWebhooks(bindings, connect) } : {}),
    ...(isSealDue ? { seal: () => sealNewRows(bindings, connect) } : {}),
    ...(keyUse ? { writeKeyUse: () => keyUse.write(connect(bindings)) } : {}),
  });
}

/** Runs all tasks; a failure stops no other task. */
async function runTasks(tasks: Tasks): Promise<void> {
  await Promise.all(
    Object.entries(tasks).map(([task, work]) =>
      work().catch((error: unknown) =>
        log({ level: "error", message: "A task of the service failed.", task, error }),
      ),
    ),
  );
}

let hasSealFailed = false;

/** Returns whether new changes are sealed, as far as this isolate knows. */
export function sealingState(bindings: Bindings): SealingState {
  if (readVariables(bindings).sealKey === undefined) return "off";
  return hasSealFailed ? "failing" : "ok";
}

async function sealNewRows(bindings: Bindings, connect: Connect): Promise<void> {
  const { sealKey } = readVariables(bindings);
  if (sealKey === undefined) return;
  const key = await sealingKeyOf(sealKey);
  const store = anchorStoreIn(bindings.KEPT_ANCHOR);
  try {
    await sealLog(connect(bindings), { sha256: webSha256, key, now: Date.now }, store);
    hasSealFailed = false;
  } catch (error) {
    hasSealFailed = true;
    throw error;
  }
}

/** A Worker can wait for 6 responses at a time: a further call would wait while its time runs. */
const openCallsMax = 6;

/** Delivers due webhooks, as long as a Worker may run. */
async function deliverWebhooks(bindings: Bindings, connect: Connect): Promise<void> {
  const { eventSource, targets, webhookCallsMax: callsMax } = readVariables(bindings);
  const { done } = await deliverDue({
    executor: connect(bindings),
    now: Date.now,
    log,
    send: workerSender(targets),
    eventSource,
    concurrentCallsMax: openCallsMax,
    callsMax,
  });
  await done;
}

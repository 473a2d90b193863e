import { sealingKeyOf, sealLog, sweepKeys, webSha256 } from "@asbuilt/core";
import { deliverDue } from "@asbuilt/http";
import { type Bindings, type Connect, log } from "./app.ts";
import { readVariables } from "./configuration.ts";
import { anchorStoreIn } from "./kept-anchor.ts";
import { workerSender } from "./sender.ts";

type Tasks = Readonly<Record<string, () => Promise<unknown>>>;

/** Runs the Worker's scheduled tasks. */
export const runScheduled = (bindings: Bindings, connect: Connect): Promise<void> =>
  runTasks({
    sweepKeys: () => sweepKeys(connect(bindings), Date.now),
    seal: () => sealNewRows(bindings, connect),
    deliverWebhooks: () => deliverWebhooks(bindings, connect),
  });

const sealEveryMs = 1000;
let sealedAt = 0;

/** Delivers the events of a write to webhooks. Seals new rows at most once a second. */
export function runAfterWrite(bindings: Bindings, connect: Connect, now: number): Promise<void> {
  const isSealDue = now - sealedAt >= sealEveryMs;
  if (isSealDue) sealedAt = now;
  return runTasks({
    deliverWebhooks: () => deliverWebhooks(bindings, connect),
    ...(isSealDue ? { seal: () => sealNewRows(bindings, connect) } : {}),
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

async function sealNewRows(bindings: Bindings, connect: Connect): Promise<void> {
  const { sealKey } = readVariables(bindings);
  if (sealKey === undefined) return;
  const key = await sealingKeyOf(sealKey);
  const store = anchorStoreIn(bindings.KEPT_ANCHOR);
  await sealLog(connect(bindings), { sha256: webSha256, key, now: Date.now }, store);
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

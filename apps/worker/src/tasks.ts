import { sealingKeyOf, sealLog, sweepKeys, webSha256 } from "@asbuilt/core";
import { type Bindings, type Connect, deliverWebhooks } from "./app.ts";
import { readConfiguration } from "./configuration.ts";
import { log } from "./log.ts";

type Tasks = Readonly<Record<string, () => Promise<unknown>>>;

/** What the Worker does by itself whenever its cron comes. */
export const runTasks = (bindings: Bindings, connect: Connect): Promise<void> =>
  run({
    sweepKeys: () => sweepKeys(connect(bindings), Date.now),
    seal: () => seal(bindings, connect),
    deliverWebhooks: () => deliverWebhooks(bindings, connect),
  });

const pauseMs = 1000;
let sealedAt = 0;

/** Tells of what a request has written, and seals it, that once a second at most. */
export function runAfterWrite(bindings: Bindings, connect: Connect, now: number): Promise<void> {
  const isTime = now - sealedAt >= pauseMs;
  if (isTime) sealedAt = now;
  return run({
    deliverWebhooks: () => deliverWebhooks(bindings, connect),
    ...(isTime ? { seal: () => seal(bindings, connect) } : {}),
  });
}

/** Runs them all; one that fails keeps no other back. */
async function run(tasks: Tasks): Promise<void> {
  await Promise.all(
    Object.entries(tasks).map(([task, work]) =>
      work().catch((error: unknown) =>
        log({ level: "error", message: "A task of the service failed.", task, error }),
      ),
    ),
  );
}

async function seal(bindings: Bindings, connect: Connect): Promise<void> {
  const { sealKey } = readConfiguration(bindings);
  if (sealKey === undefined) return;
  const key = await sealingKeyOf(sealKey);
  await sealLog(connect(bindings), { sha256: webSha256, key, now: Date.now });
}

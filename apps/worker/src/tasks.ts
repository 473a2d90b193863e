import { sweepKeys } from "@asbuilt/core";
import { type Bindings, executorOf } from "./app.ts";
import { log } from "./log.ts";

/** What the Worker does by itself whenever its cron comes; one that fails keeps no other back. */
export async function runTasks(bindings: Bindings): Promise<void> {
  const executor = executorOf(bindings);
  const tasks = { sweepKeys: () => sweepKeys(executor, Date.now) };
  await Promise.all(
    Object.entries(tasks).map(([task, run]) =>
      run().catch((error: unknown) =>
        log({ level: "error", message: "A task of the service failed.", task, error }),
      ),
    ),
  );
}

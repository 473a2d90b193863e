import { setTimeout as wait } from "node:timers/promises";
import { deliverDue, type DeliveryOptions } from "@asbuilt/http";

/** Another process can write, and failed deliveries become due, without waking this one. */
const deliverEveryMs = 1000;

/** Writes within this time share one read of the due webhooks, since other reads wait for it. */
const gatherMs = 20;

/** The deliveries of webhooks by this process. */
interface Deliveries {
  /** Soon checks for due webhooks. */
  readonly wake: () => void;
  /** Starts no more deliveries, and waits for those in progress. */
  readonly stop: () => Promise<void>;
}

/**
 * Delivers due webhooks once a second, and soon after it is woken. Earlier deliveries can still be
 * in progress: a receiver that hangs delays no other.
 */
export function startDeliveries(options: DeliveryOptions): Deliveries {
  const inProgress = new Set<Promise<unknown>>();
  const stopping = new AbortController();
  let woken = Promise.withResolvers<void>();

  const begin = async () => {
    try {
      const { done } = await deliverDue({ ...options, signal: stopping.signal });
      inProgress.add(done);
      void done.finally(() => inProgress.delete(done));
    } catch (error) {
      options.log({ level: "warn", message: "Due webhooks could not be read.", error });
    }
  };

  const run = async () => {
    while (!stopping.signal.aborted) {
      woken = Promise.withResolvers();
      const timer = setTimeout(woken.resolve, deliverEveryMs);
      await begin();
      await woken.promise;
      clearTimeout(timer);
      await wait(gatherMs);
    }
  };

  const running = run();
  const wake = () => woken.resolve();
  return {
    wake,
    stop: async () => {
      stopping.abort();
      wake();
      await running;
      await Promise.allSettled(inProgress);
    },
  };
}

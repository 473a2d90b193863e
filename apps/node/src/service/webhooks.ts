import { setTimeout as wait } from "node:timers/promises";
import { deliverDue, type DeliveryOptions } from "@asbuilt/http";

/** Another process may have written, and what failed comes due, without a word. */
const pauseMs = 1000;

/** What is written in this time is looked at once: each look is a read, which others wait for. */
const gatherMs = 20;

/** The delivery of webhooks, as it goes on. */
interface Delivering {
  /** Looks soon whether there is something to deliver. */
  readonly wake: () => void;
  /** Looks and calls no more, and waits for the calls that are under way. */
  readonly stop: () => Promise<void>;
}

/**
 * Looks once a second, and soon after it is woken, whether there is something to deliver, while
 * what it began before may still go on: one receiver that hangs keeps no other waiting.
 */
export function deliverWebhooks(options: DeliveryOptions): Delivering {
  const underWay = new Set<Promise<unknown>>();
  const stopping = new AbortController();
  let woken = Promise.withResolvers<void>();

  const begin = async () => {
    try {
      const { done } = await deliverDue({ ...options, signal: stopping.signal });
      underWay.add(done);
      void done.finally(() => underWay.delete(done));
    } catch (error) {
      options.log({ level: "warn", message: "Webhooks could not be looked at.", error });
    }
  };

  const run = async () => {
    while (!stopping.signal.aborted) {
      woken = Promise.withResolvers();
      const timer = setTimeout(woken.resolve, pauseMs);
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
      await Promise.allSettled(underWay);
    },
  };
}

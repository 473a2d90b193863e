import { eventTypeOf, memoized } from "@asbuilt/contract";
import { type Executor, readChangesAfter } from "@asbuilt/core";
import { toCloudEvent } from "./cloud-event.ts";

/** The changes that one read takes. */
const readChangesMax = 100;
/** The pause between two reads if no writer of this process wakes the feed. */
const pollMs = 1000;

/** An event as a stream sends it. */
export interface FeedEvent {
  readonly seq: number;
  readonly entity: string;
  readonly type: string;
  /** Returns the event as JSON, made on first use. */
  readonly text: () => string;
}

/** The events after a place in the log. */
export interface FeedBatch {
  readonly events: readonly FeedEvent[];
  /** The place of the last event, or the requested place if there is none. */
  readonly next: number;
}

/**
 * The log as all streams of a process follow it: streams at the same place share one read. SQLite
 * assigns places under the write lock, so that no lower place appears later.
 */
export interface Feed {
  /** Reads the next events for the stream of a key. */
  after(seq: number, keyId: number): Promise<FeedBatch>;
  /** The number of times that the feed was woken. */
  readonly wakeCount: number;
  /** Resolves when there may be more: immediately, if the feed was woken since `wakeCount`. */
  waitForMore(wakeCount: number): Promise<void>;
  /** Reports that something was written. */
  wake(): void;
}

interface FeedOptions {
  readonly executor: Executor;
  readonly eventSource?: string | undefined;
  /** Whether one request may wait for a read of another one: on Node, not on Workers. */
  readonly sharesReads?: boolean | undefined;
}

/** Returns the feed of an app. */
export function newFeed({ executor, eventSource, sharesReads = false }: FeedOptions): Feed {
  let shared = new Map<number, Promise<FeedBatch>>();
  let wakeCount = 0;
  let waiting: PromiseWithResolvers<void> | undefined;

  const read = async (after: number): Promise<FeedBatch> => {
    const { changes, isMore } = await readChangesAfter(executor, { after, limit: readChangesMax });
    const events = changes.map((change) => {
      const { id: seq, entity, action } = change;
      const text = memoized(() => JSON.stringify(toCloudEvent(change, eventSource)));
      return { seq, entity, type: eventTypeOf(entity, action), text };
    });
    // A stream this far behind shares no reads: the batches to keep for others have no bound.
    if (isMore) shared.delete(after);
    return { events, next: events.at(-1)?.seq ?? after };
  };

  const readShared = (after: number): Promise<FeedBatch> => {
    const known = shared.get(after);
    if (known) return known;
    const reading = read(after);
    shared.set(after, reading);
    // The next stream reads again.
    reading.catch(() => shared.get(after) === reading && shared.delete(after));
    return reading;
  };

  const wake = () => {
    wakeCount++;
    shared = new Map();
    waiting?.resolve();
    waiting = undefined;
  };

  const nextWake = (): Promise<void> => {
    if (!waiting) {
      waiting = Promise.withResolvers();
      // Another process can write to the same database without notice.
      const timer = setTimeout(wake, pollMs);
      void waiting.promise.then(() => clearTimeout(timer));
    }
    return waiting.promise;
  };

  return {
    after: async (seq, keyId) => {
      // A stream that wants nothing of a long log would otherwise read it to its end in one pass. And
      // each stream waits for itself: all together would write a shared batch in one pass.
      await executor.yieldToOthers(keyId);
      return sharesReads ? readShared(seq) : read(seq);
    },
    get wakeCount() {
      return wakeCount;
    },
    waitForMore: (seen) => {
      if (seen !== wakeCount) return Promise.resolve();
      if (sharesReads) return nextWake();
      return new Promise((resolve) => setTimeout(resolve, pollMs));
    },
    wake,
  };
}

import { eventTypeOf, memoized } from "@asbuilt/contract";
import { type Executor, readChangesAfter } from "@asbuilt/core";
import { toCloudEvent } from "./cloud-event.ts";

/** How many changes one read takes, and after how long without a word from a writer the next. */
const rows = 100;
const pollMs = 1000;

/** An event as a stream sends it. */
export interface FeedEvent {
  readonly seq: number;
  readonly entity: string;
  readonly type: string;
  /** As JSON, made once somebody wants it. */
  readonly text: () => string;
}

/** What follows a place in the log. */
export interface FeedBatch {
  readonly events: readonly FeedEvent[];
  /** The place of the last of them, or the one that was asked for. */
  readonly next: number;
}

/**
 * The log as all streams of a process follow it: those that are at the same place share one read.
 * SQLite gives places while it holds the write lock, so that no lower one appears later.
 */
export interface Feed {
  after(seq: number): Promise<FeedBatch>;
  /** Grows whenever there may be more; `more` resolves when it is no longer the one given. */
  readonly turn: number;
  more(turn: number): Promise<void>;
  /** Says that something was written. */
  wake(): void;
}

interface FeedOptions {
  readonly executor: Executor;
  readonly eventSource?: string | undefined;
  /** Whether one request may wait for what another one has asked for: on Node, not on Workers. */
  readonly sharesReads?: boolean | undefined;
}

export function newFeed({ executor, eventSource, sharesReads = false }: FeedOptions): Feed {
  let shared = new Map<number, Promise<FeedBatch>>();
  let turn = 0;
  let waiting: PromiseWithResolvers<void> | undefined;

  const read = async (after: number): Promise<FeedBatch> => {
    // Whoever wants nothing of a long log would read it to its end in one turn.
    await executor.othersFirst();
    const { changes, isMore } = await readChangesAfter(executor, { after, limit: rows });
    const events = changes.map((change) => {
      const { id: seq, entity, action } = change;
      const text = memoized(() => JSON.stringify(toCloudEvent(change, eventSource)));
      return { seq, entity, type: eventTypeOf(entity, action), text };
    });
    // Whoever is so far behind reads on alone: what would be kept for others has no bound.
    if (isMore) shared.delete(after);
    return { events, next: events.at(-1)?.seq ?? after };
  };

  const readOnce = (after: number): Promise<FeedBatch> => {
    const known = shared.get(after);
    if (known) return known;
    const reading = read(after);
    shared.set(after, reading);
    // Whoever comes next reads anew.
    reading.catch(() => shared.get(after) === reading && shared.delete(after));
    return reading;
  };

  const wake = () => {
    turn++;
    shared = new Map();
    waiting?.resolve();
    waiting = undefined;
  };

  const nextTurn = (): Promise<void> => {
    if (!waiting) {
      waiting = Promise.withResolvers();
      // Another process may write to the same database, and says nothing.
      const timer = setTimeout(wake, pollMs);
      void waiting.promise.then(() => clearTimeout(timer));
    }
    return waiting.promise;
  };

  return {
    after: sharesReads ? readOnce : read,
    get turn() {
      return turn;
    },
    more: (known) => {
      if (known !== turn) return Promise.resolve();
      if (sharesReads) return nextTurn();
      return new Promise((resolve) => setTimeout(resolve, pollMs));
    },
    wake,
  };
}

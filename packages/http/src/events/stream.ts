import { Refusal } from "@asbuilt/core";
import type { Feed } from "./feed.ts";

/** So long a stream may be silent: proxies close what says nothing for a minute. */
const heartbeatMs = 15_000;

/** One client that follows the feed. */
export interface Follower {
  /** The place in the log after which it reads. */
  readonly after: number;
  wants(event: { readonly entity: string; readonly type: string }): boolean;
  /** Whether the client may still read: asked before it is sent something, once in a heartbeat. */
  mayRead(): Promise<boolean>;
  /** Told once, when the stream ends. */
  onEnd(): void;
  /** Ends the stream: the service stops. */
  readonly stopping?: AbortSignal | undefined;
  readonly now: () => number;
}

/**
 * Server-sent events in the order of the log, until the client leaves or may not read any longer, or
 * the database refuses, as it does where a Worker has sent all the queries that it may.
 * It reads on when the client has taken what it was sent, so that a slow one costs no memory.
 */
export function eventStream(feed: Feed, follower: Follower): ReadableStream<Uint8Array> {
  const { after, now, stopping } = follower;
  const utf8 = new TextEncoder();
  let place = after;
  let sentAt = now();
  let checkedAt = sentAt;
  let isOpen = true;
  const end = () => {
    if (!isOpen) return;
    isOpen = false;
    follower.onEnd();
  };
  // Where the clock was set back, nobody knows how long it has been.
  const isDue = (since: number) => now() - since >= heartbeatMs || now() < since;
  const goesOn = () => isOpen && !stopping?.aborted;
  const mayRead = async () => {
    if (!isDue(checkedAt)) return true;
    checkedAt = now();
    return follower.mayRead();
  };
  /** What is to be sent next, in a while; undefined at the end. */
  const next = async (): Promise<string | undefined> => {
    // oxlint-disable no-await-in-loop -- each turn goes on where the one before has ended
    while (goesOn()) {
      const { turn } = feed;
      const batch = await feed.after(place);
      const isMore = batch.next > place;
      place = batch.next;
      const wanted = batch.events.filter((event) => follower.wants(event));
      if (wanted.length > 0 || isDue(sentAt)) {
        if (!(await mayRead())) return undefined;
        // The id tells the client how far it has come, though nothing was for it.
        if (wanted.length === 0) return `: still here\nid: ${place}\n\n`;
        return wanted.map(({ seq, text }) => `id: ${seq}\ndata: ${text()}\n\n`).join("");
      }
      if (!isMore) await feed.more(turn);
    }
    // oxlint-enable no-await-in-loop
    return undefined;
  };
  return new ReadableStream({
    start: (controller) => {
      controller.enqueue(utf8.encode(`id: ${place}\n\n`));
    },
    pull: async (controller) => {
      try {
        const text = await next();
        if (text === undefined) {
          if (isOpen) controller.close();
          return end();
        }
        sentAt = now();
        controller.enqueue(utf8.encode(text));
      } catch (error) {
        // One with a cause, such as a damaged database, is a failure.
        const isRefused = error instanceof Refusal && error.cause === undefined;
        if (isOpen && isRefused) controller.close();
        else controller.error(error);
        end();
      }
    },
    cancel: end,
  });
}

import { Refusal } from "@asbuilt/core";
import type { Feed } from "./feed.ts";

/** A silent stream sends a heartbeat after this time: proxies close it after a silent minute. */
const heartbeatMs = 15_000;

/** One client that follows the feed. */
export interface Follower {
  /** The place in the log after which it reads. */
  readonly after: number;
  readonly keyId: number;
  wants(event: { readonly entity: string; readonly type: string }): boolean;
  /** Returns whether the client may still read: checked before a message, once in a heartbeat. */
  mayRead(): Promise<boolean>;
  /** Called once, when the stream ends. */
  onEnd(): void;
  /** Ends the stream when the service stops. */
  readonly stopping?: AbortSignal | undefined;
  readonly now: () => number;
}

/**
 * Streams server-sent events in the order of the log. The stream ends when the client leaves or may
 * no longer read, or when the database refuses, as when a Worker has used up its queries. It reads
 * only after the client took the last message, so that a slow client costs no memory.
 */
export function eventStream(feed: Feed, follower: Follower): ReadableStream<Uint8Array> {
  const { after, keyId, now, stopping } = follower;
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
  // If the clock was set back, the elapsed time is unknown.
  const isDue = (since: number) => now() - since >= heartbeatMs || now() < since;
  const isFollowed = () => isOpen && !stopping?.aborted;
  const mayRead = async () => {
    if (!isDue(checkedAt)) return true;
    checkedAt = now();
    return follower.mayRead();
  };
  /** Waits for the next message, and returns it; undefined at the end of the stream. */
  const nextMessage = async (): Promise<string | undefined> => {
    // oxlint-disable no-await-in-loop -- each pass continues where the last one ended
    while (isFollowed()) {
      const { wakeCount } = feed;
      const batch = await feed.after(place, keyId);
      const isMore = batch.next > place;
      place = batch.next;
      const wanted = batch.events.filter((event) => follower.wants(event));
      if (wanted.length > 0 || isDue(sentAt)) {
        if (!(await mayRead())) return undefined;
        // The id moves the client's place forward, even past events that it does not want.
        if (wanted.length === 0) return `: still here\nid: ${place}\n\n`;
        return wanted.map(({ seq, text }) => `id: ${seq}\ndata: ${text()}\n\n`).join("");
      }
      if (!isMore) await feed.waitForMore(wakeCount);
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
        const text = await nextMessage();
        if (text === undefined) {
          if (isOpen) controller.close();
          return end();
        }
        sentAt = now();
        controller.enqueue(utf8.encode(text));
      } catch (error) {
        // A refusal with a cause, such as a damaged database, is a failure.
        const isRefused = error instanceof Refusal && error.cause === undefined;
        if (isOpen && isRefused) controller.close();
        else controller.error(error);
        end();
      }
    },
    cancel: end,
  });
}

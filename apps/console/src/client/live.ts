import { type CloudEvent, type EventStream, ProblemError } from "@asbuilt/client";
import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useEffect, useSyncExternalStore } from "react";
import { type Change, isAbout } from "../list/changes.rules.ts";
import { identityOf, useSession } from "../session/session.tsx";
import type { Asbuilt } from "./asbuilt.ts";
import { retryDelayMs } from "./busy.ts";
import { inOneTab } from "./one-tab.ts";
import { readAgain } from "./queries.ts";

/** A report of the tab that holds the stream to the others. */
interface Heard {
  /** A change. Without it, the stream has begun, and nobody has heard of the changes before. */
  readonly change?: Change;
  /** The last event's id: a stream continues after it. */
  readonly lastEventId?: string | undefined;
}

/** Changes that a screen can still ask about. The oldest are dropped. */
const changesKept = 500;

/** After a stream ends, it is asked for again. Not so often that a broken network costs much. */
const reconnectMs = { min: 1_000, max: 60_000 } as const;

let changes: readonly Change[] = [];
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Returns the changes that this browser has heard of, the newest last. */
export const useChanges = (): readonly Change[] => useSyncExternalStore(subscribe, () => changes);

/**
 * Hears of changes while a person is signed in. One tab of the browser holds the stream, for all
 * tabs with the same person: a browser has few connections. An answer about one record is asked for
 * again when that record changes. A list is not: its rows stay where they are until a person says.
 */
export function useLive(): void {
  const { asbuilt, who } = useSession();
  const queries = useQueryClient();
  const identity = identityOf(who);
  useEffect(() => {
    const left = new AbortController();
    const name = `asbuilt.live.${identity}`;
    const channel = new BroadcastChannel(name);
    let lastEventId: string | undefined;
    const hear = ({ change, ...heard }: Heard) => {
      lastEventId = heard.lastEventId;
      if (!change) {
        // An answer from before the stream can lack a change that the stream will never report.
        void answersUnderWay(queries).then(() => readAgain(queries));
        return;
      }
      changes = [...changes, change].slice(-changesKept);
      for (const listener of listeners) listener();
      void queries.invalidateQueries({
        predicate: ({ queryKey: [operation, call] }) => isAbout(String(operation), call, change),
      });
    };
    channel.addEventListener("message", ({ data }: MessageEvent<Heard>) => hear(data));
    const lead = () =>
      follow(asbuilt, left.signal, {
        lastEventId,
        onHeard: (heard) => {
          hear(heard);
          // oxlint-disable-next-line require-post-message-target-origin -- a channel has one origin
          channel.postMessage(heard);
        },
      });
    inOneTab(name, left.signal, lead).catch(() => undefined);
    return () => {
      left.abort();
      channel.close();
    };
  }, [asbuilt, identity, queries]);
}

/** Resolves when what is being asked for has been answered: a person sees it before it is read again. */
const answersUnderWay = (queries: QueryClient): Promise<unknown> =>
  Promise.allSettled(
    queries
      .getQueryCache()
      .findAll({ type: "active", fetchStatus: "fetching" })
      .flatMap(({ promise }) => promise ?? []),
  );

interface Following {
  /** The id of the last event that this tab has heard of. */
  readonly lastEventId: string | undefined;
  readonly onHeard: (heard: Heard) => void;
}

/** Follows the events until the signal, over broken connections. */
async function follow(asbuilt: Asbuilt, signal: AbortSignal, following: Following): Promise<void> {
  let delayMs: number = reconnectMs.min;
  let { lastEventId } = following;
  while (!signal.aborted) {
    let stream: EventStream | undefined;
    try {
      stream = await asbuilt.send("eventStream", { query: {}, lastEventId, signal });
      if (lastEventId === undefined) following.onHeard({});
      for await (const event of stream) {
        delayMs = reconnectMs.min;
        const change = changeOf(event);
        if (change) following.onHeard({ change, lastEventId: event.id });
      }
    } catch (error) {
      if (signal.aborted) return;
      // A key that may not follow, or no longer exists: no later try will differ.
      if (error instanceof ProblemError && [401, 403].includes(error.problem.status)) return;
      delayMs = Math.max(delayMs, retryDelayMs(error as Error));
    }
    lastEventId = stream?.lastEventId ?? lastEventId;
    await new Promise((resolve) => setTimeout(resolve, delayMs));
    delayMs = Math.min(2 * delayMs, reconnectMs.max);
  }
}

function changeOf({ data }: CloudEvent): Change | undefined {
  const { entity, id, revNo } = Object(data);
  const isComplete = typeof entity === "string" && [id, revNo].every(Number.isInteger);
  return isComplete ? { entity, id, revNo, heardAt: Date.now() } : undefined;
}

import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useMemo, useRef, useSyncExternalStore } from "react";
import { readAgain } from "../client/queries.ts";
import { useSession } from "../session/session.tsx";
import {
  type Entry,
  type OutboxBody,
  type OutboxOperation,
  type Owner,
  type Sorted,
  sortEntries,
} from "./outbox.rules.ts";
import {
  countNews,
  type News,
  onEntries,
  onNews,
  sentOfKept,
  shownEntries,
  startSending,
  write,
  type WriteResult,
} from "./outbox.ts";

/** Returns the person and key that new entries belong to. */
export function useOwner(): Owner {
  const { who } = useSession();
  return useMemo(() => ({ keyID: who.keyID, userID: who.userID, user: who.user }), [who]);
}

/**
 * Returns how to write by way of the outbox. The write is stored first. It is sent again under the
 * same Idempotency-Key until the service has responded clearly.
 */
export function useOutboxWrite<Name extends OutboxOperation>(
  operation: Name,
): (body: OutboxBody<Name>) => Promise<WriteResult<Name>> {
  const owner = useOwner();
  return useCallback((body) => write(operation, body, owner), [operation, owner]);
}

/** Returns the entries of this browser. */
export const useEntries = (): readonly Entry[] => useSyncExternalStore(onEntries, shownEntries);

/** Returns how many of the writes that were kept here are sent. The next outage begins a new count. */
export const useSentCount = (): number => useSyncExternalStore(onEntries, sentOfKept);

/** Returns the entries by what the person has to do about them. */
export function useSortedEntries(): Sorted {
  const entries = useEntries();
  const owner = useOwner();
  return useMemo(() => sortEntries(entries, owner), [entries, owner]);
}

/**
 * Calls back for each outcome of an entry, in whichever tab it came. After a lock, this includes the
 * outcomes that came while the screen was hidden.
 */
export function useNews(reader: (news: News) => void): void {
  const heard = useRef<number>(undefined);
  useEffect(() => {
    const stop = onNews(reader, heard.current);
    return () => {
      heard.current = countNews();
      stop();
    };
  }, [reader]);
}

/** Sends the person's entries while the console is open, and warns before it is closed. */
export function useSending(): void {
  const { asbuilt, who, expire } = useSession();
  const queries = useQueryClient();
  const { keyID, userID } = who;
  useEffect(() => startSending(asbuilt, { keyID, userID }), [asbuilt, keyID, userID]);
  useNews(
    useCallback(
      ({ outcome }) => {
        if (outcome.kind === "done") void readAgain(queries);
        // It waits, and is sent when the same person signs in again.
        if (outcome.kind === "unsent") expire();
      },
      [queries, expire],
    ),
  );
  const isUnsent = useSortedEntries().waiting.length > 0;
  useEffect(() => {
    if (!isUnsent) return undefined;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener("beforeunload", warn);
    return () => removeEventListener("beforeunload", warn);
  }, [isUnsent]);
}

import { ProblemError } from "@asbuilt/client";
import {
  type MutationCacheNotifyEvent,
  type QueryCacheNotifyEvent,
  useQueryClient,
} from "@tanstack/react-query";
import { useEffect } from "react";
import { useSession } from "./session.tsx";

/**
 * Asks for a key again as soon as the service takes this sign-in no more: it was revoked, has expired
 * or was idle. Where another person has signed in with this browser meanwhile, that person continues.
 */
export function useRefusedKey(): void {
  const { forget, expire } = useSession();
  const queries = useQueryClient();
  useEffect(() => {
    const onEvent = (event: QueryCacheNotifyEvent | MutationCacheNotifyEvent) => {
      if (event.type !== "updated" || event.action.type !== "error") return;
      const { error } = event.action;
      // The cache is still telling its listeners about the error.
      if (isOtherPerson(error)) {
        forget();
        location.reload();
      } else if (isRefusedKey(error)) queueMicrotask(expire);
    };
    const caches = [queries.getQueryCache(), queries.getMutationCache()];
    const unsubscribers = caches.map((cache) => cache.subscribe(onEvent));
    return () => {
      for (const unsubscribe of unsubscribers) unsubscribe();
    };
  }, [forget, expire, queries]);
}

const isRefusedKey = (error: unknown): boolean =>
  error instanceof ProblemError && error.problem.status === 401;

const isOtherPerson = (error: unknown): boolean =>
  error instanceof ProblemError && error.problem.code === "other_user";

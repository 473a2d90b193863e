import { ProblemError } from "@asbuilt/client";
import {
  type MutationCacheNotifyEvent,
  type QueryCacheNotifyEvent,
  useQueryClient,
} from "@tanstack/react-query";
import { useEffect } from "react";
import { useSession } from "./session.tsx";

/** Asks for a key again as soon as the service knows this one no more: revoked, or expired. */
export function useRefusedKey(): void {
  const { signOut } = useSession();
  const queries = useQueryClient();
  useEffect(() => {
    const onEvent = (event: QueryCacheNotifyEvent | MutationCacheNotifyEvent) => {
      if (event.type !== "updated" || event.action.type !== "error") return;
      const { error } = event.action;
      // The cache is still telling its listeners about the error.
      if (isRefusedKey(error)) queueMicrotask(signOut);
    };
    const caches = [queries.getQueryCache(), queries.getMutationCache()];
    const unsubscribers = caches.map((cache) => cache.subscribe(onEvent));
    return () => {
      for (const unsubscribe of unsubscribers) unsubscribe();
    };
  }, [signOut, queries]);
}

const isRefusedKey = (error: unknown): boolean =>
  error instanceof ProblemError && error.problem.status === 401;

import type { Answer, Call, OperationName } from "@asbuilt/client";
import { ProblemError } from "@asbuilt/client";
import {
  QueryClient,
  keepPreviousData,
  notifyManager,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import { useCallback, useRef } from "react";
import { useSession } from "../session/session.tsx";
import { type Asbuilt, type ListName, soon } from "./asbuilt.ts";
import { isBusy, retryDelayMs, sendOnce } from "./busy.ts";
import { newIdempotencyKey } from "./idempotency-key.ts";

const busyRetriesMax = 5;

/**
 * A refusal is final, unless the service is only busy. A response that never came may come at the
 * second try.
 */
export const newQueryClient = () =>
  new QueryClient({
    defaultOptions: {
      queries: {
        networkMode: "always",
        staleTime: 5_000,
        refetchOnWindowFocus: false,
        refetchOnReconnect: true,
        retry: (failures, error) =>
          failures < (isBusy(error) ? busyRetriesMax : 2) && isTransient(error),
        retryDelay: (_, error) => retryDelayMs(error),
      },
      mutations: {
        networkMode: "always",
        // Another failure can leave a write's outcome unknown: a person decides.
        retry: (failures, error) => isBusy(error) && failures < busyRetriesMax,
        retryDelay: (_, error) => retryDelayMs(error),
      },
    },
  });

const isTransient = (error: unknown): boolean => !(error instanceof ProblemError) || isBusy(error);

/** Reads one answer. `isNeeded` is false while what it depends on is not known yet. */
export function useRead<Name extends OperationName>(name: Name, call: Call<Name>, isNeeded = true) {
  const { asbuilt } = useSession();
  return useQuery<Answer<Name>>({
    queryKey: [name, call],
    queryFn: ({ signal }) => asbuilt.send(name, { ...call, signal }),
    enabled: isNeeded,
  });
}

/** Reads an answer of each call, together. */
export function useReads<Name extends OperationName>(name: Name, calls: readonly Call<Name>[]) {
  const { asbuilt } = useSession();
  return useQuery<readonly Answer<Name>[]>({
    queryKey: [name, calls],
    queryFn: ({ signal }) =>
      Promise.all(calls.map((call) => asbuilt.send(name, { ...call, signal }))),
  });
}

/** Returns a function that reads one answer when something happens, such as a scan. */
export function useAsk(): Asbuilt["send"] {
  const { asbuilt } = useSession();
  const queries = useQueryClient();
  return useCallback(
    (name, call) =>
      queries.fetchQuery({
        queryKey: [name, call],
        queryFn: ({ signal }) => asbuilt.send(name, { ...call, signal: soon(signal) }),
        staleTime: 0,
        retry: (failures, error) =>
          failures < 1 && (isBusy(error) || !(error instanceof ProblemError)),
      }),
    [asbuilt, queries],
  );
}

/** The rows of the first page of a list, and of each that a person reads by scrolling on. */
const pageRows = { first: 100, later: 500 };

/** Reads a list page by page. The first page is short, so that it is soon there. */
export function usePages<Name extends ListName>(name: Name, call: Call<Name>) {
  const { asbuilt } = useSession();
  return useInfiniteQuery({
    queryKey: [name, call, "pages"],
    queryFn: ({ signal, pageParam }) => {
      const limit = pageParam === undefined ? pageRows.first : pageRows.later;
      return asbuilt.page(name, { ...call, signal }, { cursor: pageParam, limit });
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next,
    placeholderData: keepPreviousData,
    // It would compare all rows that are loaded with each page that is read.
    structuralSharing: false,
  });
}

/** Reads an answer that comes in parts and is no list, such as a document. */
export function useParts<Name extends OperationName>(name: Name, call: Call<Name>) {
  const { asbuilt } = useSession();
  return useInfiniteQuery({
    queryKey: [name, call, "parts"],
    queryFn: ({ signal, pageParam }) =>
      asbuilt.part(name, { ...call, signal }, { cursor: pageParam }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (part) => part.next,
  });
}

/** Reads everything that is shown again. Resolves when the screens have it. */
export async function readAgain(queries: QueryClient): Promise<void> {
  await queries.invalidateQueries();
  // The screens get the answers one task later.
  await new Promise<void>((resolve) => notifyManager.schedule(resolve));
}

/**
 * Writes. A repetition of the same body has the same Idempotency-Key, so that it takes effect once
 * if the first response was lost. After a success, everything that is shown is read again.
 */
export function useWrite<Name extends OperationName>(name: Name) {
  const { asbuilt } = useSession();
  const queries = useQueryClient();
  const last = useRef<{ readonly text: string; readonly key: string }>(undefined);
  const { mutateAsync, ...writing } = useMutation<Answer<Name>, Error, Call<Name>>({
    mutationFn: (call) => {
      const text = JSON.stringify([call.path, call.body]);
      if (last.current?.text !== text) last.current = { text, key: newIdempotencyKey() };
      const idempotencyKey = last.current.key;
      return sendOnce((signal) => asbuilt.send(name, { ...call, idempotencyKey, signal }));
    },
    onSuccess: () => {
      last.current = undefined;
      return readAgain(queries);
    },
  });
  // TanStack's own `mutate` forgets what follows if the form is gone after the reading.
  const mutate = useCallback(
    (call: Call<Name>, { onSuccess, onError }: WriteOptions<Name> = {}) => {
      mutateAsync(call).then(onSuccess, onError ?? (() => undefined));
    },
    [mutateAsync],
  );
  return { ...writing, mutate };
}

interface WriteOptions<Name extends OperationName> {
  /** Follows once everything is read again, also if the form that wrote is no longer shown. */
  readonly onSuccess?: (answer: Answer<Name>) => void;
  readonly onError?: (error: Error) => void;
}

import type { Answer, Call, OperationName } from "@asbuilt/client";
import { ProblemError } from "@asbuilt/client";
import {
  QueryClient,
  keepPreviousData,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import { useRef } from "react";
import { useSession } from "../session/session.tsx";
import type { ListName } from "./asbuilt.ts";

/** A refusal is final. A response that never came may come at the second try. */
export const newQueryClient = () =>
  new QueryClient({
    defaultOptions: {
      queries: {
        networkMode: "always",
        staleTime: 5_000,
        refetchOnWindowFocus: false,
        retry: (failures, error) => failures < 2 && isTransient(error),
        retryDelay: (_, error) => waitOf(error) ?? 1_000,
      },
      mutations: { networkMode: "always" },
    },
  });

const isTransient = (error: unknown): boolean =>
  !(error instanceof ProblemError) || [429, 503].includes(error.problem.status);

/** Returns the milliseconds that the service asks to wait, from `Retry-After`. */
function waitOf(error: unknown): number | undefined {
  if (!(error instanceof ProblemError)) return undefined;
  const seconds = Number(error.response.headers.get("Retry-After"));
  return seconds > 0 ? seconds * 1000 : undefined;
}

/** Reads one answer. `isNeeded` is false while what it depends on is not known yet. */
export function useRead<Name extends OperationName>(name: Name, call: Call<Name>, isNeeded = true) {
  const { asbuilt } = useSession();
  return useQuery<Answer<Name>>({
    queryKey: [name, call],
    queryFn: ({ signal }) => asbuilt.send(name, { ...call, signal }),
    enabled: isNeeded,
  });
}

/** Reads a list page by page. */
export function usePages<Name extends ListName>(name: Name, call: Call<Name>) {
  const { asbuilt } = useSession();
  return useInfiniteQuery({
    queryKey: [name, call, "pages"],
    queryFn: ({ signal, pageParam }) => asbuilt.page(name, { ...call, signal }, pageParam),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next,
    placeholderData: keepPreviousData,
  });
}

/**
 * Writes. A repetition of the same body has the same Idempotency-Key, so that it takes effect once
 * if the first response was lost. After a success, everything that is shown is read again.
 */
export function useWrite<Name extends OperationName>(name: Name) {
  const { asbuilt } = useSession();
  const queries = useQueryClient();
  const last = useRef<{ readonly text: string; readonly key: string }>(undefined);
  return useMutation<Answer<Name>, Error, Call<Name>>({
    mutationFn: (call) => {
      const text = JSON.stringify([call.path, call.body]);
      if (last.current?.text !== text) last.current = { text, key: crypto.randomUUID() };
      return asbuilt.send(name, { ...call, idempotencyKey: last.current.key });
    },
    onSuccess: () => {
      last.current = undefined;
      return queries.invalidateQueries();
    },
  });
}

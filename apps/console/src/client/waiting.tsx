import {
  type Mutation,
  type Query,
  useIsMutating,
  useMutationState,
  useQueryClient,
} from "@tanstack/react-query";
import { useState, useSyncExternalStore } from "react";
import { Slow } from "../ui/slow.tsx";
import { isBusy, retryAt, sendPendingAgain } from "./busy.ts";

const isAsked = (query: Query) => query.state.fetchStatus !== "idle" && query.isActive();

/** Stands where an answer will be. After some seconds a person can have it asked again. */
export function Waiting() {
  const queries = useQueryClient();
  const [since, setSince] = useState(Date.now);
  const cache = queries.getQueryCache();
  const failure = useSyncExternalStore(
    (onChange) => cache.subscribe(onChange),
    () => cache.getAll().find((query) => isAsked(query) && isBusy(query.state.fetchFailureReason)),
  );
  const askAgain = async () => {
    setSince(Date.now());
    const asked = new Set(cache.findAll({ predicate: isAsked }));
    const filter = { predicate: (query: Query) => asked.has(query) };
    // A query without an answer is not asked anew before its request is given up.
    await queries.cancelQueries(filter);
    await queries.refetchQueries(filter);
  };
  const waitsUntil = retryAt(failure?.state.fetchFailureReason);
  return <Slow since={since} waitsUntil={waitsUntil} onRetry={askAgain} />;
}

/** Shows that something is being written, while it is. */
export const Writing = () => (useIsMutating() > 0 ? <PendingWrites /> : undefined);

const stateOf = (mutation: Mutation) => mutation.state;

function PendingWrites() {
  const [since, setSince] = useState(Date.now);
  const pending = useMutationState({ filters: { status: "pending" }, select: stateOf });
  const refusal = pending.map(({ failureReason }) => failureReason).find(isBusy);
  const sendAgain = () => {
    setSince(Date.now());
    sendPendingAgain();
  };
  return <Slow since={since} waitsUntil={retryAt(refusal)} onRetry={sendAgain} />;
}

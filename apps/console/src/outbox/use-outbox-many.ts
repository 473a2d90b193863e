import { ProblemError } from "@asbuilt/client";
import { useCallback } from "react";
import { Unreachable } from "../client/asbuilt.ts";
import {
  type SendEntry,
  useWriteMany,
  type WriteMany,
  type WriteManyOptions,
} from "../client/write-many.ts";
import type { OutboxBody, OutboxOperation, Outcome } from "./outbox.rules.ts";
import { type News, write } from "./outbox.ts";
import { useNews, useOwner } from "./use-outbox.ts";

/**
 * Writes in turn by way of the outbox. An entry that nobody knows the outcome of is kept: its line
 * says so, and later what became of it.
 */
export function useOutboxMany<Name extends OutboxOperation>(
  name: Name,
  onDone?: WriteManyOptions<Name>["onDone"],
): WriteMany<Name> {
  const owner = useOwner();
  const send: SendEntry<Name> = async ({ call, key }) => {
    const result = await write(name, call.body as OutboxBody<Name>, owner, { key });
    switch (result.kind) {
      case "done":
        return { state: "done", answer: result.data };
      case "refused":
        return { state: "refused", error: errorOf(result) };
      case "kept":
        return { state: "kept" };
      default:
        return { state: "refused", error: new Unreachable("The service can't be reached.") };
    }
  };
  const writes = useWriteMany(name, { send, onDone });
  const { note } = writes;
  useNews(
    useCallback(
      ({ entry: { key }, outcome, isAwaited }: News) => {
        if (isAwaited) return;
        // The key is one of this list, so the answer is that of this operation.
        if (outcome.kind === "done") note(key, { state: "done", answer: outcome.data as never });
        // It stays in the outbox, where its person settles it.
        if (outcome.kind === "refused") note(key, { state: "kept", error: errorOf(outcome) });
      },
      [note],
    ),
  );
  return writes;
}

/** A problem that the outbox got, as a call throws it. Its response stayed in the outbox. */
const errorOf = ({ problem }: Extract<Outcome, { readonly kind: "refused" }>): ProblemError =>
  new ProblemError(problem, new Response(undefined, { status: problem.status }));

import type { Answer, Call, OperationName } from "@asbuilt/client";
import { useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import { useSession } from "../session/session.tsx";
import { newIdempotencyKey } from "./idempotency-key.ts";
import { readAgain } from "./queries.ts";

/** Writes of several operations that belong together. */
export interface Writes {
  /** Sends one of them. Sent again after a failure, it has the same Idempotency-Key. */
  readonly send: <Name extends OperationName>(
    name: Name,
    call: Call<Name>,
  ) => Promise<Answer<Name>>;
  /** Reads everything that is shown again, after the last one. */
  readonly readAgain: () => Promise<void>;
}

export function useWrites(): Writes {
  const { asbuilt } = useSession();
  const queries = useQueryClient();
  return useMemo(() => {
    const keys = new Map<string, string>();
    return {
      send: async (name, call) => {
        const text = JSON.stringify([name, call.path, call.body]);
        const idempotencyKey = keys.get(text) ?? newIdempotencyKey();
        keys.set(text, idempotencyKey);
        const answer = await asbuilt.send(name, { ...call, idempotencyKey });
        keys.delete(text);
        return answer;
      },
      readAgain: () => readAgain(queries),
    };
  }, [asbuilt, queries]);
}

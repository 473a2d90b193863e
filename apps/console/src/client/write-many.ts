import type { Answer, Call, OperationName } from "@asbuilt/client";
import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { useSession } from "../session/session.tsx";
import type { Asbuilt } from "./asbuilt.ts";
import { sendPatiently } from "./busy.ts";

/** One of several writes of the same operation, with its own result. */
export interface WriteEntry<Name extends OperationName> {
  /** Its Idempotency-Key: a repetition takes effect once. */
  readonly key: string;
  /** Its name for a person, such as a serial. */
  readonly subject: string;
  readonly call: Call<Name>;
  readonly state: "waiting" | "sent" | "done" | "refused";
  readonly answer?: Answer<Name>;
  readonly error?: unknown;
}

export interface WriteMany<Name extends OperationName> {
  readonly entries: readonly WriteEntry<Name>[];
  readonly isBusy: boolean;
  readonly add: (
    entries: readonly { readonly subject: string; readonly call: Call<Name> }[],
  ) => void;
  readonly retryRefused: () => void;
  /** Takes an entry off the list, such as a refused one that is settled in another way. */
  readonly drop: (key: string) => void;
}

/** Writes one entry. */
async function send<Name extends OperationName>(
  asbuilt: Asbuilt,
  name: Name,
  entry: WriteEntry<Name>,
): Promise<WriteEntry<Name>> {
  try {
    const call = { ...entry.call, idempotencyKey: entry.key };
    const answer = await sendPatiently(() => asbuilt.send(name, call));
    return { ...entry, state: "done", answer };
  } catch (error) {
    return { ...entry, state: "refused", error };
  }
}

/**
 * Writes one after another, and keeps the result of each. A refused one does not stop those behind
 * it. When all are through, everything that is shown is read again.
 */
export function useWriteMany<Name extends OperationName>(
  name: Name,
  onDone?: (entry: WriteEntry<Name>) => void,
): WriteMany<Name> {
  const { asbuilt } = useSession();
  const queries = useQueryClient();
  const [entries, setEntries] = useState<readonly WriteEntry<Name>[]>([]);
  const waiting = useRef<WriteEntry<Name>[]>([]);
  const isRunning = useRef(false);

  const put = (entry: WriteEntry<Name>) =>
    setEntries((all) => all.map((other) => (other.key === entry.key ? entry : other)));
  const run = async (added: readonly WriteEntry<Name>[]) => {
    waiting.current.push(...added);
    if (isRunning.current) return;
    isRunning.current = true;
    for (let next = waiting.current.shift(); next; next = waiting.current.shift()) {
      put({ ...next, state: "sent" });
      const written = await send(asbuilt, name, next);
      put(written);
      if (written.state === "done") onDone?.(written);
    }
    isRunning.current = false;
    await queries.invalidateQueries();
  };
  return {
    entries,
    isBusy: entries.some(({ state }) => state === "waiting" || state === "sent"),
    add: (calls) => {
      const added = calls.map((call): WriteEntry<Name> => ({
        ...call,
        key: crypto.randomUUID(),
        state: "waiting",
      }));
      setEntries((all) => [...all, ...added]);
      void run(added);
    },
    retryRefused: () => {
      const refused = entries.filter(({ state }) => state === "refused");
      const again = refused.map(({ key, subject, call }): WriteEntry<Name> => ({
        key,
        subject,
        call,
        state: "waiting",
      }));
      again.forEach(put);
      void run(again);
    },
    drop: (key) => setEntries((all) => all.filter((entry) => entry.key !== key)),
  };
}

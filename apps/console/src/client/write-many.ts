import type { Answer, Call, OperationName } from "@asbuilt/client";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
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
  /** Sends no more entries. Those that wait can be sent later. */
  readonly stop: () => void;
  /** Sends the entries that wait since a stop. */
  readonly resume: () => void;
  readonly retryRefused: () => void;
  /** Takes an entry off the list, such as a refused one that is settled in another way. */
  readonly drop: (key: string) => void;
}

interface WriteManyOptions<Name extends OperationName> {
  readonly onDone?: (entry: WriteEntry<Name>) => void;
  /** How many are in progress together. It is one unless their order does not matter. */
  readonly together?: number;
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

/** Sends entries in turn, and keeps the state of each. */
function useQueue<Name extends OperationName>(name: Name, options: WriteManyOptions<Name>) {
  const { onDone, together = 1 } = options;
  const { asbuilt } = useSession();
  const queries = useQueryClient();
  const [entries, setEntries] = useState<readonly WriteEntry<Name>[]>([]);
  const [isBusy, setBusy] = useState(false);
  const waiting = useRef<WriteEntry<Name>[]>([]);
  const isRunning = useRef(false);

  const put = (entry: WriteEntry<Name>) =>
    setEntries((all) => all.map((other) => (other.key === entry.key ? entry : other)));
  const sendInTurn = async () => {
    for (let next = waiting.current.shift(); next; next = waiting.current.shift()) {
      put({ ...next, state: "sent" });
      const written = await send(asbuilt, name, next);
      put(written);
      if (written.state === "done") onDone?.(written);
    }
  };
  const run = async (added: readonly WriteEntry<Name>[]) => {
    waiting.current.push(...added);
    if (isRunning.current) return;
    isRunning.current = true;
    setBusy(true);
    // An entry that is added meanwhile is sent too.
    while (waiting.current.length > 0) {
      await Promise.all(Array.from({ length: together }, sendInTurn));
    }
    isRunning.current = false;
    setBusy(false);
    await queries.invalidateQueries();
  };
  const stop = () => {
    waiting.current = [];
  };
  return { entries, setEntries, put, run, stop, isBusy };
}

/**
 * Writes in turn, and keeps the result of each. A refused one does not stop those behind it. When
 * all are through, everything that is shown is read again.
 */
export function useWriteMany<Name extends OperationName>(
  name: Name,
  options: WriteManyOptions<Name> = {},
): WriteMany<Name> {
  const { entries, setEntries, put, run, stop, isBusy } = useQueue(name, options);
  return {
    entries,
    isBusy,
    add: (calls) => {
      const added = calls.map((call): WriteEntry<Name> => ({
        ...call,
        key: crypto.randomUUID(),
        state: "waiting",
      }));
      setEntries((all) => [...all, ...added]);
      void run(added);
    },
    stop,
    resume: () => void run(entries.filter(({ state }) => state === "waiting")),
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

/** Stops the writes of a part of the page when it goes: nobody sees what becomes of the rest. */
export function useStopWhenGone({ stop }: Pick<WriteMany<never>, "stop">): void {
  const latest = useRef(stop);
  useEffect(() => () => latest.current(), []);
}

import type { Answer, Call, OperationName } from "@asbuilt/client";
import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useRef, useState } from "react";
import { useSession } from "../session/session.tsx";
import type { Asbuilt } from "./asbuilt.ts";
import { sendPatiently } from "./busy.ts";
import { newIdempotencyKey } from "./idempotency-key.ts";

/** One of several writes of the same operation, with its own result. */
export interface WriteEntry<Name extends OperationName> {
  /** Its Idempotency-Key: a repetition takes effect once. */
  readonly key: string;
  /** Its name for a person, such as a serial. */
  readonly subject: string;
  readonly call: Call<Name>;
  /** Kept: the outbox sends it again until the service responds. */
  readonly state: "waiting" | "sent" | "done" | "kept" | "refused";
  readonly answer?: Answer<Name>;
  readonly error?: unknown;
  /** The request that it was a line of, if nobody knows what became of that. */
  readonly sentIn?: SentIn | undefined;
}

/** A request with several entries: its Idempotency-Key, and the number of its lines. */
export interface SentIn {
  readonly key: string;
  readonly count: number;
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
  /** Notes what became of an entry that was kept. */
  readonly note: (key: string, outcome: Outcome<Name>) => void;
}

export type Outcome<Name extends OperationName> = Pick<
  WriteEntry<Name>,
  "answer" | "error" | "state" | "sentIn"
>;

/** Writes one entry. It never throws: a failure is an outcome too. */
export type SendEntry<Name extends OperationName> = (
  entry: WriteEntry<Name>,
) => Promise<Outcome<Name>>;

/** Writes some entries in one request. It never throws, and returns the outcome of each. */
export type SendLines<Name extends OperationName> = (
  entries: readonly WriteEntry<Name>[],
) => Promise<readonly Outcome<Name>[]>;

export interface WriteManyOptions<Name extends OperationName> {
  /** Is called with each entry that needs nothing more of its person: done, or kept. */
  readonly onDone?: ((entry: WriteEntry<Name>) => void) | undefined;
  /** How an entry is sent. By default, it goes to the service. */
  readonly send?: SendEntry<Name>;
  /** Sends up to `size` entries in one request instead. */
  readonly lines?: { readonly size: number; readonly send: SendLines<Name> };
}

const sendTo =
  <Name extends OperationName>(asbuilt: Asbuilt, name: Name): SendEntry<Name> =>
  async ({ call, key }) => {
    try {
      const answer = await sendPatiently(() =>
        asbuilt.send(name, { ...call, idempotencyKey: key }),
      );
      return { state: "done", answer };
    } catch (error) {
      return { state: "refused", error };
    }
  };

/** Takes the next entries off the list: those of an earlier request stay together. */
function takeLines<Name extends OperationName>(
  waiting: WriteEntry<Name>[],
  size: number,
): WriteEntry<Name>[] {
  const key = waiting[0]?.sentIn?.key;
  const others = waiting.findIndex(({ sentIn }) => sentIn?.key !== key);
  return waiting.splice(0, Math.min(size, others < 0 ? waiting.length : others));
}

/** Sends entries in turn, and keeps the state of each. */
function useQueue<Name extends OperationName>(name: Name, options: WriteManyOptions<Name>) {
  const { asbuilt } = useSession();
  const { onDone, send = sendTo(asbuilt, name) } = options;
  const one: SendLines<Name> = (entries) => Promise.all(entries.map(send));
  const { size, send: sendLines } = options.lines ?? { size: 1, send: one };
  const queries = useQueryClient();
  const [entries, setEntries] = useState<readonly WriteEntry<Name>[]>([]);
  const [isBusy, setBusy] = useState(false);
  const waiting = useRef<WriteEntry<Name>[]>([]);
  const isRunning = useRef(false);

  const put = (changed: readonly WriteEntry<Name>[]) => {
    const byKey = new Map(changed.map((entry) => [entry.key, entry]));
    setEntries((all) => all.map((other) => byKey.get(other.key) ?? other));
  };
  const sendInTurn = async () => {
    for (;;) {
      const next = takeLines(waiting.current, size);
      if (next.length === 0) return;
      put(next.map((entry) => ({ ...entry, state: "sent" })));
      const outcomes = await sendLines(next);
      const written = next.map((entry, index) => Object.assign({}, entry, outcomes[index]));
      put(written);
      for (const entry of written) if (entry.state !== "refused") onDone?.(entry);
    }
  };
  const run = async (added: readonly WriteEntry<Name>[]) => {
    waiting.current.push(...added);
    if (isRunning.current) return;
    isRunning.current = true;
    setBusy(true);
    // An entry that is added meanwhile is sent too.
    await sendInTurn();
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
  const note = useCallback<WriteMany<Name>["note"]>(
    (key, outcome) =>
      setEntries((all) =>
        all.map((entry) => (entry.key === key ? { ...entry, ...outcome } : entry)),
      ),
    [setEntries],
  );
  return {
    entries,
    isBusy,
    add: (calls) => {
      const added = calls.map((call): WriteEntry<Name> => ({
        ...call,
        key: newIdempotencyKey(),
        state: "waiting",
      }));
      setEntries((all) => [...all, ...added]);
      void run(added);
    },
    stop,
    resume: () => void run(entries.filter(({ state }) => state === "waiting")),
    retryRefused: () => {
      const refused = entries.filter(({ state }) => state === "refused");
      const again = refused.map(({ key, subject, call, sentIn }): WriteEntry<Name> => ({
        key,
        subject,
        call,
        sentIn,
        state: "waiting",
      }));
      put(again);
      void run(again);
    },
    drop: (key) => setEntries((all) => all.filter((entry) => entry.key !== key)),
    note,
  };
}

/** Stops the writes of a part of the page when it goes: nobody sees what becomes of the rest. */
export function useStopWhenGone({ stop }: Pick<WriteMany<never>, "stop">): void {
  const latest = useRef(stop);
  useEffect(() => () => latest.current(), []);
}

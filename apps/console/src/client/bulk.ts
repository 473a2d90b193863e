import type { Call, OperationName } from "@asbuilt/client";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useSession } from "../session/session.tsx";
import { sendPatiently } from "./busy.ts";

/** One write of many. */
export interface BulkLine<Name extends OperationName> {
  readonly id: number;
  /** How a person knows what is written, such as a serial. */
  readonly name: string;
  readonly call: Call<Name>;
}

/** The state of a line, and why it was refused. */
export type Outcome =
  | { readonly state: "waiting" | "done" }
  | { readonly state: "refused"; readonly error: unknown };

export interface Bulk<Name extends OperationName> {
  readonly lines: readonly BulkLine<Name>[];
  readonly outcomes: ReadonlyMap<number, Outcome>;
  readonly isRunning: boolean;
  /** Sends the lines. Those that the service has refused before are sent again. */
  readonly run: (lines: readonly BulkLine<Name>[]) => Promise<void>;
  /** Sends no more lines. */
  readonly stop: () => void;
}

/** The number of writes in progress. More would only wait in the service. */
const runningMax = 4;

/**
 * Writes line after line, each with its own result. A line has the same Idempotency-Key each time
 * that it is sent. The screen is read again once, at the end.
 */
export function useBulkWrite<Name extends OperationName>(name: Name): Bulk<Name> {
  const { asbuilt } = useSession();
  const queries = useQueryClient();
  const [lines, setLines] = useState<readonly BulkLine<Name>[]>([]);
  const [outcomes, setOutcomes] = useState<ReadonlyMap<number, Outcome>>(new Map());
  const [isRunning, setRunning] = useState(false);
  const isStopped = useRef(false);
  const keys = useRef(new Map<string, string>());
  useEffect(() => {
    isStopped.current = false;
    return () => {
      isStopped.current = true;
    };
  }, []);

  const note = (id: number, outcome: Outcome) =>
    setOutcomes((before) => new Map(before).set(id, outcome));
  const send = async ({ id, call }: BulkLine<Name>) => {
    const text = JSON.stringify([call.path, call.body]);
    const idempotencyKey = keys.current.get(text) ?? crypto.randomUUID();
    keys.current.set(text, idempotencyKey);
    try {
      await sendPatiently(() => asbuilt.send(name, { ...call, idempotencyKey }));
      note(id, { state: "done" });
    } catch (error) {
      note(id, { state: "refused", error });
    }
  };
  const run = async (given: readonly BulkLine<Name>[]) => {
    isStopped.current = false;
    setLines((before) => (before.length === 0 ? given : before));
    setRunning(true);
    for (const { id } of given) note(id, { state: "waiting" });
    const queue = given.values();
    const worker = async () => {
      for (const line of queue) {
        if (isStopped.current) return;
        await send(line);
      }
    };
    await Promise.all(Array.from({ length: runningMax }, worker));
    setRunning(false);
    await queries.invalidateQueries();
  };
  const stop = () => {
    isStopped.current = true;
  };
  return { lines, outcomes, isRunning, run, stop };
}

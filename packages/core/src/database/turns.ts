import type { BatchDatabase } from "./executor.ts";

/** How many batches may be under way at once. */
export interface AtOnce {
  readonly reads: number;
  readonly writes: number;
  /** With less time left than this a write is not sent: given up under way, it would be in doubt. */
  readonly leastMs: number;
}

/**
 * A database that is sent so many batches at a time. Those that wait go in order; one whose deadline
 * comes first is never sent.
 */
export function batchesInTurn(
  database: BatchDatabase,
  { reads, writes, leastMs }: AtOnce,
): BatchDatabase {
  const [toRead, toWrite] = [newTurns(reads), newTurns(writes)];
  return {
    read: (statements, deadline) => toRead(deadline, () => database.read(statements, deadline)),
    write: (statements, deadline) =>
      toWrite(deadline - leastMs, () => database.write(statements, deadline)),
  };
}

function newTurns(most: number) {
  let underWay = 0;
  const waiting = new Set<() => void>();
  const turn = (latest: number) =>
    new Promise<void>((resolve, reject) => {
      const begin = () => {
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(() => {
        waiting.delete(begin);
        reject(tooLate());
      }, latest - Date.now());
      waiting.add(begin);
    });
  return async <Result>(latest: number, work: () => Promise<Result>): Promise<Result> => {
    if (Date.now() > latest) throw tooLate();
    if (underWay < most) underWay++;
    else await turn(latest);
    try {
      return await work();
    } finally {
      // Whoever is next takes the turn over.
      const [next] = waiting;
      if (next) waiting.delete(next);
      else underWay--;
      next?.();
    }
  };
}

const tooLate = () => new Error("Not sent: those before it took too long.");

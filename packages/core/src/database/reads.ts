import { type Bound, plainSql, type RawRow } from "./bound.ts";
import type { Results } from "./executor.ts";
import type { Run } from "./damage.ts";

/** The reads of a database in this process. */
export interface Reads {
  readonly read: (statements: readonly Bound[], asOne?: boolean) => Promise<Results>;
  /** Runs all reads that wait. */
  readonly runWaiting: () => void;
  readonly waiting: () => number;
}

interface Waiting {
  readonly statements: readonly Bound[];
  readonly asOne: boolean;
  readonly resolve: (results: Results) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * A read that is alone in its pass of the event loop runs immediately. If the pass before had more
 * than one, reads wait for the next pass and run together on one state of the database: a bound
 * statement that several of them share, such as the check of their key, is read once. Each was sent
 * before that read, so its result is current for all. `onFirst` schedules the next pass.
 */
export function newReads(run: Run, onFirst: () => void): Reads {
  let received = 0;
  let isCrowded = false;
  let waiting: Waiting[] = [];
  return {
    read: (statements, asOne = false) =>
      new Promise((resolve, reject) => {
        if (received++ === 0) onFirst();
        const read = { statements, asOne, resolve, reject };
        if (isCrowded) waiting.push(read);
        else if (asOne) together(run, () => resolveAll([read], run));
        else resolveAll([read], run);
      }),
    runWaiting: () => {
      // Commands call this too: a pass without reads says nothing about the next one.
      if (received === 0) return;
      const due = waiting;
      isCrowded = received > 1;
      received = 0;
      waiting = [];
      // Outside of a transaction, SQLite would lock and unlock the file for each statement.
      if (due.length > 1 || due[0]?.asOne) together(run, () => resolveAll(due, readOnce(run)));
      else resolveAll(due, run);
    },
    waiting: () => waiting.length,
  };
}

function resolveAll(reads: readonly Waiting[], run: Run): void {
  for (const { statements, resolve, reject } of reads) {
    try {
      resolve(statements.map(run));
    } catch (error) {
      reject(error);
    }
  }
}

function readOnce(run: Run): Run {
  const known = new Map<Bound, readonly RawRow[]>();
  return (bound) => {
    const before = known.get(bound);
    if (before) return before;
    const rows = run(bound);
    known.set(bound, rows);
    return rows;
  };
}

const beginRead = plainSql("BEGIN");
const endRead = plainSql("ROLLBACK");

/** Does the work in one transaction. If that can't begin or end, the work fails with the cause. */
function together(run: Run, work: () => void): void {
  quietly(() => run(beginRead));
  work();
  quietly(() => run(endRead));
}

/** Ignores a failure about which nothing can be done. */
export function quietly(work: () => void): void {
  try {
    work();
  } catch {
    // For example a rollback after SQLite has rolled back itself.
  }
}

import type { Run } from "./damage.ts";
import type { Results } from "./executor.ts";
import { plainSql } from "./plain-sql.ts";
import type { Bound, RawRow } from "./statement.ts";

/** The reads of a database in this process. */
export interface Reads {
  readonly read: (statements: readonly Bound[], asOne?: boolean) => Promise<Results>;
  /** Runs all that wait. */
  readonly takeTurn: () => void;
}

interface Waiting {
  readonly statements: readonly Bound[];
  readonly asOne: boolean;
  readonly resolve: (results: Results) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * A read alone in its turn runs at once. Where more came in the turn before, reads wait for the next,
 * and run together on one state of the database: what several ask by one and the same bound statement,
 * as the check of the key that all were sent with, is read once. Each was asked for before, so it is
 * as fresh for all. `onFirst` sees to it that the next turn comes.
 */
export function newReads(run: Run, onFirst: () => void): Reads {
  let asked = 0;
  let isCrowded = false;
  let waiting: Waiting[] = [];
  return {
    read: (statements, asOne = false) =>
      new Promise((resolve, reject) => {
        if (asked++ === 0) onFirst();
        const read = { statements, asOne, resolve, reject };
        if (isCrowded) waiting.push(read);
        else if (asOne) together(run, () => answer([read], run));
        else answer([read], run);
      }),
    takeTurn: () => {
      // Commands take their turn, too: one in which nothing was asked says nothing of the next.
      if (asked === 0) return;
      const turn = waiting;
      isCrowded = asked > 1;
      asked = 0;
      waiting = [];
      // For each statement alone, SQLite would ask the system for a lock and give it back.
      if (turn.length > 1 || turn[0]?.asOne) together(run, () => answer(turn, readOnce(run)));
      else answer(turn, run);
    },
  };
}

function answer(turn: readonly Waiting[], run: Run): void {
  for (const { statements, resolve, reject } of turn) {
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

const begin = plainSql("BEGIN");
const end = plainSql("ROLLBACK");

/** Does the work in one transaction. Where none can be begun or ended, the work itself says why. */
function together(run: Run, work: () => void): void {
  quietly(() => run(begin));
  work();
  quietly(() => run(end));
}

/** Does what may fail, where nothing is to be done about it. */
export function quietly(work: () => void): void {
  try {
    work();
  } catch {
    // Such as to roll back what has been rolled back already.
  }
}

import type { Bound } from "../database/bound.ts";
import { type Executor, rowsOf } from "../database/executor.ts";

/** The rows of the change log that no seal covers yet. */
export interface Unsealed {
  readonly rows: number;
  /** When the first of them was written; undefined if there is none. */
  readonly since: number | undefined;
}

/** Looks at two rows of the log, however many are not sealed. */
export const unsealedRows: Bound<Unsealed> = {
  sql: `select last - sealed, (select at from change_log where seq > sealed order by seq limit 1)
    from (select coalesce((select max(seq) from change_log), 0) as last,
      coalesce((select last_seq from seal order by id desc limit 1), 0) as sealed)`,
  params: [],
  row: (raw) => {
    const [rows, since] = raw as readonly [number, number | null];
    return { rows, since: since ?? undefined };
  },
};

/** Reads how much of a database's change log is not sealed. */
export async function readUnsealed(executor: Pick<Executor, "read">): Promise<Unsealed> {
  const [found] = await rowsOf(executor, unsealedRows);
  return found!;
}

import { useMemo, useState } from "react";

/** The rows that a person has marked, to act on them together. */
export interface Marks<Row> {
  readonly rows: readonly Row[];
  readonly isMarked: (row: Row) => boolean;
  readonly isAllMarked: boolean;
  readonly toggle: (row: Row) => void;
  /** Marks everything that is loaded, or nothing if everything is marked. */
  readonly toggleAll: () => void;
  readonly clear: () => void;
}

/** Keeps the marks of the rows that are loaded. A row that is no longer loaded loses its mark. */
export function useMarks<Row extends { readonly id: number }>(rows: readonly Row[]): Marks<Row> {
  const [ids, setIds] = useState<ReadonlySet<number>>(new Set());
  const marked = useMemo(() => rows.filter(({ id }) => ids.has(id)), [rows, ids]);
  const isAllMarked = rows.length > 0 && marked.length === rows.length;
  return {
    rows: marked,
    isMarked: ({ id }) => ids.has(id),
    isAllMarked,
    toggle: ({ id }) =>
      setIds(ids.has(id) ? new Set([...ids].filter((one) => one !== id)) : new Set([...ids, id])),
    toggleAll: () => setIds(new Set(isAllMarked ? [] : rows.map(({ id }) => id))),
    clear: () => setIds(new Set()),
  };
}

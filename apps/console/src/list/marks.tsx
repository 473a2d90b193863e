import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import type { Column } from "./virtual-grid.tsx";
import "./marks.css";

export interface Marks<Row> {
  /** The marked rows by their ids, as they were when they were marked. */
  readonly marked: ReadonlyMap<number, Row>;
  readonly toggle: (row: Row) => void;
  readonly markAll: (rows: readonly Row[]) => void;
  readonly clear: () => void;
}

/** The rows of a list that a person marks, to do one thing with all of them. */
export function useMarks<Row extends { readonly id: number }>(): Marks<Row> {
  const [marked, setMarked] = useState<ReadonlyMap<number, Row>>(new Map());
  const toggle = (row: Row) =>
    setMarked((before) => {
      const after = new Map(before);
      if (!after.delete(row.id)) after.set(row.id, row);
      return after;
    });
  return {
    marked,
    toggle,
    markAll: (rows) => setMarked(new Map(rows.map((row) => [row.id, row]))),
    clear: () => setMarked(new Map()),
  };
}

/** The column with a box in each row. */
export function useMarkColumn<Row extends { readonly id: number }>(
  { marked, toggle }: Marks<Row>,
  nameOf: (row: Row) => string,
): Column<Row> {
  const { t } = useLingui();
  return {
    name: t`Mark`,
    widthRem: 3,
    share: 0,
    show: (row) => (
      <label className="mark">
        <input
          type="checkbox"
          aria-label={t`Mark ${nameOf(row)}`}
          checked={marked.has(row.id)}
          onChange={() => toggle(row)}
          // The row below it opens its record.
          onClick={(event) => event.stopPropagation()}
        />
      </label>
    ),
  };
}

import { useVirtualizer } from "@tanstack/react-virtual";
import { type HTMLAttributes, type KeyboardEvent, type ReactNode, useId, useRef } from "react";
import type { Marks } from "./marks.ts";
import "./virtual-grid.css";

export interface Column<Row> {
  readonly name: string;
  readonly show: (row: Row) => ReactNode;
  /** The content of its heading, if that is not the name. */
  readonly head?: ReactNode;
  /** The least width. */
  readonly widthRem: number;
  /** The share of the width that is left. */
  readonly share: number;
  readonly isNumber?: boolean;
}

interface VirtualGridProps<Row> {
  readonly role: "grid" | "treegrid";
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => number | string;
  /** The number of all rows, if it is known. */
  readonly isWhole: boolean;
  readonly active: number;
  readonly onActive: (index: number) => void;
  readonly onOpen: (row: Row) => void;
  /** Rows that can be marked: Space marks the active one, Ctrl+A everything that is loaded. */
  readonly marks?: Marks<Row> | undefined;
  /** Acts on a key, or returns the row to move to. `undefined` leaves the key to the grid. */
  readonly onKey?: (key: string) => number | "done" | undefined;
  /** Is called with the last rendered row, when it changes. */
  readonly onLastRow?: (index: number) => void;
  readonly rowAttributes?: (row: Row) => HTMLAttributes<HTMLDivElement>;
}

// Rows that are placed by their position can't be those of a table: the roles say what they are.
/* oxlint-disable jsx-a11y/prefer-tag-over-role -- see above */

/**
 * A grid that renders only its visible rows. It holds the focus itself and names its active row, so
 * that the focus is not lost when a row is scrolled away.
 */
export function VirtualGrid<Row>(props: VirtualGridProps<Row>) {
  const { role, label, columns, rows, isWhole, active, onActive, onOpen, onKey, marks } = props;
  const id = useId();
  const scroller = useRef<HTMLDivElement>(null);
  // oxlint-disable-next-line react/incompatible-library -- nothing here is memoised
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: rowHeight,
    overscan: 12,
    onChange: ({ range }) => (range ? props.onLastRow?.(range.endIndex) : undefined),
  });
  const onKeyDown = (event: KeyboardEvent) => {
    if (marks && mark(event, marks, rows[active]!)) return event.preventDefault();
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const to = onKey?.(event.key) ?? targetOf(event.key, active, rows.length);
    if (typeof to === "number") {
      const index = Math.max(0, Math.min(rows.length - 1, to));
      onActive(index);
      virtual.scrollToIndex(index);
    } else if (event.key === "Enter") onOpen(rows[active]!);
    else if (to === undefined) return;
    event.preventDefault();
  };
  const style = rowStyle(columns);
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- its role is a grid's
    <div
      ref={scroller}
      className="list card"
      role={role}
      aria-label={label}
      aria-rowcount={isWhole ? rows.length + 1 : -1}
      aria-colcount={columns.length}
      aria-multiselectable={marks ? true : undefined}
      aria-activedescendant={`${id}-${active}`}
      tabIndex={0}
      onKeyDown={onKeyDown}
    >
      <GridHead columns={columns} />
      <div role="presentation" className="list-body" style={{ blockSize: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ index, start, size }) => (
          <GridRow
            key={props.keyOf(rows[index]!)}
            row={rows[index]!}
            columns={columns}
            attributes={{
              id: `${id}-${index}`,
              "aria-rowindex": index + 2,
              "aria-selected": marks ? marks.isMarked(rows[index]!) : index === active,
              className: index === active ? "list-row list-active" : "list-row",
              style: { ...style, transform: `translateY(${start}px)`, blockSize: size },
              onClick: () => onActive(index),
              ...props.rowAttributes?.(rows[index]!),
            }}
          />
        ))}
      </div>
    </div>
  );
}

/** The heading of the columns of a grid. */
export const GridHead = ({
  columns,
}: {
  readonly columns: readonly Pick<
    Column<never>,
    "name" | "head" | "isNumber" | "widthRem" | "share"
  >[];
}) => (
  <div className="list-row list-head" role="row" aria-rowindex={1} style={rowStyle(columns)}>
    {columns.map(({ name, head, isNumber }) => (
      <div key={name} role="columnheader" className={isNumber ? "number" : undefined}>
        {head ?? name}
      </div>
    ))}
  </div>
);

interface GridRowProps<Row> {
  readonly row: Row;
  readonly columns: readonly Column<Row>[];
  readonly attributes: HTMLAttributes<HTMLDivElement>;
}

const GridRow = <Row,>({ row, columns, attributes }: GridRowProps<Row>) => (
  <div role="row" {...attributes}>
    {columns.map(({ name, show, isNumber }) => (
      <div key={name} role="gridcell" className={isNumber ? "number" : undefined}>
        {show(row)}
      </div>
    ))}
  </div>
);

/** Marks rows by the keyboard. Returns whether the key was one that marks. */
function mark<Row>(event: KeyboardEvent, marks: Marks<Row>, row: Row): boolean {
  const isAll = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "a";
  if (isAll) marks.toggleAll();
  else if (event.key === " ") marks.toggle(row);
  return isAll || event.key === " ";
}

const gapRem = 0.75;

/** The width and the columns of every row, with the heading: they stand below each other. */
export const rowStyle = (columns: readonly Pick<Column<never>, "widthRem" | "share">[]) => ({
  gridTemplateColumns: columns
    .map(({ widthRem, share }) => `minmax(${widthRem}rem, ${share}fr)`)
    .join(" "),
  minInlineSize: `${columns.reduce((sum, { widthRem }) => sum + widthRem + gapRem, 2 - gapRem)}rem`,
});

/** A row is as high as the density of the page says. */
export const rowHeight = () =>
  Number.parseFloat(getComputedStyle(document.documentElement).getPropertyValue("--row"));

export const pageRows = 15;

/** Returns the row that a key moves to; undefined for other keys. */
function targetOf(key: string, active: number, count: number): number | undefined {
  switch (key) {
    case "ArrowDown":
      return active + 1;
    case "ArrowUp":
      return active - 1;
    case "PageDown":
      return active + pageRows;
    case "PageUp":
      return active - pageRows;
    case "Home":
      return 0;
    case "End":
      return count - 1;
    default:
      return undefined;
  }
}

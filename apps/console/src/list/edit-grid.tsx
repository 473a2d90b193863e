import { defaultRangeExtractor, useVirtualizer } from "@tanstack/react-virtual";
import { type HTMLAttributes, type KeyboardEvent, useEffect, useId, useRef } from "react";
import { type Cell, EditCell } from "./edit-cell.tsx";
import type { CellPlace } from "./edit-grid.rules.ts";
import { useGridEditing } from "./use-grid-editing.ts";
import { GridHead, rowHeight, rowStyle } from "./virtual-grid.tsx";
import "./virtual-grid.css";
import "./edit-grid.css";

export interface EditColumn<Row> {
  readonly name: string;
  /** The least width. */
  readonly widthRem: number;
  /** The share of the width that is left. */
  readonly share: number;
  readonly isNumber?: boolean;
  /** What its values are for. It is shown while a cell of the column is active. */
  readonly hint?: string;
  /** Returns undefined for a cell that says nothing. */
  readonly cellOf: (row: Row) => Cell | undefined;
}

interface EditGridProps<Row> {
  readonly label: string;
  readonly columns: readonly EditColumn<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
  readonly isReadOnly: boolean;
  readonly active: CellPlace;
  readonly onActive: (place: CellPlace) => void;
  /** Acts on a key that the grid does not use. Returns whether it did. */
  readonly onKey: (event: KeyboardEvent) => boolean;
  readonly rowAttributes: (row: Row) => HTMLAttributes<HTMLDivElement>;
  /** It takes the focus each time that this grows: a button outside of it has added a row. */
  readonly calls: number;
}

// Rows that are placed by their position can't be those of a table: the roles say what they are.
/* oxlint-disable jsx-a11y/prefer-tag-over-role -- see above */

/**
 * A grid whose cells are edited in place, by keyboard alone: arrows move, Enter or a first letter
 * edits, Tab goes on to the next cell, Escape leaves. It holds the focus and names its active cell.
 */
export function EditGrid<Row>(props: EditGridProps<Row>) {
  const { columns, rows, isReadOnly, active, onActive } = props;
  const id = useId();
  const scroller = useRef<HTMLDivElement>(null);
  const virtual = useRows(scroller, rows.length, active);
  const activeId = rows.length > 0 ? cellId(id, active) : undefined;
  useEffect(() => {
    if (activeId) document.getElementById(activeId)?.scrollIntoView(nearest);
  }, [activeId]);
  const { calls } = props;
  useEffect(() => {
    if (calls > 0) scroller.current?.focus();
  }, [calls]);
  const cellAt = ({ row, column }: CellPlace) =>
    rows[row] === undefined ? undefined : columns[column]?.cellOf(rows[row]);
  const keys = useGridEditing({
    size: { rows: rows.length, columns: columns.length },
    cellAt,
    isReadOnly,
    active,
    moveTo: (place) => {
      onActive(place);
      virtual.scrollToIndex(place.row);
    },
    focus: () => scroller.current?.focus(),
    onKey: props.onKey,
  });
  return (
    <>
      <div
        ref={scroller}
        className="list card edit-grid"
        role="treegrid"
        aria-label={props.label}
        aria-readonly={isReadOnly}
        aria-rowcount={rows.length + 1}
        aria-colcount={columns.length}
        aria-activedescendant={activeId}
        tabIndex={0}
        onKeyDown={keys.onKeyDown}
      >
        <GridHead columns={columns} />
        <GridBody {...props} gridId={id} virtual={virtual} keys={keys} />
      </div>
      <output id={`${id}-fault`} className="field-error edit-fault">
        {cellAt(active)?.fault}
      </output>
      <output className="field-hint">{columns[active.column]?.hint}</output>
    </>
  );
}

interface GridBodyProps<Row> extends EditGridProps<Row> {
  readonly gridId: string;
  readonly virtual: ReturnType<typeof useRows>;
  readonly keys: ReturnType<typeof useGridEditing>;
}

function GridBody<Row>(props: GridBodyProps<Row>) {
  const { gridId, columns, rows, active, onActive, virtual, keys } = props;
  const style = rowStyle(columns);
  return (
    <div role="presentation" className="list-body" style={{ blockSize: virtual.getTotalSize() }}>
      {virtual.getVirtualItems().map(({ index, start, size }) => (
        <div
          key={props.keyOf(rows[index]!)}
          className="list-row"
          role="row"
          aria-rowindex={index + 2}
          {...props.rowAttributes(rows[index]!)}
          style={{ ...style, transform: `translateY(${start}px)`, blockSize: size }}
        >
          {columns.map((column, at) => (
            <GridCell
              key={column.name}
              gridId={gridId}
              column={column}
              cell={column.cellOf(rows[index]!)}
              place={{ row: index, column: at }}
              active={active}
              onActive={onActive}
              keys={keys}
            />
          ))}
        </div>
      ))}
    </div>
  );
}

const cellId = (gridId: string, { row, column }: CellPlace) => `${gridId}-${row}-${column}`;

interface GridCellProps extends Pick<EditGridProps<never>, "active" | "onActive"> {
  readonly gridId: string;
  readonly column: EditColumn<never>;
  readonly cell: Cell | undefined;
  readonly place: CellPlace;
  readonly keys: ReturnType<typeof useGridEditing>;
}

function GridCell({ gridId, column, cell, place, active, onActive, keys }: GridCellProps) {
  const isActive = place.row === active.row && place.column === active.column;
  return (
    <EditCell
      id={cellId(gridId, place)}
      label={column.name}
      position={place.column}
      isNumber={column.isNumber ?? false}
      cell={cell}
      isActive={isActive}
      faultId={`${gridId}-fault`}
      editing={isActive ? keys.editing : undefined}
      onClick={() => {
        onActive(place);
        if (isActive || cell?.kind !== "text") keys.open(cell);
      }}
      onLeave={keys.leave}
      onStep={keys.step}
      onBlur={keys.stop}
    />
  );
}

const nearest = { block: "nearest", inline: "nearest" } as const;

/** The rows that are rendered: those in sight, and the active one with what is typed in it. */
function useRows(
  scroller: { readonly current: HTMLDivElement | null },
  count: number,
  active: CellPlace,
) {
  // oxlint-disable-next-line react/incompatible-library -- nothing here is memoised
  return useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: rowHeight,
    overscan: 8,
    rangeExtractor: (range) => {
      const inSight = defaultRangeExtractor(range);
      return inSight.includes(active.row) || active.row >= count
        ? inSight
        : [...inSight, active.row];
    },
  });
}

import { useMemo, useState } from "react";
import { type Column, VirtualGrid } from "../list/virtual-grid.tsx";
import {
  type Leveled,
  shapeOf,
  type TreeRow,
  type TreeShape,
  visibleRows,
} from "./flatten.rules.ts";
import "./treegrid.css";

interface TreegridProps<Row> {
  readonly label: string;
  /** The first column has the tree's lines. */
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  /** Names a row among all rows, also after more rows have been read. */
  readonly keyOf: (row: Row) => string;
  readonly nameOf: (row: Row) => string;
  readonly onOpen: (row: Row) => void;
}

/** Rows above this level are open at first. */
const closedLevel = 2;

/** A tree of up to tens of thousands of rows. */
export function Treegrid<Row extends Leveled>(props: TreegridProps<Row>) {
  const { label, columns, rows, keyOf, nameOf, onOpen } = props;
  const shape = useMemo(() => shapeOf(rows), [rows]);
  const keys = useMemo(() => rows.map(keyOf), [rows, keyOf]);
  // The rows whose state differs from that at first.
  const [toggled, setToggled] = useState<ReadonlySet<string>>(new Set());
  const [isAllOpen, setAllOpen] = useState(false);
  const [activeKey, setActiveKey] = useState<string>();
  const shown = useMemo(() => {
    const isOpenAtFirst = (at: number) => isAllOpen || rows[at]!.level < closedLevel;
    return visibleRows(rows, shape, (at) => toggled.has(keys[at]!) !== isOpenAtFirst(at));
  }, [rows, keys, shape, toggled, isAllOpen]);
  const activeAt = activeKey === undefined ? 0 : keys.indexOf(activeKey);
  const isActiveOrBefore = ({ at }: TreeRow<Row>) => at <= activeAt;
  const active = Math.max(0, shown.findLastIndex(isActiveOrBefore));

  const toggle = (at: number) =>
    setToggled((before) => before.symmetricDifference(new Set([keys[at]!])));
  const onKey = (key: string) => {
    const current = shown[active]!;
    const isToggle = key === (current.isOpen ? "ArrowLeft" : "ArrowRight");
    if (isToggle && current.hasChildren) toggle(current.at);
    else if (key === "*") {
      setToggled(new Set());
      setAllOpen(true);
    } else return treeTarget(key, { shown, active, shape, nameOf });
    return "done";
  };
  const [first, ...others] = columns;
  const showFirst = (row: TreeRow<Row>) => (
    <TreeCell row={row} show={first!.show} onToggle={toggle} />
  );
  return (
    <VirtualGrid<TreeRow<Row>>
      role="treegrid"
      label={label}
      columns={[{ ...first!, show: showFirst }, ...others.map(ofTree)]}
      rows={shown}
      keyOf={({ at }) => at}
      isWhole
      active={active}
      onActive={(index) => setActiveKey(keys[shown[index]!.at])}
      onOpen={({ row }) => onOpen(row)}
      onKey={onKey}
      rowAttributes={({ row, level, hasChildren, isOpen, siblings, position }) => ({
        "aria-level": level,
        "aria-setsize": siblings,
        "aria-posinset": position,
        "aria-expanded": hasChildren ? isOpen : undefined,
        onDoubleClick: () => onOpen(row),
      })}
    />
  );
}

const ofTree = <Row,>(column: Column<Row>): Column<TreeRow<Row>> => ({
  ...column,
  show: ({ row }) => column.show(row),
});

interface TreeCellProps<Row> {
  readonly row: TreeRow<Row>;
  readonly show: Column<Row>["show"];
  readonly onToggle: (at: number) => void;
}

const TreeCell = <Row,>({ row, show, onToggle }: TreeCellProps<Row>) => (
  <span className="tree-cell" style={{ paddingInlineStart: `${(row.level - 1) * 1.25}rem` }}>
    <span
      aria-hidden="true"
      className="tree-toggle"
      data-state={row.hasChildren ? (row.isOpen ? "open" : "closed") : "leaf"}
      onClick={row.hasChildren ? () => onToggle(row.at) : undefined}
    />
    {show(row.row)}
  </span>
);

interface TreeState<Row> {
  readonly shown: readonly TreeRow<Row>[];
  readonly active: number;
  readonly shape: TreeShape;
  readonly nameOf: (row: Row) => string;
}

/** Returns the row that a key of a tree moves to; undefined for a key of any grid. */
function treeTarget<Row>(key: string, state: TreeState<Row>): number | undefined {
  const { shown, active, shape, nameOf } = state;
  if (key === "ArrowRight") return active + 1;
  if (key === "ArrowLeft") {
    const { parent } = shape.places[shown[active]!.at]!;
    return parent < 0 ? active : shown.findIndex(({ at }) => at === parent);
  }
  if (key.length !== 1 || key === " ") return undefined;
  const begins = ({ row }: TreeRow<Row>) => nameOf(row).toLowerCase().startsWith(key.toLowerCase());
  const after = shown.findIndex((row, index) => index > active && begins(row));
  return after < 0 ? shown.findIndex(begins) : after;
}

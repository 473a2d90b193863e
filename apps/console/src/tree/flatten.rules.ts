/** A row of a tree as the service lists it: parents first, each followed by what is in it. */
export interface Leveled {
  /** 1 for what is directly in the item. */
  readonly level: number;
}

export interface TreeRow<Row> {
  readonly row: Row;
  /** The place of the row in the whole list. */
  readonly at: number;
  readonly level: number;
  readonly hasChildren: boolean;
  readonly isOpen: boolean;
  /** The number of rows with the same parent, and the place among them, from 1. */
  readonly siblings: number;
  readonly position: number;
}

interface Place {
  readonly parent: number;
  readonly position: number;
  readonly hasChildren: boolean;
}

/** The shape of a tree, computed once for a list. */
export interface TreeShape {
  readonly places: readonly Place[];
  /** The number of children by the place of their parent; -1 is the root. */
  readonly counts: ReadonlyMap<number, number>;
}

export function shapeOf(rows: readonly Leveled[]): TreeShape {
  const places: Place[] = [];
  const counts = new Map<number, number>();
  const path: number[] = [];
  for (const [at, { level }] of rows.entries()) {
    path.length = level - 1;
    const parent = path.at(-1) ?? -1;
    const position = (counts.get(parent) ?? 0) + 1;
    counts.set(parent, position);
    places.push({ parent, position, hasChildren: (rows[at + 1]?.level ?? 0) > level });
    path.push(at);
  }
  return { places, counts };
}

/** Returns the rows that are visible: those whose parents are all open. */
export function visibleRows<Row extends Leveled>(
  rows: readonly Row[],
  { places, counts }: TreeShape,
  isOpen: (at: number) => boolean,
): TreeRow<Row>[] {
  const visible: TreeRow<Row>[] = [];
  // Rows below this level are inside of a closed row.
  let closedLevel = Infinity;
  for (const [at, row] of rows.entries()) {
    if (row.level > closedLevel) continue;
    const { parent, position, hasChildren } = places[at]!;
    const open = hasChildren && isOpen(at);
    closedLevel = hasChildren && !open ? row.level : Infinity;
    const siblings = counts.get(parent)!;
    visible.push({ row, at, level: row.level, hasChildren, isOpen: open, siblings, position });
  }
  return visible;
}

/** A cell, by the positions of its row and column. */
export interface CellPlace {
  readonly row: number;
  readonly column: number;
}

/** The size of a grid, in rows and columns. */
export interface GridSize {
  readonly rows: number;
  readonly columns: number;
}

/** Returns the cell that a key moves to; undefined for a key that does not move. */
export function placeAfterKey(
  key: string,
  { row, column }: CellPlace,
  {
    size,
    pageRows,
    isWhole,
  }: { readonly size: GridSize; readonly pageRows: number; readonly isWhole: boolean },
): CellPlace | undefined {
  const within = (value: number, count: number) => Math.max(0, Math.min(count - 1, value));
  const at = (toRow: number, toColumn: number): CellPlace => ({
    row: within(toRow, size.rows),
    column: within(toColumn, size.columns),
  });
  switch (key) {
    case "ArrowDown":
      return at(row + 1, column);
    case "ArrowUp":
      return at(row - 1, column);
    case "ArrowRight":
      return at(row, column + 1);
    case "ArrowLeft":
      return at(row, column - 1);
    case "PageDown":
      return at(row + pageRows, column);
    case "PageUp":
      return at(row - pageRows, column);
    case "Home":
      return isWhole ? at(0, 0) : at(row, 0);
    case "End":
      return isWhole ? at(size.rows, size.columns) : at(row, size.columns);
    default:
      return undefined;
  }
}

/** Returns the next cell, row by row, that can be edited; undefined after the last one. */
export function nextEditable(
  { row, column }: CellPlace,
  step: 1 | -1,
  size: GridSize,
  isEditable: (place: CellPlace) => boolean,
): CellPlace | undefined {
  const count = size.rows * size.columns;
  for (let at = row * size.columns + column + step; at >= 0 && at < count; at += step) {
    const place = { row: Math.floor(at / size.columns), column: at % size.columns };
    if (isEditable(place)) return place;
  }
  return undefined;
}

import { type KeyboardEvent, useState } from "react";
import type { Cell, Editing } from "./edit-cell.tsx";
import { type CellPlace, type GridSize, nextEditable, placeAfterKey } from "./edit-grid.rules.ts";
import { pageRows } from "./virtual-grid.tsx";

interface GridState {
  readonly size: GridSize;
  readonly cellAt: (place: CellPlace) => Cell | undefined;
  readonly isReadOnly: boolean;
  readonly active: CellPlace;
  readonly moveTo: (place: CellPlace) => void;
  /** Gives the focus back to the grid. */
  readonly focus: () => void;
  /** Acts on a key that the grid does not use. Returns whether it did. */
  readonly onKey: (event: KeyboardEvent) => boolean;
}

/** Returns how keys and clicks act on the active cell, and whether it is edited. */
export function useGridEditing(state: GridState) {
  const { size, cellAt, isReadOnly, active, moveTo, focus, onKey } = state;
  const [editing, setEditing] = useState<Editing>();
  const stop = () => setEditing(undefined);
  const leave = () => {
    stop();
    focus();
  };
  const open = (cell: Cell | undefined, first?: string) => {
    if (!cell || (isReadOnly && cell.kind !== "action")) return;
    if (cell.kind === "action") cell.onOpen();
    else if (cell.kind === "flag") cell.onChange(!cell.value);
    else setEditing({ first });
  };
  const step = (by: 1 | -1) => {
    const isEditable = (place: CellPlace) => !["action", undefined].includes(cellAt(place)?.kind);
    const next = nextEditable(active, by, size, isEditable);
    if (!next) return leave();
    moveTo(next);
    setEditing({ first: undefined });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (editing) return;
    const { key, ctrlKey, altKey, metaKey } = event;
    const isPlain = !ctrlKey && !altKey && !metaKey;
    const isMove = isPlain || key === "Home" || key === "End";
    const to = isMove
      ? placeAfterKey(key, active, { size, pageRows, isWhole: ctrlKey })
      : undefined;
    const cell = cellAt(active);
    if (to) moveTo(to);
    else if (isPlain && ["Enter", "F2"].includes(key)) open(cell);
    else if (isPlain && key === " ") open(cell?.kind === "text" ? undefined : cell);
    else if (isPlain && key.length === 1) open(cell?.kind === "text" ? cell : undefined, key);
    else if (!onKey(event)) return;
    event.preventDefault();
  };
  return { editing, open, leave, stop, step, onKeyDown };
}

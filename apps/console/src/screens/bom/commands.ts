import type { KeyboardEvent } from "react";
import type { CellPlace } from "../../list/edit-grid.rules.ts";
import type { GridRow, SlotDrafts } from "./use-slot-drafts.ts";

/** The commands on rows, by their keys. */
export interface Commands extends Readonly<Record<string, (() => void) | undefined>> {
  readonly Insert: (() => void) | undefined;
  readonly "Shift+Insert": () => void;
  readonly "Ctrl+Delete": (() => void) | undefined;
  readonly "Ctrl+Enter": () => void;
}

interface CommandContext {
  readonly drafts: SlotDrafts;
  readonly rows: readonly GridRow[];
  /** The active row; undefined if there is none. */
  readonly row: GridRow | undefined;
  readonly setActive: (place: CellPlace) => void;
  readonly save: () => void;
}

/** Returns the commands for the active row. A row that was added becomes the active one. */
export function commandsOf({ drafts, rows, row, setActive, save }: CommandContext): Commands {
  const addSlot = () => {
    drafts.addSlot();
    setActive({ row: rows.length, column: 0 });
  };
  const addCandidate = ({ slot }: GridRow) => {
    drafts.addCandidate(slot.key);
    const at = rows.findIndex((one) => one.slot.key === slot.key);
    setActive({ row: at + slot.candidates.length + 1, column: 0 });
  };
  return {
    Insert: row && !row.slot.isRemoved ? () => addCandidate(row) : undefined,
    "Shift+Insert": addSlot,
    "Ctrl+Delete": row ? () => drafts.toggleRemoved(row) : undefined,
    "Ctrl+Enter": save,
  };
}

/** Returns the name of a key with those that are held with it. */
export const keyNameOf = ({ key, ctrlKey, metaKey, shiftKey }: KeyboardEvent): string =>
  `${ctrlKey || metaKey ? "Ctrl+" : ""}${shiftKey ? "Shift+" : ""}${key}`;

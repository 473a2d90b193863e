import { useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { CellEditor, type CellInput } from "./cell-editor.tsx";

/** What a cell holds, and how a person changes it. */
export type Cell =
  | (CellInput & {
      readonly kind: "text";
      readonly onChange: (value: string) => void;
      /** What is shown instead of the text itself. */
      readonly shown?: ReactNode;
      readonly fault?: string | undefined;
    })
  | {
      readonly kind: "flag";
      readonly value: boolean;
      readonly onChange: (value: boolean) => void;
      readonly fault?: string | undefined;
    }
  | {
      readonly kind: "action";
      readonly shown: ReactNode;
      readonly onOpen: () => void;
      readonly fault?: undefined;
    };

/** How a cell came to be edited: with its text, or with the first key of a new one. */
export interface Editing {
  readonly first: string | undefined;
}

interface EditCellProps {
  readonly id: string;
  readonly label: string;
  readonly position: number;
  readonly isNumber: boolean;
  readonly cell: Cell | undefined;
  readonly isActive: boolean;
  /** The text that says what is wrong with the active cell. */
  readonly faultId: string;
  /** Undefined while the cell is not edited. */
  readonly editing: Editing | undefined;
  readonly onClick: () => void;
  readonly onLeave: () => void;
  readonly onStep: (by: 1 | -1) => void;
  readonly onBlur: () => void;
}

// Cells that are placed by their position can't be those of a table.
/* oxlint-disable jsx-a11y/prefer-tag-over-role -- see above */

export function EditCell(props: EditCellProps) {
  const { id, label, position, isNumber, cell, isActive, faultId, editing, onClick } = props;
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- the grid has the focus and the keys
    <div
      id={id}
      role="gridcell"
      aria-colindex={position + 1}
      aria-selected={isActive}
      aria-invalid={cell?.fault ? true : undefined}
      aria-describedby={isActive && cell?.fault ? faultId : undefined}
      title={cell?.fault}
      className={isNumber ? "number" : undefined}
      data-editing={editing && cell?.kind}
      onClick={editing ? undefined : onClick}
    >
      {cell && editing && cell.kind !== "action" ? (
        <CellEditor
          label={label}
          cell={cell}
          first={editing.first}
          onLeave={props.onLeave}
          onStep={props.onStep}
          onBlur={props.onBlur}
        />
      ) : (
        <CellContent cell={cell} />
      )}
    </div>
  );
}

function CellContent({ cell }: { readonly cell: Cell | undefined }) {
  const { t } = useLingui();
  if (!cell) return undefined;
  if (cell.kind === "flag") {
    return (
      <>
        <span aria-hidden="true">{cell.value ? "✓" : "–"}</span>
        <span className="visually-hidden">{cell.value ? t`Yes` : t`No`}</span>
      </>
    );
  }
  return cell.kind === "text" ? (cell.shown ?? cell.value) : cell.shown;
}

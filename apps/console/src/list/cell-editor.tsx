import {
  type FocusEvent,
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useId,
  useRef,
  useState,
} from "react";
import type { Connected } from "../ui/field.tsx";

/** How the text of a cell is typed. */
export interface CellInput {
  readonly value: string;
  readonly lengthMax?: number;
  /** Whether the text can have several lines: Shift and Enter begins a new one. */
  readonly isLong?: boolean;
  readonly isNumber?: boolean;
  /** Suggests values. */
  readonly picker?: (input: {
    readonly connected: Connected;
    readonly value: string;
    readonly onChange: (value: string) => void;
  }) => ReactNode;
}

interface CellEditorProps {
  readonly label: string;
  readonly cell:
    | (CellInput & { readonly kind: "text"; readonly onChange: (value: string) => void })
    | {
        readonly kind: "flag";
        readonly value: boolean;
        readonly onChange: (value: boolean) => void;
      };
  /** The text that replaces the old one; undefined if that is edited. */
  readonly first: string | undefined;
  readonly onLeave: () => void;
  readonly onStep: (by: 1 | -1) => void;
  readonly onBlur: () => void;
}

/** The input of a cell while it is edited. Escape leaves the value as it was. */
export function CellEditor({ label, cell, first, onLeave, onStep, onBlur }: CellEditorProps) {
  const [typed, setTyped] = useState(first ?? (cell.kind === "text" ? cell.value : ""));
  const frame = useRef<HTMLDivElement>(null);
  // An input that is taken away loses the focus too. That is no second end of its editing.
  const isOver = useRef(false);
  useEffect(() => {
    const input = frame.current?.querySelector<HTMLInputElement>("input, textarea");
    isOver.current = false;
    input?.focus();
    input?.scrollIntoView({ block: "nearest", inline: "nearest" });
    if (!input || input.type === "checkbox") return;
    if (first === undefined) input.select();
    else input.setSelectionRange(input.value.length, input.value.length);
  }, [first]);
  const keep = () => {
    isOver.current = true;
    if (cell.kind === "text" && typed !== cell.value) cell.onChange(typed);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    event.stopPropagation();
    const isNewLine = cell.kind === "text" && cell.isLong && event.shiftKey;
    if (event.key === "Escape") {
      isOver.current = true;
      onLeave();
    } else if (event.key === "Enter" && !isNewLine) {
      keep();
      onLeave();
    } else if (event.key === "Tab") {
      keep();
      onStep(event.shiftKey ? -1 : 1);
    } else return;
    event.preventDefault();
  };
  const leaveByFocus = (event: FocusEvent) => {
    if (isOver.current || frame.current?.contains(event.relatedTarget)) return;
    keep();
    onBlur();
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- keys of the input inside
    <div ref={frame} className="cell-editor" onKeyDown={onKeyDown} onBlur={leaveByFocus}>
      <CellControl label={label} cell={cell} typed={typed} onTyped={setTyped} />
    </div>
  );
}

interface CellControlProps extends Pick<CellEditorProps, "label" | "cell"> {
  readonly typed: string;
  readonly onTyped: (text: string) => void;
}

function CellControl({ label, cell, typed, onTyped }: CellControlProps) {
  const id = useId();
  if (cell.kind === "flag") {
    return (
      <input
        type="checkbox"
        aria-label={label}
        checked={cell.value}
        onChange={(event) => cell.onChange(event.target.checked)}
      />
    );
  }
  const connected = {
    id,
    className: "input",
    required: false,
    "aria-label": label,
    "aria-describedby": undefined,
    "aria-invalid": undefined,
  } as const;
  if (cell.picker) return cell.picker({ connected, value: typed, onChange: onTyped });
  const input = {
    "aria-label": label,
    className: "input",
    value: typed,
    maxLength: cell.lengthMax,
    onChange: ({ target }: { readonly target: { readonly value: string } }) =>
      onTyped(target.value),
  };
  if (cell.isLong) return <textarea {...input} rows={4} />;
  return <input {...input} autoComplete="off" inputMode={cell.isNumber ? "decimal" : undefined} />;
}

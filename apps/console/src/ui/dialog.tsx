import { type ReactNode, useId, useLayoutEffect, useRef } from "react";
import { Writing } from "../client/waiting.tsx";

interface DialogProps {
  readonly title: ReactNode;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A modal dialog, as long as it is rendered. The browser keeps the focus in it. */
export function Dialog({ title, onClose, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  // With what is behind it: after a lock, that would otherwise be there for a moment without it.
  useLayoutEffect(() => {
    const shown = dialog.current;
    shown?.showModal();
    return () => shown?.close();
  }, []);
  return (
    <dialog
      ref={dialog}
      className="dialog"
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      <div className="dialog-body">
        <h2 id={id}>{title}</h2>
        {children}
        <Writing />
      </div>
    </dialog>
  );
}

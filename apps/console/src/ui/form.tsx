import { type ReactNode, useEffect, useLayoutEffect, useRef } from "react";

interface FormProps {
  /** A person asked for this form, so it takes the focus. One in a dialog does in any case. */
  readonly isOpened?: boolean;
  readonly onSubmit: () => unknown;
  readonly children: ReactNode;
}

/** A form that gives the focus to its first field, and after a refusal to what must be corrected. */
export function Form({ isOpened = false, onSubmit, children }: FormProps) {
  const element = useRef<HTMLFormElement>(null);
  const isSent = useRef(false);
  // Before its dialog is shown.
  useLayoutEffect(() => {
    const form = element.current;
    if (form && (isOpened || form.closest("dialog"))) focusFirst(form);
  }, [isOpened]);
  // A refusal can come with any render after the form was sent.
  useEffect(() => {
    const fault = isSent.current ? faultIn(element.current) : undefined;
    if (!fault) return;
    isSent.current = false;
    fault.focus();
  });
  return (
    <form
      ref={element}
      className="form"
      noValidate
      onInput={() => {
        // A person who types on keeps the place.
        isSent.current = false;
      }}
      onSubmit={(event) => {
        event.preventDefault();
        isSent.current = true;
        onSubmit();
      }}
    >
      {children}
    </form>
  );
}

function focusFirst(form: HTMLFormElement): void {
  const dialog = form.closest("dialog");
  const { activeElement } = document;
  // A form that is changed by a choice in its dialog does not take the focus from it.
  if (dialog && dialog !== activeElement && dialog.contains(activeElement)) return;
  const first = form.querySelector<HTMLInputElement>(":is(input, select, textarea):enabled");
  if (!first) return;
  // A dialog that is not shown yet gives the focus to this one when it is.
  first.autofocus = true;
  first.focus();
}

/** Finds the first field with an error, or else the notice of the refusal. */
function faultIn(form: HTMLFormElement | null): HTMLElement | null | undefined {
  const field = form?.querySelector<HTMLElement>('[aria-invalid="true"]');
  if (field) return field;
  const notice = form?.querySelector<HTMLElement>('[role="alert"]');
  // It takes no focus by itself: a dialog would begin there.
  if (notice) notice.tabIndex = -1;
  return notice;
}

/** A field that takes text. */
type TextField = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** The focused field as it was before the first key of what can be a scan. */
export interface FieldState {
  readonly field: TextField;
  readonly value: string;
  readonly selection: readonly [start: number | null, end: number | null] | undefined;
}

const isTextField = (element: EventTarget | null): element is TextField =>
  element instanceof HTMLInputElement ||
  element instanceof HTMLTextAreaElement ||
  element instanceof HTMLSelectElement;

const hasCaret = (field: TextField): field is HTMLInputElement | HTMLTextAreaElement =>
  !(field instanceof HTMLSelectElement);

export function fieldStateOf(target: EventTarget | null): FieldState | undefined {
  if (!isTextField(target)) return undefined;
  const selection = hasCaret(target)
    ? ([target.selectionStart, target.selectionEnd] as const)
    : undefined;
  return { field: target, value: target.value, selection };
}

/** Gives a field its value and caret back. */
export function restore({ field, value, selection }: FieldState): void {
  if (field.value !== value) setValue(field, value);
  // Fields of numbers have no caret that a page can set.
  if (selection?.[0] != null && hasCaret(field))
    field.setSelectionRange(selection[0], selection[1]);
}

/** Types a key that was held, as the person pressed it. */
export function typeAgain(held: KeyboardEvent): void {
  const { target, key, ctrlKey, metaKey } = held;
  // The event has the names of what it is made from.
  const isTaken = target?.dispatchEvent(new KeyboardEvent("keydown", held)) === false;
  if (isTaken || ctrlKey || metaKey || key.length !== 1) return;
  if (!isTextField(target) || !hasCaret(target) || target.readOnly || target.disabled) return;
  const { selectionStart, selectionEnd, value, maxLength } = target;
  const start = selectionStart ?? value.length;
  const left = value.slice(0, start) + value.slice(selectionEnd ?? start);
  if (maxLength >= 0 && left.length >= maxLength) return;
  setValue(target, left.slice(0, start) + key + left.slice(start));
  if (selectionStart !== null) target.setSelectionRange(start + 1, start + 1);
}

/** Sets a value as a person does: React knows a change by the setter that it did not replace. */
function setValue(field: TextField, value: string): void {
  Reflect.set(Object.getPrototypeOf(field), "value", value, field);
  field.dispatchEvent(new InputEvent("input", { bubbles: true, inputType: "insertText" }));
  if (!hasCaret(field)) field.dispatchEvent(new Event("change", { bubbles: true }));
}

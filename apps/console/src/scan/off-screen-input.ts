// Phones with a scanner give its text to a field that has the focus, through the way of the screen
// keyboard: their keys say nothing. So a field off the screen has the focus when nothing else has.
// Its `inputmode` keeps the screen keyboard away.

const isAndroid = (): boolean => /\bAndroid\b/.test(navigator.userAgent);

/** Gives each text that reaches the field, with its time. Does nothing on other devices. */
export function listenForText(
  onText: (text: string, at: number) => void,
  signal: AbortSignal,
): void {
  if (!isAndroid()) return;
  const field = newField();
  const options = { signal };
  const park = () => {
    if (document.activeElement !== document.body) return;
    // Outside of an open dialog nothing can have the focus.
    const places = document.querySelectorAll("main, dialog[open]");
    const place = [...places].at(-1) ?? document.body;
    if (field.parentNode !== place) place.append(field);
    field.focus({ preventScroll: true });
  };
  const read = (event: InputEvent) => {
    // A text that is being composed is whole when the composition ends.
    if (event.inputType === "insertCompositionText") return;
    event.preventDefault();
    const isLineEnd =
      event.inputType === "insertLineBreak" || event.inputType === "insertParagraph";
    onText(isLineEnd ? "\n" : (event.data ?? ""), event.timeStamp);
  };
  field.addEventListener("beforeinput", read, options);
  field.addEventListener(
    "compositionend",
    ({ data, timeStamp }) => onText(data, timeStamp),
    options,
  );
  field.addEventListener("input", () => (field.value = ""), options);
  // The next element has the focus only after this event.
  addEventListener("focusout", () => setTimeout(park), options);
  addEventListener("focus", park, options);
  signal.addEventListener("abort", () => field.remove());
  park();
}

function newField(): HTMLInputElement {
  const field = document.createElement("input");
  field.className = "visually-hidden";
  field.inputMode = "none";
  field.autocomplete = "off";
  field.spellcheck = false;
  field.tabIndex = -1;
  field.ariaLabel = "Scanner";
  field.dataset["scanner"] = "";
  return field;
}

import { useEffect, useRef } from "react";
import { scanSettings } from "../scan/scan-settings.ts";

/** After `g`, the letter of each place. */
export const placeLetters: Readonly<Record<string, string>> = {
  s: "/station",
  o: "/orders",
  i: "/items",
  r: "/receive",
  p: "/products",
  h: "/holds",
};

export interface ShortcutActions {
  readonly find: () => void;
  readonly list: () => void;
  readonly goTo: (address: string) => void;
  /** The places that the person may go to. */
  readonly paths: ReadonlySet<string>;
}

const chordMsMax = 1500;

/** Keys that take effect where no field has the focus, and Ctrl+K everywhere. */
export function useShortcuts(actions: ShortcutActions): void {
  const latest = useRef(actions);
  useEffect(() => {
    latest.current = actions;
  });
  useEffect(() => {
    const shortcuts = newShortcuts(() => latest.current);
    addEventListener("keydown", shortcuts.press);
    return () => {
      removeEventListener("keydown", shortcuts.press);
      shortcuts.stop();
    };
  }, []);
}

function newShortcuts(actions: () => ShortcutActions) {
  let lastAt = Number.NEGATIVE_INFINITY;
  let chordAt = Number.NEGATIVE_INFINITY;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function press(event: KeyboardEvent): void {
    // Keys with a longer name, such as Shift, are no shortcuts and part of none. A browser that fills
    // a form in sends events without a name.
    if (event.key?.length !== 1) return;
    clearTimeout(timer);
    // The first keys of a scan come as quickly one after another: they are no shortcuts.
    const quickMs = 2 * scanSettings().keyMsMax;
    const isQuick = event.timeStamp - lastAt <= quickMs;
    const isChord = event.timeStamp - chordAt <= chordMsMax;
    [lastAt, chordAt] = [event.timeStamp, Number.NEGATIVE_INFINITY];
    if (event.defaultPrevented || event.repeat) return;
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "k") {
      event.preventDefault();
      actions().find();
      return;
    }
    if (isQuick || !isAlone(event)) return;
    if (isChord) return takeLater(placeAction(event.key), quickMs);
    if (event.key === "g") chordAt = event.timeStamp;
    if (event.key === "/") {
      event.preventDefault();
      takeLater(() => actions().find(), quickMs);
    }
    if (event.key === "?") takeLater(() => actions().list(), quickMs);
  }

  function placeAction(letter: string): (() => void) | undefined {
    const path = placeLetters[letter];
    const { paths, goTo } = actions();
    return path !== undefined && paths.has(path) ? () => goTo(path) : undefined;
  }

  function takeLater(action: (() => void) | undefined, ms: number): void {
    if (action) timer = setTimeout(action, ms);
  }

  return { press, stop: () => clearTimeout(timer) };
}

/** Tells whether a key is pressed without another one, and not into a field or a dialog. */
function isAlone({ ctrlKey, metaKey, altKey, target }: KeyboardEvent): boolean {
  if (ctrlKey || metaKey || altKey || document.querySelector("dialog:modal")) return false;
  if (!(target instanceof HTMLElement) || "scanner" in target.dataset) return true;
  return !target.matches("input, select, textarea, [contenteditable]");
}

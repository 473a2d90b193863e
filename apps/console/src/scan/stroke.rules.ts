import type { Layout, Stroke } from "./wedge.rules.ts";

/** The part of a keyboard event that says which key it is. */
export interface PressedKey {
  readonly key: string;
  readonly code: string;
  readonly timeStamp: number;
  readonly shiftKey: boolean;
  readonly ctrlKey: boolean;
  readonly altKey: boolean;
  readonly metaKey: boolean;
  readonly repeat: boolean;
  readonly getModifierState: (name: string) => boolean;
}

type Prefix = "F9" | "STX" | "none";

const startOfText = "\u0002";

/** The control characters of barcodes, by the keys that a scanner presses with Ctrl for them. */
const controlKeys: Readonly<Record<string, string>> = {
  "]": "\u001d",
  BracketRight: "\u001d",
  "6": "\u001e",
  "^": "\u001e",
  Digit6: "\u001e",
  "\\": "\u001c",
  Backslash: "\u001c",
  _: "\u001f",
  Minus: "\u001f",
  d: "\u0004",
  KeyD: "\u0004",
  b: startOfText,
  KeyB: startOfText,
};

/** The signs of a US keyboard, without and with Shift. */
const usKeys: Readonly<Record<string, string>> = {
  Backquote: "`~",
  Digit1: "1!",
  Digit2: "2@",
  Digit3: "3#",
  Digit4: "4$",
  Digit5: "5%",
  Digit6: "6^",
  Digit7: "7&",
  Digit8: "8*",
  Digit9: "9(",
  Digit0: "0)",
  Minus: "-_",
  Equal: "=+",
  BracketLeft: "[{",
  BracketRight: "]}",
  Backslash: "\\|",
  Semicolon: ";:",
  Quote: "'\"",
  Comma: ",<",
  Period: ".>",
  Slash: "/?",
  Space: "  ",
};

// The names of other keys are longer.
const isSign = /^.$/u;
const letterCode = /^Key([A-Z])$/;
const numpadDigit = /^Numpad(\d)$/;

// Only these say nothing: a scanner presses them for the next key.
const modifiers: ReadonlySet<string> = new Set([
  "Shift",
  "Control",
  "Alt",
  "AltGraph",
  "CapsLock",
  "NumLock",
]);

// The text of these keys comes later, with `beforeinput`.
const unread: ReadonlySet<string> = new Set(["Unidentified", "Process"]);

// A key that a scanner pressed, and that this layout makes no sign of alone.
const unreadable = "\uFFFD";

/** Reads the keys of one page. They say what they are together with those before, as Alt+029. */
export function newStrokeReader(prefix: Prefix) {
  // The digits that were pressed while Alt is down.
  let altDigits: string | undefined;
  return { down, up };

  /** Returns what a pressed key is for the wedge. Undefined if it says nothing. */
  function down(key: PressedKey): Stroke | undefined {
    const at = key.timeStamp;
    if (key.key === "Alt") altDigits = "";
    if (modifiers.has(key.key) || unread.has(key.key)) return undefined;
    // A key that is held down repeats as quickly as a scanner.
    if (key.repeat || key.metaKey) return { at, kind: "other" };
    const digit = numpadDigit.exec(key.code)?.[1];
    if (altDigits !== undefined && key.altKey && digit !== undefined) {
      altDigits += digit;
      return { at, kind: "text" };
    }
    if (key.key === prefix) return { at, kind: "prefix" };
    if (key.key === "Enter" || key.key === "Tab") return { at, kind: key.key };
    const isControl = key.ctrlKey && !key.altKey;
    return isControl ? controlStroke(key) : textStroke(key);
  }

  /** Returns the character whose number was typed while Alt was down, as Alt is let go. */
  function up({ key, timeStamp }: Pick<PressedKey, "key" | "timeStamp">): Stroke | undefined {
    if (key !== "Alt") return undefined;
    const digits = altDigits;
    altDigits = undefined;
    return digits ? sameText(timeStamp, String.fromCodePoint(Number(digits) % 256)) : undefined;
  }

  function controlStroke(key: PressedKey): Stroke {
    const at = key.timeStamp;
    const text = controlKeys[key.code] ?? controlKeys[key.key.toLowerCase()];
    if (text === undefined) return { at, kind: "other" };
    // Ctrl+] is no shortcut of any browser: a code can begin with it.
    return { ...sameText(at, text), ...(text === "\u001d" ? {} : { isShortcut: true }) };
  }

  function sameText(at: number, text: string): Stroke {
    if (text === startOfText && prefix === "STX") return { at, kind: "prefix" };
    return { at, kind: "text", texts: { host: text, us: text } };
  }
}

/** Alt with a key is the key: some scanners of phones say so of each. */
function textStroke(key: PressedKey): Stroke {
  const at = key.timeStamp;
  if (key.key === "Dead") return { at, kind: "text", texts: textsOf(key, unreadable) };
  if (!isSign.test(key.key)) return { at, kind: "other" };
  return { at, kind: "text", texts: textsOf(key, hostText(key)) };
}

const textsOf = (key: PressedKey, host: string): Record<Layout, string> => ({
  host,
  us: usText(key) ?? host,
});

/** CapsLock is the person's, and changes no letter of a code. */
function hostText(key: PressedKey): string {
  const [lower, upper] = [key.key.toLowerCase(), key.key.toUpperCase()];
  const isLetter = lower !== upper && lower.length === 1 && upper.length === 1;
  if (!isLetter || !key.getModifierState("CapsLock")) return key.key;
  return key.shiftKey ? upper : lower;
}

function usText({ code, shiftKey }: PressedKey): string | undefined {
  const letter = letterCode.exec(code)?.[1];
  if (letter !== undefined) return shiftKey ? letter : letter.toLowerCase();
  return usKeys[code]?.[shiftKey ? 1 : 0];
}

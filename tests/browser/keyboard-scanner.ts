import type { Page } from "playwright-core";

/** A key as the browser gets it. */
export interface Key {
  readonly key: string;
  readonly code: string;
  readonly shift?: boolean;
  readonly ctrl?: boolean;
  readonly alt?: boolean;
  /** It is let go only after the keys that follow, which are pressed with it. */
  readonly holds?: readonly Key[];
}

const usSigns: Readonly<Record<string, string>> = {
  "`~": "Backquote",
  "1!": "Digit1",
  "2@": "Digit2",
  "3#": "Digit3",
  "4$": "Digit4",
  "5%": "Digit5",
  "6^": "Digit6",
  "7&": "Digit7",
  "8*": "Digit8",
  "9(": "Digit9",
  "0)": "Digit0",
  "-_": "Minus",
  "=+": "Equal",
  "[{": "BracketLeft",
  "]}": "BracketRight",
  "\\|": "Backslash",
  ";:": "Semicolon",
  "'\"": "Quote",
  ",<": "Comma",
  ".>": "Period",
  "/?": "Slash",
};

const groupSeparator: Key = { key: "]", code: "BracketRight", ctrl: true };
const recordSeparator: Key = { key: "6", code: "Digit6", ctrl: true };
const endOfTransmission: Key = { key: "d", code: "KeyD", ctrl: true };

const controlKeys: Readonly<Record<string, Key>> = {
  "\u001d": groupSeparator,
  "\u001e": recordSeparator,
  "\u0004": endOfTransmission,
};

/** Alt with the digits of a number, as scanners type what no key has. */
export const altCode = (digits: string): Key => ({
  key: "Alt",
  code: "AltLeft",
  alt: true,
  holds: Array.from(digits, (digit) => ({ key: digit, code: `Numpad${digit}`, alt: true })),
});

export const enter: Key = { key: "Enter", code: "Enter" };

/** Returns the key that a US keyboard has for a sign. */
export function keyOf(sign: string): Key {
  const control = controlKeys[sign];
  if (control) return control;
  if (/^[A-Za-z]$/.test(sign)) {
    return { key: sign, code: `Key${sign.toUpperCase()}`, shift: sign < "a" };
  }
  if (sign === " ") return { key: " ", code: "Space" };
  const [signs, code] = Object.entries(usSigns).find(([pair]) => pair.includes(sign))!;
  return { key: sign, code, shift: signs[1] === sign };
}

export const keysOf = (text: string): Key[] => Array.from(text, keyOf);

export interface KeyboardScanner {
  /** Presses keys `ms` milliseconds apart; a list has the time before each. */
  readonly press: (keys: readonly Key[], ms: number | readonly number[]) => Promise<void>;
  /** Presses a code whose keys after the first ones reach the page only a while after it has seen these. */
  readonly stall: (code: string, keys: number) => Promise<void>;
  /** Gives each sign of a code to what has the focus, 4 ms apart and without a key. */
  readonly insert: (code: string) => Promise<void>;
  /** Presses the keys of a code, and Enter. */
  readonly scan: (code: string, ms?: number) => Promise<void>;
}

/** Longer than the pause that ends a code of a scanner whose suffix nobody knows. */
const stallMs = 400;

/**
 * A scanner that acts as the keyboard of a page. Each key has the time of its own: a loaded machine
 * would spread keys that have the time when they are sent. Before each code there is a pause.
 */
export async function keyboardScanner(page: Page, pauseMs = 0): Promise<KeyboardScanner> {
  const session = await page.context().newCDPSession(page);
  let at = Date.now();

  function press(keys: readonly Key[], ms: number | readonly number[]): Promise<void> {
    at = Math.max(at, Date.now());
    return pressNext(keys, ms);
  }

  async function pressNext(keys: readonly Key[], ms: number | readonly number[]): Promise<void> {
    const sent: Promise<unknown>[] = [];
    const gapOf = (index: number) => (typeof ms === "number" ? ms : (ms[index] ?? 0));
    const send = (type: "keyDown" | "keyUp" | "rawKeyDown", key: Key) => {
      sent.push(
        session.send("Input.dispatchKeyEvent", { type, ...eventOf(key), timestamp: at / 1000 }),
      );
    };
    for (const [index, key] of keys.entries()) {
      at += gapOf(index);
      send(textOf(key) === undefined ? "rawKeyDown" : "keyDown", key);
      for (const held of key.holds ?? []) {
        at += 1;
        send("rawKeyDown", held);
        send("keyUp", held);
      }
      send("keyUp", key);
    }
    // They are sent without waiting, and arrive in this order.
    await Promise.all(sent);
  }

  const scan = async (code: string, ms = 4) => {
    at += pauseMs;
    await press([...keysOf(code), enter], ms);
  };
  const stall = async (code: string, keys: number) => {
    at += pauseMs;
    const all = [...keysOf(code), enter];
    await press(all.slice(0, keys), 4);
    await page.waitForTimeout(stallMs + pauseMs);
    await pressNext(all.slice(keys), 4);
  };
  const insert = async (code: string) => {
    await page.evaluate(timeTexts);
    const signs = Array.from(code, (text) => session.send("Input.insertText", { text }));
    await Promise.all(signs);
  };
  return { press, scan, stall, insert };
}

/** Gives texts the time of their own that keys get from the browser's protocol: each is 4 ms later. */
function timeTexts(): void {
  let last = performance.now();
  const times = new WeakMap<Event, number>();
  Object.defineProperty(InputEvent.prototype, "timeStamp", {
    get(this: Event) {
      const at = times.get(this) ?? (last += 4);
      times.set(this, at);
      return at;
    },
  });
}

const textOf = ({ key, ctrl = false, alt = false }: Key): string | undefined => {
  if (key === "Enter") return "\r";
  return key.length === 1 && !ctrl && !alt ? key : undefined;
};

function eventOf(key: Key) {
  const text = textOf(key);
  const { shift = false, ctrl = false, alt = false } = key;
  // The bits are those of the browser's protocol.
  const modifiers = (alt ? 1 : 0) + (ctrl ? 2 : 0) + (shift ? 8 : 0);
  return { key: key.key, code: key.code, modifiers, ...(text === undefined ? {} : { text }) };
}

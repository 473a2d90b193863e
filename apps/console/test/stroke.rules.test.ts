import { expect, test } from "vitest";
import { newStrokeReader, type PressedKey } from "../src/scan/stroke.rules.ts";

const pressed = (key: string, rest: Partial<PressedKey> = {}): PressedKey => ({
  key,
  code: "",
  timeStamp: 0,
  shiftKey: false,
  ctrlKey: false,
  altKey: false,
  metaKey: false,
  repeat: false,
  getModifierState: () => false,
  ...rest,
});

const readOne = (key: string, rest: Partial<PressedKey> = {}) =>
  newStrokeReader("none").down(pressed(key, rest));

test.for([
  // A German keyboard that gets the keys of a US one.
  ["z", "KeyY", false, "z", "y"],
  ["Z", "KeyY", true, "Z", "Y"],
  ["ß", "Minus", false, "ß", "-"],
  ["?", "Minus", true, "?", "_"],
  ["+", "BracketRight", false, "+", "]"],
  ['"', "Digit2", true, '"', "@"],
  ["Dead", "Backquote", false, "\uFFFD", "`"],
  // A key that a US keyboard does not have, and a phone that names no keys.
  ["<", "IntlBackslash", false, "<", "<"],
  ["A", "", true, "A", "A"],
  ["7", "Numpad7", false, "7", "7"],
  [" ", "Space", false, " ", " "],
  ["💡", "", false, "💡", "💡"],
] as const)(
  "%s of %s, Shift %s, is %s here and %s in the US",
  ([key, code, shiftKey, host, us]) => {
    expect(readOne(key, { code, shiftKey })).toMatchObject({ kind: "text", texts: { host, us } });
  },
);

test("CapsLock changes no letter", () => {
  const getModifierState = (name: string) => name === "CapsLock";
  const lower = { code: "KeyA", getModifierState };
  expect(readOne("A", lower)?.texts).toEqual({ host: "a", us: "a" });
  expect(readOne("a", { ...lower, shiftKey: true })?.texts).toEqual({ host: "A", us: "A" });
  // macOS makes a capital of it with Shift too.
  expect(readOne("A", { ...lower, shiftKey: true })?.texts).toEqual({ host: "A", us: "A" });
  expect(readOne("ß", { code: "Minus", getModifierState })?.texts?.host).toBe("ß");
  // Some scanners press no Shift for a capital.
  expect(readOne("A")?.texts).toEqual({ host: "A", us: "A" });
});

test.for([
  ["]", "BracketRight", "\u001d"],
  ["+", "BracketRight", "\u001d"],
  ["6", "Digit6", "\u001e"],
  ["^", "", "\u001e"],
  ["d", "KeyD", "\u0004"],
  ["D", "", "\u0004"],
  ["\\", "Backslash", "\u001c"],
] as const)("Ctrl with %s is the control character", ([key, code, text]) => {
  const stroke = readOne(key, { code, ctrlKey: true });
  expect(stroke).toMatchObject({ kind: "text", texts: { host: text, us: text } });
  expect(stroke?.isShortcut === true).toBe(text !== "\u001d");
});

test("the number that is typed with Alt is its character", () => {
  const { down, up } = newStrokeReader("none");
  expect(down(pressed("Alt", { altKey: true }))).toBeUndefined();
  for (const digit of ["0", "2", "9"]) {
    const key = pressed(digit, { code: `Numpad${digit}`, altKey: true });
    expect(down(key)).toEqual({ at: 0, kind: "text" });
  }
  expect(up({ key: "Alt", timeStamp: 9 })).toEqual({
    at: 9,
    kind: "text",
    texts: { host: "\u001d", us: "\u001d" },
  });
  // Alt alone types nothing, and the digits after it are digits.
  down(pressed("Alt", { altKey: true }));
  expect(up({ key: "Alt", timeStamp: 9 })).toBeUndefined();
  expect(down(pressed("2", { code: "Numpad2" }))?.texts?.host).toBe("2");
});

test("Alt with another key is that key", () => {
  expect(readOne("Q", { code: "KeyQ", altKey: true, shiftKey: true })?.texts?.host).toBe("Q");
  // AltGr is Ctrl and Alt on Windows.
  expect(readOne("]", { code: "Digit9", altKey: true, ctrlKey: true })?.texts?.host).toBe("]");
  expect(readOne("2", { altKey: true })?.texts?.host).toBe("2");
});

test.for([
  ["Escape", {}],
  ["ArrowLeft", {}],
  ["F9", {}],
  ["a", { repeat: true }],
  ["v", { metaKey: true }],
  ["v", { ctrlKey: true, code: "KeyV" }],
] as const)("%s %j is no key of a code", ([key, rest]) => {
  expect(readOne(key, rest)?.kind).toBe("other");
});

test.for(["Shift", "Control", "Alt", "AltGraph", "CapsLock", "Unidentified", "Process"])(
  "%s says nothing",
  (key) => {
    expect(readOne(key)).toBeUndefined();
  },
);

test("a prefix is one only where it is set", () => {
  expect(newStrokeReader("F9").down(pressed("F9"))?.kind).toBe("prefix");
  const startOfText = pressed("b", { code: "KeyB", ctrlKey: true });
  expect(newStrokeReader("STX").down(startOfText)?.kind).toBe("prefix");
  expect(newStrokeReader("F9").down(startOfText)?.kind).toBe("text");
  expect(readOne("Enter")?.kind).toBe("Enter");
  expect(readOne("Tab")?.kind).toBe("Tab");
});

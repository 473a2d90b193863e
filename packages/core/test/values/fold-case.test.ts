import { expect, test } from "vitest";
import { foldCase, possibleKeysOf } from "../../src/values/fold-case.ts";

test.for([
  ["ASCII", "Seal-1", "seal-1"],
  ["nothing", "", ""],
  ["letters beyond ASCII", "ÄÖÜ", "äöü"],
  ["an accent that stands apart", "A\u0308", "ä"],
  ["a sharp s, as two", "Straße", "strasse"],
  ["a final sigma, as any other", "ΣΑΣ", "σασ"],
  ["a final sigma in lower case", "σας", "σασ"],
  ["a ligature, as its letters", "ﬁn", "fin"],
  ["a Kelvin sign, as a K", "\u212A", "k"],
] as const)("%s is folded: %s", ([, text, expected]) => {
  expect(foldCase(text)).toBe(expected);
  expect(foldCase(expected)).toBe(expected);
});

test("a dotless i is a letter of its own", () => {
  expect(foldCase("\u0131")).toBe("\u0131");
  expect(foldCase("I\u0131")).toBe("i\u0131");
});

test("one character beyond ASCII does not keep the others from being folded", () => {
  expect(foldCase("SEAL é")).toBe("seal é");
  expect(foldCase("éSEAL")).toBe("éseal");
});

test("characters that folding decomposes are composed again", () => {
  const folded = foldCase("\u01F0\u1E96");
  expect(folded).toBe(folded.normalize("NFC"));
});

test.for([
  ["G-77", ["g-77", "g-77"]],
  ["größe", ["grösse", "größe"]],
  ["ÄB", ["äb", "Äb"]],
  ["\u212A", ["k", "\u212A"]],
] as const)("a migration can have made the key of %s as SQLite folds it", ([text, keys]) => {
  expect(possibleKeysOf(text)).toEqual(keys);
});

import { expect, test } from "vitest";
import type { PDFDocument } from "../src/pdfkit.ts";
import { Typeface } from "../src/typeface.ts";

/** A face in which each character is half as wide as it is high, and that has no Chinese. */
function face(): Typeface {
  const font = { hasGlyphForCodePoint: (codePoint: number) => codePoint < 0x4e00 };
  const widthOfString = (text: string, size: number) => (text.length * size) / 2;
  const document = { font: () => document, _font: { font, widthOfString } };
  // These are all that a face uses of a document.
  return new Typeface(document as unknown as PDFDocument, "regular");
}

test.for<[what: string, text: string, lines: string[]]>([
  ["a short text", "one two", ["one two"]],
  ["words that do not fit", "one two three four", ["one two", "three four"]],
  ["a word that does not fit", "A1234567890123456789", ["A123456789", "0123456789"]],
  ["a long word after a short one", "of A1234567890", ["of", "A123456789", "0"]],
  ["lines of their own", "one\r\n\ntwo", ["one", "", "two"]],
  ["nothing", "", [""]],
])("%s is wrapped", ([, text, lines]) => {
  expect(face().wrap(text, 10, 50)).toEqual(lines);
});

test.for<[what: string, text: string, shown: string]>([
  ["a letter that the font has", "Ωm", "Ωm"],
  ["one that it lacks", "a中b", "a[U+4E2D]b"],
  ["one outside of the first plane", "🙂", "[U+1F642]"],
  ["one that is written from right to left", "ש", "[U+05E9]"],
  ["one that shows nothing", "a\u00adb", "a[U+00AD]b"],
  ["a tab", "a\tb", "a b"],
])("%s is shown", ([, text, shown]) => {
  expect(face().wrap(text, 10, 1000)).toEqual([shown]);
});

import { constants, deflateRawSync } from "node:zlib";
import { array, assert, nat, oneof, property, string, tuple } from "fast-check";
import { expect, test } from "vitest";
import { packed, unpacked } from "../../src/engine/repeats/compressed.ts";
import { dictionary1 } from "../../src/engine/repeats/dictionary-1.ts";
import type { Deflate } from "../../src/values/deflate.ts";

const byNode: Deflate = (bytes, dictionary) =>
  deflateRawSync(bytes, { dictionary, level: constants.Z_BEST_COMPRESSION });

/** Texts with parts of the dictionary in them, of up to some thousand characters. */
const texts = array(
  oneof(
    string({ unit: "grapheme", maxLength: 300 }),
    tuple(nat(dictionary1.length), nat(900)).map(([start, length]) =>
      dictionary1.slice(start, start + length),
    ),
  ),
  { maxLength: 20 },
).map((parts) => parts.join(""));

test("a text is read again, whichever of the two compressed it", () => {
  assert(
    property(texts, (text) => {
      expect(unpacked(packed(text))).toBe(text);
      expect(unpacked(packed(text, byNode))).toBe(text);
    }),
  );
});

test("a text of megabytes is read again", () => {
  const text = JSON.stringify(
    Array.from({ length: 60_000 }, (_, n) => [n, `Serial-${n * 48_271}`]),
  );
  expect(unpacked(packed(text))).toBe(text);
  expect(unpacked(packed(text, byNode))).toBe(text);
});

test("a text of an unknown dictionary is not read", () => {
  expect(() => unpacked("ff00")).toThrow("There is no dictionary 255.");
});

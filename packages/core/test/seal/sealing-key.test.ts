import { expect, test } from "vitest";
import { isSigned, sealingKeyOf } from "../../src/seal/sealing-key.ts";

const key = await sealingKeyOf("A".repeat(43));
const signature = await key.sign("a text");

test("a signature is valid only for its text and its key", async () => {
  expect(await isSigned("a text", signature, key.publicKey)).toBe(true);
  expect(await isSigned("another", signature, key.publicKey)).toBe(false);
  const { publicKey } = await sealingKeyOf("B".repeat(43));
  expect(await isSigned("a text", signature, publicKey)).toBe(false);
});

// Each decodes to the same bytes: the last character has unused bits.
const rewritten: [string, (text: string) => string][] = [
  ["with spaces", (text) => ` ${text}`],
  ["with a line break", (text) => `${text.slice(0, 10)}\n${text.slice(10)}`],
  ["padded", (text) => text.padEnd(Math.ceil(text.length / 4) * 4, "=")],
  ["with other bits at its end", (text) => text.slice(0, -1) + withOtherLastBits(text)],
];
const withOtherLastBits = (text: string) =>
  String.fromCodePoint(text.codePointAt(text.length - 1)! + 1);

test.for(rewritten)("a signature or a key that is written %s is invalid", async ([, rewrite]) => {
  expect(await isSigned("a text", rewrite(signature), key.publicKey)).toBe(false);
  expect(await isSigned("a text", signature, rewrite(key.publicKey))).toBe(false);
});

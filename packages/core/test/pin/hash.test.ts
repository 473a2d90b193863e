import { scryptSync } from "node:crypto";
import { expect, test } from "vitest";
import { hashOfPin, isPinOf } from "../../src/pin/hash.ts";
import type { Scrypt } from "../../src/values/scrypt.ts";

const pin = "480217";

/** Node's own scrypt: it takes less of the tests' time than the library. */
const scrypt: Scrypt = (text, salt, { ln, r, p }) =>
  Promise.resolve(scryptSync(text, salt, 32, { N: 2 ** ln, r, p, maxmem: 2 ** 26 }));

test("a hash of the library is the one that Node makes, and that of its PIN alone", async () => {
  const hash = await hashOfPin(pin);
  expect(hash).toMatch(/^\$scrypt\$ln=14,r=8,p=5\$[\w-]{22}\$[\w-]{43}$/);
  expect(await isPinOf(pin, hash, scrypt)).toBe(true);
  expect(await isPinOf("480218", hash, scrypt)).toBe(false);
});

test("each hash has a salt of its own", async () => {
  const zeros = () => Promise.resolve(new Uint8Array(32));
  const salts = [await hashOfPin(pin, zeros), await hashOfPin(pin, zeros)];
  expect(new Set(salts.map((hash) => hash.split("$")[3])).size).toBe(2);
});

test("it is checked with the work that it was made with", async () => {
  const salt = Buffer.from("a salt of others");
  const made = scryptSync(pin, salt, 32, { N: 1024, r: 4, p: 1 }).toString("base64url");
  const stored = `$scrypt$ln=10,r=4,p=1$${salt.toString("base64url")}$${made}`;
  expect(await isPinOf(pin, stored, scrypt)).toBe(true);
});

test.for([null, undefined])(
  "without a hash (%s) the same work is done, and no PIN is right",
  async (none) => {
    const asked: unknown[] = [];
    const zeros = (_pin: string, salt: Uint8Array, work: object) => {
      asked.push([salt.length, work]);
      // The bytes that stand in place of a hash: even these are not right.
      return Promise.resolve(new Uint8Array(32));
    };
    expect(await isPinOf(pin, none, zeros)).toBe(false);
    expect(asked).toEqual([[16, { ln: 14, r: 8, p: 5 }]]);
  },
);

test("a text that is no hash is an error", async () => {
  await expect(isPinOf(pin, "plain")).rejects.toThrow("not one that asbuilt made");
});

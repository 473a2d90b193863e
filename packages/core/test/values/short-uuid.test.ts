import * as fc from "fast-check";
import { expect, test } from "vitest";
import { isUuid, longUuid, shortUuid } from "../../src/values/short-uuid.ts";

const uuids = fc.uuid({ version: 7 });

test("a UUID has 22 characters, and is read as it was", () => {
  const isWhole = fc.property(uuids, (uuid) => {
    const short = shortUuid(uuid);
    expect(short).toMatch(/^[\w-]{22}$/);
    expect(longUuid(short)).toBe(uuid);
    expect([isUuid(uuid), isUuid(short)]).toEqual([true, false]);
  });
  fc.assert(isWhole);
});

test("short UUIDs have the order of the UUIDs", () => {
  const isOrdered = fc.property(uuids, uuids, (one, other) => {
    expect(shortUuid(one) < shortUuid(other)).toBe(one < other);
  });
  fc.assert(isOrdered);
});

test("the smallest and the largest UUID are the ends of the order", () => {
  const [first, last] = ["00000000-0000-0000-0000-000000000000", "f".repeat(32)];
  expect(shortUuid(first)).toBe("-".repeat(22));
  expect(shortUuid(last)).toBe(`2${"z".repeat(21)}`);
  expect(longUuid(shortUuid(first))).toBe(first);
});

test.for(["", "forged", "3".repeat(22), "-".repeat(21), "01900000-0000-7000-8000-000000000001"])(
  "%j is no short UUID, and stays",
  (text) => expect(longUuid(text)).toBe(text),
);

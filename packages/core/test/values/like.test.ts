import { expect, test } from "vitest";
import { possibleKeysOf } from "../../src/values/fold-case.ts";
import { likeGiven } from "../../src/values/like.ts";

test.for<[pattern: string, glob: string, first: string]>([
  ["LOT-%", "lot-*", "lot-"],
  ["%%-7%%", "*-7*", ""],
  ["a_b", "a_b", "a_b"],
  ["*?[x]%", "[*][?][[]x]*", "*?[x]"],
  ["STRAßE%1", "strasse*1", "strasse"],
])("the pattern %s is tested as %s, in the range of its beginning", ([pattern, glob, first]) => {
  const like = likeGiven("field", pattern)!;
  expect(JSON.parse(like.globs)).toEqual([glob, glob]);
  expect(like.range.first).toBe(first);
  expect(like.hasBeginning).toBe(first !== "");
});

test("a pattern of keys in two forms has the range that both share", () => {
  const like = likeGiven("field", "G-Ä7%", possibleKeysOf)!;
  expect(JSON.parse(like.globs)).toEqual(["g-ä7*", "g-Ä7*"]);
  expect(like.range).toEqual({ first: "g-", last: "g." });
  expect(likeGiven("field", "Ä%", possibleKeysOf)).toMatchObject({ hasBeginning: false });
});

test("no pattern is longer than D1 takes", () => {
  expect(likeGiven("field", undefined)).toBeUndefined();
  expect(likeGiven("field", "x".repeat(50))).toBeDefined();
  for (const pattern of ["x".repeat(51), "*".repeat(17), "\u0149".repeat(20)]) {
    expect(() => likeGiven("field", pattern)).toThrow("At most 50 bytes in UTF-8");
  }
});

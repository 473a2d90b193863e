import { expect, test } from "vitest";
import { isLike } from "../../src/product/like.ts";

test.for([
  ["general", "general", true],
  ["general", "genera", false],
  ["general", "eneral", false],
  ["general", "%", true],
  ["", "%", true],
  ["", "", true],
  ["general", "gen%", true],
  ["general", "%ral", true],
  ["general", "%ene%", true],
  ["general", "g%n%l", true],
  ["general", "%%g%%l%%", true],
  ["general", "x%", false],
  ["general", "%x", false],
  ["general", "g%x%l", false],
  // No two pieces may lie over each other.
  ["ab", "ab%b", false],
  ["aba", "ab%ba", false],
  ["abba", "ab%ba", true],
  ["aab", "%ab%b", false],
  // What is a wildcard elsewhere is a character here.
  ["general", "g_neral", false],
  ["general", "g*l", false],
  ["g_n", "g_n", true],
  ["a.c", "a.c", true],
  ["abc", "a.c", false],
  ["a\\b", "a\\%", true],
] as const)("%s is like %s: %s", ([text, pattern, expected]) => {
  expect(isLike(text, pattern)).toBe(expected);
});

// By trying each place for each wildcard it would take longer than anybody waits.
test("a pattern of many wildcards is decided at once", () => {
  expect(isLike("a".repeat(10_000), `${"%a".repeat(120)}%b`)).toBe(false);
});

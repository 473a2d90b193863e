import { expect, test } from "vitest";
import { isLike } from "../../src/product/references.ts";

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
  // Pieces must not overlap.
  ["ab", "ab%b", false],
  ["aba", "ab%ba", false],
  ["abba", "ab%ba", true],
  ["aab", "%ab%b", false],
  // The wildcards of other languages are plain characters here.
  ["general", "g_neral", false],
  ["general", "g*l", false],
  ["g_n", "g_n", true],
  ["a.c", "a.c", true],
  ["abc", "a.c", false],
  ["a\\b", "a\\%", true],
] as const)("%s is like %s: %s", ([text, pattern, expected]) => {
  expect(isLike(text, pattern)).toBe(expected);
});

test("a pattern of many wildcards is decided fast", () => {
  const decide = (wildcards: number, text: string) => {
    const before = performance.now();
    for (let time = 0; time < 20; time++) {
      expect(isLike(text, `${"%a".repeat(wildcards)}%b`)).toBe(false);
    }
    return performance.now() - before;
  };
  const least = (wildcards: number) =>
    Math.min(...Array.from({ length: 5 }, () => decide(wildcards, "a".repeat(60))));
  // Trying each place for each wildcard would take a hundred times as long for two more wildcards.
  expect(least(5) / least(3)).toBeLessThan(20);
  decide(120, "a".repeat(10_000));
});

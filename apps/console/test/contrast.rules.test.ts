import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { contrastMin, contrastOf, pairs } from "../src/ui/contrast.rules.ts";

const css = readFileSync(new URL("../src/ui/tokens.css", import.meta.url), "utf8");
const colour = /--(?<name>[\w-]+): light-dark\((?<light>#\w{6}), (?<dark>#\w{6})\);/g;
const tokens = new Map([...css.matchAll(colour)].map(({ groups }) => [groups!["name"], groups!]));

test.for([
  ["#000000", "#ffffff", 21],
  ["#ffffff", "#ffffff", 1],
  ["#767676", "#ffffff", 4.54],
  ["#ffffff", "#777777", 4.48],
  ["#fff", "#777", 4.48],
] as const)("the contrast of %s and %s is %d", ([a, b, ratio]) => {
  expect(contrastOf(a, b)).toBeCloseTo(ratio, 2);
});

test.for(
  pairs.flatMap((pair) => (["light", "dark"] as const).map((theme) => ({ ...pair, theme }))),
)("$ink on $on is read in $theme", ({ ink, on, use, theme }) => {
  const ratio = contrastOf(tokens.get(ink)![theme]!, tokens.get(on)![theme]!);
  expect(ratio).toBeGreaterThanOrEqual(contrastMin[use]);
});

test("every colour of text and signs is in a pair", () => {
  const named = new Set(pairs.flatMap(({ ink, on }) => [ink, on]));
  expect([...tokens.keys()].filter((name) => !named.has(name!))).toEqual(["line"]);
});

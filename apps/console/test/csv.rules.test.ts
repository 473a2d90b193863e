import { expect, test } from "vitest";
import { csvOf } from "../src/list/csv.rules.ts";

const written = (value: string | number | null) =>
  csvOf([{ name: "Value", text: () => value }], [1]);

test.for([
  ["PUMP-0001", "PUMP-0001"],
  [1992.5, "1992.5"],
  [-1, "-1"],
  [null, ""],
  ["a,b", '"a,b"'],
  ['7/8" bolt', '"7/8"" bolt"'],
  ["two\nlines", '"two\nlines"'],
  ["=1+1", "'=1+1"],
  ["@SUM(A1)", "'@SUM(A1)"],
  ["-2+3", "'-2+3"],
] as const)("%j is written as %j", ([value, cell]) => {
  expect(written(value)).toBe(`\uFEFFValue\r\n${cell}\r\n`);
});

import { expect, test } from "vitest";
import { convertedToBase, type Unit } from "../../src/rules/unit.ts";
import { quantityMax } from "../../src/values/decimal.ts";
import { q } from "../consumption/plant.ts";
import { refusalDetails } from "../refused.ts";

const unit = (name: string, factor: number, more: Partial<Unit> = {}): Unit => ({
  name,
  nameKey: name,
  suidKey: null,
  code: null,
  dimension: "length",
  factor: q(factor),
  ...more,
});
const units = [
  unit("mm", 1, { code: "MMT", suidKey: "millimetre" }),
  unit("m", 1000),
  unit("in", 25.4),
  unit("kg", 1, { dimension: "mass" }),
];
const inMetres = (qty: number, named: string) =>
  convertedToBase(units, qty, { named, baseName: "m" }, "/qty");

test.for([
  ["MM", q(0.25)],
  ["Millimetre", q(0.25)],
  ["mmt", q(0.25)],
  ["in", q(6.35)],
  ["m", q(250)],
] as const)("250 %s are converted exactly", ([named, inBaseUnit]) => {
  expect(inMetres(q(250), named)).toBe(inBaseUnit);
});

test("a name is meant before a SUID, and a SUID before a code", () => {
  const one = unit("m", 1);
  const convert = (named: readonly Unit[]) =>
    convertedToBase([...named, one], q(1), { named: "X", baseName: "m" }, "/qty");
  const [byName, bySuid, byCode] = [
    unit("x", 2),
    unit("s", 3, { suidKey: "x" }),
    unit("c", 4, { code: "X" }),
  ];
  expect(convert([byCode, bySuid, byName])).toBe(q(2));
  expect(convert([byCode, bySuid])).toBe(q(3));
  expect(convert([byCode])).toBe(q(4));
});

test.for<[qty: number, named: string, code: string, pointer: string, message: string]>([
  [q(1), "cubit", "not_found", "/unit", "No unit of measure has the name or code cubit."],
  [q(1), "kg", "unit_mismatch", "/unit", "kg measures mass, but m measures length."],
  [
    q(0.0005),
    "mm",
    "unit_mismatch",
    "/qty",
    "0.0005 mm is too large, or can't be converted exactly to m with six decimals.",
  ],
])("%d %s are refused", ([qty, named, code, pointer, message]) => {
  expect(refusalDetails(() => inMetres(qty, named))).toEqual({
    code,
    message,
    errors: [{ pointer, detail: message }],
  });
});

test("no quantity grows too large, or vanishes", () => {
  const convert = (qty: number, factor: number) =>
    convertedToBase([unit("x", factor), unit("m", 1)], qty, { named: "x", baseName: "m" }, "/qty");
  expect(convert(quantityMax, 1)).toBe(quantityMax);
  expect(refusalDetails(() => convert(quantityMax, 2)).code).toBe("unit_mismatch");
});

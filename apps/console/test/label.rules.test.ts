import { expect, test } from "vitest";
import { filled, filledCode, filledLine } from "../src/label/fill.rules.ts";
import { itemLabelValues } from "../src/label/item-label.rules.ts";
import { makeSymbol } from "../src/label/symbol.ts";
import { moduleMm, modulesOf, quietPixels } from "../src/label/symbol-size.rules.ts";
import { filledZpl } from "../src/label/zpl.rules.ts";
import { gs1Elements } from "../src/scan/measure.rules.ts";

const item = {
  visualSerialNo: "S-1",
  uniqueID: null,
  productName: "Bolt",
  version: "A",
  batchNo: null,
  orderNo: null,
  actualQty: 0.000001,
  location: "STORE",
  status: "Available",
  expiryDate: "2027-01-31T22:59:59.999Z",
};
const context = { unit: "each", productSUID: "4012345678901", timeZone: "Europe/Berlin" };
const values = itemLabelValues(item, context);

test("an item's values are those of the plant's day, without an exponent", () => {
  expect(values).toMatchObject({
    qty: "0.000001",
    expiryDate: "2027-01-31",
    expiryYYMMDD: "270131",
    deliveryNo: "",
    productSUID: "4012345678901",
  });
  expect(itemLabelValues({ ...item, expiryDate: null, actualQty: 1e9 }, context)).toMatchObject({
    qty: "1000000000",
    expiryDate: "",
    expiryYYMMDD: "",
  });
});

test("a value is never read as a placeholder or a pattern", () => {
  expect(filled("{a}{b}", { a: "{b}$&", b: "$1" })).toBe("{b}$&$1");
});

test("a line without any of its values is left out", () => {
  expect(filledLine("Batch {batchNo}", values)).toBeUndefined();
  expect(filledLine("{batchNo} {location}", values)).toBe(" STORE");
  expect(filledLine("Fragile", values)).toBe("Fragile");
});

test("an element of a GS1 code without a value is left out, and a GTIN has 14 digits", () => {
  const code = "(01){productSUID}(21){visualSerialNo}(10){batchNo}(17){expiryYYMMDD}";
  expect(filledCode(code, values, true)).toBe("(01)04012345678901(21)S-1(17)270131");
  expect(filledCode("(x){batchNo}", values, false)).toBe("(x)");
});

test.for([
  ["a plain value", "^FD{a}^FS", "AB_1", "^FDAB_1^FS"],
  ["a caret", "^FD{a}^FS", "A^XZ", "^FH^FDA_5EXZ^FS"],
  ["a tilde", "^FDx {a}^FS", "~JA", "^FH^FDx _7EJA^FS"],
  ["the sign of the escape beside a caret", "^FDa_b {a}^FS", "_^", "^FH^FDa_5Fb _5F_5E^FS"],
  ["a new line", "^FD{a}^FS", "A\nB", "^FH^FDA_0AB^FS"],
  ["a template's own escape", "^FH^FD_41{a}^FS", "_1", "^FH^FD_41_5F1^FS"],
  ["a template's own sign", "^FH\\^FD\\41{a}_^FS", "\\^_", "^FH\\^FD\\41\\5C\\5E__^FS"],
  ["a field that is not closed", "^FD{a}", "^", "^FH^FD_5E"],
  ["another field", "^FO{a}^FDx^FS", "1", "^FO{a}^FDx^FS"],
] as const)("ZPL is safe with %s", ([, zpl, a, expected]) => {
  expect(filledZpl(zpl, { a })).toBe(expected);
});

test("copies are those of the label", () => {
  expect(filledZpl("^XA^FD{a}^FS^XZ\n", { a: "1" }, 3)).toBe("^XA^FD1^FS^PQ3\n^XZ\n");
});

test("a module is a whole number of dots, and no symbol is smaller than them", () => {
  const dotMm = 25.4 / 203;
  expect(moduleMm(22, 23, 203)! / dotMm).toBeCloseTo(8, 9);
  expect(moduleMm(10, 10 * dotMm * 3, 203)! / dotMm).toBeCloseTo(3, 9);
  expect(moduleMm(500, 20, 203)).toBeUndefined();
});

/** The modules of a matrix, read from its path: a point is dark if an odd number of lines is left. */
function matrixOf({ path, width }: { readonly path: string; readonly width: number }): string[] {
  const outlines = path
    .split("M")
    .slice(1)
    .map((outline) =>
      outline
        .replace("Z", "")
        .split("L")
        .map((point) => point.split(" ").map(Number)),
    );
  const edges = outlines.flatMap((points) =>
    points.map((point, index) => [...point, ...points[(index + 1) % points.length]!]),
  );
  const isDark = (x: number, y: number) =>
    edges.filter(([x0 = 0, y0 = 0, x1 = 0, y1 = 0]) => x0 === x1 && x0 < x && y0 > y !== y1 > y)
      .length %
      2 ===
    1;
  const modules = Array.from({ length: width / 2 }, (_, index) => index * 2 + 1);
  return modules.map((y) => modules.map((x) => (isDark(x, y) ? "#" : ".")).join(""));
}

test("a Data Matrix has its solid and its broken sides", () => {
  const symbol = makeSymbol("dataMatrix", "PUMP-0001");
  const rows = matrixOf(symbol);
  expect(symbol).toMatchObject({ width: 28, height: 28 });
  expect(rows.at(-1)).toBe("#".repeat(14));
  expect(rows.map((row) => row[0]).join("")).toBe("#".repeat(14));
  expect(rows[0]).toBe("#.".repeat(7));
  expect(rows.map((row) => row.at(-1)).join("")).toBe(".#".repeat(7));
});

test("a QR code has its three corners", () => {
  const rows = matrixOf(makeSymbol("qr", "PUMP-0001"));
  const corner = ["#######", "#.....#", "#.###.#", "#.###.#", "#.###.#", "#.....#", "#######"];
  expect(rows.slice(0, 7).map((row) => row.slice(0, 7))).toEqual(corner);
  expect(rows.slice(0, 7).map((row) => row.slice(-7))).toEqual(corner);
  expect(rows.slice(-7).map((row) => row.slice(0, 7))).toEqual(corner);
});

test("a Code 128 has the bars of its start and its end", () => {
  const { path, width } = makeSymbol("code128", "AB1");
  const bars = [...path.matchAll(/M(\d+) 0L(\d+) 0/g)].map(([, left, right]) => [+left!, +right!]);
  // Start B is 2-1-1-2-1-4, and the stop 2-3-3-1-1-1-2, as widths of bars and spaces in turn.
  expect(bars.slice(0, 3)).toEqual([
    [0, 2],
    [3, 4],
    [6, 7],
  ]);
  expect(bars.slice(-4).map(([left = 0, right = 0]) => [left - width, right - width])).toEqual([
    [-13, -11],
    [-8, -5],
    [-4, -3],
    [-2, 0],
  ]);
});

test("a GS1 code of bars says after its start that it is one", () => {
  const { path } = makeSymbol("gs1Code128", gs1Elements);
  const bars = [...path.matchAll(/M(\d+) 0L(\d+) 0/g)].map(([, left, right]) => [+left!, +right!]);
  // Start C is 2-1-1-2-3-2, and FNC1 4-1-1-1-3-1.
  expect(bars.slice(0, 6)).toEqual([
    [0, 2],
    [3, 4],
    [6, 9],
    [11, 15],
    [16, 17],
    [18, 21],
  ]);
});

test("a symbol has the light space that its readers need", () => {
  const quiet = (["dataMatrix", "qr", "code128"] as const).map((symbology) => {
    const symbol = makeSymbol(symbology, "AB1");
    return [quietPixels(symbol), modulesOf(symbol)];
  });
  // A matrix has two pixels a module: 10, 21 and 68 modules without the space.
  expect(quiet).toEqual([
    [4, 14],
    [8, 29],
    [10, 88],
  ]);
});

test("a wrong check digit of a GS1 code is refused", () => {
  expect(() => makeSymbol("gs1DataMatrix", "(01)04012345678902(21)X")).toThrow(/checksum/i);
  expect(makeSymbol("gs1DataMatrix", "(01)04012345678901(21)X").path).not.toBe("");
});

import { expect, test } from "vitest";
import {
  type BodyField,
  fieldNamed,
  filterByName,
  foldedFields,
  isContained,
  readTable,
  textOf,
} from "../src/index.ts";

const field = (name: string, ...types: readonly string[]): [string, BodyField] => [
  name.toLowerCase(),
  { name, types: new Set(types) },
];
const fieldOf = fieldNamed(
  new Map([
    field("productName", "string"),
    field("qty", "number"),
    field("makeSerial", "boolean"),
    field("expiryDate", "string", "date-time", "null"),
    field("roles", "array"),
  ]),
);
const rowsOf = (text: string) => readTable(text, fieldOf).rows;
const bodyOf = (header: string, row: string) => {
  const [read] = rowsOf(`${header}\n${row}\n`);
  return read && "body" in read ? JSON.parse(read.body) : read;
};

test.each([
  ["Seal", { productName: "Seal" }],
  ['"Seal, ""large"""', { productName: 'Seal, "large"' }],
  ["'=A1", { productName: "=A1" }],
])("a text is read as it is meant: %s", (cell, body) => {
  expect(bodyOf("productName", cell)).toEqual(body);
});

test.each([
  ["1.5", 1.5],
  ["007", 7],
  ["x", "x"],
])("a number is read, and what is none stays text: %s", (cell, qty) => {
  expect(bodyOf("qty", cell)).toEqual({ qty });
});

test.each([
  ["2026-12-31", "2026-12-31"],
  ["31.12.2026", "2026-12-31"],
  [" 1.2.2026 ", "2026-02-01"],
  ["12/31/2026", "12/31/2026"],
  ["null", null],
])("a date has one reading, or stays as it is: %s", (cell, expiryDate) => {
  expect(bodyOf("expiryDate", cell)).toEqual({ expiryDate });
});

test("a day is one only in a field of times", () => {
  expect(bodyOf("productName", "31.12.2026")).toEqual({ productName: "31.12.2026" });
});

test("words, lists and names in other spellings are read", () => {
  expect(bodyOf("Make Serial\troles", 'wahr\t"[""a""]"')).toEqual({
    "Make Serial": true,
    roles: ["a"],
  });
});

test("an empty cell is not sent, and blank lines are no rows", () => {
  expect(rowsOf("productName;qty\nSeal;\n;\n\n")).toEqual([
    { line: 2, body: '{"productName":"Seal"}' },
  ]);
});

test("the header tells the separator, and other numbers what a comma is", () => {
  const table = readTable("productName\tqty\nSeal\t1,500\nSeal\t2,5\n", fieldOf);
  expect(table).toMatchObject({ separator: "\t", hasDecimalCommas: true });
  expect(table.rows).toMatchObject([{ body: expect.stringContaining("1.500") }, {}]);
});

test.each([
  ["productName\tqty\nSeal\t1,500", { code: "number_ambiguous", name: "qty", place: 2 }],
  ["productName,qty\nSeal", { code: "row_short", name: "qty" }],
  ["productName\nSeal,5", { code: "cell_outside", place: 2, cell: "5", columns: 1 }],
  ["productName,productName\nSeal,5", { code: "column_twice", name: "productName" }],
  ["sep=#\nproductName", { code: "separator_unknown", separator: "#" }],
  ['productName,qty\n"Seal,5', { code: "not_csv" }],
])("a row that can't be read says why: %j", (text, fault) => {
  expect(rowsOf(text)).toMatchObject([{ faults: [fault] }]);
});

test("two columns that are sent as one field are refused", () => {
  const sent = () => "productName";
  expect(readTable("productName,Product\nSeal,Bolt", fieldOf, sent).rows).toMatchObject([
    { faults: [{ code: "column_twice", name: "Product" }] },
  ]);
});

test("a number that a spreadsheet has shortened is sent, and pointed out", () => {
  expect(rowsOf("productName\n8.9E+18")).toMatchObject([
    { shortened: [{ name: "productName", place: 1, cell: "8.9E+18" }] },
  ]);
});

const bytesOf = (...parts: readonly (number | string)[]) =>
  Uint8Array.from(
    parts.flatMap((part) =>
      typeof part === "number" ? part : Array.from(new TextEncoder().encode(part)),
    ),
  );

test.each([
  ["UTF-8", bytesOf("ä"), { text: "ä", isDamaged: false }],
  ["UTF-16", bytesOf(0xff, 0xfe, 0xe4, 0), { text: "ä", encoding: "UTF-16" }],
  ["UTF-16, big end first", bytesOf(0xfe, 0xff, 0, 0xe4), { text: "ä", encoding: "UTF-16" }],
  ["Windows-1252", bytesOf("a", 0xe4), { text: "a\uFFFD", isDamaged: true }],
  ["a workbook", bytesOf("PK", 3, 4), { fault: "archive" }],
  ["UTF-16 without a mark", bytesOf("a", 0), { fault: "utf16_unmarked" }],
  ["half of UTF-16", bytesOf(0xff, 0xfe, 0xe4), { fault: "utf16_invalid" }],
])("bytes are read as %s", (_, bytes, read) => {
  expect(textOf(bytes)).toEqual(read);
});

test("a stored record is equal if it has all that a row has", () => {
  const stored = { Name: "Seal", Properties: [{ name: "a", value: 1 }], SUID: null };
  expect(isContained({ name: "Seal", properties: [{ name: "a" }], suid: null }, stored)).toBe(true);
  expect(isContained({ name: "Bolt" }, stored)).toBe(false);
  expect(isContained({ properties: [] }, stored)).toBe(false);
});

test.each([
  ["Product", { Name: "Seal" }, { name: "Seal" }],
  ["WorksOrder", { "order no": "WO-1" }, { orderNo: "WO-1" }],
  ["Bom", { name: "B", parentProductName: "P" }, { name: "B", parentProductName: "P" }],
  ["Location", { suid: "MAIN" }, { name: "MAIN" }],
  ["Location", { id: 5, name: "Main" }, undefined],
  ["BomSlot", { name: "B" }, undefined],
  ["Location", { description: "x" }, undefined],
])("a row of %s names its record: %j", (resource, row, filter) => {
  expect(filterByName(resource, foldedFields(row))).toEqual(filter);
});

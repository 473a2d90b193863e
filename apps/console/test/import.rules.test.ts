import { readTable } from "@asbuilt/table";
import { expect, test } from "vitest";
import { requestFields } from "../src/contract/fields.gen.ts";
import { columnsOf } from "../src/screens/import/columns.rules.ts";
import { isOwnField } from "../src/screens/import/kinds.ts";
import {
  effectOf,
  readRows,
  receiptEffectOf,
  rowsAsCsv,
} from "../src/screens/import/preview.rules.ts";

const labels: Readonly<Record<string, string>> = {
  productName: "Product name",
  visualSerialNo: "Serial number",
  batchNo: "Batch number",
  qty: "Quantity",
  costPerUnit: "Cost per unit",
  comment: "Comment",
};
const fields = requestFields.materialItemReceive;
const { fieldOf, nameOf } = columnsOf(fields, (name) => labels[name] ?? name);
const read = (text: string) => readRows(readTable(text, fieldOf, nameOf), fields, isOwnField);

test.each([
  ["visualSerialNo", "visualSerialNo"],
  ["VISUAL_SERIAL NO", "visualSerialNo"],
  ["Serial number", "visualSerialNo"],
  ["serial-number:", "visualSerialNo"],
  ["Serial", "visualSerialNo"],
  ["Batch", "batchNo"],
  // Two labels begin so.
  ["Co", undefined],
  ["Colour", undefined],
  ["?", undefined],
])("a column is named as in the contract or on the screens: %s", (column, name) => {
  expect(fieldOf(column)?.name).toBe(name);
});

test.each([
  ["Quantity", "five", { code: "no_number", cell: "five" }],
  ["makeSerial", "maybe", { code: "no_flag", cell: "maybe" }],
  ["expiryDate", "12/31/2026", { code: "no_day", cell: "12/31/2026" }],
  ["Batch", "B".repeat(51), { code: "too_long", lengthMax: 50 }],
])("a cell that breaks a rule is found: %s %s", (column, cell, rule) => {
  expect(read(`${column}\tComment\n${cell}\tx`)[0]?.faults).toMatchObject([{ of: "field", rule }]);
});

test("a choice has its options", () => {
  const of = requestFields.productUpsert;
  const columns = columnsOf(of, (name) => name);
  const table = readTable("Name,Tracking\nSeal,lots\n", columns.fieldOf, columns.nameOf);
  expect(readRows(table, of, isOwnField)[0]?.faults).toMatchObject([
    { field: "Tracking", rule: { code: "no_option", cell: "lots" } },
  ]);
});

test("what only the service sets is left out, and a name that comes again is pointed out", () => {
  const [first, second] = read("externalRef,Serial,Quantity\n,S-1,5\n,s-1,6\n");
  expect(first).toMatchObject({ fields: { visualSerialNo: "S-1", qty: 5 }, faults: [] });
  expect(second?.faults).toEqual([{ of: "same", line: 2 }]);
  for (const name of ["id", "ID", "revNo", "BaseUnitID", "workCentreIDs"]) {
    expect(isOwnField(name), name).toBe(true);
  }
  for (const name of ["suid", "SUID", "reasonSUID", "Name"]) expect(isOwnField(name)).toBe(false);
});

test("a new record needs its fields, and one that is there only what changes", () => {
  const of = requestFields.worksOrderUpsert;
  const row = { line: 2, fields: { orderNo: "WO-1", qty: 5 }, faults: [], shortened: [] };
  expect(effectOf(row, undefined, of)).toMatchObject({ does: "refused" });
  expect(effectOf(row, { orderNo: "WO-1", qty: 5 }, of)).toEqual({ does: "nothing" });
  expect(effectOf(row, { orderNo: "WO-1", qty: 4 }, of)).toEqual({
    does: "change",
    changes: [{ field: "qty", before: 4, after: 5 }],
  });
});

test("a receipt needs a serial, or makes it", () => {
  const effectIn = (text: string) => receiptEffectOf(read(text)[0]!, undefined, fields);
  expect(effectIn("Product,Quantity\nSeal,5")).toMatchObject({
    faults: [{ field: "visualSerialNo", rule: { code: "empty" } }],
  });
  expect(effectIn("Product,Quantity,makeSerial\nSeal,5,yes")).toEqual({ does: "create" });
  expect(effectIn("Product,Serial\nSeal,S-1")).toMatchObject({
    faults: [{ field: "qty", rule: { code: "empty" } }],
  });
});

test("a serial that was received is not received again, and is not another product's", () => {
  const row = read("Product,Serial,Quantity\nSeal,S-1,5")[0]!;
  const effectOn = (productName: string, nominalQty: number) =>
    receiptEffectOf(row, { productName, nominalQty }, fields);
  expect(effectOn("Seal", 5)).toEqual({ does: "nothing" });
  for (const other of [effectOn("Bolt", 5), effectOn("Seal", 6)]) {
    expect(other).toMatchObject({ does: "refused", faults: [{ rule: { code: "taken" } }] });
  }
});

test("refused rows are saved as they can be imported again", () => {
  const rows = [
    { name: '=A "b", c', qty: 1.5 },
    { name: "Seal", isActive: true },
  ];
  const saved = rowsAsCsv(rows, (text) => (text.startsWith("=") ? `'${text}` : text));
  expect(saved).toBe('\uFEFFname,qty,isActive\r\n"\'=A ""b"", c",1.5,\r\nSeal,,true\r\n');
});

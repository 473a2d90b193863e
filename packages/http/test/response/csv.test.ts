import * as z from "zod";
import { describe, expect, test } from "vitest";
import { compileKnownKeys } from "../../src/body/canonical-keys.ts";
import { fieldNames } from "../../src/body/chosen-fields.ts";
import { accepts } from "../../src/response/accepts.ts";
import { csvColumns, csvHeading, csvRows } from "../../src/response/csv.ts";

const known = compileKnownKeys(
  z.object({
    id: z.int(),
    name: z.string().nullable(),
    removed: z.object({ at: z.string(), by: z.object({ id: z.int() }) }).nullable(),
    path: z.array(z.object({ id: z.int() })),
    free: z.record(z.string(), z.unknown()),
  }),
)!;
const columns = csvColumns(fieldNames(known), known);

describe("a table", () => {
  test("has a column for each field, and for each field of an object", () => {
    expect(csvHeading(columns)).toBe("\uFEFFid,name,removed.at,removed.by.id,path,free\r\n");
    expect(csvHeading(csvColumns(["removed"], known))).toBe("\uFEFFremoved.at,removed.by.id\r\n");
  });

  test("has the JSON of arrays and of objects with free fields", () => {
    const record = { id: 1, name: "A", removed: { at: "now", by: { id: 2 } }, path: [{ id: 3 }] };
    expect(csvRows(columns, [{ ...record, free: { x: 1 } }])).toBe(
      `1,A,now,2,"[{""id"":3}]","{""x"":1}"\r\n`,
    );
  });

  test("has an empty cell for null, for an absent field and inside of an object that is null", () => {
    expect(csvRows(columns, [{ id: 1, name: null, removed: null, path: [] }])).toBe("1,,,,[],\r\n");
    expect(csvRows(columns, [])).toBe("");
  });

  test.for<[value: unknown, cell: string]>([
    ["plain", "plain"],
    ["", ""],
    ["a,b", `"a,b"`],
    [`12" tube`, `"12"" tube"`],
    ["two\nlines", `"two\nlines"`],
    ["=1+1", "'=1+1"],
    ["+49", "'+49"],
    ["-5", "'-5"],
    ["@SUM", "'@SUM"],
    ["\tx", "'\tx"],
    ["\rx", `"'\rx"`],
    [`=HYPERLINK("x","y")`, `"'=HYPERLINK(""x"",""y"")"`],
    ["'=1", "'=1"],
    [-5, "-5"],
    [0.25, "0.25"],
    [true, "true"],
  ])("writes %j as %s", ([value, cell]) => {
    expect(csvRows(csvColumns(["name"], known), [{ name: value }])).toBe(`${cell}\r\n`);
  });
});

test.for<[accept: string | undefined, isCsv: boolean]>([
  [undefined, false],
  ["", false],
  ["*/*", false],
  ["text/*", false],
  ["application/json", false],
  ["text/csvx", false],
  ["text/csv", true],
  ["TEXT/CSV", true],
  ["text/csv; charset=utf-8", true],
  ["text/csv;q=0", false],
  ["text/csv;q=0.5", true],
  ["text/csv, application/json", true],
  ["application/json, text/csv", false],
  ["application/json;q=0.9, text/csv", true],
  ["application/json, text/csv;q=0.9", false],
  ["text/csv;q=0.5, application/json;q=0.4, */*", true],
  ["*/*, text/csv", true],
  ["*/*, text/csv;q=0.9", false],
  ["*/*;q=0.8, text/csv", true],
  ["application/*, text/csv", true],
  ["text/html, text/csv;q=0.9, application/json;q=0.5, */*;q=0.1", true],
])("a client that accepts %j gets CSV: %s", ([accept, isCsv]) => {
  expect(accepts("text/csv", accept)).toBe(isCsv);
});

test.for<[accept: string, isPdf: boolean]>([
  ["application/pdf", true],
  ["application/*", false],
  ["text/csv", false],
  ["application/json, application/pdf;q=0.9", false],
  ["application/pdf, application/json;q=0.9", true],
])("a client that accepts %j gets PDF where there is one: %s", ([accept, isPdf]) => {
  expect(accepts("application/pdf", accept)).toBe(isPdf);
});

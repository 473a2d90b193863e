import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, inject, test } from "vitest";
import { requestsTo } from "../plants/requests.ts";
import { plantFiles } from "./plant-files.ts";
import { asbuilt, copyPlant, temporaryFolder } from "./processes.ts";
import { rowsOf } from "./stored.ts";

const temporary = temporaryFolder();
afterAll(temporary.remove);

let made = 0;

/** Makes a file in a folder of its own, and returns its path. */
function fileOf(name: string, content: string | Buffer): string {
  const folder = join(temporary.path, `files-${++made}`);
  mkdirSync(folder);
  writeFileSync(join(folder, name), content);
  return join(folder, name);
}

/** Makes a database with products that are counted in pieces and litres. */
async function newPlant() {
  const path = join(temporary.path, `${++made}.db`);
  const on = { DATABASE_URL: `file:${path}` };
  copyPlant(on);
  const load = (name: string, content: string | Buffer) =>
    asbuilt(["import", fileOf(name, content)], on);
  const products = plantFiles["Product.Upsert.csv"];
  expect(await load("Product.Upsert.csv", products)).toMatchObject({ status: 0, stderr: "" });
  const quantities = () =>
    Object.fromEntries(
      rowsOf(path, "select visual_serial_no as serial, nominal_qty as qty from material_item").map(
        ({ serial, qty }) => [serial, Number(qty) / 1e6],
      ),
    );
  return { path, load, quantities };
}

/** The lines that an import printed about one file, without the tally of all files. */
const linesOf = (text: string) => text.trimEnd().split("\n");

/** UTF-16 as Excel saves its "Unicode Text". */
const utf16 = (text: string) => Buffer.from(`\uFEFF${text}`, "utf16le");

const receipts = "MaterialItem.Receive.csv";

test("files with semicolons, tabs, bars, sep= or UTF-16 are loaded, and the report says so", async () => {
  const { load, quantities, path } = await newPlant();
  const semicolons = 'productName;visualSerialNo;qty\r\nOil;"Can; 1";1,5\r\nOil;Can 2;2\r\n';
  const loaded = await load(receipts, semicolons);
  expect(loaded.stderr).toBe("");
  expect(linesOf(loaded.stdout).slice(0, 2)).toEqual([
    `${receipts}: read with semicolons between the cells, with decimal commas`,
    `${receipts}: 2 loaded, 0 loaded already, 0 refused`,
  ]);
  const tabs = utf16("product name\tvisual serial no\tqty\tcomment\r\nOil\tCän 3\t0,125\ta, b\r\n");
  const unicode = await load(receipts, tabs);
  expect(unicode).toMatchObject({ status: 0, stderr: "" });
  expect(unicode.stdout).toContain(
    `${receipts}: read as UTF-16, with tabs between the cells, with decimal commas\n`,
  );
  const swapped = utf16("productName,visualSerialNo,qty\nOil,Can 4,1\n").swap16();
  expect((await load(receipts, swapped)).stdout).toContain(`${receipts}: read as UTF-16\n`);
  const named = await load(receipts, "sep=|\r\nproductName|visualSerialNo|qty\r\nOil|Can 5|4\r\n");
  expect(named.stdout).toContain(`${receipts}: read with bars between the cells\n`);
  expect(quantities()).toEqual({
    "Can; 1": 1.5,
    "Can 2": 2,
    "Cän 3": 0.125,
    "Can 4": 1,
    "Can 5": 4,
  });
  expect(rowsOf(path, "select comment from change_log where comment is not null")).toEqual([
    { comment: "a, b" },
  ]);
});

test("a file that can't be read safely is named as what it is, with the row and what to do", async () => {
  const { load, quantities } = await newPlant();
  const refusals = async (content: string | Buffer) => {
    const { stderr, status } = await load(receipts, content);
    expect(status).toBe(1);
    return linesOf(stderr);
  };
  expect(
    await refusals(Buffer.from("productName,visualSerialNo,qty\nOil,C\xe4n,1\n", "latin1")),
  ).toEqual([
    `${receipts}:2: The row is not UTF-8, but probably Windows-1252. Save the file as CSV UTF-8.`,
  ]);
  const header = "productName,visualSerialNo,qty\n";
  expect(await refusals(Buffer.from(`${header}Oil,Can,1\n`, "utf16le"))).toEqual([
    `${receipts}:1: The file is UTF-16 without a byte order mark. Save it as CSV UTF-8.`,
  ]);
  expect(await refusals(Buffer.concat([utf16(header), Buffer.from([0])]))).toEqual([
    `${receipts}:1: The file begins as UTF-16, but is not valid UTF-16. Save it as CSV UTF-8.`,
  ]);
  expect(await refusals(Buffer.from("PK\u0003\u0004..."))).toEqual([
    `${receipts}:1: The file is a workbook or another archive. Save it as CSV UTF-8.`,
  ]);
  expect(await refusals("sep=:\nproductName:visualSerialNo:qty\n")).toEqual([
    `${receipts}:1: sep=: is not a comma, a semicolon, a tab or a bar.`,
  ]);
  expect(await refusals(`sep=;\nproductName;visualSerialNo;qty\nOil;Can\nOil;Can;1;x\n`)).toEqual([
    `${receipts}:3: The row ends before the column qty. An empty cell needs its separator too.`,
    `${receipts}:4: Cell 4 is "x", but no column has that place. The header has 3, with semicolons ` +
      "between them. Put a cell that contains a separator in quotes.",
  ]);
  expect(quantities()).toEqual({});
});

test("a separator after the last cell changes nothing", async () => {
  const { load, quantities } = await newPlant();
  const rows = "productName,visualSerialNo,qty,,\nOil,Can 1,1,,\nOil,Can 2,2,\nOil,Can 3,3,,,,\n";
  expect(await load(receipts, rows)).toMatchObject({ status: 0, stderr: "" });
  expect(await load(receipts, "productName,visualSerialNo,qty\nOil,Can 4,4,\n")).toMatchObject({
    status: 0,
    stderr: "",
  });
  expect(quantities()).toEqual({ "Can 1": 1, "Can 2": 2, "Can 3": 3, "Can 4": 4 });
});

test("a number with a comma or with separated thousands keeps its quantity, or is refused", async () => {
  const { load, quantities } = await newPlant();
  const ambiguous = (line: number, cell: string, decimal: string, whole: string) =>
    `${receipts}:${line}: qty, column 3: ${cell} can be ${decimal} or ${whole}: ` +
    `write ${decimal}0 or ${whole}.`;
  const head = (separator: string) => ["productName", "visualSerialNo", "qty"].join(separator);
  const german = [
    ["A", "1.234,5"],
    ["B", "1,250"],
    ["C", "1.234"],
    ["D", "1.234.567"],
    ["E", "-1,5"],
    ["F", "0,125"],
  ].map(([serial, qty]) => `Oil;${serial};${qty}`);
  const known = await load(receipts, [head(";"), ...german].join("\n"));
  expect(linesOf(known.stderr)).toEqual([
    ambiguous(4, "1.234", "1.234", "1234"),
    expect.stringMatching(/:6: .*Must be above 0/),
  ]);
  const unknown = await load(receipts, `${head(";")}\nOil;G;1.234\nOil;H;1,234\nOil;I;5\n`);
  expect(linesOf(unknown.stderr)).toEqual([
    ambiguous(2, "1.234", "1.234", "1234"),
    ambiguous(3, "1,234", "1.234", "1234"),
  ]);
  const english = `${head(",")}\nOil,J,1.234\nOil,K,"1,234"\nOil,L,"1,234.5"\n`;
  expect(linesOf((await load(receipts, english)).stderr)).toEqual([
    ambiguous(3, "1,234", "1.234", "1234"),
  ]);
  const mixed = `${head(",")}\nOil,M,1.5\nOil,N,"2,5"\nOil,O,2.125\nOil,P,1.2.3\nOil,Q,"1,2345"\n`;
  expect(linesOf((await load(receipts, mixed)).stderr)).toEqual([
    ambiguous(4, "2.125", "2.125", "2125"),
    expect.stringMatching(/:5: .*qty/),
    expect.stringMatching(/:6: .*decimal/),
  ]);
  expect(quantities()).toEqual({
    A: 1234.5,
    B: 1.25,
    D: 1_234_567,
    F: 0.125,
    I: 5,
    J: 1.234,
    L: 1234.5,
    M: 1.5,
    N: 2.5,
  });
});

test("a boolean cell takes the words of spreadsheets, and no other", async () => {
  const { load, path } = await newPlant();
  const words = ["TRUE", "true", "WAHR", "VRAI", "yes", "1", "FALSE", "falsch", "No", "0", "FAUX"];
  const rows = [...words, "ja", "2"].map((word, index) => `${index},${word}`);
  const { stderr, status } = await load(
    "Location.Upsert.csv",
    `name,isActive\n${rows.join("\n")}\n`,
  );
  expect(linesOf(stderr)).toEqual([
    expect.stringMatching(/^Location\.Upsert\.csv:13: .*isActive/),
    expect.stringMatching(/^Location\.Upsert\.csv:14: .*isActive/),
  ]);
  expect(status).toBe(1);
  const stored = rowsOf(
    path,
    "select is_active as a from location where name <> 'Main' order by id",
  );
  expect(stored.map(({ a }) => a)).toEqual([1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0]);
});

test("a serial that a spreadsheet has shortened is loaded with a warning, also into a service", async () => {
  const service = inject("service");
  const file = fileOf(
    receipts,
    "productName;visualSerialNo;qty;batchNo\nSeal;8.93901E+18;5;1e3\nSeal;LOT-E+1;5;1,2E+05\n",
  );
  const at = ["--url", service.address, "--key", service.key];
  const { stdout, stderr, status } = await asbuilt(["import", file, ...at]);
  const probably = "is probably a number that a spreadsheet has shortened.";
  expect(linesOf(stderr)).toEqual([
    `${receipts}:2: warning: visualSerialNo, column 2: 8.93901E+18 ${probably}`,
    `${receipts}:3: warning: batchNo, column 4: 1,2E+05 ${probably}`,
  ]);
  expect(stdout).toContain(`${receipts}: read with semicolons between the cells\n`);
  expect(status).toBe(0);
  const found = { visualSerialNo: "8.93901E+18" };
  const listed = await requestsTo(service).done("post", "/api/MaterialItem/List", found);
  expect(listed).toMatchObject([{ batchNo: "1e3", actualQty: 5 }]);
});

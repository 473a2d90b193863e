import { missingFields } from "../src/contract/field.ts";
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { localTime, zonedTime } from "../src/contract/time.rules.ts";
import {
  canMakeSerial,
  nextSerial,
  receiptFields,
  receiptOf,
} from "../src/screens/receive/receive.rules.ts";
import {
  arranged,
  type ItemState,
  possibleActions,
} from "../src/screens/item/item-actions.rules.ts";
import { searchOf } from "../src/screens/items/items-search.rules.ts";

/** The table of items in docs/reference/states.md: the cells of each state, by verb. */
function documentedStates() {
  const text = readFileSync(new URL("../../../docs/reference/states.md", import.meta.url), "utf8");
  const rows = text.slice(text.indexOf("| item |")).split("\n\n", 1)[0]!.split("\n");
  const cells = rows.map((row) =>
    row
      .split("|")
      .map((cell) => cell.trim())
      .slice(1, -1),
  );
  const [head = [], , ...states] = cells;
  return states.map((row) => ({
    name: row[0]!,
    cells: Object.fromEntries(head.map((verb, index) => [verb, row[index]!])),
  }));
}

const stateOf = (name: string): ItemState => ({
  statusKey: ["held", "expired", "finished"].includes(name) ? "available" : name.toLowerCase(),
  isHeld: name === "held",
  hasOwnHold: name === "held",
  isExpired: name === "expired",
  isOfOrder: name === "finished",
  hasEnded: name === "finished",
  isSingle: false,
});

const verbs = {
  adjust: "ItemAdjust",
  update: "Update",
  hold: "Hold",
  release: "Release",
  scrap: "Scrap",
  move: "Move",
  relabel: "Relabel",
  dispatch: "Dispatch",
  complete: "Complete",
  reopen: "Reopen",
  return: "Return",
  split: "Split",
  void: "Void",
} as const;

const states = documentedStates();

test("the table of states has a row for each state", () => {
  expect(states.map(({ name }) => name)).toEqual([
    "WIP",
    "Available",
    "Consumed",
    "Scrapped",
    "Dispatched",
    "held",
    "expired",
    "finished",
    "Voided",
  ]);
});

test.for(states)("an item that is $name offers what the service allows", ({ name, cells }) => {
  const offered = possibleActions(stateOf(name));
  for (const [action, verb] of Object.entries(verbs)) {
    // Whether an item was built decides `in_use`, and a reason that a scrapped one is corrected.
    const mayBeAllowed = !cells[verb]!.includes("`") || cells[verb] === "`in_use`";
    const isCorrection = name === "Scrapped" && action === "adjust";
    expect([action, offered.includes(action as never)]).toEqual([
      action,
      mayBeAllowed || isCorrection,
    ]);
  }
});

test("an unfinished unit that was built elsewhere can be completed", () => {
  const unit = { ...stateOf("Available"), isOfOrder: true };
  expect(possibleActions(unit)).toContain("complete");
  expect(possibleActions({ ...unit, isHeld: true })).not.toContain("complete");
});

test("only a lot is split or merged", () => {
  const lot = stateOf("Available");
  expect(possibleActions(lot)).toEqual(expect.arrayContaining(["split", "merge"]));
  const offered = possibleActions({ ...lot, isSingle: true });
  expect(offered.filter((name) => name === "split" || name === "merge")).toEqual([]);
});

test("what ends an item stands together, last in its menu", () => {
  expect(arranged(possibleActions(stateOf("Available")))).toEqual({
    buttons: ["hold", "move", "adjust"],
    menu: ["dispatch", "split", "merge", "relabel", "update"],
    endings: ["scrap", "void"],
  });
  // Also for a key that may do little else.
  expect(arranged(["move", "scrap"])).toEqual({
    buttons: ["move"],
    menu: [],
    endings: ["scrap"],
  });
});

test.for([
  ["2026-11-27T08:00", "Europe/Berlin", "2026-11-27T08:00:00+01:00"],
  ["2026-07-01T08:00", "Europe/Berlin", "2026-07-01T08:00:00+02:00"],
  ["2026-11-27T08:00", "UTC", "2026-11-27T08:00:00+00:00"],
  ["2026-11-27T08:00", "Asia/Kolkata", "2026-11-27T08:00:00+05:30"],
  ["2026-11-27T23:30", "America/St_Johns", "2026-11-27T23:30:00-03:30"],
  // The clocks of Berlin are set back at 03:00 on this day, and forward at 02:00 on the next one.
  ["2026-10-25T04:00", "Europe/Berlin", "2026-10-25T04:00:00+01:00"],
  ["2026-03-29T04:00", "Europe/Berlin", "2026-03-29T04:00:00+02:00"],
] as const)("%s in %s is %s", ([local, zone, time]) => {
  expect(zonedTime(local, zone)).toBe(time);
  expect(localTime(time, zone)).toBe(local);
});

test("a search has only the known values of an address", () => {
  expect(
    searchOf({ text: "P", isHeld: "true", isInStock: "maybe", statusID: "x", order: "sideways" }),
  ).toEqual({ text: "P", isHeld: true });
  expect(searchOf({ statusID: "3", order: "expiry", expiresBefore: "2026-12-31" })).toEqual({
    statusID: 3,
    order: "expiry",
    expiresBefore: "2026-12-31",
  });
});

const field = (name: string) => ({ name, kind: "text" }) as const;

test("a receipt has the fields of its profile, in a clerk's order", () => {
  const fields = ["productName", "comment", "batchNo", "unit", "qty", "version", "other"].map(
    field,
  );
  const shown = receiptFields(fields, { version: "hidden", batchNo: "compulsory" }, true);
  expect(shown).toEqual([
    field("qty"),
    field("unit"),
    { ...field("batchNo"), isRequired: true },
    field("comment"),
    field("other"),
  ]);
  expect(missingFields(shown, { batchNo: "" })).toEqual(["batchNo"]);
  expect(missingFields(shown, { batchNo: "B" })).toEqual([]);
});

test("a receipt needs its serial, unless the service makes it", () => {
  const fields = [field("visualSerialNo")];
  expect(receiptFields(fields, {}, false)).toEqual([
    { ...field("visualSerialNo"), isRequired: true },
  ]);
  expect(receiptFields(fields, {}, true)).toEqual([]);
});

test("a serial is made only from a range, and if the profile does not demand one", () => {
  expect(canMakeSerial({}, "Pumps")).toBe(true);
  expect(canMakeSerial({}, null)).toBe(false);
  expect(canMakeSerial({ visualSerialNo: "compulsory" }, "Pumps")).toBe(false);
});

test.for([
  ["HOUSING-0009", "HOUSING-0010"],
  ["A99", "A100"],
  ["7", "8"],
  ["LOT 3/B", "LOT 4/B"],
  ["S-000999999999999", "S-001000000000000"],
  ["NONE", undefined],
] as const)("the serial after %s is %s", ([serial, next]) => {
  expect(nextSerial(serial)).toBe(next);
});

const scan = (given: object) =>
  ({ code: "C", matches: [], elements: [], ...given }) as unknown as Parameters<
    typeof receiptOf
  >[0];
const element = (ai: string, value: string, date: string | null = null) => ({ ai, value, date });

test("a scan at the receipt is a product, a location or a serial", () => {
  const product = { kind: "Product", name: "Bolt", suid: "B" };
  const location = { kind: "Location", name: "Store", suid: "STORE" };
  const gs1 = [element("01", "1"), element("10", "L1"), element("17", "270131", "2027-01-31")];
  expect(receiptOf(scan({ matches: [product], elements: gs1 }), false)).toEqual({
    productName: "Bolt",
    fields: { batchNo: "L1", expiryDate: "2027-01-31" },
  });
  expect(receiptOf(scan({ matches: [location] }), true)).toEqual({ location: "STORE", fields: {} });
  expect(receiptOf(scan({ elements: [element("21", "S1")] }), true)).toEqual({
    fields: { visualSerialNo: "S1" },
  });
  expect(receiptOf(scan({}), true)).toEqual({ fields: { visualSerialNo: "C" } });
  expect(receiptOf(scan({}), false)).toBeUndefined();
});

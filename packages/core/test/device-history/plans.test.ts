import { expect, test } from "vitest";
import type { Bound } from "../../src/database/bound.ts";
import { changesInState } from "../../src/device-history/changes.ts";
import { unitsAmong } from "../../src/device-history/designs.ts";
import { itemsOfRecord } from "../../src/device-history/items.ts";
import { sealsOver } from "../../src/device-history/proof.ts";
import { signaturesInState } from "../../src/device-history/signatures.ts";
import { emptyDatabase } from "../database/empty.ts";
import { queryPlanOf } from "../database/plan.ts";

const database = emptyDatabase();
const state = { seq: 1, at: 1, knownAt: 1 };

/** Returns the tables and subqueries that a statement reads from end to end. */
const scans = (bound: Bound): string[] =>
  queryPlanOf(database, bound).flatMap((step) => step.match(/^SCAN (\w+)/)?.[1] ?? []);

test.for<[what: string, bound: Bound, scanned: readonly string[]]>([
  [
    "changes",
    changesInState({ items: "[1]", orders: "[1]", versions: "[1]", after: 0, rows: 10, ...state }),
    // The list of ids that the request made.
    ["json_each"],
  ],
  ["units", unitsAmong({ ids: "[1]", ...state }), ["json_each"]],
  ["items", itemsOfRecord.ofPresent({ ids: "[1]" }), ["json_each"]],
  // The fields of each change of an item are a table of their own.
  [
    "items of another state",
    itemsOfRecord.ofState({ ids: "[1]", ...state }),
    ["json_each", "field"],
  ],
  ["signatures", signaturesInState({ ids: "[1]", ...state }), ["json_each"]],
  ["seals", sealsOver({ seqs: "[1]" }), ["json_each"]],
])("the %s of a record are found by indexes", ([, bound, scanned]) => {
  expect([...new Set(scans(bound))]).toEqual(scanned);
});

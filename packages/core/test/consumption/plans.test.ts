import { expect, test } from "vitest";
import { loadBuild } from "../../src/consumption/build.facts.ts";
import { loadRemove } from "../../src/consumption/remove.facts.ts";
import type { Bound } from "../../src/database/bound.ts";
import { recordedFor } from "../../src/engine/repeats/recorded.ts";
import { loadFacts } from "../../src/epcis/facts.ts";
import { loadCompleteness, loadEarlierCompleteness } from "../../src/genealogy/completeness.ts";
import { builtQtyInState } from "../../src/genealogy/links.ts";
import { itemsInState } from "../../src/genealogy/unit-in-state.ts";
import { itemsById } from "../../src/material-item/item.ts";
import { itemsReferredTo } from "../../src/material-item/item-change.ts";
import { timesReferredTo } from "../../src/material-item/item-times.ts";
import { loadReceive } from "../../src/material-item/receive.ts";
import { loadUpdate } from "../../src/material-item/update.facts.ts";
import { loadOrderCompleteness } from "../../src/works-order/completeness.facts.ts";
import { loadStart } from "../../src/works-order/start.facts.ts";
import { emptyDatabase } from "../database/empty.ts";
import { queryPlanOf } from "../database/plan.ts";

const database = emptyDatabase();

const planOf = (bound: Bound) => queryPlanOf(database, bound);

/** Returns the tables that grow with the plant and that a statement scans. */
function scanned(bound: Bound): string[] {
  return planOf(bound)
    .map((step) => step.match(/^SCAN (\w+)/)?.[1] ?? "")
    .filter((table) =>
      /^(material_item|build|removal|adjustment|lot_transfer|change_log|case_data|product|works_order)$/.test(
        table,
      ),
    );
}

const details = { productName: "P", currency: "EUR" };
const serials = { parentSerialNo: "P", childSerialNo: "C" };
const build = { ...serials, builtQty: 1, receiveAtPointOfConsumption: true, itemDetails: details };
const receipt = {
  productName: "P",
  visualSerialNo: "S",
  qty: 1,
  location: "L",
  ownershipType: "O",
};
// Only the ids and names of an update matter here.
const update = {
  itemId: 1,
  caseData: [],
  productID: 1,
  visualSerialNo: "S",
  uniqueID: "U",
} as never;

// Only the references of a change matter here.
const correction = {
  entityId: 1,
  action: "removed",
  reasonKey: "correction",
  parentSeq: 1,
  detail: { parentId: 2 },
  parts: [{ kind: "insertPart", part: "removal", values: { buildId: 1 } }],
} as never;

const state = { seq: 1, at: 1, knownAt: 1 };
const earlierCompleteness = {
  ...loadEarlierCompleteness({ visualSerialNo: "S" }),
  built: builtQtyInState({ items: "[1]", ...state }),
  items: itemsInState({ ids: "[1]", ...state }),
};

test.for<[verb: string, statements: object]>([
  ["Build", loadBuild([{ ...build, bomSlotID: 1 }])],
  ["BuildMany", loadBuild([build, build])],
  ["Build that is refused", loadBuild([build], true)],
  ["Build that is dated", loadBuild([{ ...build, occurredAt: 0 }])],
  ["Remove", loadRemove([{ ...serials, removeQty: 1, reasonSUID: "R" }])],
  [
    "Remove that is dated",
    loadRemove([{ ...serials, removeQty: 1, reasonSUID: "R", occurredAt: 0 }]),
  ],
  ["Move that is dated", { times: timesReferredTo([{ id: 1, occurredAt: 0 }]) }],
  ["Receive", loadReceive([receipt])],
  ["Receive that makes its serial", loadReceive([{ productName: "P", makeSerial: true, qty: 1 }])],
  ["Update", loadUpdate([update])],
  ["Get", { items: itemsById({ ids: "[1]" }) }],
  ["Completeness", loadCompleteness({ visualSerialNo: "S" })],
  ["Completeness at a time", earlierCompleteness],
  ["Completeness of an order", loadOrderCompleteness({ orderNo: "O" }, 0)],
  ["Epcis/Query", loadFacts([correction])],
  ["Start", loadStart([{ id: 1, orderNo: "O" }])],
  ["Start of items", loadStart([{ id: 1, items: [{ visualSerialNo: "S", qty: 1 }] }])],
  ["Hold", { items: itemsReferredTo([{ visualSerialNo: "S" }]) }],
])("%s finds its facts by index", ([, statements]) => {
  const found = Object.entries(statements).flatMap(([name, bound]: [string, Bound | undefined]) =>
    bound ? [[name, scanned(bound)]] : [],
  );
  expect(Object.fromEntries(found)).toEqual(Object.fromEntries(found.map(([name]) => [name, []])));
});

test("the stock of an order is read in the order of its index, and no more than is listed", () => {
  const steps = planOf(loadOrderCompleteness({ orderNo: "O" }, 0).stock);
  const byIndex = "SEARCH item USING INDEX material_item_stock (product_id=? AND status_id=? AND ";
  expect(steps.filter((step) => step.includes("material_item"))).toEqual([
    "SEARCH unit USING INDEX material_item_order (works_order_id=?) LEFT-JOIN",
    `${byIndex}expiry_at>?)`,
    `${byIndex}expiry_at=?)`,
  ]);
  expect(steps.filter((step) => step.includes("ORDER BY"))).toEqual([]);
});

test("the builds of each removed pair are looked up once, by parent and child", () => {
  const pairs = [serials, serials, { parentSerialNo: "p", childSerialNo: "D" }];
  const lines = pairs.map((pair) => ({ ...pair, removeQty: 1, reasonSUID: "R" }));
  const { builds } = loadRemove(lines);
  expect(builds.params).toEqual(['[["p","c"],["p","d"]]']);
  expect(planOf(builds).filter((step) => /pair|build/.test(step))).toEqual([
    expect.stringMatching(/^SCAN pair /),
    "SEARCH build USING INDEX build_child (child_id=? AND parent_id=?)",
  ]);
});

test("the times of an item are found by its revisions, and its Returns without its builds", () => {
  const steps = planOf(timesReferredTo([{ id: 1, occurredAt: 0 }])!);
  expect(steps.filter((step) => /change_log|gone|later/.test(step))).toEqual([
    "SEARCH change_log USING INDEX change_log_revision (entity=? AND entity_id=? AND rev_no=?)",
    "SEARCH later USING INDEX change_log_renamed (entity_id=?)",
    "SEARCH gone USING INDEX change_log_revision (entity=? AND entity_id=?)",
    "SEARCH later USING INDEX change_log_renamed (entity_id=?)",
  ]);
  // Each is the last one: none is sorted.
  expect(steps.filter((step) => step.includes("TEMP B-TREE"))).toEqual([]);
});

test("a repeated request is found by its whole name", () => {
  const ref = { system: "erp", id: "7", method: "PUT", path: "/api/Build/Build", bodyHash: "" };
  const { statements } = recordedFor([
    {
      idempotency: { ...ref, key: "k", nameHash: "0a" },
      externalRefs: [ref],
      principal: { userId: 1 },
    } as never,
  ]);
  const searched = statements.flatMap(planOf).filter((step) => /SEARCH kept|external/.test(step));
  const byKey = expect.stringMatching(/^SEARCH kept .*keyed_answer.*\(name=\? AND user_id=\?\)$/);
  const byFormer = expect.stringMatching(
    /^SEARCH kept .*idempotency_key.*\(user_id=\? AND method=\? AND path=\? AND key=\?\)$/,
  );
  const byRef = expect.stringMatching(/^SEARCH kept .*external_ref.*\(system=\? AND id=\?\)$/);
  const bySystem = expect.stringMatching(/^SEARCH external_system .*\(system=\?\)$/);
  expect(searched).toEqual([byKey, byFormer, byRef, bySystem]);
});

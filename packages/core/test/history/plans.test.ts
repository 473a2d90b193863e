import type { ItemReference } from "../../src/material-item/item-change.ts";
import { describe, expect, test } from "vitest";
import { listTracedEvents, type TracedFilter } from "../../src/epcis/index.ts";
import { type HistoryFilter, listHistory, listItemHistory } from "../../src/history/index.ts";
import type { Page } from "../../src/engine/read/list.ts";
import { placesBetween } from "../../src/history/places.ts";
import { queryPlanOf, queryPlanOfList, type Send, statementsReadBy } from "../database/plan.ts";

const rows = `
  insert into user (id, rev_no, name, name_key, is_active) values (1, 1, 'U', 'u', 1);
  insert into change_log (operation_id, ordinal, at, user_id, entity, entity_id, rev_no, action)
  values ('o', 0, 5, 1, 'MaterialItem', 1, 1, 'received')`;

/** The steps of a list's query plan that find rows of the log. */
async function logStepsOf(send: Send) {
  const plan = await queryPlanOfList(rows, send);
  return plan
    .map((detail) => detail.replace(/ \(subquery-\d+\)$/, ""))
    .filter((detail) => /change_log|TEMP|CO-ROUTINE|build|original/.test(detail));
}

/** The steps that find the Builds that a change takes back. */
const ofCorrected = [
  ...["build", "original"].map((name) => `SEARCH ${name} USING INTEGER PRIMARY KEY (rowid=?)`),
  "SEARCH original USING INDEX change_log_revision (entity=? AND entity_id=? AND rev_no=?)",
];

const inLogsOrder = "SEARCH change_log USING INTEGER PRIMARY KEY (rowid>? AND rowid<?)";

const ofRecord = [
  "SEARCH change_log USING INTEGER PRIMARY KEY (rowid=?)",
  "SEARCH change_log USING COVERING INDEX change_log_revision (entity=? AND entity_id=?)",
];

const ofRequest = [
  "SEARCH change_log USING INDEX change_log_operation (operation_id=?)",
  "SEARCH change_log USING INDEX change_log_request (request_id=?)",
  "SEARCH change_log USING INDEX change_log_operation (operation_id=? AND ordinal=?)",
  "USE TEMP B-TREE FOR ORDER BY",
];

test.for<[HistoryFilter, ...string[]]>([
  [{}, inLogsOrder],
  [{ entity: "MaterialItem" }, inLogsOrder],
  [{ action: "built" }, inLogsOrder],
  [{ from: 1, to: 9 }, inLogsOrder],
  [
    { entity: "Product" },
    "SEARCH change_log USING INDEX change_log_entity (entity=? AND rowid>? AND rowid<?)",
  ],
  [
    { action: "scrapped" },
    "SEARCH change_log USING INDEX change_log_action (action=? AND rowid>? AND rowid<?)",
  ],
  [
    { userID: 1 },
    "SEARCH change_log USING INDEX change_log_user (user_id=? AND rowid>? AND rowid<?)",
  ],
  [
    { user: "u" },
    "SEARCH change_log USING INDEX change_log_user (user_id=? AND rowid>? AND rowid<?)",
  ],
  [{ entity: "MaterialItem", id: 1 }, ...ofRecord],
  [{ entity: "Product", id: 1, action: "updated", userID: 1, user: "u", from: 1 }, ...ofRecord],
  [{ requestID: "r" }, ...ofRequest],
  [{ requestID: "r", entity: "Product", action: "updated", userID: 1, user: "u" }, ...ofRequest],
  [{ requestID: "r", entity: "MaterialItem", id: 1 }, ...ofRequest],
])("the history of %o is found by an index", async ([filter, ...expected]) => {
  const plan = await logStepsOf((context) => listHistory(context, filter, {}));
  expect(plan.filter((line) => !/^SEARCH (?:same|named)\b/.test(line))).toEqual(expected);
});

const ofFormerSerial = "SEARCH change_log USING INDEX change_log_former_serial (<expr>=?)";

test.for<[key: ItemReference, ofKey: readonly string[]]>([
  [{ id: 1 }, []],
  [{ visualSerialNo: "S" }, [ofFormerSerial]],
])("the history of the item %o is found by an index", async ([key, ofKey]) => {
  const plan = await logStepsOf((context) => listItemHistory(context, key, { cursor: 0 }));
  // The routine stops when the page is full.
  expect(plan).toEqual([
    ofRecord[0],
    "CO-ROUTINE",
    ofRecord[1],
    ...ofKey,
    // The case data of the item, then its signatures.
    ofRecord[1],
    ...ofKey,
    ofRecord[1],
    ...ofKey,
    "SEARCH named USING INDEX change_log_revision (entity=? AND entity_id=?)",
    "SEARCH same USING INDEX change_log_operation (operation_id=?)",
  ]);
});

/** The steps that find the first changes of each action by its index, and of these the first. */
const ofRare = [
  "SEARCH change_log USING INTEGER PRIMARY KEY (rowid=?)",
  "CO-ROUTINE",
  "SEARCH change_log USING INDEX change_log_action (action=? AND rowid>? AND rowid<?)",
  ...ofCorrected,
  ...ofCorrected,
];

test.for<[TracedFilter, ...string[]]>([
  [{}, inLogsOrder],
  [{ bizStep: "holding" }, ...ofRare],
  [{ from: 1, bizStep: "storing" }, ...ofRare],
  [{ bizStep: "storing", visualSerialNo: "s" }, ...ofRecord],
  [{ from: 1, to: 9 }, inLogsOrder, ...ofCorrected],
  [{ visualSerialNo: "s" }, ...ofRecord],
])("the EPCIS events of %o are found by an index", async ([filter, ...expected]) => {
  const plan = await logStepsOf((context) => listTracedEvents(context, filter, { cursor: 9 }));
  const other =
    /^SEARCH (?:same|named|parent|child|lot|moved) USING (?:COVERING )?INDEX change_log_/;
  expect(plan.filter((line) => !other.test(line))).toEqual(expected);
});

test.for<[list: string, isLookedUp: boolean, send: Send]>([
  ["the first page from then on", true, (context) => listHistory(context, { from: 1 }, {})],
  ["one from the beginning", true, (context) => listHistory(context, { from: 1 }, { cursor: 0 })],
  ["a later one", false, (context) => listHistory(context, { from: 1 }, { cursor: 9 })],
  ["the first one up to then", true, (context) => listHistory(context, { to: 9 }, {})],
  ["a later one up to then", false, (context) => listHistory(context, { to: 9 }, { cursor: 9 })],
  ["one up to now", false, (context) => listHistory(context, { to: 9e15 }, {})],
  ["a record", false, (context) => listHistory(context, { entity: "Bom", id: 1, from: 1 }, {})],
  ["a request", false, (context) => listHistory(context, { requestID: "r", from: 1 }, {})],
  ["the first events", true, (context) => listTracedEvents(context, { from: 6 }, {})],
  ["later events", false, (context) => listTracedEvents(context, { from: 1 }, { cursor: 9 })],
  [
    "an item's events",
    false,
    (context) => listTracedEvents(context, { from: 1, visualSerialNo: "s" }, {}),
  ],
])("the places between two times are looked up for %s: %s", async ([, isLookedUp, send]) => {
  const { statementsRead } = await statementsReadBy(rows, send);
  expect(statementsRead.some(({ sql }) => sql.includes("min("))).toBe(isLookedUp);
});

describe("with many times in the log", () => {
  // The places of the log in the order of its times: 2, 1, 4, 3 and so on.
  const times = `
    insert into user (id, rev_no, name, name_key, is_active) values (1, 1, 'U', 'u', 1);
    insert into change_log (operation_id, ordinal, at, user_id, entity, entity_id, rev_no, action)
    with recursive number (n) as (select 1 union all select n + 1 from number where n < 50000)
    select 'o' || n, 0, n + (n % 2) * 2 - 1, 1, 'Product', n, 1, 'created' from number`;

  test.for<[Parameters<typeof placesBetween>[1], { first: number; last: number; reads: number }]>([
    [
      { from: 2, to: 50_001 },
      { first: 1, last: 50_000, reads: 3 },
    ],
    [
      { from: 1, to: 2 },
      { first: 2, last: 2, reads: 1 },
    ],
    [{ from: 20_001 }, { first: 20_001, last: 50_000, reads: 2 }],
    [{ from: 30_000 }, { first: 29_999, last: 50_000, reads: 2 }],
    [{ to: 40_000 }, { first: 1, last: 40_000, reads: 2 }],
    [{ from: 50_001 }, { first: Number.MAX_SAFE_INTEGER, last: 0, reads: 1 }],
  ])("%o is found in several reads", async ([between, { reads, ...expected }]) => {
    let found: unknown;
    const { statementsRead } = await statementsReadBy(times, async (context) => {
      found = await placesBetween(context, between, {});
    });
    expect(found).toEqual(expected);
    expect(statementsRead.filter(({ sql }) => sql.includes("min("))).toHaveLength(reads);
  });

  test.for<[filter: HistoryFilter, page: Page, after: number, upTo: number]>([
    [{ to: 20_001 }, {}, 20_001, 1],
    [{ from: 40_001 }, {}, 50_001, 40_001],
    // A later page knows where it ends, too.
    [{ from: 40_001, to: 45_001 }, { cursor: 40_009 }, 40_009, 40_001],
  ])("the newest changes of %o are read within them", async ([filter, page, after, upTo]) => {
    const { statementsRead } = await statementsReadBy(times, (context) =>
      listHistory(context, { ...filter, order: "newest" }, { limit: 100, ...page }),
    );
    const lists = statementsRead.filter(({ sql }) => sql.includes('order by "change_log"'));
    expect(lists).toHaveLength(1);
    expect(lists[0]!.params.slice(-3, -1)).toEqual([after, upTo]);
  });

  test("each read is bounded by the index", async () => {
    const { database, statementsRead } = await statementsReadBy(rows, (context) =>
      placesBetween(context, { from: 1, to: 9 }, {}),
    );
    const plan = queryPlanOf(database, statementsRead.at(-1)!);
    expect(plan.filter((line) => line.includes("change_log"))).toEqual([
      "SEARCH change_log USING COVERING INDEX change_log_at (at>? AND at<?)",
      "SEARCH change_log USING COVERING INDEX change_log_at (at>? AND at<?) LEFT-JOIN",
    ]);
  });
});

import { beforeEach, describe, expect, test } from "vitest";
import { adjustItem } from "../../src/material-item/adjust.ts";
import { dispatchItem } from "../../src/material-item/dispatch.ts";
import { holdItem } from "../../src/material-item/hold.ts";
import type { AnsweredItem } from "../../src/material-item/item.ts";
import type { ItemVerbInput } from "../../src/material-item/item-verb.ts";
import { moveItem } from "../../src/material-item/move.ts";
import { receive, type ReceiveInput } from "../../src/material-item/receive.ts";
import { relabelItem, type RelabelInput } from "../../src/material-item/relabel.ts";
import { releaseItem } from "../../src/material-item/release.ts";
import { returnItem, type ReturnInput } from "../../src/material-item/return.ts";
import { scrapItem } from "../../src/material-item/scrap.ts";
import { voidItem, type VoidInput } from "../../src/material-item/void.ts";
import { now, q } from "../consumption/plant.ts";
import { openPlant } from "../plant.ts";
import { refusedWith } from "../refused.ts";

let database: ReturnType<typeof openPlant>["database"];
let context: ReturnType<typeof openPlant>["context"];
let rows: ReturnType<typeof openPlant>["rows"];

beforeEach(() => {
  ({ database, context, rows } = openPlant());
});

const receipt: ReceiveInput = {
  productName: "SEAL",
  visualSerialNo: "Lot-1",
  qty: q(10),
  occurredAt: now - 10,
};
const lot = { visualSerialNo: "LOT-1" };

/** Receives a lot of 10 seals, id 1, and gives it a status and other columns. */
async function stocked(suid = "AVAILABLE", more = "") {
  await receive(context, receipt);
  const statusId = `(select id from material_status where suid = '${suid}')`;
  database.exec(`update material_item set status_id = ${statusId} ${more}`);
}
/** Reads the last row of the change log, with the fields after the change. */
function lastLogged() {
  const row = database.prepare("select * from change_log order by seq desc limit 1").get() as {
    after: string;
  };
  return { ...row, after: JSON.parse(row.after) as unknown };
}
const adjustments = () =>
  database.prepare("select material_item_id, qty, material_reason_id from adjustment").raw().all();

async function said(verb: Promise<unknown>) {
  const { code, message } = await refusedWith(verb);
  return [code, message];
}

/** Returns what a refusal says, and the places in the body that it names. */
async function saidAt(verb: Promise<unknown>) {
  const { code, message, errors = [] } = await refusedWith(verb);
  return [code, message, ...errors.map(({ pointer }) => pointer)];
}

type Verb = (input: ItemVerbInput) => Promise<AnsweredItem>;
const verbs: Record<string, Verb> = {
  adjust: (input) =>
    adjustItem(context, {
      ...input,
      id: input.id ?? 1,
      qty: q(1),
      reasonSUID: "count",
    }),
  dispatch: (input) => dispatchItem(context, input),
  hold: (input) => holdItem(context, { ...input, holdReason: "quality" }),
  move: (input) => moveItem(context, { ...input, location: "EAST" }),
  relabel: (input) =>
    relabelItem(context, { comment: "Lost", ...input, newVisualSerialNo: "Lot-9" } as RelabelInput),
  release: (input) => releaseItem(context, input),
  returnItem: (input) => returnItem(context, { comment: "Back", ...input } as ReturnInput),
  scrap: (input) => scrapItem(context, { ...input, reasonSUID: "count" }),
  voidItem: (input) => voidItem(context, { comment: "Never came", ...input } as VoidInput),
};
const statusBefore = (verb: string) => (verb === "returnItem" ? "DISPATCHED" : "AVAILABLE");

test.for<[verb: string, becomes: Partial<AnsweredItem>, action: string]>([
  ["adjust", { actualQty: q(11), status: "The AVAILABLE" }, "adjusted"],
  ["dispatch", { actualQty: q(10), status: "The DISPATCHED" }, "dispatched"],
  ["hold", { holdReasonId: 1, holdReason: "The QUALITY" }, "held"],
  ["move", { locationId: 2, locationSuid: "EAST" }, "moved"],
  ["relabel", { visualSerialNo: "Lot-9", serialKey: "lot-9" }, "relabelled"],
  ["release", { holdReasonId: null, holdReason: null }, "released"],
  ["returnItem", { actualQty: q(10), status: "The AVAILABLE", holdReasonId: null }, "returned"],
  ["scrap", { actualQty: 0, status: "The SCRAPPED" }, "scrapped"],
  ["voidItem", { actualQty: 0, status: "The VOIDED", visualSerialNo: "Lot-1" }, "voided"],
])("%s returns the changed item, and logs the change", async ([verb, becomes, action]) => {
  await stocked(statusBefore(verb), verb === "release" ? ", hold_reason_id = 1" : "");
  const answered = await verbs[verb]!({ ...lot, comment: "Why", occurredAt: now - 5 });
  expect(answered).toMatchObject({ id: 1, revNo: 2, lastEditAt: now, ...becomes });
  expect(lastLogged()).toMatchObject({
    entity: "MaterialItem",
    entity_id: 1,
    rev_no: 2,
    action,
    comment: "Why",
    occurred_at: now - 5,
  });
});

test.for(Object.keys(verbs))("%s can't occur in the future", async (verb) => {
  await stocked(statusBefore(verb), verb === "release" ? ", hold_reason_id = 1" : "");
  const future = verbs[verb]!({ ...lot, occurredAt: now + 1 });
  expect(await said(future)).toEqual(["validation_failed", "occurredAt is in the future."]);
});

test.for<[input: ItemVerbInput, message: string, pointer: string]>([
  [{ id: 7 }, "No material item has the id 7.", "/id"],
  [{ visualSerialNo: "none" }, "No material item has the serial none.", "/visualSerialNo"],
  [{ id: 7, ...lot }, "No material item has the id 7 and the serial LOT-1.", "/id"],
])("%j names no item", async ([input, message, pointer]) => {
  await stocked();
  expect(await saidAt(verbs["dispatch"]!(input))).toEqual(["not_found", message, pointer]);
});

test("an item is named by its id, or by its id and its serial", async () => {
  await stocked();
  const comment = "Counted";
  expect(await verbs["move"]!({ id: 1, comment })).toMatchObject({ revNo: 2 });
  expect(await verbs["move"]!({ id: 1, ...lot, comment })).toMatchObject({ revNo: 3 });
});

test("a move to where the item is already is recorded only for its comment", async () => {
  await stocked();
  const { revNo } = await verbs["move"]!(lot);
  database.exec("update material_item set last_edit_at = 1");
  const moved = { revNo, lastEditAt: 1 };
  expect(await verbs["move"]!(lot)).toMatchObject(moved);
  expect(rows("select count(*) from change_log where action = 'moved'")).toEqual([[1]]);
  expect(await verbs["move"]!({ ...lot, comment: "Seen" })).toMatchObject({
    revNo: moved.revNo + 1,
  });
});

test.for<[verb: string, refused: string[], participle: string]>([
  ["dispatch", ["WIP", "CONSUMED", "SCRAPPED", "DISPATCHED", "VOIDED"], "dispatched"],
  ["hold", ["SCRAPPED", "DISPATCHED", "VOIDED"], "held"],
  ["move", ["DISPATCHED", "VOIDED"], "moved"],
  ["scrap", ["CONSUMED", "SCRAPPED", "DISPATCHED", "VOIDED"], "scrapped"],
  ["voidItem", ["SCRAPPED", "DISPATCHED", "VOIDED"], "voided"],
])(
  "%s is refused for an item that is %j, and for no other",
  async ([verb, refused, participle]) => {
    await stocked();
    for (const suid of ["WIP", "AVAILABLE", "CONSUMED", "SCRAPPED", "DISPATCHED", "VOIDED"]) {
      const statusId = `(select id from material_status where suid = '${suid}')`;
      // The last verb can have voided it, which frees its serial.
      database.exec(`update material_item set hold_reason_id = null, status_id = ${statusId},
        serial_key = 'lot-1'`);
      if (refused.includes(suid)) {
        const message = `Item Lot-1 is The ${suid}: it can't be ${participle}.`;
        expect(await said(verbs[verb]!(lot))).toEqual(["item_status", message]);
      } else expect(await verbs[verb]!(lot), suid).toMatchObject({ id: 1 });
    }
  },
);

test("an item on hold can't be dispatched, and others can't be released", async () => {
  await stocked();
  expect(await said(verbs["release"]!(lot))).toEqual(["item_status", "Item Lot-1 is not on hold."]);
  await verbs["hold"]!(lot);
  expect(await said(verbs["dispatch"]!(lot))).toEqual([
    "item_on_hold",
    "Item Lot-1 is on hold: The QUALITY.",
  ]);
});

test("an item that had expired by then can't be dispatched", async () => {
  await stocked("AVAILABLE", `, expiry_at = ${now - 10}`);
  expect((await said(verbs["dispatch"]!(lot)))[0]).toBe("item_expired");
  expect(await verbs["dispatch"]!({ ...lot, occurredAt: now - 10 })).toMatchObject({ revNo: 2 });
});

test.for<[hold: string, refusal: string[]]>([
  ["none", ["not_found", "No hold reason has the SUID or name none."]],
  ["old", ["inactive", "The hold reason The OLD is not active."]],
])("the reason of a hold must exist and be active: %s", async ([holdReason, refusal]) => {
  await stocked();
  expect(await said(holdItem(context, { ...lot, holdReason }))).toEqual(refusal);
});

test.for(["SCRAPPED", "DISPATCHED", "VOIDED"])(
  "an item that is %s is not relabelled",
  async (suid) => {
    await stocked(suid);
    const message = `Item Lot-1 is The ${suid}: it can't be relabelled.`;
    expect(await said(verbs["relabel"]!(lot))).toEqual(["item_status", message]);
  },
);

test("a new serial is no other item's, and can be the item's own in another case", async () => {
  await stocked();
  await receive(context, { ...receipt, visualSerialNo: "LOT-9" });
  const taken = verbs["relabel"]!(lot);
  expect(await said(taken)).toEqual(["duplicate", "An item with the serial Lot-9 exists."]);
  const own = { ...lot, newVisualSerialNo: "lot-1", comment: "Case" };
  expect(await relabelItem(context, own)).toMatchObject({ id: 1, visualSerialNo: "lot-1" });
});

test("a hold reason is also found by its name", async () => {
  await stocked();
  const held = await holdItem(context, { ...lot, holdReason: "THE QUALITY" });
  expect(held.holdReasonId).toBe(1);
});

test.for<[location: string, refusal: string[]]>([
  ["NONE", ["not_found", "No location has the SUID NONE."]],
  ["east", ["not_found", "No location has the SUID east."]],
  ["SHUT", ["inactive", "The location SHUT is not active."]],
])("the location of a move must exist and be active: %s", async ([location, refusal]) => {
  await stocked();
  expect(await said(moveItem(context, { ...lot, location }))).toEqual(refusal);
});

const wrongReasons: [reason: string, refusal: string[]][] = [
  ["NONE", ["not_found", "No material reason has the SUID NONE."]],
  [
    "RETURN",
    ["reason_not_assigned", "The reason RETURN is not assigned to the transaction adjust."],
  ],
  ["PAST", ["inactive", "The reason PAST is not active."]],
];
test.for(wrongReasons)(
  "the reason of an adjustment must be active and assigned to it: %s",
  async (row) => {
    const [reasonSUID, refusal] = row;
    await stocked();
    const adjusted = adjustItem(context, { id: 1, qty: q(1), reasonSUID });
    expect(await said(adjusted)).toEqual(refusal);
    expect(await said(scrapItem(context, { ...lot, reasonSUID }))).toEqual(refusal);
  },
);

test("scrapped stock is written off by an adjustment, if there is any", async () => {
  await stocked();
  await verbs["scrap"]!(lot);
  expect(adjustments()).toEqual([[1, -q(10), 1]]);
  expect(lastLogged()).toMatchObject({ reason_id: 1 });
  database.exec("update material_item set status_id = 2");
  await verbs["scrap"]!(lot);
  expect(adjustments()).toHaveLength(1);
});

describe("an adjustment", () => {
  const adjust = (adjustqty: number) =>
    adjustItem(context, { id: 1, qty: q(adjustqty), reasonSUID: "Count" });

  test.for<[from: string, qty: number, to: string]>([
    ["AVAILABLE", -10, "The CONSUMED"],
    ["WIP", -10, "The CONSUMED"],
    ["AVAILABLE", -1, "The AVAILABLE"],
    ["WIP", 1, "The WIP"],
    ["CONSUMED", 1, "The AVAILABLE"],
    ["DISPATCHED", 1, "The DISPATCHED"],
  ])("of an item that is %s by %i leaves it %s", async ([from, qty, to]) => {
    await stocked(from);
    expect(await adjust(qty)).toMatchObject({ actualQty: q(10 + qty), status: to });
    expect(adjustments()).toEqual([[1, q(qty), 1]]);
    expect(lastLogged()).toMatchObject({ reason_id: 1 });
  });

  test("puts a scrapped item in stock again only as a correction", async () => {
    await stocked("SCRAPPED", ", actual_qty = 0");
    const message = "Item Lot-1 is Scrapped: only the reason CORRECTION puts it in stock again.";
    expect(await said(adjust(1))).toEqual(["item_status", message]);
    const corrected = adjustItem(context, { id: 1, qty: q(2), reasonSUID: "correction" });
    expect(await corrected).toMatchObject({ actualQty: q(2), status: "The AVAILABLE" });
  });

  test("of a voided item is refused", async () => {
    await stocked("VOIDED");
    const message = "Item Lot-1 is The VOIDED: it can't be adjusted.";
    expect(await said(adjust(1))).toEqual(["item_status", message]);
  });

  test.for<[qty: number, refusal: string[]]>([
    [
      -11,
      [
        "negative_quantity",
        "Item Lot-1 has 10 The EACH in stock: -11 The EACH would take it below 0.",
      ],
    ],
    [0.5, ["decimal_places", "0.5 The EACH has too many decimals: Seal is kept in 0 decimals."]],
    [
      999_999_999,
      [
        "quantity_range",
        "Item Lot-1 would hold 1000000009 The EACH, which has more than 9 digits before the " +
          "decimal point.",
      ],
    ],
  ])("by %f is refused", async ([qty, refusal]) => {
    await stocked();
    expect(await said(adjust(qty))).toEqual(refusal);
  });
});

describe("a receipt", () => {
  test("stores the given fields, and the product's defaults for the rest", async () => {
    expect(await receive(context, { ...receipt, comment: "Ok", deliveryNo: "D-1" })).toMatchObject({
      id: 1,
      revNo: 1,
      visualSerialNo: "Lot-1",
      nominalQty: q(10),
      actualQty: q(10),
      status: "The AVAILABLE",
      version: "A",
      locationSuid: "MAIN",
      ownershipType: "The OWN",
      costPerUnit: 5,
      batchNo: null,
      batchKey: null,
      deliveryNo: "D-1",
      deliveryKey: "d-1",
      madeAtConsumption: false,
    });
    expect(lastLogged()).toMatchObject({
      entity: "MaterialItem",
      action: "received",
      comment: "Ok",
      delivery_no: "D-1",
    });
    const given = { visualSerialNo: "Lot-2", location: "EAST", ownershipType: "the theirs" };
    const more = { version: "B", batchNo: "B-1", costPerUnit: 7, expiryDate: now + 1 };
    expect(await receive(context, { ...receipt, ...given, ...more })).toMatchObject({
      id: 2,
      locationSuid: "EAST",
      ownershipType: "The THEIRS",
      version: "B",
      batchNo: "B-1",
      batchKey: "b-1",
      deliveryNo: null,
      deliveryKey: null,
      costPerUnit: 7,
      expiryAt: now + 1,
    });
  });

  test.for([
    ["UTC", "2026-06-03T23:59:59.999Z"],
    ["America/Los_Angeles", "2026-06-04T06:59:59.999Z"],
    // It is the next day already.
    ["Pacific/Kiritimati", "2026-06-04T09:59:59.999Z"],
    [undefined, "2026-06-03T23:59:59.999Z"],
  ] as const)("of a product with a shelf life ends with a day in %s", async ([timeZone, end]) => {
    database.exec("update product set shelf_life_days = 2 where name = 'Seal'");
    const { expiryAt } = await receive({ ...context, timeZone }, receipt);
    expect(new Date(expiryAt!).toISOString()).toBe(end);
    const never = { ...receipt, visualSerialNo: "Lot-2", expiryDate: null };
    expect((await receive({ ...context, timeZone }, never)).expiryAt).toBeNull();
    // A receipt can't state a hidden expiry.
    database.exec(`update receipt_profile set fields = '{"expiryDate":"hidden"}' where id = 1`);
    const hidden = { ...never, visualSerialNo: "Lot-3" };
    expect((await receive({ ...context, timeZone }, hidden)).expiryAt).toBe(expiryAt);
  });

  test.for([
    ["pair", 2],
    ["the each", 1],
    [null, 1],
  ] as const)("in the unit %s is booked in the base unit", async ([unit, factor]) => {
    database.exec(`insert into unit_of_measure (rev_no, name, name_key, dimension, factor, is_active)
      values (1, 'Pair', 'pair', 'count', 2000000, 1)`);
    const qty = q(10 * factor);
    expect(await receive(context, { ...receipt, unit })).toMatchObject({
      nominalQty: qty,
      actualQty: qty,
    });
  });

  test.for<[Partial<ReceiveInput>, refusal: string[]]>([
    [{ productName: "None" }, ["not_found", "No product is named None.", "/productName"]],
    [{ location: "NONE" }, ["not_found", "No location has the SUID NONE.", "/location"]],
    [
      { ownershipType: "None" },
      ["not_found", "No ownership type is named None.", "/ownershipType"],
    ],
    [{ productName: "Gone" }, ["inactive", "The product Gone is not active.", "/productName"]],
    [{ location: "SHUT" }, ["inactive", "The location SHUT is not active.", "/location"]],
    [
      { ownershipType: "The Gone" },
      ["inactive", "The ownership type The GONE is not active.", "/ownershipType"],
    ],
    [
      { visualSerialNo: "LOT-1" },
      ["duplicate", "An item with the serial LOT-1 exists.", "/visualSerialNo"],
    ],
    [
      { qty: q(0.5) },
      ["decimal_places", "0.5 The EACH has too many decimals: Seal is kept in 0 decimals.", "/qty"],
    ],
    [
      { productName: "Oil" },
      ["receipt_profile", "The receipt profile of Oil forbids this receipt.", "/batchNo"],
    ],
    [{ unit: "None" }, ["not_found", "No unit of measure has the name or code None.", "/unit"]],
    [{ occurredAt: now + 1 }, ["validation_failed", "occurredAt is in the future.", "/occurredAt"]],
  ])("of %j is refused", async ([changes, refusal]) => {
    await stocked();
    const input = { ...receipt, visualSerialNo: "Lot-2", ...changes };
    expect(await saidAt(receive(context, input))).toEqual(refusal);
  });
});

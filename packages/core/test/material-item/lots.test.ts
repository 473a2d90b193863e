import { beforeEach, describe, expect, test } from "vitest";
import { mergeItems, type MergeInput } from "../../src/material-item/merge.ts";
import { receive, type ReceiveInput } from "../../src/material-item/receive.ts";
import { splitItem, type SplitInput } from "../../src/material-item/split.ts";
import { now, q } from "../consumption/plant.ts";
import { openPlant } from "../plant.ts";
import { refusedWith } from "../refused.ts";

let { database, context, rows, relied } = openPlant();

beforeEach(() => {
  ({ database, context, rows, relied } = openPlant());
});

const received = (visualSerialNo: string, fields: Partial<ReceiveInput> = {}) =>
  receive(context, {
    productName: "SEAL",
    visualSerialNo,
    qty: q(10),
    batchNo: "G-77",
    occurredAt: now - 10,
    ...fields,
  });
const lot = { visualSerialNo: "LOT-1" };
const split = (
  parts: readonly Partial<SplitInput["parts"][number]>[],
  fields: Partial<SplitInput> = {},
) =>
  splitItem(context, {
    ...lot,
    parts: parts.map((part) => ({ qty: q(2), visualSerialNo: "Part-1", ...part })),
    ...fields,
  });
const merge = (from: MergeInput["from"], fields: Partial<MergeInput> = {}) =>
  mergeItems(context, { ...lot, from, ...fields });
const set = (columns: string, serial = "lot-1") =>
  database.exec(`update material_item set ${columns} where serial_key = '${serial}'`);
const said = async (verb: Promise<unknown>) => {
  const { code, message, errors = [] } = await refusedWith(verb);
  return [code, message, ...errors.map(({ pointer }) => pointer)];
};

describe("a split", () => {
  beforeEach(async () => {
    await received("Lot-1");
  });

  test("gives each part the material of its lot, and nothing that only one item has", async () => {
    set(
      "unique_id = 'U', unique_id_key = 'u', test_mode_id = 7, made_at_consumption = 1, location_id = 2",
    );
    const { lot: left, parts } = await split(
      [
        { location: "MAIN", holdReason: "quality" },
        { visualSerialNo: "Part-2", qty: q(3) },
      ],
      { comment: "Why", occurredAt: now - 5 },
    );
    expect(left).toMatchObject({ id: 1, revNo: 2, actualQty: q(5), nominalQty: q(10) });
    const own = { revNo: 1, uniqueId: null, uniqueIdKey: null, testModeId: 7, batchNo: "G-77" };
    expect(parts).toMatchObject([
      { ...own, id: 2, actualQty: q(2), nominalQty: q(2), locationSuid: "MAIN", holdReasonId: 1 },
      {
        ...own,
        id: 3,
        actualQty: q(3),
        nominalQty: q(3),
        locationSuid: "EAST",
        holdReasonId: null,
      },
    ]);
    expect(rows("select made_at_consumption from material_item order by id")).toEqual([
      [1],
      [0],
      [0],
    ]);
    expect(rows("select kind, from_id, to_id, qty from lot_transfer")).toEqual([
      ["split", 1, 2, q(2)],
      ["split", 1, 3, q(3)],
    ]);
    expect(
      rows("select action, comment, occurred_at from change_log where action like 'split%'"),
    ).toEqual([
      ["split", "Why", now - 5],
      ["splitOff", "Why", now - 5],
      ["splitOff", "Why", now - 5],
    ]);
  });

  test("relies on the tracking of the product and on what its parts name", async () => {
    await split([{ location: "EAST", holdReason: "quality" }]);
    expect(relied()).toEqual(
      expect.arrayContaining([
        ["Product", 1, 1],
        ["Location", 2, 1],
        ["HoldReason", 1, 1],
      ]),
    );
  });

  test("can take all of it, which uses the lot up", async () => {
    expect((await split([{ qty: q(10) }])).lot).toMatchObject({
      actualQty: 0,
      status: "The CONSUMED",
    });
  });

  test.for<[what: string, columns: string, message: string]>([
    ["in work", "status_id = 1", "Item Lot-1 is The WIP: it can't be split."],
    ["used up", "status_id = 3", "Item Lot-1 is The CONSUMED: it can't be split."],
    ["gone", "status_id = 5", "Item Lot-1 is The DISPATCHED: it can't be split."],
  ])("must be of stock: not of an item that is %s", async ([, columns, message]) => {
    set(columns);
    expect(await said(split([{}]))).toEqual(["item_status", message]);
  });

  test("must not take more than is left after the parts before it", async () => {
    expect(await said(split([{ qty: q(11) }]))).toEqual([
      "insufficient_quantity",
      "Item Lot-1 has 10 The EACH left: 11 The EACH can't be taken off.",
      "/parts/0/qty",
    ]);
    expect(await said(split([{ qty: q(6) }, { qty: q(5), visualSerialNo: "Part-2" }]))).toEqual([
      "insufficient_quantity",
      "Item Lot-1 has 4 The EACH left for this part, after the parts before it: " +
        "5 The EACH can't be taken off.",
      "/parts/1/qty",
    ]);
  });

  test("gives each part the holds of its lot, and one more if it is to be held itself", async () => {
    set("hold_reason_id = 2");
    const [part] = (await split([{ holdReason: "quality" }])).parts;
    expect(part).toMatchObject({
      holdReasonId: 2,
      holdReason: "The OLD",
      furtherHoldReasonIds: [1],
      furtherHoldReasons: ["The QUALITY"],
    });
    const [same] = (await split([{ visualSerialNo: "Part-9" }])).parts;
    expect(same).toMatchObject({ holdReasonId: 2, furtherHoldReasonIds: null });
  });

  test("must be of a product that is not tracked by serial", async () => {
    database.exec("update product set tracking = 'Serial'");
    expect(await said(split([{}]))).toEqual([
      "tracking",
      "Seal is tracked by serial: item Lot-1 is a single thing and can't be split.",
    ]);
  });
});

describe("a merge", () => {
  beforeEach(async () => {
    await received("Lot-1");
    await received("Lot-2", { qty: q(4) });
    await received("Lot-3", { qty: q(3) });
  });

  test("adds the whole stock of items to one, and uses them up", async () => {
    const { lot: into, merged } = await merge([{ id: 2 }, { visualSerialNo: "LOT-3" }], {
      comment: "Why",
      occurredAt: now - 5,
    });
    expect(into).toMatchObject({ id: 1, revNo: 2, actualQty: q(17), status: "The AVAILABLE" });
    expect(merged).toMatchObject([
      { id: 2, revNo: 2, actualQty: 0, nominalQty: q(4), status: "The CONSUMED" },
      { id: 3, revNo: 2, actualQty: 0, nominalQty: q(3), status: "The CONSUMED" },
    ]);
    expect(rows("select kind, from_id, to_id, qty from lot_transfer")).toEqual([
      ["merge", 2, 1, q(4)],
      ["merge", 3, 1, q(3)],
    ]);
    expect(rows("select action, comment, occurred_at from change_log where seq > 3")).toEqual([
      ["mergedInto", "Why", now - 5],
      ["merged", "Why", now - 5],
      ["merged", "Why", now - 5],
    ]);
    expect(relied()).toContainEqual(["Product", 1, 1]);
  });

  test.for<[name: string, columns: string, detail: string]>([
    ["productName", "product_id = 5", "Its productName is Ring. That of Lot-1 is Seal."],
    ["batchNo", "batch_no = 'H', batch_key = 'h'", "Its batchNo is H. That of Lot-1 is G-77."],
    ["batchNo", "batch_no = null, batch_key = null", "Its batchNo is none. That of Lot-1 is G-77."],
    ["version", "version = 'C'", "Its version is C. That of Lot-1 is A."],
    [
      "expiryDate",
      "expiry_at = 0",
      "Its expiryDate is 1970-01-01T00:00:00.000Z. That of Lot-1 is none.",
    ],
    [
      "costPerUnit",
      "cost_per_unit = 2500000",
      "Its costPerUnit is 2.5. That of Lot-1 is 0.000005.",
    ],
    ["costPerUnit", "cost_per_unit = null", "Its costPerUnit is none. That of Lot-1 is 0.000005."],
    ["currency", "currency_id = 2", "Its currency is The USD. That of Lot-1 is The EUR."],
    [
      "deliveryNo",
      "delivery_no = 'D', delivery_key = 'd'",
      "Its deliveryNo is D. That of Lot-1 is none.",
    ],
    ["origin", "origin = 'A', origin_key = 'a'", "Its origin is A. That of Lot-1 is none."],
    [
      "ownershipType",
      "ownership_type_id = 2",
      "Its ownershipType is The THEIRS. That of Lot-1 is The OWN.",
    ],
    ["holds", "hold_reason_id = 1", "Its holds is The QUALITY. That of Lot-1 is none."],
  ])("must be of items that agree in %s", async ([name, columns, detail]) => {
    set(columns, "lot-2");
    expect(await refusedWith(merge([{ id: 2 }]))).toMatchObject({
      code: "details_contradict",
      message: `Item Lot-2 can't be merged into Lot-1. They differ in: ${name}.`,
      errors: [{ pointer: "/from/0", detail }],
    });
  });

  test("must be of different items, each with stock", async () => {
    expect(await said(merge([{ id: 2 }, { visualSerialNo: "LOT-2" }]))).toEqual([
      "validation_failed",
      "Item Lot-2 is named twice.",
      "/from/1",
    ]);
    expect(await said(merge([{ id: 1 }]))).toEqual([
      "validation_failed",
      "Item Lot-1 is named twice.",
      "/from/0",
    ]);
    set("actual_qty = 0", "lot-2");
    expect(await said(merge([{ id: 2 }]))).toEqual([
      "insufficient_quantity",
      "Nothing is left of item Lot-2.",
      "/from/0",
    ]);
  });

  test("must be of stock, on both sides", async () => {
    set("status_id = 1", "lot-2");
    const refusal = ["item_status", "Item Lot-2 is The WIP: it can't be merged."];
    expect(await said(merge([{ id: 2 }]))).toEqual(refusal);
    expect(await said(merge([{ id: 1 }], { visualSerialNo: "Lot-2" }))).toEqual(refusal);
  });

  test("must fit into a quantity", async () => {
    set("actual_qty = 999999999000000");
    expect(await said(merge([{ id: 2 }]))).toEqual([
      "quantity_range",
      "Item Lot-1 would hold 1000000003 The EACH, which has more than 9 digits before the " +
        "decimal point.",
      "/from",
    ]);
  });
});

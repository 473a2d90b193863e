import { beforeEach, describe, expect, test } from "vitest";
import { completeness } from "../../src/genealogy/completeness.ts";
import { completeItem } from "../../src/material-item/complete.ts";
import { dispatchItem } from "../../src/material-item/dispatch.ts";
import { holdItem } from "../../src/material-item/hold.ts";
import { reopenItem } from "../../src/material-item/reopen.ts";
import { returnItem } from "../../src/material-item/return.ts";
import { voidItem } from "../../src/material-item/void.ts";
import { completeWorksOrder } from "../../src/works-order/complete.ts";
import { startWorksOrder } from "../../src/works-order/start.ts";
import { upsertWorksOrder } from "../../src/works-order/upsert.ts";
import { now, q } from "../consumption/plant.ts";
import { openPlant } from "../plant.ts";
import { refusedWith } from "../refused.ts";

let { database, context, rows, relied, logged } = openPlant();

/** Starts an order of three pumps: U-1, U-2 and U-3, with the ids 1, 2 and 3. */
beforeEach(async () => {
  ({ database, context, rows, relied, logged } = openPlant());
  const version = { major: 1, minor: 0 };
  const order = { orderNo: "WO", productName: "PUMP", bom: "main", version, qty: q(3) };
  await upsertWorksOrder(context, order);
  const items = [1, 2, 3].map((id) => ({ visualSerialNo: `U-${id}`, qty: q(1) }));
  await startWorksOrder(context, { id: 1, items });
});

const unit = { id: 1 };
const set = (columns: string, id = 1) =>
  database.exec(`update material_item set ${columns} where id = ${id}`);
const inStatus = (suid: string, id = 1) =>
  set(`status_id = (select id from material_status where suid = '${suid}')`, id);
const build = (parent: number, child: number, removed = 0) =>
  database.exec(`insert into build (seq, parent_id, child_id, bom_slot_id, candidate_id, qty,
    removed_qty) values (1, ${parent}, ${child}, 1, 1, 2, ${removed})`);
const transferred = (from: number, to: number) =>
  database.exec(`insert into lot_transfer (seq, kind, from_id, to_id, qty)
    values (1, 'merge', ${from}, ${to}, 1)`);
const code = async (verb: Promise<unknown>) => (await refusedWith(verb)).code;
/** Each pump needs a seal or a ring in each of its two slots. */
const needMaterial = () => database.exec(`update slot_candidate set min_qty = ${q(1)}`);
const pathTo = (...ids: number[]) => ids.map((id) => ({ id, visualSerialNo: `U-${id}` }));

describe("a unit that is completed", () => {
  test("becomes Available, and the others stay in work", async () => {
    set(`start_at = ${now - 5}`);
    const answered = await completeItem(context, { ...unit, occurredAt: now - 5, comment: "Done" });
    expect(answered).toMatchObject({ id: 1, status: "The AVAILABLE", endAt: now - 5 });
    expect(logged()).toEqual([
      ["MaterialItem 1 completed", { statusId: 2, endAt: now - 5 }, "Done"],
    ]);
    expect(rows("select status_id, end_at from material_item where id > 1")).toEqual([
      [1, null],
      [1, null],
    ]);
    expect(relied()).toEqual([
      ["BomVersion", 1, 2],
      // No rule about signatures may begin meanwhile.
      ["SignatureRule", 1, 0],
      [expect.stringMatching(/^from/), 1, 0, 0],
    ]);
  });

  test("stays where it is built in", async () => {
    inStatus("CONSUMED");
    const answered = await completeItem(context, unit);
    expect(answered).toMatchObject({ status: "The CONSUMED", endAt: now });
    expect(await code(completeItem(context, unit))).toBe("item_status");
  });

  test("must be in work, or unfinished", async () => {
    const message = (status: string) =>
      `Item U-1 is The ${status}: only a unit in work can be completed.`;
    for (const suid of ["SCRAPPED", "DISPATCHED", "VOIDED"]) {
      inStatus(suid);
      expect((await refusedWith(completeItem(context, unit))).message).toBe(message(suid));
    }
    inStatus("AVAILABLE");
    expect(await completeItem(context, unit)).toMatchObject({ endAt: now });
    expect(await code(completeItem(context, unit))).toBe("item_status");
    set("works_order_id = null, end_at = null");
    expect(await code(completeItem(context, unit))).toBe("item_status");
    inStatus("WIP");
    expect(await completeItem(context, unit)).toMatchObject({ status: "The AVAILABLE" });
  });

  test.for(["Created", "Cancelled"])("must not be of an order that is %s", async (status) => {
    database.exec(`update works_order set status = '${status}'`);
    expect(await refusedWith(completeItem(context, unit))).toEqual({
      code: "order_status",
      message: `Works order WO of U-1 is ${status}: the item can't be completed.`,
    });
  });

  test("must not be on hold", async () => {
    await holdItem(context, { ...unit, holdReason: "quality" });
    expect(await code(completeItem(context, unit))).toBe("item_on_hold");
  });

  test("must have its material, unless the request allows that it has not", async () => {
    needMaterial();
    const lacks = { required: 1, built: 0, unit: "The EACH", product: "Seal" };
    const short = { visualSerialNo: "U-1", ...lacks };
    const members = {
      slots: [
        { ...short, bomSlotID: 1, description: "Shaft" },
        { ...short, bomSlotID: 2, description: "Lid", product: "Ring" },
      ],
      count: 2,
      unfinished: [],
      unfinishedCount: 0,
    };
    expect(await refusedWith(completeItem(context, unit))).toEqual({
      code: "incomplete",
      message:
        'Item U-1 lacks material in 2 required slots. The first is "Shaft" of U-1, with 0 of 1 The EACH of Seal.',
      members,
    });
    await completeItem(context, { ...unit, allowIncomplete: true, comment: "Later" });
    expect(logged()).toMatchObject([["MaterialItem 1 completed", { detail: members }, "Later"]]);
  });
});

describe("what is in a unit, at any level,", () => {
  const levels = () => [build(1, 2), build(2, 3)];
  const verbs = {
    complete: (more = {}) => completeItem(context, { ...unit, ...more }),
    dispatch: (more = {}) => {
      inStatus("AVAILABLE");
      return dispatchItem(context, { ...unit, ...more });
    },
  };
  const unfinished = [
    { id: 2, visualSerialNo: "U-2", path: pathTo(1, 2) },
    { id: 3, visualSerialNo: "U-3", path: pathTo(1, 2, 3) },
  ];

  test.for(["complete", "dispatch"] as const)("must be finished to %s it", async (verb) => {
    levels();
    expect(await refusedWith(verbs[verb]())).toEqual({
      code: "incomplete",
      message: "Item U-1 contains 2 unfinished units of works orders. The first is U-2 in U-1.",
      members: { slots: [], count: 0, unfinished, unfinishedCount: 2 },
    });
    await verbs[verb]({ allowIncomplete: true });
    expect(logged()[0]).toMatchObject([expect.anything(), { detail: { unfinishedCount: 2 } }]);
    expect(relied()).toContainEqual([expect.stringMatching(/^from/), 1, 2, 0]);
  });

  test.for(["complete", "dispatch"] as const)("must not be on hold to %s it", async (verb) => {
    levels();
    set("end_at = 1, status_id = 3, hold_reason_id = 1", 3);
    set("end_at = 1, status_id = 3", 2);
    const held = [{ id: 3, visualSerialNo: "U-3", path: pathTo(1, 2, 3) }];
    expect(await refusedWith(verbs[verb]({ allowIncomplete: true }))).toEqual({
      code: "contains_held",
      message: "Item U-1 contains 1 item on hold. The first is U-3 in U-2 in U-1.",
      members: { held, heldCount: 1 },
    });
    await verbs[verb]({ allowHeld: true });
    expect(logged()[0]).toEqual([
      expect.anything(),
      expect.objectContaining({ detail: { held, heldCount: 1 } }),
    ]);
  });

  test("does not count once it was taken out, or if it was scrapped or belongs to no order", async () => {
    build(1, 2, 2);
    expect(await verbs.complete()).toMatchObject({ endAt: now });
    set("end_at = null, status_id = 1");
    build(1, 2);
    set("status_id = 4", 2);
    expect(await verbs.complete()).toMatchObject({ endAt: now });
    set("end_at = null, status_id = 1");
    set("status_id = 3, works_order_id = null", 2);
    expect(await verbs.complete()).toMatchObject({ endAt: now });
  });

  test("that was finished and opened again is not finished", async () => {
    build(1, 2);
    set("end_at = 1, status_id = 1", 2);
    expect(await code(verbs.complete())).toBe("incomplete");
  });

  test("is reported by its completeness", async () => {
    levels();
    set("hold_reason_id = 1", 2);
    const { isComplete, ...found } = await completeness(context, unit);
    expect(isComplete).toBe(false);
    expect(found).toMatchObject({
      unfinished,
      unfinishedCount: 2,
      held: [unfinished[0]],
      heldCount: 1,
    });
    set("end_at = 1, status_id = 3", 2);
    set("end_at = 1, status_id = 3", 3);
    expect(await completeness(context, unit)).toMatchObject({
      isComplete: true,
      unfinished: [],
      heldCount: 1,
    });
  });

  test("stops the completion of its works order, too", async () => {
    // A unit of the same order is finished with it, but not one of another order.
    build(1, 2);
    database.exec(`insert into works_order select 2, 1, 'O', 'o', null, product_id, bom_version_id,
      qty, status, start_at, null, null from works_order`);
    set("works_order_id = 2", 3);
    build(2, 3);
    const unfinished3 = { id: 3, visualSerialNo: "U-3", path: pathTo(2, 3) };
    expect(await refusedWith(completeWorksOrder(context, { id: 1 }))).toMatchObject({
      code: "incomplete",
      message:
        "Works order WO contains 1 unfinished unit of works orders. The first is U-3 in U-2.",
      members: { unfinished: [unfinished3], unfinishedCount: 1 },
    });
    set("hold_reason_id = 1", 2);
    const allowed = { id: 1, allowIncomplete: true, comment: "Known" };
    expect(await code(completeWorksOrder(context, allowed))).toBe("contains_held");
    await completeWorksOrder(context, { ...allowed, allowHeld: true });
    const detail = { unfinished: [unfinished3], unfinishedCount: 1, heldCount: 1 };
    expect(logged()[0]).toMatchObject(["WorksOrder 1 completed", { detail }, "Known"]);
    expect(relied()).toEqual([
      ["SignatureRule", 1, 0],
      [expect.stringMatching(/^from/), 1, 1, 1],
    ]);
  });

  test("is listed up to the first hundred, and counted", async () => {
    const columns = rows("select name from pragma_table_info('material_item')").flat().join();
    const made = columns
      .replace(/^id/, "number.value")
      .replace("visual_serial_no", "'U-' || number.value")
      .replace("serial_key", "'u-' || number.value");
    database.exec(`insert into material_item (${columns}) select ${made}
      from material_item, generate_series(4, 104) as number where material_item.id = 3`);
    for (let id = 4; id <= 104; id++) build(1, id);
    const { members } = await refusedWith(verbs.complete());
    expect(members).toMatchObject({ unfinishedCount: 101 });
    expect(members?.["unfinished"]).toHaveLength(100);
  });
});

describe("a unit that is dispatched", () => {
  test("must have its material, although an Update has made it Available", async () => {
    needMaterial();
    inStatus("AVAILABLE");
    expect(await code(dispatchItem(context, unit))).toBe("incomplete");
    const allowed = { ...unit, allowIncomplete: true, comment: "Spare" };
    expect(await dispatchItem(context, allowed)).toMatchObject({ status: "The DISPATCHED" });
  });

  test("needs no material of a BoM if it was not built here", async () => {
    needMaterial();
    inStatus("AVAILABLE");
    set("works_order_id = null");
    expect(await dispatchItem(context, unit)).toMatchObject({ status: "The DISPATCHED" });
  });
});

describe("a unit that is reopened", () => {
  const reopen = () => reopenItem(context, { ...unit, comment: "Leaks" });

  test("is in work again, also after its order was completed", async () => {
    await completeWorksOrder(context, { id: 1 });
    expect(await reopen()).toMatchObject({ status: "The WIP", endAt: null });
    expect(logged()).toEqual([["MaterialItem 1 reopened", { statusId: 1, endAt: null }, "Leaks"]]);
  });

  test("must be Available, and a unit of an order that was started", async () => {
    const refused = async () => (await refusedWith(reopen())).message;
    expect(await refused()).toBe("Item U-1 is The WIP: only an Available unit can be reopened.");
    inStatus("AVAILABLE");
    database.exec("update works_order set status = 'Cancelled'");
    expect(await refused()).toBe("Works order WO of U-1 is Cancelled: the item can't be reopened.");
    set("works_order_id = null");
    expect(await refused()).toBe("Item U-1 is not a unit of a works order: it can't be reopened.");
  });
});

describe("an item that is returned", () => {
  test("is Available where it is now, and on hold if a reason is given", async () => {
    inStatus("DISPATCHED");
    const back = { ...unit, location: "EAST", holdReason: "the QUALITY", comment: "Broken" };
    expect(await returnItem(context, back)).toMatchObject({
      status: "The AVAILABLE",
      locationSuid: "EAST",
      holdReason: "The QUALITY",
    });
    expect(logged()).toEqual([
      ["MaterialItem 1 returned", { statusId: 2, locationId: 2, holdReasonId: 1 }, "Broken"],
    ]);
    expect(relied()).toEqual([
      ["Location", 2, 1],
      ["HoldReason", 1, 1],
    ]);
  });

  test.for<[fields: object, code: string]>([
    [{ location: "NONE" }, "not_found"],
    [{ location: "SHUT" }, "inactive"],
    [{ holdReason: "none" }, "not_found"],
    [{ holdReason: "old" }, "inactive"],
  ])("with %j is refused", async ([fields, refusal]) => {
    inStatus("DISPATCHED");
    expect(await code(returnItem(context, { ...unit, comment: "Back", ...fields }))).toBe(refusal);
  });

  test("must have left the plant", async () => {
    const returned = returnItem(context, { ...unit, comment: "Back" });
    const message = "Item U-1 is The WIP: it has not left the plant.";
    expect(await refusedWith(returned)).toEqual({ code: "item_status", message });
  });
});

describe("an item that is voided", () => {
  const voided = () => voidItem(context, { ...unit, comment: "Mistake" });

  test("has no stock, and its serial and unique id are free again", async () => {
    set("unique_id = 'X', unique_id_key = 'x', hold_reason_id = 1");
    expect(await voided()).toMatchObject({
      status: "The VOIDED",
      visualSerialNo: "U-1",
      uniqueId: "X",
      actualQty: 0,
      nominalQty: q(1),
      holdReason: null,
    });
    expect(rows("select material_item_id, qty, material_reason_id from adjustment")).toEqual([
      [1, -q(1), null],
    ]);
    expect(
      rows("select serial_key, unique_id_key, hold_reason_id from material_item where id = 1"),
    ).toEqual([["u-1\u001f1", null, null]]);
    const items = [{ visualSerialNo: "U-1", qty: q(1) }];
    database.exec("update works_order set status = 'Created'");
    expect((await startWorksOrder(context, { id: 1, items })).items).toMatchObject([{ id: 4 }]);
  });

  test("books nothing if nothing is left of it", async () => {
    set("actual_qty = 0, status_id = 3");
    await voided();
    expect(rows("select * from adjustment")).toEqual([]);
  });

  test("is no obstacle to the end of its order", async () => {
    needMaterial();
    for (const id of [1, 2, 3]) await voidItem(context, { id, comment: "Mistake" });
    expect(await completeWorksOrder(context, { id: 1 })).toMatchObject({ status: "Completed" });
    expect(rows("select count(*) from material_item where end_at is null")).toEqual([[3]]);
  });

  test.for<[what: string, counts: object, happen: () => unknown]>([
    ["was built into something", { builtElsewhere: 1 }, () => build(2, 1, 2)],
    ["had something built in", { builtInto: 1 }, () => build(1, 2, 2)],
    [
      "had left the plant",
      { dispatched: 1 },
      async () => {
        inStatus("AVAILABLE");
        await dispatchItem(context, unit);
        await returnItem(context, { ...unit, comment: "Back" });
      },
    ],
    ["was split", { splitOrMerged: 1 }, () => transferred(1, 2)],
    ["took others in", { splitOrMerged: 1 }, () => transferred(2, 1)],
  ])("must have no past: an item that %s is in use", async ([, counts, happen]) => {
    await happen();
    expect(await refusedWith(voided())).toMatchObject({
      code: "in_use",
      members: {
        counts: { builtInto: 0, builtElsewhere: 0, dispatched: 0, splitOrMerged: 0, ...counts },
      },
    });
  });
});

test("a hold reports the units at the top of all that contains the item", async () => {
  build(1, 2);
  build(2, 3);
  inStatus("DISPATCHED");
  const top = {
    id: 1,
    visualSerialNo: "U-1",
    productName: "Pump",
    orderNo: "WO",
    status: "The DISPATCHED",
    holdReason: null,
  };
  expect(await holdItem(context, { id: 3, holdReason: "quality" })).toMatchObject({
    holdReasonId: 1,
    whereUsed: [top],
    whereUsedCount: 1,
  });
  expect(await holdItem(context, { id: 1, holdReason: "quality" }).catch(() => "refused")).toBe(
    "refused",
  );
  set("status_id = 2");
  expect(await holdItem(context, { id: 1, holdReason: "quality" })).toMatchObject({
    whereUsed: [],
    whereUsedCount: 0,
  });
});

import { beforeEach, describe, expect, test } from "vitest";
import { unpacked } from "../../src/engine/repeats/compressed.ts";
import { cancelWorksOrder } from "../../src/works-order/cancel.ts";
import { completeWorksOrder } from "../../src/works-order/complete.ts";
import { deleteWorksOrder } from "../../src/works-order/delete.ts";
import { startWorksOrder } from "../../src/works-order/start.ts";
import { now, q } from "../consumption/plant.ts";
import { atFault, refusedWith } from "../refused.ts";
import { answered, order, sent, stored, openOrders } from "./plant.ts";

let {
  database,
  context,
  rows,
  relied,
  logged,
  upsert,
  asStatus,
  joined,
  built,
  transferred,
  started,
} = openOrders();

beforeEach(() => {
  ({
    database,
    context,
    rows,
    relied,
    logged,
    upsert,
    asStatus,
    joined,
    built,
    transferred,
    started,
  } = openOrders());
});

describe("an order that is completed", () => {
  test("finishes its items that are not finished, scrapped, dispatched or voided", async () => {
    await started();
    const others = [1, 2, 3, 4, 5].map((index) => `Pump-${index}`);
    await startWorksOrder(context, {
      id: (await upsert({ ...sent, orderNo: "Wo-2", qty: q(5) })).id,
      items: others.map((visualSerialNo) => ({ visualSerialNo, qty: q(1) })),
    });
    database.exec("update bom_slot set is_required = 0");
    database.exec("update material_item set works_order_id = 1");
    // One is consumed and not finished, one is finished already.
    database.exec("update material_item set status_id = id where id between 3 and 6");
    database.exec("update material_item set end_at = 5, status_id = 2 where id = 7");
    database.exec("update material_item set end_at = 5 where id = 8");
    expect(await completeWorksOrder(context, { ...order, comment: "Done" })).toEqual({
      ...answered,
      revNo: 3,
      status: "Completed",
      startAt: now,
      endAt: now,
      bomVersionRevNo: 3,
    });
    expect(logged()).toEqual([
      ["WorksOrder 1 completed", { status: "Completed", endAt: now }, "Done"],
      ["BomVersion 1 completed", { detail: { orderNo: "Wo-1" } }],
      ["MaterialItem 1 completed", { statusId: 2, endAt: now }],
      ["MaterialItem 2 completed", { statusId: 2, endAt: now }],
      ["MaterialItem 8 completed", { statusId: 2, endAt: now }],
      ["MaterialItem 3 completed", { endAt: now }],
    ]);
  });

  test("must not lack required material, unless the request allows it", async () => {
    await started();
    database.exec(`update slot_candidate set min_qty = ${q(1)} where bom_slot_id = 2`);
    expect(await refusedWith(completeWorksOrder(context, order))).toMatchObject({
      code: "incomplete",
      members: { count: 3 },
    });
    const allowed = { ...order, allowIncomplete: true, comment: "Later" };
    expect(await completeWorksOrder(context, allowed)).toMatchObject({ status: "Completed" });
    const slots = [1, 2, 3].map((id) => expect.objectContaining({ visualSerialNo: `Wo-1-${id}` }));
    const detail = { slots, count: 3 };
    expect(logged()[0]).toMatchObject(["WorksOrder 1 completed", { detail }, "Later"]);
  });
});

describe("an order that is cancelled", () => {
  const cancel = () => cancelWorksOrder(context, { orderNo: "WO-1", comment: "Why" });

  test("before it was started leaves the items that have joined it", async () => {
    await upsert(sent);
    joined();
    expect(await cancel()).toEqual({ ...answered, revNo: 2, status: "Cancelled" });
    expect(logged()).toEqual([["WorksOrder 1 cancelled", { status: "Cancelled" }, "Why"]]);
    expect(relied()).toEqual([]);
  });

  test("scraps its own items, and writes off their stock", async () => {
    await started();
    await upsert({ ...sent, orderNo: "Wo-2" });
    joined(2);
    database.exec("update material_item set status_id = 4 where id = 1");
    database.exec("update material_item set actual_qty = 0, last_edit_at = 0 where id = 3");
    expect(await cancel()).toMatchObject({ status: "Cancelled", revNo: 3 });
    const scrapped = { statusId: 4 };
    const part = { seq: { pending: "seq", ordinal: 1 }, materialItemId: 2, qty: -q(1) };
    const writtenOff = {
      kind: "insertPart",
      part: "adjustment",
      values: { ...part, materialReasonId: null },
    };
    expect(logged()).toEqual([
      ["WorksOrder 1 cancelled", { status: "Cancelled" }, "Why"],
      ["MaterialItem 2 scrapped", { ...scrapped, actualQty: 0, parts: [writtenOff] }, "Why"],
      ["MaterialItem 3 scrapped", scrapped, "Why"],
    ]);
    expect(relied()).toEqual([["MaterialItem", 1, 1]]);
    expect(rows("select material_item_id, qty from adjustment")).toEqual([[2, -q(1)]]);
    expect(rows("select last_edit_at from material_item where id = 3")).toEqual([[now]]);
    await refusedWith(cancel());
  });

  test("logs no comment if none is sent", async () => {
    await upsert(sent);
    await cancelWorksOrder(context, { ...order, comment: null });
    expect(logged()).toEqual([["WorksOrder 1 cancelled", { status: "Cancelled" }]]);
  });

  test.for(["Completed", "Cancelled"])("must not be %s", async (status) => {
    await upsert(sent);
    asStatus(status);
    expect(await refusedWith(cancel())).toEqual({
      code: "order_status",
      message: `Works order Wo-1 is ${status}: it can't be cancelled any more.`,
    });
  });

  test.for<[what: string, sql: () => void, counts: [number, number, number, number]]>([
    ["contains material", () => built(1, 2), [1, 1, 0, 0]],
    ["contains material twice", () => (built(1, 4), built(1, 4, 1)), [1, 0, 0, 0]],
    ["is built into others", () => built(4, 2), [0, 1, 0, 0]],
    [
      "has been dispatched",
      () => database.exec("update material_item set status_id = 5"),
      [0, 0, 3, 0],
    ],
    ["has been split", () => transferred(1, 4), [0, 0, 0, 1]],
    ["has taken others in", () => transferred(4, 1), [0, 0, 0, 1]],
  ])("must have no item that %s", async ([, happens, counts]) => {
    const [builtInto, builtElsewhere, dispatched, splitOrMerged] = counts;
    await started();
    await upsert({ ...sent, orderNo: "Wo-2" });
    joined(2);
    happens();
    expect(await refusedWith(cancel())).toEqual({
      code: "in_use",
      message:
        `Works order Wo-1 can't be cancelled: of its items, ${builtInto} have material built in, ` +
        `${builtElsewhere} are built into others, ${dispatched} are dispatched, and ` +
        `${splitOrMerged} were split or merged.`,
      members: { counts: { builtInto, builtElsewhere, dispatched, splitOrMerged } },
    });
  });

  test("can have items from which everything was removed", async () => {
    await started();
    built(1, 2, 2);
    expect(await cancel()).toMatchObject({ status: "Cancelled" });
  });
});

test.for([
  ["completed", completeWorksOrder],
  ["cancelled", cancelWorksOrder],
] as const)("an order that is %s records none of its items under its key", async ([, end]) => {
  await started();
  database.exec("update bom_slot set is_required = 0");
  const idempotency = { method: "PUT", path: "/", key: "k", nameHash: "0a", bodyHash: "0b" };
  const keyed = { ...context, idempotency };
  const first = await end(keyed, order);
  // The items of a large order would not fit the row.
  const [[recorded]] = rows("select hex(answer) from keyed_answer") as [[string]];
  expect(unpacked(recorded)).not.toContain("visualSerialNo");
  expect(await end(keyed, order)).toEqual(first);
});

describe("an order that is deleted", () => {
  const remove = (id = 1) => deleteWorksOrder(context, { id });

  test("is returned and logged as it was", async () => {
    await upsert(sent);
    expect(await remove()).toEqual(answered);
    expect(logged()).toEqual([["WorksOrder 1 deleted", stored]]);
    expect(rows("select * from works_order")).toEqual([]);
  });

  test("must exist, and must never have been started", async () => {
    await upsert(sent);
    const refusal = atFault("not_found", "No works order has the id 2.", "/id");
    expect(await refusedWith(remove(2))).toEqual(refusal);
    asStatus("Started");
    expect(await refusedWith(remove())).toEqual({
      code: "order_status",
      message: "Works order Wo-1 is Started: it can't be deleted any more.",
    });
  });

  test("must have no items", async () => {
    await upsert(sent);
    joined();
    expect(await refusedWith(remove())).toEqual({
      code: "in_use",
      message: "Works order Wo-1 is in use (MaterialItem 1). Cancel it instead.",
      members: { counts: { MaterialItem: 1 } },
    });
  });
});

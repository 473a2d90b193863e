import { beforeEach, describe, expect, test } from "vitest";
import { cancelWorksOrder } from "../../src/works-order/cancel.ts";
import { completeWorksOrder } from "../../src/works-order/complete.ts";
import { deleteWorksOrder } from "../../src/works-order/delete.ts";
import { relabelItem } from "../../src/material-item/relabel.ts";
import { startWorksOrder } from "../../src/works-order/start.ts";
import { upsertWorksOrder, type UpsertWorksOrderInput } from "../../src/works-order/upsert.ts";
import { now, q } from "../consumption/plant.ts";
import { openPlant, row } from "../plant.ts";
import { atFault, refusedWith } from "../refused.ts";

let { database, context, rows, relied, logged } = openPlant();

beforeEach(() => {
  ({ database, context, rows, relied, logged } = openPlant());
});

const version = { major: 1, minor: 0 };
const sent = { orderNo: "Wo-1", productName: "PUMP", bom: "main", version, qty: q(3) };
const upsert = (input: UpsertWorksOrderInput) => upsertWorksOrder(context, input);
const order = { id: 1 };
/** The stored columns of the order that was sent. */
const stored = {
  orderNo: "Wo-1",
  orderNoKey: "wo-1",
  description: null,
  productId: 4,
  bomVersionId: 1,
  qty: q(3),
  status: "Created",
  startAt: null,
  endAt: null,
};
const answered = {
  ...stored,
  id: 1,
  revNo: 1,
  productName: "Pump",
  inventoryDecimalPlaces: 0,
  bomId: 1,
  bom: "Main",
  bomRevNo: 1,
  bomIsActive: true,
  bomVersionRevNo: 1,
  bomStatus: "Released",
  major: 1,
  minor: 0,
};
const asStatus = (status: string) => database.exec(`update works_order set status = '${status}'`);
/** Inserts an item of works order 1 that no start has created. */
const joined = (worksOrderId: number | null = 1) =>
  database.exec(
    row("material_item", {
      last_edit_at: 0,
      last_edit_user_id: 1,
      product_id: 4,
      status_id: 2,
      visual_serial_no: "Pump-9",
      serial_key: "pump-9",
      works_order_id: worksOrderId,
      nominal_qty: q(1),
      actual_qty: q(1),
      made_at_consumption: 0,
    }),
  );
/** Inserts a build of 2 of one item into another, and the quantity removed from it again. */
const built = (parentId: number, childId: number, removed = 0) =>
  database.exec(`insert into build (seq, parent_id, child_id, bom_slot_id, candidate_id, qty,
    removed_qty) values (1, ${parentId}, ${childId}, 1, 1, 2, ${removed})`);
/** Starts order 1, with items 1, 2 and 3. */
async function started() {
  await upsert(sent);
  await startWorksOrder(context, order);
}

describe("an order that is created", () => {
  test("is returned and logged with all its fields", async () => {
    expect(await upsert(sent)).toEqual(answered);
    expect(logged()).toEqual([["WorksOrder 1 created", stored]]);
    expect(relied()).toEqual([
      ["Product", 4, 1],
      ["Bom", 1, 1],
    ]);
    expect(await upsert({ ...sent, orderNo: "Wo-2", description: "Two" })).toMatchObject({
      id: 2,
      description: "Two",
    });
  });

  test.for<[Partial<UpsertWorksOrderInput>, refusal: Parameters<typeof atFault>]>([
    [{ productName: "None" }, ["not_found", "No product is named None.", "/productName"]],
    [{ bom: "None" }, ["not_found", "The product has no BoM named None.", "/bom"]],
    [{ productName: "ring" }, ["not_found", "The product has no BoM named main.", "/bom"]],
    [
      { version: { major: 1, minor: 1 } },
      ["not_found", "The BoM main has no version 1.1.", "/version"],
    ],
    [{ bom: "Bare" }, ["not_found", "The BoM Bare has no version 1.0.", "/version"]],
    [{ productName: "Gone" }, ["inactive", "The product Gone is not active.", "/productName"]],
    [{ bom: "Past" }, ["inactive", "The BoM Past is not active.", "/bom"]],
    [
      { qty: q(0.5) },
      ["decimal_places", "0.5 The EACH has too many decimals: Pump is kept in 0 decimals.", "/qty"],
    ],
  ])("with %j is refused", async ([changes, refusal]) => {
    expect(await refusedWith(upsert({ ...sent, ...changes }))).toEqual(atFault(...refusal));
    expect(rows("select * from works_order")).toEqual([]);
  });
});

test("the number of another order is refused, and its own is not", async () => {
  await upsert(sent);
  await upsert({ ...sent, orderNo: "Wo-2" });
  const refusal = (orderNo: string) => ({
    code: "duplicate",
    message: `A works order with the number ${orderNo} exists.`,
    errors: [{ pointer: "/orderNo", detail: "A works order with this number exists." }],
  });
  expect(await refusedWith(upsert({ ...sent, orderNo: "WO-1" }))).toEqual(refusal("WO-1"));
  expect(await refusedWith(upsert({ id: 2, orderNo: "wO-1" }))).toEqual(refusal("wO-1"));
  expect(await upsert({ id: 2, orderNo: "WO-2" })).toMatchObject({ orderNo: "WO-2", revNo: 2 });
});

describe("an order that is updated", () => {
  test.for<[UpsertWorksOrderInput, logged: object]>([
    [{ description: "Why" }, { description: "Why" }],
    [
      { qty: q(4), orderNo: "Wo-7" },
      { qty: q(4), orderNo: "Wo-7", orderNoKey: "wo-7" },
    ],
    [{ version: { major: 2, minor: 0 } }, { bomVersionId: 2 }],
    [{ productName: "seal" }, { productId: 1, bomVersionId: 4 }],
  ])("changes by %j nothing else", async ([changes, fields]) => {
    await upsert(sent);
    expect(await upsert({ ...order, ...changes })).toMatchObject({ ...stored, ...fields, id: 1 });
    expect(logged()).toEqual([["WorksOrder 1 updated", fields]]);
    expect(rows("select rev_no from works_order")).toEqual([[2]]);
  });

  test("keeps its revision where nothing changes", async () => {
    await upsert(sent);
    expect(await upsert({ ...order, revNo: 1, productName: "pump" })).toMatchObject({ revNo: 1 });
    expect(logged()).toMatchObject([["WorksOrder 1 created", {}]]);
  });

  test("keeps its description if none is sent, and loses it by null", async () => {
    await upsert({ ...sent, description: "Why" });
    expect(await upsert({ ...order, qty: q(4) })).toMatchObject({ description: "Why" });
    expect(await upsert({ ...order, description: null })).toMatchObject({ description: null });
  });

  test("must exist", async () => {
    const refusal = atFault("not_found", "No works order has the id 9.", "/id");
    expect(await refusedWith(upsert({ id: 9, qty: 1 }))).toEqual(refusal);
  });

  test("keeps references that were retired since, and a quantity with more decimals", async () => {
    await upsert(sent);
    database.exec("update product set is_active = 0; update bom set is_active = 0");
    database.exec(`update works_order set qty = ${q(0.5)}`);
    const description = "Kept";
    expect(await upsert({ ...order, productName: "Pump", bom: "Main", description })).toMatchObject(
      { revNo: 2 },
    );
    expect((await refusedWith(upsert({ ...order, qty: q(1.5) }))).code).toBe("decimal_places");
    expect((await refusedWith(upsert({ ...order, bom: "Past" }))).errors).toMatchObject([
      { pointer: "/bom" },
    ]);
    expect((await refusedWith(upsert({ ...order, productName: "Seal" }))).errors).toMatchObject([
      { pointer: "/productName" },
    ]);
  });

  test("must have a quantity within the decimals of its new product", async () => {
    await upsert(sent);
    database.exec(`update works_order set qty = ${q(0.5)}`);
    const refusal = "0.5 The EACH has too many decimals: Seal is kept in 0 decimals.";
    expect(await refusedWith(upsert({ ...order, productName: "Seal" }))).toEqual(
      atFault("decimal_places", refusal, "/qty"),
    );
  });

  test("keeps its product once items have joined it", async () => {
    await upsert(sent);
    await upsert({ ...sent, orderNo: "Wo-2" });
    joined();
    const detail = "Works order Wo-1 has items of Pump, so its product can't change.";
    expect(await refusedWith(upsert({ ...order, productName: "Seal" }))).toEqual(
      atFault("fixed", detail, "/productName"),
    );
    expect(await upsert({ ...order, productName: "Pump", qty: q(1) })).toMatchObject({ revNo: 2 });
    expect(await upsert({ id: 2, productName: "Seal" })).toMatchObject({ productId: 1 });
  });

  test.for(["Completed", "Cancelled"])("can change only its description if %s", async (status) => {
    await upsert(sent);
    asStatus(status);
    expect(await refusedWith(upsert({ ...order, description: "Why", qty: q(4) }))).toEqual({
      code: "order_status",
      message: `Works order Wo-1 is ${status}: only its description can change.`,
    });
    expect(await upsert({ ...order, description: "Why", qty: q(3) })).toMatchObject({
      description: "Why",
      status,
    });
  });

  test("can change its description and its quantity while it is started", async () => {
    await started();
    const changes = { orderNo: "Wo-2", version: { major: 2, minor: 0 }, productName: "Seal" };
    for (const [field, value] of Object.entries(changes)) {
      expect(await refusedWith(upsert({ ...order, [field]: value, qty: q(4) }))).toEqual({
        code: "order_status",
        message: "Works order Wo-1 is Started: only its description and its quantity can change.",
      });
    }
    expect(await upsert({ ...order, description: "Why", qty: q(9) })).toMatchObject({
      description: "Why",
      qty: q(9),
      status: "Started",
    });
    expect(logged()).toEqual([["WorksOrder 1 updated", { description: "Why", qty: q(9) }]]);
    expect(await upsert({ ...order, qty: q(3) })).toMatchObject({ qty: q(3) });
  });

  test("is for no less than is started, which leaves out scrapped items", async () => {
    await started();
    joined();
    const refusal = (qty: number) =>
      atFault(
        "quantity_range",
        `Works order Wo-1 has started 4 The EACH of Pump: its quantity can't be ${qty} The EACH.`,
        "/qty",
      );
    expect(await refusedWith(upsert({ ...order, qty: q(2) }))).toEqual(refusal(2));
    // Its present quantity is accepted back, although it is below what is started.
    expect(await upsert({ ...order, qty: q(3) })).toMatchObject({ qty: q(3) });
    database.exec("update material_item set status_id = 4 where id < 3");
    expect(await upsert({ ...order, qty: q(2) })).toMatchObject({ qty: q(2) });
    expect((await refusedWith(upsert({ ...order, qty: q(0.5) }))).code).toBe("decimal_places");
  });
});

describe("an order that is started", () => {
  test("pins its version and creates its items", async () => {
    await upsert(sent);
    expect(await startWorksOrder(context, { orderNo: "WO-1", comment: "Go" })).toEqual({
      order: { ...answered, revNo: 2, status: "Started", startAt: now },
      items: [1, 2, 3].map((id) => ({ id, visualSerialNo: `Wo-1-${id}`, qty: q(1) })),
      progress: { qtyStarted: q(3), qtyLeft: 0, unit: "The EACH" },
    });
    const items = [1, 2, 3].map((id) => [
      `MaterialItem ${id} started`,
      expect.objectContaining({
        visualSerialNo: `Wo-1-${id}`,
        serialKey: `wo-1-${id}`,
        nominalQty: q(1),
        actualQty: q(1),
        worksOrderId: 1,
      }),
    ]);
    expect(logged()).toEqual([
      ["WorksOrder 1 started", { status: "Started", startAt: now }, "Go"],
      ["BomVersion 1 pinned", { detail: { orderNo: "Wo-1" } }],
      ...items,
    ]);
  });

  test("numbers them by the range of its product", async () => {
    database.exec("update product set serial_range_id = 1 where id = 4");
    await upsert(sent);
    const { items } = await startWorksOrder(context, order);
    expect(items.map(({ visualSerialNo }) => visualSerialNo)).toEqual(["P-007", "P-008", "P-009"]);
    const detail = { orderNo: "Wo-1" };
    expect(logged()[2]).toEqual(["SerialRange 1 numbered", { nextNumber: 10, detail }]);
    expect(rows("select next_number from serial_range")).toEqual([[10]]);
  });

  test.for<[what: string, serial: string, range: number | null, serials: string[], next: number]>([
    ["of a range", "P-008", 1, ["P-007", "P-009", "P-010"], 11],
    ["that it generates", "Wo-1-1", null, ["Wo-1-2", "Wo-1-3", "Wo-1-4"], 7],
  ])("leaves out serials %s that are taken", async ([, serial, range, serials, next]) => {
    await upsert(sent);
    joined(null);
    database.exec(`update material_item set serial_key = '${serial.toLowerCase()}'`);
    database.exec(`update product set serial_range_id = ${range} where id = 4`);
    const { items } = await startWorksOrder(context, order);
    expect(items.map(({ visualSerialNo }) => visualSerialNo)).toEqual(serials);
    expect(rows("select next_number from serial_range")).toEqual([[next]]);
  });

  test("leaves out the former serial of an item", async () => {
    await upsert(sent);
    joined(null);
    database.exec("update material_item set visual_serial_no = 'Wo-1-2', serial_key = 'wo-1-2'");
    await relabelItem(context, { id: 1, newVisualSerialNo: "Other", comment: "Lost" });
    const { items } = await startWorksOrder(context, order);
    expect(items.map(({ visualSerialNo }) => visualSerialNo)).toEqual([
      "Wo-1-1",
      "Wo-1-3",
      "Wo-1-4",
    ]);
  });

  test("passes over ten thousand taken numbers, and no more", async () => {
    database.exec("update product set serial_range_id = 1 where id = 4");
    await upsert(sent);
    const taken = (first: number, last: number) =>
      database.exec(`insert into material_item (rev_no, last_edit_at, last_edit_user_id, product_id,
        status_id, visual_serial_no, serial_key, nominal_qty, actual_qty, made_at_consumption)
        with recursive n (n) as (select ${first} union all select n + 1 from n where n < ${last})
        select 1, 0, 1, 4, 2, printf('P-%03d', n), printf('p-%03d', n), 1, 1, 0 from n`);
    taken(8, 10_008);
    expect(await refusedWith(startWorksOrder(context, order))).toEqual({
      code: "serial_range",
      message:
        "More than 10000 of the serials from P-007 on belong to items already, and a Start passes " +
        "over no more. Raise the next number of the serial range The PUMPS, or name the items.",
    });
    database.exec("delete from material_item where serial_key = 'p-9999'");
    const { items } = await startWorksOrder(context, order);
    expect(items.map(({ visualSerialNo }) => visualSerialNo)).toEqual([
      "P-007",
      "P-9999",
      "P-10009",
    ]);
    expect(rows("select next_number from serial_range")).toEqual([[10_010]]);
  });

  test("starts the next items as often as anything is left", async () => {
    await upsert({ ...sent, qty: q(5) });
    const named = (visualSerialNo: string) => [{ visualSerialNo, qty: q(2) }];
    await startWorksOrder(context, { ...order, items: named("A") });
    joined();
    database.exec("update bom_version set status = 'Obsolete'");
    const { items, progress } = await startWorksOrder(context, { ...order, items: named("B") });
    expect(items).toMatchObject([{ visualSerialNo: "B" }]);
    expect(progress).toEqual({ qtyStarted: q(5), qtyLeft: 0, unit: "The EACH" });
    expect(logged()).toEqual([
      ["WorksOrder 1 started", {}],
      ["MaterialItem 3 started", expect.objectContaining({ visualSerialNo: "B" })],
    ]);
    expect(relied()).toEqual([["Product", 4, 1]]);
    expect((await refusedWith(startWorksOrder(context, order))).code).toBe("order_status");
    // A scrapped item is not of what is started. The next serial counts all three items.
    database.exec("update material_item set status_id = 4 where id = 2");
    expect(await startWorksOrder(context, order)).toMatchObject({
      items: [{ visualSerialNo: "Wo-1-4", qty: q(1) }],
      progress: { qtyStarted: q(5), qtyLeft: 0 },
    });
  });

  test("has started more than the largest integer if its items are that many", async () => {
    await upsert(sent);
    await startWorksOrder(context, order);
    database.exec("update material_item set nominal_qty = 9223372036854775807");
    expect((await refusedWith(startWorksOrder(context, order))).code).toBe("order_status");
    expect((await refusedWith(upsert({ ...order, qty: q(4) }))).code).toBe("quantity_range");
  });

  test("takes the items that are sent, unless one is taken", async () => {
    await upsert(sent);
    joined();
    const start = (...serials: string[]) =>
      startWorksOrder(context, {
        ...order,
        items: serials.map((visualSerialNo, index) => ({ visualSerialNo, qty: q(1 + index) })),
      });
    expect((await refusedWith(start("Pump-8", "PUMP-9"))).code).toBe("duplicate");
    expect((await start("Pump-7", "Pump-8")).items).toEqual([
      { id: 2, visualSerialNo: "Pump-7", qty: q(1) },
      { id: 3, visualSerialNo: "Pump-8", qty: q(2) },
    ]);
  });
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
      ["MaterialItem 3 scrapped", { ...scrapped, lastEditAt: now }, "Why"],
    ]);
    expect(relied()).toEqual([["MaterialItem", 1, 1]]);
    expect(rows("select material_item_id, qty from adjustment")).toEqual([[2, -q(1)]]);
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

  test.for<[what: string, sql: () => void, counts: [number, number, number]]>([
    ["contains material", () => built(1, 2), [1, 1, 0]],
    ["contains material twice", () => (built(1, 4), built(1, 4, 1)), [1, 0, 0]],
    ["is built into others", () => built(4, 2), [0, 1, 0]],
    [
      "has been dispatched",
      () => database.exec("update material_item set status_id = 5"),
      [0, 0, 3],
    ],
  ])("must have no item that %s", async ([, happens, [builtInto, builtElsewhere, dispatched]]) => {
    await started();
    await upsert({ ...sent, orderNo: "Wo-2" });
    joined(2);
    happens();
    expect(await refusedWith(cancel())).toEqual({
      code: "in_use",
      message:
        `Works order Wo-1 can't be cancelled: of its items, ${builtInto} have material built in, ` +
        `${builtElsewhere} are built into others, and ${dispatched} are dispatched.`,
      members: { counts: { builtInto, builtElsewhere, dispatched } },
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
  const idempotency = { method: "PUT", path: "/", key: "k", bodyHash: "h" };
  const keyed = { ...context, idempotency };
  const first = await end(keyed, order);
  // The items of a large order would not fit the row.
  const [[recorded]] = rows("select decision from idempotency_key") as [[string]];
  expect(recorded).not.toContain("visualSerialNo");
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

describe("the product and the BoM version of an order", () => {
  const listed = {
    id: 1,
    revNo: 1,
    productName: "Pump",
    productID: 4,
    bom: "Main",
    bomID: 1,
    version,
    bomVersionID: 1,
  };

  beforeEach(async () => {
    await upsert(sent);
  });

  test("are kept where they are sent back as they were read", async () => {
    expect(await upsert({ ...listed, productName: "PUMP", bom: "main" })).toMatchObject({
      revNo: 1,
    });
  });

  test.for<[changes: object, bomVersionId: number]>([
    [{ bomVersionID: 2 }, 2],
    [{ version: { major: 2, minor: 0 } }, 2],
    [{ bomVersionID: 4 }, 4],
    [{ bomID: 3 }, 4],
    [{ productID: 1 }, 4],
    [{ productName: "seal" }, 4],
    [{ productName: "seal", productID: 1, bomID: 3, bomVersionID: 4 }, 4],
  ])("are changed by %j", async ([changes, bomVersionId]) => {
    expect(await upsert({ ...listed, ...changes })).toMatchObject({ revNo: 2, bomVersionId });
    expect(rows("select bom_version_id from works_order")).toEqual([[bomVersionId]]);
  });

  test.for<[changes: object, code: string, ...pointers: string[]]>([
    [{ productID: 9 }, "not_found", "/productID"],
    [{ bomID: 9 }, "not_found", "/bomID"],
    [{ bomID: 5 }, "not_found", "/bomID"],
    [{ productID: 3, productName: "seal" }, "details_contradict", "/productID", "/productName"],
    [{ bomVersionID: 2, bom: "Past" }, "details_contradict", "/bomVersionID", "/bom"],
    [{ productID: 3 }, "inactive", "/productID"],
    [{ bomID: 2 }, "inactive", "/bomID"],
  ])("are refused where they become %j (%s)", async ([changes, code, ...pointers]) => {
    const { errors, ...refusal } = await refusedWith(upsert({ ...listed, ...changes }));
    expect(refusal.code).toBe(code);
    expect(errors?.map(({ pointer }) => pointer)).toEqual(pointers);
  });

  test("an order with items keeps its product, whichever field names it", async () => {
    joined();
    expect(await refusedWith(upsert({ ...listed, productID: 1 }))).toMatchObject({
      code: "fixed",
      errors: [{ pointer: "/productID" }],
    });
  });

  test("an order at an older revision is refused with the order as it is", async () => {
    await upsert({ id: 1, description: "Newer" });
    for (const verb of [
      upsert({ ...listed, description: "Mine" }),
      deleteWorksOrder(context, { id: 1, revNo: 1 }),
    ]) {
      const caught: unknown = await verb.catch((error: unknown) => error);
      expect(caught).toMatchObject({
        code: "stale_revision",
        message: "Works order Wo-1 is at revision 2.",
        entity: "WorksOrder",
        current: { id: 1, revNo: 2, description: "Newer" },
      });
    }
  });
});

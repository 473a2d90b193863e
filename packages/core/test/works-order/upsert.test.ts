import { beforeEach, describe, expect, test } from "vitest";
import { deleteWorksOrder } from "../../src/works-order/delete.ts";
import type { UpsertWorksOrderInput } from "../../src/works-order/upsert.ts";
import { q } from "../consumption/plant.ts";
import { atFault, refusedWith } from "../refused.ts";
import { answered, order, sent, stored, openOrders, version } from "./plant.ts";

let { database, context, rows, relied, logged, upsert, asStatus, joined, started } = openOrders();

beforeEach(() => {
  ({ database, context, rows, relied, logged, upsert, asStatus, joined, started } = openOrders());
});

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

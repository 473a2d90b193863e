import { beforeEach, describe, expect, test } from "vitest";
import { relabelItem } from "../../src/material-item/relabel.ts";
import { startWorksOrder } from "../../src/works-order/start.ts";
import { now, q } from "../consumption/plant.ts";
import { refusedWith } from "../refused.ts";
import { answered, order, sent, openOrders } from "./plant.ts";

let { database, context, rows, relied, logged, upsert, joined } = openOrders();

beforeEach(() => {
  ({ database, context, rows, relied, logged, upsert, joined } = openOrders());
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

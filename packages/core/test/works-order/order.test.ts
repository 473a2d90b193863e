import { expect, test } from "vitest";
import { addressesOf, type OrderAddress, requireOrder } from "../../src/works-order/order.ts";
import { atFault, refusalDetails } from "../refused.ts";
import { order } from "./order.ts";

const orders = [order(), order({ id: 4, orderNo: "WO-4", orderNoKey: "wo-4" })];

test.for<[OrderAddress, id: number]>([
  [{ id: 4 }, 4],
  [{ orderNo: "wo-4" }, 4],
  [{ id: 4, orderNo: "WO-4" }, 4],
  [{ id: 3, orderNo: "wo-3" }, 3],
])("%j names the order %i", ([address, id]) => {
  expect(requireOrder(orders, address).id).toBe(id);
});

test.for<[OrderAddress, what: string, pointer: string]>([
  [{ id: 5 }, "the id 5", "/id"],
  [{ orderNo: "WO-5" }, "the order number WO-5", "/orderNo"],
  [{ id: 3, orderNo: "WO-4" }, "the id 3 and the order number WO-4", "/id"],
])("%j names no order", ([address, what, pointer]) => {
  expect(refusalDetails(() => requireOrder(orders, address))).toEqual(
    atFault("not_found", `No works order has ${what}.`, pointer),
  );
});

test("orders are looked up by ids and by folded numbers", () => {
  expect(addressesOf([{ id: 3 }, { orderNo: "WO-4" }, { id: 5, orderNo: "WO-5" }])).toEqual({
    ids: "[3,5]",
    orderNos: '["wo-4","wo-5"]',
  });
});

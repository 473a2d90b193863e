import type { Order } from "../../src/works-order/order.ts";
import { q } from "../consumption/plant.ts";

/** Order 3, Created, for 3 of product 50 by version 1.2 of BoM 20, with these changes. */
export const order = (changes: Partial<Order> = {}): Order => ({
  id: 3,
  revNo: 1,
  orderNo: "WO-3",
  orderNoKey: "wo-3",
  description: null,
  productId: 50,
  productName: "Seal",
  inventoryDecimalPlaces: 0,
  bomId: 20,
  bom: "Main",
  bomRevNo: 4,
  bomIsActive: true,
  bomVersionId: 7,
  major: 1,
  minor: 2,
  bomStatus: "Released",
  bomVersionRevNo: 3,
  qty: q(3),
  status: "Created",
  startAt: null,
  endAt: null,
  firstVersionId: null,
  ...changes,
});

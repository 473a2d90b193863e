import { beforeEach, expect, test } from "vitest";
import { receive, type ReceiveInput } from "../../src/material-item/receive.ts";
import { relabelItem } from "../../src/material-item/relabel.ts";
import { q } from "../consumption/plant.ts";
import { openPlant } from "../plant.ts";
import { atFault, refusedWith } from "../refused.ts";

let { database, context, rows, logged, relied } = openPlant();

beforeEach(() => {
  ({ database, context, rows, logged, relied } = openPlant());
});

const made: ReceiveInput = { productName: "Seal", makeSerial: true, qty: q(1) };
const sent = (visualSerialNo: string): ReceiveInput => ({
  productName: "Seal",
  visualSerialNo,
  qty: q(1),
});

/** Gives seals the range of pumps, whose next serial is P-007. */
const ranged = (more = "") =>
  database.exec(`update product set serial_range_id = 1 where name = 'Seal'; ${more}`);
const range = () => rows("select rev_no, next_number from serial_range");

/** The statement that stores seals with the serials of these numbers, except one. */
const stocked = (first: number, last: number, except = 0) => `
  insert into material_item (rev_no, last_edit_at, last_edit_user_id, product_id, status_id,
    visual_serial_no, serial_key, nominal_qty, actual_qty, made_at_consumption)
  with recursive n (n) as (select ${first} union all select n + 1 from n where n < ${last})
  select 1, 0, 1, 1, 2, printf('P-%03d', n), printf('p-%03d', n), 1, 1, 0 from n
  where n <> ${except}`;

test("a serial is the next one of the product's range", async () => {
  ranged();
  expect(await receive(context, made)).toMatchObject({ id: 1, visualSerialNo: "P-007" });
  expect(logged()).toEqual([
    ["MaterialItem 1 received", expect.objectContaining({ serialKey: "p-007" })],
    ["SerialRange 1 numbered", { nextNumber: 8, detail: { visualSerialNo: "P-007" } }],
  ]);
  expect(relied()).toEqual([
    ["Product", 1, 1],
    ["ReceiptProfile", 1, 1],
  ]);
  expect(await receive(context, made)).toMatchObject({ id: 2, visualSerialNo: "P-008" });
  expect(range()).toEqual([[3, 9]]);
});

test("serials that an item has or had are left out", async () => {
  ranged();
  await receive(context, sent("p-007"));
  await receive(context, sent("P-008"));
  await relabelItem(context, { id: 2, newVisualSerialNo: "P-010", comment: "Lost" });
  expect(await receive(context, made)).toMatchObject({ visualSerialNo: "P-009" });
  expect(await receive(context, made)).toMatchObject({ visualSerialNo: "P-011" });
  expect(range()).toEqual([[3, 12]]);
});

test("each of several receipts passes over up to ten thousand taken numbers", async () => {
  ranged(stocked(7, 17_006, 7007));
  const two = await Promise.all([receive(context, made), receive(context, made)]);
  expect(two).toMatchObject([{ visualSerialNo: "P-7007" }, { visualSerialNo: "P-17007" }]);
});

test.for([
  [
    "a product without a range",
    "update product set serial_range_id = null",
    "Seal has no serial range to make a serial from. Send visualSerialNo, or give the product " +
      "a serial range.",
  ],
  [
    "a range that has ended",
    "update serial_range set end_number = 6",
    "The serial range The PUMPS of Seal has 0 numbers left, and 1 is needed.",
  ],
  [
    "a range whose last serial is taken",
    `${stocked(7, 7)}; update serial_range set end_number = 7`,
    "The serial range The PUMPS of Seal has 0 numbers left that no item has or had, " +
      "and 1 is needed.",
  ],
  [
    "a range with too many taken serials",
    stocked(7, 10_007),
    "More than 10000 of the serials from P-007 on belong to items already, and a Receive " +
      "passes over no more. Raise the next number of the serial range The PUMPS, or send " +
      "visualSerialNo.",
  ],
] as const)("a serial of %s is refused", async ([, more, message]) => {
  ranged(more);
  const refusal = atFault("serial_range", message, "/makeSerial");
  expect(await refusedWith(receive(context, made))).toEqual(refusal);
  expect(range()).toEqual([[1, 7]]);
});

test("a receipt profile that makes the serial compulsory forbids to make it", async () => {
  ranged(`update receipt_profile set fields = '{"visualSerialNo":"compulsory"}'`);
  expect(await refusedWith(receive(context, made))).toMatchObject({
    code: "receipt_profile",
    errors: [{ pointer: "/visualSerialNo", detail: "Compulsory." }],
  });
});

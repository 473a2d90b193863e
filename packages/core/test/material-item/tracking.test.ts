import { beforeEach, describe, expect, test } from "vitest";
import { build } from "../../src/consumption/build.ts";
import { removeBuilt } from "../../src/consumption/remove.ts";
import { adjustItem } from "../../src/material-item/adjust.ts";
import { receive } from "../../src/material-item/receive.ts";
import { upsertProduct } from "../../src/product/upsert.ts";
import { q } from "../consumption/plant.ts";
import { openPlant } from "../plant.ts";
import { refusedWith } from "../refused.ts";

let { database, context, relied } = openPlant();

beforeEach(async () => {
  ({ database, context, relied } = openPlant());
  database.exec("update product set inventory_decimal_places = 2");
  await receive(context, { productName: "Pump", visualSerialNo: "Pump-1", qty: q(1) });
  await receive(context, { productName: "Pump", visualSerialNo: "Pump-2", qty: q(1) });
});

const track = (tracking: "Lot" | "Serial") => upsertProduct(context, { ID: 1, Tracking: tracking });
const seal = (qty = 1, visualSerialNo = "Seal-1") =>
  receive(context, { productName: "Seal", visualSerialNo, qty: q(qty) });
const consume = (into: string, builtQty = 1, isMade = false) =>
  build(context, {
    parentSerialNo: into,
    childSerialNo: "SEAL-1",
    builtQty: q(builtQty),
    receiveAtPointOfConsumption: isMade,
    itemDetails: { productName: "Seal" },
  });
const takeOut = (removeQty = 1) =>
  removeBuilt(context, {
    parentSerialNo: "PUMP-1",
    childSerialNo: "SEAL-1",
    removeQty: q(removeQty),
    reasonSUID: "return",
  });
const count = (qty: number) => adjustItem(context, { id: 3, qty: q(qty), reasonSUID: "count" });
const tracked = (was: string) =>
  `Seal is tracked by serial: an item of it is 1 The EACH, not ${was}.`;

describe("an item tracked by serial", () => {
  beforeEach(() => track("Serial"));

  test("is received, built and removed as one", async () => {
    expect(await refusedWith(seal(2))).toEqual({
      code: "tracking",
      message: tracked("2 The EACH"),
      errors: [{ pointer: "/qty", detail: tracked("2 The EACH") }],
    });
    await seal();
    expect(await refusedWith(consume("PUMP-1", 0.5))).toMatchObject({
      code: "tracking",
      errors: [{ pointer: "/builtQty", detail: tracked("0.5 The EACH") }],
    });
    expect(await consume("PUMP-1")).toMatchObject({
      received: false,
      child: { actualQty: 0, container: { visualSerialNo: "Pump-1" } },
    });
    expect(await refusedWith(takeOut(0.5))).toMatchObject({
      code: "tracking",
      errors: [{ pointer: "/removeQty" }],
    });
    expect(await takeOut()).toMatchObject({ child: { actualQty: q(1), container: null } });
  });

  test.for([true, false])("is in one item only; made there: %s", async (isMade) => {
    if (!isMade) await seal();
    expect(await consume("PUMP-1", 1, isMade)).toMatchObject({ received: isMade });
    const detail =
      "Item Seal-1 is already built into Pump-1, and Seal is tracked by serial: there is only one. " +
      "Remove it there first.";
    expect(await refusedWith(consume("PUMP-2", 1, isMade))).toEqual({
      code: "already_built",
      message: isMade ? detail.replace("Seal-1", "SEAL-1") : detail,
      errors: [expect.objectContaining({ pointer: "/childSerialNo" })],
    });
    await takeOut();
    expect(await consume("PUMP-2", 1, isMade)).toMatchObject({ received: false });
  });

  test("is adjusted to one or none", async () => {
    await seal();
    expect((await refusedWith(count(1))).errors).toMatchObject([{ pointer: "/adjustqty" }]);
    expect((await refusedWith(count(-0.5))).code).toBe("tracking");
    await count(-1);
    expect(relied()).toEqual([
      ["MaterialReason", 1, 1],
      ["Product", 1, 2],
    ]);
    expect(await count(1)).toMatchObject({ actualQty: q(1) });
    await consume("PUMP-1");
    expect(await refusedWith(count(1))).toMatchObject({
      code: "already_built",
      errors: [{ pointer: "/adjustqty" }],
    });
  });
});

describe("a Build or Remove of a lot relies on its product", () => {
  test.for<[what: string, stock: number, qty: number, isRelied: boolean]>([
    ["a part of one", 1, 0.5, true],
    ["all of one", 1, 1, false],
    ["one of a lot", 3, 1, false],
    ["a part of one of a lot", 3, 0.5, true],
    ["all of a lot", 3, 3, false],
  ])("if it builds %s", async ([, stock, qty, isRelied]) => {
    await seal(stock);
    await consume("PUMP-1", qty);
    const product = ["Product", 1, 1];
    expect(relied()).toEqual([["BomVersion", 1, 1], ...(isRelied ? [product] : [])]);
  });

  test("if it books a shortfall", async () => {
    await consume("PUMP-1", 1, true);
    await consume("PUMP-2", 1, true);
    expect(relied()).toContainEqual(["Product", 1, 1]);
  });

  test.for([
    [0.5, true],
    [1, false],
  ] as const)("if it removes %d", async ([qty, isRelied]) => {
    await seal(3);
    await consume("PUMP-1", 3);
    await takeOut(qty);
    expect(relied().flat().includes("Product")).toBe(isRelied);
  });
});

describe("a product with items becomes tracked by serial", () => {
  const refusal = (serial: string) => {
    const message =
      `Seal can't be tracked by serial: its item ${serial} is not one single thing, in stock or ` +
      "built into one item.";
    return { code: "tracking", message, errors: [{ pointer: "/Tracking", detail: message }] };
  };

  test("if each is one, in stock, in one item, or gone", async () => {
    await seal();
    await seal(1, "Seal-2");
    await consume("PUMP-1");
    await seal(5, "Seal-3");
    database.exec("update material_item set status_id = 6, actual_qty = 0 where id = 5");
    expect(await track("Serial")).toMatchObject({ tracking: "Serial", revNo: 2 });
    expect(relied()).toEqual([[expect.stringMatching(/^from/), 1]]);
    await track("Lot");
    expect(relied()).toEqual([]);
  });

  test.for<[what: string, columns: string]>([
    ["holds a part", "actual_qty = 500000"],
    ["holds two", "actual_qty = 2000000"],
    ["was two", "nominal_qty = 2000000"],
  ])("and not if one %s", async ([, columns]) => {
    await seal();
    database.exec(`update material_item set ${columns} where id = 3`);
    expect(await refusedWith(track("Serial"))).toEqual(refusal("Seal-1"));
  });

  test.for<[what: string, actualQty: number, into: readonly [parent: number, qty: number][]]>([
    ["is built in part", 0, [[1, 0.5]]],
    [
      "is in two",
      0,
      [
        [1, 0.5],
        [2, 0.5],
      ],
    ],
    ["is in stock and built", 1, [[1, 1]]],
  ])("and not if one %s", async ([, actualQty, into]) => {
    await seal();
    database.exec(`update material_item set actual_qty = ${q(actualQty)} where id = 3`);
    for (const [parent, qty] of into) {
      database.exec(`insert into build (seq, parent_id, child_id, bom_slot_id, candidate_id, qty,
        removed_qty) values (1, ${parent}, 3, 1, 1, ${q(qty)}, 0)`);
    }
    expect(await refusedWith(track("Serial"))).toEqual(refusal("Seal-1"));
  });
});

test("nothing of a managed product is made at a point of consumption, or booked as missing", async () => {
  await consume("PUMP-1", 1, true);
  await upsertProduct(context, { ID: 1, InventoryManaged: true });
  expect((await refusedWith(consume("PUMP-1", 1, true))).code).toBe("item_status");
  database.exec("update material_item set status_id = 2 where id = 3");
  expect((await refusedWith(consume("PUMP-1", 1, true))).code).toBe("insufficient_quantity");
  database.exec("update material_item set serial_key = 'other' where id = 3");
  const message =
    "No item has the serial SEAL-1, and the inventory of Seal is managed: it is received before it " +
    "is built. Check the serial.";
  expect(await refusedWith(consume("PUMP-1", 1, true))).toEqual({
    code: "inventory_managed",
    message,
    errors: [{ pointer: "/childSerialNo", detail: message }],
  });
});

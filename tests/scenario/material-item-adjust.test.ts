import { expect, test } from "vitest";
import { openPlant } from "#plant";
import { atTime, longAgo } from "./at-time.ts";
import { expectConservation } from "./conservation.ts";
import { expectRefused } from "./refused.ts";
import { textOfBytes } from "./texts.ts";

const plant = await openPlant();
const { Name: productName } = await plant.product({ InventoryDecimalPlaces: 2 });
const path = "/api/MaterialItem/ItemAdjust";
const stock = (fields: object = {}) => plant.receive({ productName, qty: 10, ...fields });
const adjust = (id: number, adjustqty: number, fields: object = {}) =>
  plant.post(path, { materialitemid: id, adjustqty, reasonSUID: "COUNT", ...fields });

test.for([
  [2.25, 12.25],
  [-2.25, 7.75],
])("an adjustment of %d changes the actual quantity to %d, and nothing else", async ([by, to]) => {
  const item = await stock();
  const { status, body } = await adjust(item.id, by!);
  expect(status).toBe(200);
  expect(body).toEqual({ ...item, revNo: 2, lastEditDT: body.lastEditDT, actualQty: to });
});

test("the adjustment is logged with its reason and comment", async () => {
  const { id } = await atTime(plant, longAgo, () => stock());
  await adjust(id, -1, { comments: "Dropped", occurredAt: "2026-01-02" });
  const rows = await plant.sql(
    `select adjustment.qty, suid, comment, occurred_at from adjustment
    join change_log using (seq) join material_reason on material_reason.id = material_reason_id
    where material_item_id = ?`,
    id,
  );
  const occurred_at = Date.parse("2026-01-02T23:59:59.999Z");
  expect(rows).toEqual([{ qty: -1_000_000, suid: "COUNT", comment: "Dropped", occurred_at }]);
});

test("an item with nothing left is Consumed, and Available when some is found", async () => {
  const { id } = await stock();
  expect((await adjust(id, -10)).body).toMatchObject({ actualQty: 0, status: "Consumed" });
  expect((await adjust(id, 1)).body).toMatchObject({ actualQty: 1, status: "Available" });
});

test("expired and held items may be adjusted, and a hold stays", async () => {
  const { id } = await stock({ expiryDate: "2020-01-01" });
  const { holdReasonID } = await plant.done("put", "/api/MaterialItem/Hold", {
    id,
    holdReason: "Quality",
  });
  expect((await adjust(id, 1)).body).toMatchObject({ actualQty: 11, holdReasonID });
});

test("the reason is found by its SUID without regard to case", async () => {
  const { id } = await stock();
  expect((await adjust(id, 1, { reasonSUID: "count" })).status).toBe(200);
});

test.for(["materialitemid", "adjustqty", "reasonSUID"])("%s is mandatory", async (field) => {
  const body = { materialitemid: 1, adjustqty: 1, reasonSUID: "COUNT", [field]: undefined };
  const problem = [400, "validation_failed", `/${field}`] as const;
  await expectRefused(plant, () => plant.post(path, body), problem);
});

test.for<[field: string, value: unknown]>([
  ["adjustqty", 0],
  ["adjustqty", 0.0000001],
  ["adjustqty", -1_000_000_000],
  ["adjustqty", "1"],
  ["materialitemid", 0],
  ["materialitemid", 10_000_000_000],
  ["reasonSUID", textOfBytes(51)],
  ["reasonSUID", ""],
  ["comments", textOfBytes(2001)],
  ["occurredAt", "2999-01-01"],
])("%s may not be %o", async ([field, value]) => {
  const { id } = await stock();
  const send = () => adjust(id, 1, { [field]: value });
  await expectRefused(plant, send, [400, "validation_failed", `/${field}`]);
});

test.for<[what: string, status: number, code: string, fields: object]>([
  ["an unknown item", 404, "not_found", { materialitemid: 9_999_999_999 }],
  ["an unknown reason, of 50 bytes", 404, "not_found", { reasonSUID: textOfBytes(50) }],
  ["a reason for removals only", 409, "reason_not_assigned", { reasonSUID: "REWORK" }],
  ["too many decimals", 409, "decimal_places", { adjustqty: 0.125 }],
  ["more than there is", 409, "negative_quantity", { adjustqty: -10.01 }],
  ["more than nine digits", 409, "quantity_range", { adjustqty: 999_999_999 }],
])("%s is refused with %d %s", async ([, status, code, fields]) => {
  const { id } = await stock();
  await expectRefused(plant, () => adjust(id, 1, fields), [status, code]);
});

test("a retired reason is refused", async () => {
  const suid = plant.unique("reason");
  const reason = { suid, transactions: ["adjust"], isActive: false };
  await plant.done("put", "/api/MaterialReason/Upsert", reason);
  const { id } = await stock();
  await expectRefused(plant, () => adjust(id, 1, { reasonSUID: suid }), [409, "inactive"]);
});

test("all adjustments conserve material", () => expectConservation(plant));

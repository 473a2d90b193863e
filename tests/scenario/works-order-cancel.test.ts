import { expect, test } from "vitest";
import { openPlant } from "#plant";
import { expectConservation } from "./conservation.ts";
import { expectRefused } from "./refused.ts";

const plant = await openPlant();
const path = "/api/WorksOrder/Cancel";

/** Makes a part with an item of it, and an order whose BoM takes it. */
async function order() {
  const { Name: part } = await plant.product();
  const { Name: productName } = await plant.product();
  const { name: bom } = await plant.bom({ parentProductName: productName });
  await plant.slot({
    ParentProductName: productName,
    bom,
    candidates: [{ product: part, isActive: true, qty: 1, minQty: 1, isDefault: true }],
  });
  const { visualSerialNo: child } = await plant.receive({ productName: part, qty: 100 });
  const { id, orderNo } = await plant.worksOrder({ productName, bom, qty: 5 });
  return { id, orderNo, productName, child };
}

async function started(quantities: readonly number[] = [2, 3]) {
  const made = await order();
  const items = quantities.map((qty) => ({ visualSerialNo: plant.unique("Unit"), qty }));
  await plant.done("put", "/api/WorksOrder/Start", { id: made.id, items });
  return { ...made, serials: items.map(({ visualSerialNo }) => visualSerialNo) };
}

const build = (parentSerialNo: string, childSerialNo: string, builtQty = 1) =>
  plant.done("put", "/api/Build/Build", {
    parentSerialNo,
    childSerialNo,
    builtQty,
    receiveAtPointOfConsumption: false,
  });
const remove = (parentSerialNo: string, childSerialNo: string) =>
  plant.done("put", "/api/Build/Remove", {
    parentSerialNo,
    childSerialNo,
    removeQty: 1,
    reasonSUID: "REWORK",
  });
const itemsOf = async (orderNo: string) =>
  (await plant.post("/api/MaterialItem/GetByFilter", { orderNo })).body;

test("an order that was not started is cancelled", async () => {
  const { orderNo } = await order();
  const cancelled = await plant.done("put", path, { orderNo: orderNo.toLowerCase() });
  expect(cancelled).toMatchObject({ orderNo, status: "Cancelled", startDT: null, endDT: null });
});

test("the items of a started order are scrapped, and their quantities written off", async () => {
  const { id, orderNo, serials } = await started();
  const comment = "Customer withdrew";
  const cancelled = await plant.done("put", path, { id, comment });
  expect(cancelled).toMatchObject({ status: "Cancelled", endDT: null });
  expect(await itemsOf(orderNo)).toMatchObject([
    { visualSerialNo: serials[0], status: "Scrapped", nominalQty: 2, actualQty: 0 },
    { visualSerialNo: serials[1], status: "Scrapped", nominalQty: 3, actualQty: 0 },
  ]);
  const written = await plant.sql(
    `select adjustment.qty, change_log.action, change_log.comment,
      change_log.entity_id = adjustment.material_item_id as own
    from adjustment join change_log on change_log.seq = adjustment.seq
    where material_item_id in (select id from material_item where works_order_id = ?)
    order by adjustment.qty`,
    id,
  );
  expect(written).toEqual([
    { qty: -3_000_000, action: "scrapped", comment, own: 1 },
    { qty: -2_000_000, action: "scrapped", comment, own: 1 },
  ]);
  await expectConservation(plant);
});

test("an order of many items is cancelled completely", async () => {
  const { id, orderNo } = await started(Array.from({ length: 300 }, (_, index) => index + 1));
  await plant.done("put", path, { id });
  const items: { status: string; actualQty: number }[] = await itemsOf(orderNo);
  expect(items).toHaveLength(300);
  expect(items.every((item) => item.status === "Scrapped" && item.actualQty === 0)).toBe(true);
  await expectConservation(plant);
});

test("an item that was scrapped before stays as it is", async () => {
  const { id, orderNo, serials } = await started();
  await plant.done("put", "/api/MaterialItem/Scrap", {
    visualSerialNo: serials[0],
    reasonSUID: "SCRAP",
  });
  const [before] = await itemsOf(orderNo);
  await plant.done("put", path, { id });
  const [after, other] = await itemsOf(orderNo);
  expect(after).toEqual(before);
  expect(other).toMatchObject({ status: "Scrapped", actualQty: 0 });
  await expectConservation(plant);
});

test("an order is not cancelled while something is built into its items", async () => {
  const { id, serials, child } = await started();
  await build(serials[1]!, child);
  const cancel = () => plant.put(path, { id });
  const problem = await expectRefused(plant, cancel, [409, "in_use"]);
  expect(problem.counts).toMatchObject({ builtInto: 1, builtElsewhere: 0, dispatched: 0 });
  await remove(serials[1]!, child);
  expect(await plant.done("put", path, { id })).toMatchObject({ status: "Cancelled" });
  await expectConservation(plant);
});

test("an order is not cancelled while an item of it is built into another one", async () => {
  const inner = await started([1]);
  const { Name: productName } = await plant.product();
  const { name: bom } = await plant.bom({ parentProductName: productName });
  await plant.slot({
    ParentProductName: productName,
    bom,
    candidates: [
      { product: inner.productName, isActive: true, qty: 1, minQty: 1, isDefault: true },
    ],
  });
  const outer = await plant.worksOrder({ productName, bom });
  const parent = plant.unique("Unit");
  const items = [{ visualSerialNo: parent, qty: 1 }];
  await plant.done("put", "/api/WorksOrder/Start", { id: outer.id, items });
  await build(parent, inner.serials[0]!);
  const problem = await expectRefused(plant, () => plant.put(path, { id: inner.id }), [
    409,
    "in_use",
  ]);
  expect(problem.counts).toMatchObject({ builtInto: 0, builtElsewhere: 1, dispatched: 0 });
});

test("an order is not cancelled once an item of it has left", async () => {
  const { id, orderNo, serials } = await started([1]);
  const [item] = await itemsOf(orderNo);
  const [available] = (await plant.post("/api/MaterialStatus/List", { suid: "AVAILABLE" })).body;
  const early = { ...item, statusID: available.id };
  await plant.done("put", `/api/MaterialItem/Update/${item.id}`, early);
  const asSpare = { allowIncomplete: true, comment: "A spare part" };
  await plant.done("put", "/api/MaterialItem/Dispatch", { visualSerialNo: serials[0], ...asSpare });
  const problem = await expectRefused(plant, () => plant.put(path, { id }), [409, "in_use"]);
  expect(problem.counts).toMatchObject({ builtInto: 0, builtElsewhere: 0, dispatched: 1 });
});

test.for(["Complete", "Cancel"])("an order is not cancelled after %s", async (verb) => {
  const { id } = await started();
  const sent = verb === "Complete" ? { allowIncomplete: true, comment: "As it is" } : {};
  await plant.done("put", `/api/WorksOrder/${verb}`, { id, ...sent });
  await expectRefused(plant, () => plant.put(path, { id }), [409, "order_status"]);
});

test("nothing is built into the items of a cancelled order", async () => {
  const { id, serials, child } = await started();
  await plant.done("put", path, { id });
  const late = () =>
    plant.put("/api/Build/Build", {
      parentSerialNo: serials[0],
      childSerialNo: child,
      builtQty: 1,
      receiveAtPointOfConsumption: false,
    });
  await expectRefused(plant, late, [409, "order_status"]);
});

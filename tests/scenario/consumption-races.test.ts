import { describe, expect, test } from "vitest";
import { openPlant } from "#plant";
import { assembly, consumption, itemNamed } from "./assembly.ts";
import { expectConservation } from "./conservation.ts";
import { overtake } from "./overtake.ts";

const plant = await openPlant();

describe("a build that is overtaken", () => {
  test("by one that closes a cycle with it is refused", async () => {
    const { Name: productName } = await plant.product();
    const { name: bom } = await plant.bom({ parentProductName: productName });
    await plant.slot({
      ParentProductName: productName,
      bom,
      candidates: [{ product: productName, isActive: true, qty: 1, minQty: 0, isDefault: true }],
    });
    const item = async () => (await plant.receive({ productName, qty: 2 })).visualSerialNo;
    const [a, b, c, d] = [await item(), await item(), await item(), await item()];
    // a in b and c in d: the two builds, d in a and b in c, share no item.
    await consumption(plant, b, a).build();
    await consumption(plant, d, c).build();
    const [late, first] = await overtake(
      plant,
      consumption(plant, a, d).build,
      consumption(plant, c, b).build,
    );
    expect(first.status).toBe(200);
    expect(late.body).toMatchObject({ status: 409, code: "cycle" });
    await expectConservation(plant);
  });

  test("by a lower maximum of its slot is refused", async () => {
    const given = { candidate: { maxQty: 2 }, ordered: false };
    const { build, candidate } = await assembly(plant, given);
    const [late, edited] = await overtake(
      plant,
      () => build({ builtQty: 2 }),
      () => candidate({ maxQty: 1 }),
    );
    expect(edited.status).toBe(200);
    expect(late.body).toMatchObject({ status: 409, code: "over_maximum" });
  });

  test("by one that takes the stock is refused", async () => {
    const { build } = await assembly(plant, { stock: 1 });
    const [late, first] = await overtake(plant, build, build);
    expect(first.status).toBe(200);
    expect(late.body).toMatchObject({ status: 409, code: "item_status" });
  });

  test("by one that takes the room of its slot is refused", async () => {
    const { build, part, parent } = await assembly(plant, { candidate: { maxQty: 1 } });
    const { visualSerialNo: other } = await plant.receive({ productName: part.Name, qty: 5 });
    const [late, first] = await overtake(plant, consumption(plant, parent, other).build, build);
    expect(first.status).toBe(200);
    expect(late.body).toMatchObject({ status: 409, code: "over_maximum" });
  });

  test.for([
    ["a hold", "Hold", { holdReason: "Quality" }, "item_on_hold"],
    ["scrapping", "Scrap", { reasonSUID: "SCRAP" }, "item_status"],
    ["dispatch", "Dispatch", {}, "item_status"],
  ] as const)("by %s of its child is refused", async ([, verb, fields, code]) => {
    const { build, child: visualSerialNo } = await assembly(plant);
    const [late] = await overtake(plant, build, () =>
      plant.done("put", `/api/MaterialItem/${verb}`, { visualSerialNo, ...fields }),
    );
    expect(late.body).toMatchObject({ status: 409, code });
  });

  test("by a hold of its parent is refused", async () => {
    const { build, parent: visualSerialNo } = await assembly(plant);
    const [late] = await overtake(plant, build, () =>
      plant.done("put", "/api/MaterialItem/Hold", { visualSerialNo, holdReason: "Quality" }),
    );
    expect(late.body).toMatchObject({ status: 409, code: "item_on_hold" });
  });

  test("by the completion of its parent's order is refused", async () => {
    const { build, complete } = await assembly(plant, { candidate: { minQty: 0 } });
    const [late, completed] = await overtake(plant, build, complete);
    expect(completed.status).toBe(200);
    expect(late.body).toMatchObject({ status: 409, code: "order_status" });
  });

  test("by the cancellation of its parent's order is refused", async () => {
    const { build, cancel } = await assembly(plant);
    const [late, cancelled] = await overtake(plant, build, cancel);
    expect(cancelled.status).toBe(200);
    expect(late.body).toMatchObject({ status: 409, code: "order_status" });
    await expectConservation(plant);
  });

  test("by a receipt of its new child builds from what was received", async () => {
    const { build, part } = await assembly(plant, { candidate: { maxQty: 5 } });
    const childSerialNo = plant.unique("Lot");
    const received = {
      childSerialNo,
      receiveAtPointOfConsumption: true,
      itemDetails: { productName: part.Name },
    };
    const [late, first] = await overtake(
      plant,
      () => build({ ...received, builtQty: 2 }),
      () => build({ ...received, builtQty: 3 }),
    );
    expect([late.status, first.status]).toEqual([200, 200]);
    expect(late.body.child.id).toBe(first.body.child.id);
    expect(await itemNamed(plant, childSerialNo)).toMatchObject({
      nominalQty: 3,
      actualQty: 0,
      revNo: 2,
    });
    await expectConservation(plant);
  });

  test("by managed stock of its new child's serial consumes that, while it lasts", async () => {
    const { build, part } = await assembly(plant);
    const [childSerialNo, short] = [plant.unique("Lot"), plant.unique("Lot")];
    const details = {
      receiveAtPointOfConsumption: true,
      itemDetails: { productName: part.Name },
    };
    const receive = (visualSerialNo: string) => () =>
      plant.receive({ productName: part.Name, qty: 1, visualSerialNo });
    const [enough] = await overtake(
      plant,
      () => build({ ...details, childSerialNo }),
      receive(childSerialNo),
    );
    expect(enough.status).toBe(200);
    const [late] = await overtake(
      plant,
      () => build({ ...details, childSerialNo: short, builtQty: 2 }),
      receive(short),
    );
    expect(late.body).toMatchObject({ status: 409, code: "insufficient_quantity" });
    await expectConservation(plant);
  });

  test("by its new child's product becoming inactive is refused", async () => {
    const { build, alternate } = await assembly(plant);
    const fresh = await plant.product();
    await alternate(fresh.Name);
    const [late] = await overtake(
      plant,
      () =>
        build({
          childSerialNo: plant.unique("Lot"),
          receiveAtPointOfConsumption: true,
          itemDetails: { productName: fresh.Name },
        }),
      () => plant.done("put", "/api/Product/Upsert", { ID: fresh.ID, IsActive: false }),
    );
    expect(late.body).toMatchObject({ status: 409, code: "inactive" });
  });
});

describe("overtaken by a build", () => {
  test("an update of its child is refused as stale", async () => {
    const { build, child } = await assembly(plant);
    const item = await itemNamed(plant, child);
    const update = () =>
      plant.put(`/api/MaterialItem/Update/${item.id}`, { ...item, actualQty: 9 });
    const [late, built] = await overtake(plant, update, build);
    expect(built.status).toBe(200);
    expect(late.body).toMatchObject({ status: 409, code: "stale_revision" });
    await expectConservation(plant);
  });

  test("an adjustment of its child leaves both in the books", async () => {
    const { build, child, childId } = await assembly(plant, { stock: 2 });
    const adjust = (adjustqty: number) => () =>
      plant.post("/api/MaterialItem/ItemAdjust", {
        materialitemid: childId,
        adjustqty,
        reasonSUID: "COUNT",
      });
    const [late, built] = await overtake(plant, adjust(3), build);
    expect([late.status, built.status]).toEqual([200, 200]);
    expect(await itemNamed(plant, child)).toMatchObject({ actualQty: 4 });
    await expectConservation(plant);
  });

  test("an adjustment that its child could only take before is refused", async () => {
    const { build, childId } = await assembly(plant, { stock: 2 });
    const adjust = () =>
      plant.post("/api/MaterialItem/ItemAdjust", {
        materialitemid: childId,
        adjustqty: -2,
        reasonSUID: "COUNT",
      });
    const [late, built] = await overtake(plant, adjust, build);
    expect(built.status).toBe(200);
    expect(late.body).toMatchObject({ status: 409, code: "negative_quantity" });
  });
});

describe("a removal that is overtaken", () => {
  test("by the same removal is refused", async () => {
    const { build, remove } = await assembly(plant);
    await build();
    const [late, first] = await overtake(plant, remove, remove);
    expect(first.status).toBe(200);
    expect(late.body).toMatchObject({ status: 409, code: "not_built" });
    await expectConservation(plant);
  });

  test("by its reason losing removals is refused", async () => {
    const { build, remove } = await assembly(plant);
    await build();
    const reason = await plant.done("put", "/api/MaterialReason/Upsert", {
      name: plant.unique("Wear"),
      suid: plant.unique("WEAR"),
      transactions: ["remove"],
    });
    const [late] = await overtake(
      plant,
      () => remove({ reasonSUID: reason.suid }),
      () => plant.done("put", "/api/MaterialReason/Upsert", { id: reason.id, transactions: [] }),
    );
    expect(late.body).toMatchObject({ status: 409, code: "reason_not_assigned" });
  });
});

describe("an item in work that comes back as its order is completed is finished", () => {
  /** Makes an item in work that was built completely into another one. */
  async function usedUp() {
    const { unit, parent: serial, complete } = await assembly(plant, { candidate: { minQty: 0 } });
    const { Name: productName } = await plant.product();
    const { name: bom } = await plant.bom({ parentProductName: productName });
    await plant.slot({
      ParentProductName: productName,
      bom,
      candidates: [{ product: unit.Name, isActive: true, qty: 1, minQty: 0, isDefault: true }],
    });
    const whole = await plant.receive({ productName, qty: 1 });
    const { build, remove } = consumption(plant, whole.visualSerialNo, serial);
    expect((await build()).body.child.status).toBe("Consumed");
    return { serial, complete, remove };
  }

  test("by a removal", async () => {
    const { serial, complete, remove } = await usedUp();
    const [late, completed] = await overtake(plant, remove, complete);
    expect([late.status, completed.status]).toEqual([200, 200]);
    expect(await itemNamed(plant, serial)).toMatchObject({ actualQty: 1, status: "Available" });
  });

  test("by an adjustment", async () => {
    const { serial, complete } = await usedUp();
    const { id: materialitemid } = await itemNamed(plant, serial);
    const found = { materialitemid, adjustqty: 1, reasonSUID: "COUNT" };
    const adjust = () => plant.post("/api/MaterialItem/ItemAdjust", found);
    const [late, completed] = await overtake(plant, adjust, complete);
    expect([late.status, completed.status]).toEqual([200, 200]);
    expect(await itemNamed(plant, serial)).toMatchObject({ actualQty: 1, status: "Available" });
  });

  test("also where the completion is the later one", async () => {
    const { serial, complete, remove } = await usedUp();
    const [late, removed] = await overtake(plant, complete, remove);
    expect([late.status, removed.status]).toEqual([200, 200]);
    expect(await itemNamed(plant, serial)).toMatchObject({ actualQty: 1, status: "Available" });
  });
});

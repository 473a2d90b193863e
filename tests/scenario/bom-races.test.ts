import { describe, expect, test } from "vitest";
import { openPlant } from "#plant";
import { overtake } from "./overtake.ts";

const plant = await openPlant();

const upsert = (body: object) => plant.put("/api/Bom/Upsert", body);

/** Makes a BoM of a new product. Returns ways to use its version 1.0. */
async function made() {
  const { Name } = await plant.product();
  const bom = await plant.bom({ parentProductName: Name });
  const [{ id: versionId }] = bom.versions;
  const { Name: otherName } = await plant.product();
  return {
    bom,
    slot: () =>
      plant.put("/api/BomSlot/Upsert", {
        ParentProductName: Name,
        bom: bom.name,
        version: "1.0",
        description: "Slot",
        buildSlotType: "Assembly",
        isActive: true,
        isRequired: true,
        edhrBomRequired: 0,
        edhrBuildRequired: 0,
      }),
    order: () =>
      plant.put("/api/WorksOrder/Upsert", {
        orderNo: plant.unique("WO"),
        productName: Name,
        bom: bom.name,
        version: "1.0",
        qty: 1,
      }),
    remove: () => plant.delete("/api/Bom/Delete", { id: bom.id }),
    move: () => upsert({ id: bom.id, parentProductName: otherName }),
    renumber: () => upsert({ id: bom.id, versions: [{ id: versionId, version: "2.0" }] }),
    draft: () => upsert({ id: bom.id, versions: [{ id: versionId, status: "Draft" }] }),
  };
}

test("of 8 callers that create one BoM, one does", async () => {
  const { Name: parentProductName } = await plant.product();
  const { tally } = await plant.race(8, () => upsert({ name: "Main", parentProductName }));
  expect(tally).toEqual({ 200: 1, 409: 7 });
});

test("8 callers that send one new version make it once", async () => {
  const { bom } = await made();
  const versions = [{ version: "2.0", status: "Released" }];
  const { tally } = await plant.race(8, () => upsert({ id: bom.id, versions }));
  expect(tally).toEqual({ 200: 8 });
  const { body } = await plant.post("/api/Bom/List", { id: bom.id });
  expect(body).toMatchObject([{ versions: [{ version: "1.0" }, { version: "2.0" }] }]);
});

describe("a use that overtakes a change", () => {
  test.for([
    ["slot", "remove", "in_use"],
    ["order", "remove", "in_use"],
    ["slot", "move", "fixed"],
    ["order", "move", "fixed"],
    ["order", "renumber", "fixed"],
  ] as const)("a new %s refuses the %s", async ([use, change, code]) => {
    const uses = await made();
    const [changed, used] = await overtake(plant, uses[change], uses[use]);
    expect(used.status).toBe(200);
    expect(changed.body).toMatchObject({ status: 409, code });
  });

  test("a start refuses that its version becomes a draft", async () => {
    const uses = await made();
    const { body: order } = await uses.order();
    const [drafted] = await overtake(plant, uses.draft, () =>
      plant.done("put", "/api/WorksOrder/Start", { id: order.id }),
    );
    expect(drafted.body).toMatchObject({ status: 409, code: "bom_status" });
  });
});

describe("a start and a new required slot", () => {
  const startOf = (id: number) => () => plant.put("/api/WorksOrder/Start", { id });

  test("the start that overtakes it refuses the slot", async () => {
    const uses = await made();
    const { body: order } = await uses.order();
    const [slot, started] = await overtake(plant, uses.slot, startOf(order.id));
    expect(started.status).toBe(200);
    expect(slot.body).toMatchObject({ status: 409, code: "bom_status" });
  });

  test("the start that the slot overtakes makes items that have it", async () => {
    const uses = await made();
    const { body: order } = await uses.order();
    const [started, slot] = await overtake(plant, startOf(order.id), uses.slot);
    expect([started.status, slot.status]).toEqual([200, 200]);
    const { body } = await plant.post("/api/BomSlot/List", { Bom: uses.bom.name });
    expect(body).toEqual([slot.body]);
  });
});

describe("a use that a change overtakes", () => {
  test.for([
    ["slot", "remove"],
    ["order", "remove"],
    ["slot", "move"],
    ["order", "move"],
    ["slot", "renumber"],
    ["order", "renumber"],
  ] as const)("a new %s finds no version after the %s", async ([use, change]) => {
    const uses = await made();
    const [used, changed] = await overtake(plant, uses[use], uses[change]);
    expect(changed.status).toBe(200);
    expect(used.body).toMatchObject({ status: 404, code: "not_found" });
  });

  test("a start finds a draft", async () => {
    const uses = await made();
    const { body: order } = await uses.order();
    const [started] = await overtake(
      plant,
      () => plant.put("/api/WorksOrder/Start", { id: order.id }),
      uses.draft,
    );
    expect(started.body).toMatchObject({ status: 409, code: "bom_status" });
  });
});

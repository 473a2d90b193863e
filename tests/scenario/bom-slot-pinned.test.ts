import { describe, expect, test } from "vitest";
import { openPlant } from "#plant";
import { expectRefused } from "./refused.ts";
import { candidateOf, slotMaker } from "./whole-slot.ts";

const plant = await openPlant();
const { wholeSlot, startOrder } = slotMaker(plant);

type Fields = Readonly<Record<string, unknown>>;

const upsert = (body: Fields) => plant.put("/api/BomSlot/Upsert", body);
const list = async (filter: Fields) => (await plant.post("/api/BomSlot/List", filter)).body;

describe("a version with which an order was started", () => {
  const copyHint =
    "Copy the version with Bom/CopyVersion, and change the copy. " +
    "WorksOrder/ChangeVersion then gives it to running orders.";

  test("takes an alternate, the end of an alternate, and a slot's own fields", async () => {
    const { slot } = await wholeSlot();
    await startOrder(slot);
    const { Name } = await plant.product();
    const { status, body } = await upsert({
      id: slot.id,
      description: "Upper seal",
      instruction: "Grease it.",
      candidates: [candidateOf(Name, { qty: 3, isDefault: true })],
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      description: "Upper seal",
      instruction: "Grease it.",
      candidates: [{ isDefault: false }, { product: Name, qty: 3, isDefault: true }],
    });
    const alternate = body.candidates[1];
    const candidates = [{ id: alternate.id, isActive: false }];
    const ended = await plant.put("/api/BomSlot/UpsertCandidates", {
      bomSlotID: slot.id,
      candidates,
    });
    expect(ended.body).toMatchObject([{ product: Name, isActive: false }]);
  });

  test("takes an optional slot, and what it has already", async () => {
    const { slot } = await wholeSlot();
    await startOrder(slot);
    const { id: _id, revNo: _revNo, candidates: _candidates, ...fields } = slot;
    expect((await upsert({ ...fields, isRequired: false })).status).toBe(200);
    expect((await upsert(slot)).body).toEqual(slot);
  });

  test.for(["Started", "Completed"])("takes no new required slot (%s)", async (state) => {
    const { slot } = await wholeSlot({ isRequired: false });
    const orderNo = await startOrder(slot);
    if (state === "Completed") await plant.done("put", "/api/WorksOrder/Complete", { orderNo });
    const { id: _id, revNo: _revNo, candidates: _candidates, ...fields } = slot;
    const problem = await expectRefused(plant, () => upsert({ ...fields, isRequired: true }), [
      409,
      "bom_status",
      "/isRequired",
    ]);
    expect(problem.detail).toBe(
      `Works orders were started with version 1.0 of the BoM ${slot.bom} (1): ` +
        `what it requires can't change. ${copyHint}`,
    );
    expect(problem.counts).toEqual({ worksOrders: 1 });
  });

  test.for<[string, Fields]>([
    ["isRequired", { isRequired: false }],
    ["isActive", { isActive: false }],
  ])("keeps a required slot (%s)", async ([field, change]) => {
    const { slot } = await wholeSlot();
    await startOrder(slot);
    const expected = [409, "bom_status", `/${field}`] as const;
    await expectRefused(plant, () => upsert({ id: slot.id, ...change }), expected);
    expect(await list({ Id: slot.id })).toEqual([slot]);
  });

  test("keeps the quantities of its candidates, by both of their verbs", async () => {
    const { slot } = await wholeSlot();
    await startOrder(slot);
    const candidates = [{ id: slot.candidates[0].id, qty: 3 }];
    const expected = [409, "bom_status", "/candidates/0/qty"] as const;
    await expectRefused(plant, () => upsert({ id: slot.id, candidates }), expected);
    const inSlot = { bomSlotID: slot.id, candidates };
    const upsertCandidates = () => plant.put("/api/BomSlot/UpsertCandidates", inSlot);
    await expectRefused(plant, upsertCandidates, expected);
  });

  test("keeps the last candidate of a required slot", async () => {
    const { slot } = await wholeSlot();
    await startOrder(slot);
    const candidates = [{ id: slot.candidates[0].id, isActive: false }];
    const expected = [409, "bom_status", "/candidates/0/isActive"] as const;
    await expectRefused(plant, () => upsert({ id: slot.id, candidates }), expected);
  });

  test("takes every change in its copy, and again once its orders are cancelled", async () => {
    const { slot } = await wholeSlot();
    const orderNo = await startOrder(slot);
    const [bom] = (await plant.post("/api/Bom/List", { parentProductName: slot.ParentProductName }))
      .body;
    await plant.done("put", "/api/Bom/CopyVersion", {
      parentProductName: slot.ParentProductName,
      bom: bom.name,
      from: "1.0",
      to: "2.0",
    });
    const [copy] = await list({ Product: slot.ParentProductName, Version: "2.0" });
    const change = { isRequired: false, candidates: [{ id: copy.candidates[0].id, qty: 3 }] };
    expect((await upsert({ id: copy.id, ...change })).status).toBe(200);
    await plant.done("put", "/api/WorksOrder/Cancel", { orderNo });
    expect((await upsert({ id: slot.id, isRequired: false })).status).toBe(200);
  });
});

import { describe, expect, test } from "vitest";
import type { Answer } from "../plants/plant.ts";
import { openPlant } from "#plant";
import { overtake } from "./overtake.ts";
import { candidateOf } from "./whole-slot.ts";

const plant = await openPlant();

type Fields = Readonly<Record<string, unknown>>;

const slotById = async (Id: number) => (await plant.post("/api/BomSlot/List", { Id })).body[0];

/** Makes a slot of a new BoM with a candidate and a property, and the writes that concern it. */
async function made() {
  const [parent, seal, ring] = [
    await plant.product(),
    await plant.product(),
    await plant.product(),
  ];
  const bom = await plant.bom({
    parentProductName: parent.Name,
    versions: [
      { version: "1.0", status: "Released" },
      { version: "1.1", status: "Draft" },
    ],
  });
  const define = (name: string) =>
    plant.done("put", "/api/PropertyDefinition/Upsert", { name: plant.unique(name) });
  const { name: property } = await define("Torque");
  const { name: colour, id: colourId } = await define("Colour");
  const slot = await plant.slot({
    ParentProductName: parent.Name,
    bom: bom.name,
    candidates: [candidateOf(seal.Name, { isDefault: true })],
    Properties: [{ property, value: "4 Nm" }],
  });
  const item = await plant.receive({ productName: parent.Name, qty: 1 });
  const child = await plant.receive({ productName: seal.Name, qty: 9 });
  const order = await plant.worksOrder({ productName: parent.Name, bom: bom.name });
  const [{ id: candidateId }] = slot.candidates;
  const { id } = slot;
  const candidates = (...given: readonly Fields[]) =>
    plant.put("/api/BomSlot/UpsertCandidates", { bomSlotID: id, candidates: given });
  const set = (name: string, value: string) =>
    plant.put("/api/BomSlot/UpsertProperties", {
      bomSlotID: id,
      properties: [{ property: name, value }],
    });
  return {
    slot,
    seal,
    ring,
    build: () =>
      plant.put("/api/Build/Build", {
        parentSerialNo: item.visualSerialNo,
        childSerialNo: child.visualSerialNo,
        builtQty: 1,
        receiveAtPointOfConsumption: false,
      }),
    start: () => plant.put("/api/WorksOrder/Start", { orderNo: order.orderNo }),
    candidates,
    remove: () => plant.delete("/api/BomSlot/Delete", { ID: id }),
    removeCandidate: () => plant.delete("/api/BomSlot/DeleteCandidate", { ID: candidateId }),
    clear: () => plant.delete("/api/BomSlot/ClearProperty", { BomSlotId: id, property }),
    setProperty: () => set(property, "5 Nm"),
    move: () => plant.put("/api/BomSlot/Upsert", { id, version: "1.1" }),
    retire: () => plant.put("/api/BomSlot/Upsert", { id, isActive: false }),
    retireCandidate: () => candidates({ id: candidateId, isActive: false }),
    otherProduct: () => candidates({ id: candidateId, product: ring.Name }),
    otherVersion: () => candidates({ id: candidateId, version: "Z" }),
    otherUnit: () => candidates({ id: candidateId, useUom: "each" }),
    addRing: () => candidates(candidateOf(ring.Name)),
    ringInUpsert: () =>
      plant.put("/api/BomSlot/Upsert", { id, candidates: [candidateOf(ring.Name)] }),
    ringAsDefault: () => candidates(candidateOf(ring.Name, { isDefault: true })),
    // It is the default already, so another field has to change, too.
    sealAsDefault: () => candidates({ id: candidateId, isDefault: true, minQty: 0 }),
    removeRing: () => plant.delete("/api/Product/Delete", { ID: ring.ID }),
    setColour: () => set(colour, "Blue"),
    removeColour: () => plant.delete("/api/PropertyDefinition/Delete", { id: colourId }),
  };
}
type Made = Awaited<ReturnType<typeof made>>;
type Write = Exclude<keyof Made, "slot" | "seal" | "ring" | "candidates">;

const outcome = ({ status, body }: Answer) => (status === 200 ? "done" : String(body.code));

describe("a write sees the write that overtakes it", () => {
  test.for<[overtaken: Write, faster: Write, outcome: string]>([
    ["clear", "build", "in_use"],
    ["removeCandidate", "build", "in_use"],
    ["remove", "build", "in_use"],
    ["move", "build", "in_use"],
    ["otherProduct", "build", "fixed"],
    ["otherVersion", "build", "fixed"],
    ["otherUnit", "build", "fixed"],
    ["retire", "build", "done"],
    ["build", "clear", "done"],
    ["build", "setProperty", "done"],
    ["build", "addRing", "done"],
    ["build", "removeCandidate", "not_in_bom"],
    ["build", "remove", "not_in_bom"],
    ["build", "move", "not_in_bom"],
    ["build", "retire", "not_in_bom"],
    ["build", "retireCandidate", "not_in_bom"],
    ["build", "otherProduct", "not_in_bom"],
    ["clear", "start", "in_use"],
    ["removeCandidate", "start", "in_use"],
    ["remove", "start", "in_use"],
    ["move", "start", "in_use"],
    ["addRing", "start", "done"],
    ["start", "remove", "done"],
    ["start", "move", "done"],
    ["addRing", "ringInUpsert", "duplicate"],
    ["ringInUpsert", "addRing", "duplicate"],
    ["addRing", "removeRing", "not_found"],
    ["removeRing", "addRing", "in_use"],
    ["addRing", "remove", "not_found"],
    ["setProperty", "remove", "not_found"],
    ["setProperty", "clear", "done"],
    ["clear", "setProperty", "done"],
    ["clear", "clear", "not_found"],
    ["remove", "addRing", "done"],
    ["remove", "remove", "not_found"],
    ["removeCandidate", "remove", "not_found"],
    ["setColour", "removeColour", "not_found"],
    ["removeColour", "setColour", "in_use"],
  ])("%s, overtaken by %s: %s", async ([overtaken, faster, expected]) => {
    const writes = await made();
    const [answer, ahead] = await overtake(plant, writes[overtaken], writes[faster]);
    expect([outcome(ahead), outcome(answer)]).toEqual(["done", expected]);
  });

  test.for<[Write, Write]>([
    ["ringAsDefault", "sealAsDefault"],
    ["sealAsDefault", "ringAsDefault"],
  ])(
    "%s, overtaken by %s: the later one's default is the only one",
    async ([overtaken, faster]) => {
      const writes = await made();
      const [answer] = await overtake(plant, writes[overtaken], writes[faster]);
      const { candidates } = await slotById(writes.slot.id);
      const defaults = candidates.filter(({ isDefault }: { isDefault: boolean }) => isDefault);
      expect(defaults).toEqual([answer.body[0]]);
    },
  );

  test("a new slot loses its BoM version, or the version keeps the slot", async () => {
    const parent = await plant.product();
    const bom = await plant.bom({ parentProductName: parent.Name });
    const create = () =>
      plant.put("/api/BomSlot/Upsert", {
        ParentProductName: parent.Name,
        bom: bom.name,
        version: "1.0",
        description: "Seals",
        buildSlotType: "Assembly",
        isActive: true,
        isRequired: true,
        edhrBomRequired: 0,
        edhrBuildRequired: 0,
      });
    const removeBom = () => plant.delete("/api/Bom/Delete", { id: bom.id });
    const [answer, ahead] = await overtake(plant, create, removeBom);
    expect([outcome(ahead), outcome(answer)]).toEqual(["done", "not_found"]);
  });
});

describe("8 callers", () => {
  test("that each set their own default leave one", async () => {
    const { slot } = await made();
    const names: string[] = [];
    while (names.length < 8) names.push((await plant.product()).Name);
    const { tally } = await plant.race(8, (i) =>
      plant.put("/api/BomSlot/UpsertCandidates", {
        bomSlotID: slot.id,
        candidates: [candidateOf(names[i]!, { isDefault: true })],
      }),
    );
    expect(tally).toEqual({ 200: 8 });
    const { candidates } = await slotById(slot.id);
    expect(candidates).toHaveLength(9);
    expect(candidates.filter(({ isDefault }: { isDefault: boolean }) => isDefault)).toHaveLength(1);
  });

  test("that add one product to a slot add it once", async () => {
    const { addRing, slot } = await made();
    const { tally } = await plant.race(8, addRing);
    expect(tally).toEqual({ 200: 1, 409: 7 });
    expect((await slotById(slot.id)).candidates).toHaveLength(2);
  });

  test("that set one property set it one after the other", async () => {
    const { slot, setProperty } = await made();
    const { tally } = await plant.race(8, setProperty);
    expect(tally).toEqual({ 200: 8 });
    expect((await slotById(slot.id)).Properties).toMatchObject([{ value: "5 Nm" }]);
  });
});

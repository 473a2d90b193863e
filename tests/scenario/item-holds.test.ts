import { describe, expect, test } from "vitest";
import { openPlant } from "#plant";
import { assembly } from "./assembly.ts";
import { expectConservation } from "./conservation.ts";
import { type Item, lotsOf } from "./lots.ts";
import { expectRefused } from "./refused.ts";
import { eventsOf } from "./traced.ts";

const plant = await openPlant();
const { get } = lotsOf(plant);
const { Name: productName } = await plant.product();
const stock = (fields: object = {}): Promise<Item> =>
  plant.receive({ productName, qty: 10, ...fields });
const suspect = await plant.done("put", "/api/HoldReason/Upsert", { suid: "SUS", name: "Suspect" });
const send = (verb: string, { id }: { readonly id: number }, fields: object = {}) =>
  plant.put(`/api/MaterialItem/${verb}`, { id, ...fields });
const hold = async (item: Item, holdReason: string, fields: object = {}) => {
  const { status, body } = await send("Hold", item, { holdReason, ...fields });
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
};
/** An item that is on hold for two reasons, Quality first. */
const heldTwice = async (fields: object = {}) =>
  hold(await hold(await stock(fields), "quality"), "sus", { comment: "Smells" });
const namesOf = ({ holds }: Item): string[] =>
  holds.map(({ holdReason }: { holdReason: string }) => holdReason);
const history = async ({ id }: Item) =>
  (await plant.post("/api/MaterialItem/History", { id })).body;

describe("an item with several holds", () => {
  test("lists them in the order in which they began, and the first one is its hold reason", async () => {
    const item = await heldTwice();
    expect(item).toMatchObject({ holdReason: "Quality", revNo: 3 });
    expect(namesOf(item)).toEqual(["Quality", "Suspect"]);
    expect(namesOf(await get(item))).toEqual(["Quality", "Suspect"]);
    expect((await history(item)).at(-1)).toMatchObject({
      action: "held",
      comment: "Smells",
      before: { furtherHoldReasonIDs: null },
      after: { furtherHoldReasonIDs: [suspect.id] },
    });
  });

  test("stays as it is if it is held for the same reason again", async () => {
    const item = await heldTwice();
    for (const reason of ["QUALITY", "Suspect"]) {
      const again = await hold(item, reason);
      expect(again).toEqual({ ...(await get(item)), whereUsed: [], whereUsedCount: 0 });
      expect(again.revNo).toBe(3);
    }
    // A comment is no repetition.
    expect((await hold(item, "Quality", { comment: "Still" })).revNo).toBe(4);
  });

  test.for([
    ["the first one", "quality", "Suspect"],
    ["the other one", "SUSPECT", "Quality"],
  ] as const)("keeps one if %s is released by its name", async ([, released, kept]) => {
    const item = await heldTwice();
    const { status, body } = await send("Release", item, { holdReason: released });
    expect(status).toBe(200);
    expect(body.holdReason).toBe(kept);
    expect(namesOf(body)).toEqual([kept]);
    await expectRefused(plant, () => send("Dispatch", item), [409, "item_on_hold"]);
    const last = await send("Release", item);
    expect(last.body).toMatchObject({ holdReason: null, holdReasonID: null, holds: [] });
    expect((await send("Dispatch", item)).status).toBe(200);
  });

  test("must say which one a Release ends", async () => {
    const item = await heldTwice();
    const several = () => send("Release", item);
    const refused = [409, "item_on_hold", "/holdReason"] as const;
    const { detail } = await expectRefused(plant, several, refused);
    expect(detail).toContain("Quality, Suspect");
    const unknown = () => send("Release", item, { holdReason: "Nobody" });
    await expectRefused(plant, unknown, [404, "not_found", "/holdReason"]);
    await send("Release", item, { holdReason: "Quality" });
    const ended = () => send("Release", item, { holdReason: "Quality" });
    await expectRefused(plant, ended, [409, "item_status", "/holdReason"]);
  });

  test("is released from a reason that was retired since", async () => {
    const { id, name } = await plant.done("put", "/api/HoldReason/Upsert", {
      name: plant.unique("Old"),
    });
    const item = await hold(await hold(await stock(), "Quality"), name);
    await plant.done("put", "/api/HoldReason/Upsert", { id, isActive: false });
    expect((await send("Release", item, { holdReason: name })).status).toBe(200);
  });

  test("is refused to Build with all its reasons, and the refusal describes the first one", async () => {
    const { build, childId } = await assembly(plant);
    const child = { id: childId };
    await hold(child, "Suspect", { comment: "First" });
    await hold(child, "Quality", { comment: "Second" });
    await send("Release", child, { holdReason: "Suspect", comment: "Sound" });
    await hold(child, "Suspect", { comment: "Third" });
    const { detail, hold: told } = await expectRefused(plant, () => build(), [
      409,
      "item_on_hold",
      "/childSerialNo",
    ]);
    expect(detail).toContain("Quality, Suspect");
    // It began as a second hold, and became the first one by the end of another.
    expect(told).toMatchObject({ reason: "Quality", comment: "Second" });
  });

  test("gives its parts all its holds, and a part can have one more", async () => {
    const lot = await hold(await stock(), "Quality");
    const parts = [
      { qty: 1, visualSerialNo: plant.unique("Part") },
      { qty: 2, visualSerialNo: plant.unique("Part"), holdReason: "Suspect" },
    ];
    const { status, body } = await send("Split", lot, { parts });
    expect(status).toBe(200);
    expect(body.parts.map(namesOf)).toEqual([["Quality"], ["Quality", "Suspect"]]);
    const taken = { qty: 3, newVisualSerialNo: plant.unique("Part"), holdReason: "Suspect" };
    const part = await send("Hold", lot, taken);
    expect(namesOf(part.body)).toEqual(["Quality", "Suspect"]);
    expect(namesOf(part.body.lot)).toEqual(["Quality"]);
    await expectConservation(plant);
  });

  test("is merged only with an item of the same holds, in any order", async () => {
    const batchNo = plant.unique("B");
    const [one, other, less] = [
      await heldTwice({ batchNo }),
      await hold(await hold(await stock({ batchNo }), "Suspect"), "Quality"),
      await hold(await stock({ batchNo }), "Quality"),
    ];
    const unlike = () => send("Merge", one, { from: [{ id: less.id }] });
    await expectRefused(plant, unlike, [409, "details_contradict"]);
    expect((await send("Merge", one, { from: [{ id: other.id }] })).status).toBe(200);
  });

  test("loses the first hold by an Update, and then has the next one", async () => {
    const item = await get(await heldTwice());
    const path = `/api/MaterialItem/Update/${item.id}`;
    const same = await plant.put(path, item);
    expect(same.body).toEqual(item);
    const { status, body } = await plant.put(path, { ...item, holdReasonID: null });
    expect(status).toBe(200);
    expect(namesOf(body)).toEqual(["Suspect"]);
  });

  test("is one held item in lists, counts and EPCIS", async () => {
    const batchNo = plant.unique("B");
    const item = await heldTwice({ batchNo });
    for (const filter of [{ isHeld: true }, { holdReason: "quality" }, { holdReason: "suspect" }]) {
      const found = await plant.post("/api/MaterialItem/List", { batchNo, ...filter });
      expect(found.body, JSON.stringify(filter)).toEqual([await get(item)]);
      const counted = await plant.post("/api/MaterialItem/Count", { batchNo, ...filter });
      expect(counted.body.count).toBe(1);
    }
    const bySuspect = await plant.post("/api/MaterialItem/List", { holdReason: "SUSPECT" });
    expect(bySuspect.body.map(({ id }: Item) => id)).toContain(item.id);
    await send("Release", item, { holdReason: "Quality" });
    await send("Release", item);
    const events = await eventsOf(plant, { visualSerialNo: item.visualSerialNo });
    const holding = events.filter(({ bizStep }: { bizStep?: string }) => bizStep === "holding");
    // The first hold begins it, and the end of the last one ends it.
    expect(holding).toHaveLength(2);
  });

  test("keeps its reasons from being deleted", async () => {
    const { id, name } = await plant.done("put", "/api/HoldReason/Upsert", {
      name: plant.unique("Used"),
    });
    await hold(await hold(await stock(), "Quality"), name);
    const remove = () => plant.delete("/api/HoldReason/Delete", { id });
    const { counts } = await expectRefused(plant, remove, [409, "in_use"]);
    expect(counts).toEqual({ MaterialItem: 1 });
  });
});

test("HoldMany and ReleaseMany add and end one hold each line", async () => {
  const item = await stock();
  const lines = ["Quality", "Suspect", "Quality"].map((holdReason) => ({
    id: item.id,
    holdReason,
  }));
  const held = await plant.put("/api/MaterialItem/HoldMany", { lines });
  expect(held.body.results.map(({ answer }: { answer: Item }) => namesOf(answer))).toEqual([
    ["Quality"],
    ["Quality", "Suspect"],
    ["Quality", "Suspect"],
  ]);
  const released = await plant.put("/api/MaterialItem/ReleaseMany", {
    lines: [{ id: item.id }, { id: item.id, holdReason: "Suspect" }, { id: item.id }],
  });
  expect(released.body.results).toMatchObject([
    { status: 409, problem: { code: "item_on_hold" } },
    { answer: { holdReason: "Quality" } },
    { answer: { holdReason: null } },
  ]);
});

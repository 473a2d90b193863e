import { describe, expect, test } from "vitest";
import { openPlant } from "#plant";
import type { Answer } from "../plants/plant.ts";
import { expectRefused } from "./refused.ts";
import { type Fields, kindsOf, listedOf, path } from "./revised-kinds.ts";

const plant = await openPlant();
const kinds = kindsOf(plant);
const listed = listedOf.bind(undefined, plant);

describe.each(kinds)("$resource", (kind) => {
  const { resource, id, make, change } = kind;
  const upsert = (body: Fields) => plant.put(path(resource, "Upsert"), body);
  const remove = (body: Fields) => plant.delete(path(resource, "Delete"), body);

  test("of two editors of one revision, the second is refused with the record as it is", async () => {
    const read = await listed(kind, await make());
    expect(read.revNo).toBe(1);
    const first = await upsert({ ...read, ...change("first") });
    expect(first.status, JSON.stringify(first.body)).toBe(200);
    expect(first.body.revNo).toBe(2);
    const second = { ...read, ...change("second") };
    const problem = await expectRefused(plant, () => upsert(second), [409, "stale_revision"]);
    expect(problem.current).toEqual(await listed(kind, read));
    expect(problem.detail).toContain("is at revision 2.");
    const again = await upsert({ ...problem.current, ...change("second") });
    expect([again.status, again.body.revNo]).toEqual([200, 3]);
  });

  test("without a revision, an update changes the record as it is", async () => {
    const record = await make();
    const { revNo: _revNo, ...read } = await listed(kind, record);
    for (const [index, text] of ["first", "second"].entries()) {
      const answer = await upsert({ ...read, ...change(text) });
      expect([answer.status, answer.body.revNo]).toEqual([200, index + 2]);
    }
  });

  test("is deleted only at the revision that is sent, if one is sent", async () => {
    const read = await listed(kind, await make());
    await upsert({ [id]: read[id], ...change("newer") });
    const key = { [id]: read[id] };
    const stale = () => remove({ ...key, revNo: 1 });
    const problem = await expectRefused(plant, stale, [409, "stale_revision"]);
    expect(problem.current).toEqual(await listed(kind, read));
    expect((await remove({ ...key, revNo: 2 })).status).toBe(200);
    const other = await make();
    expect((await remove({ [id]: other[id] })).status).toBe(200);
  });

  test("has no revision before it is created, and none that is not a whole number from 1", async () => {
    const { [id]: own, ...fields } = await listed(kind, await make());
    const created = () => upsert(fields);
    const problem = await expectRefused(plant, created, [400, "validation_failed", "/revNo"]);
    expect(problem.detail).toContain("revNo belongs to an update");
    for (const revNo of [0, 1.5, "1", null]) {
      const wrong = () => upsert({ [id]: own, revNo });
      await expectRefused(plant, wrong, [400, "validation_failed", "/revNo"]);
    }
  });
});

const slot = kinds.find(({ resource }) => resource === "BomSlot")!;

describe("the parts of a slot", () => {
  const parts = async () => {
    const { Name } = await plant.product();
    const bom = await plant.bom({ parentProductName: Name });
    const { Name: product } = await plant.product();
    const torque = plant.unique("Torque");
    await plant.done("put", "/api/PropertyDefinition/Upsert", { name: torque });
    const made = await plant.slot({
      ParentProductName: Name,
      bom: bom.name,
      candidates: [{ product, isActive: true, qty: 1, minQty: 0, isDefault: false }],
      Properties: [{ property: torque, value: "1" }],
    });
    return { made, torque, candidate: made.candidates[0] };
  };

  test("change only at the revision of the slot that is sent", async () => {
    const { made, torque, candidate } = await parts();
    await plant.done("put", "/api/BomSlot/Upsert", { id: made.id, description: "Newer" });
    const key = { bomSlotID: made.id };
    const verbs: [(revNo: Fields) => Promise<Answer>][] = [
      [
        (revNo) =>
          plant.put("/api/BomSlot/UpsertCandidates", {
            ...key,
            ...revNo,
            candidates: [{ id: candidate.id, qty: 2 }],
          }),
      ],
      [
        (revNo) =>
          plant.put("/api/BomSlot/UpsertProperties", {
            ...key,
            ...revNo,
            properties: [{ property: torque, value: "2" }],
          }),
      ],
      [
        (revNo) =>
          plant.delete("/api/BomSlot/ClearProperty", {
            BomSlotId: made.id,
            ...revNo,
            property: torque,
          }),
      ],
    ];
    for (const [send] of verbs) {
      const problem = await expectRefused(plant, () => send({ revNo: 1 }), [409, "stale_revision"]);
      const current = await listed(slot, made);
      expect(problem.current).toEqual(current);
      expect((await send({ revNo: current.revNo })).status).toBe(200);
    }
  });

  test("a candidate is changed and deleted only at its own revision, if that is sent", async () => {
    const { made, candidate } = await parts();
    expect(candidate.revNo).toBe(1);
    const send = (fields: Fields) =>
      plant.put("/api/BomSlot/UpsertCandidates", {
        bomSlotID: made.id,
        candidates: [{ ...candidate, ...fields }],
      });
    expect((await send({ qty: 2 })).body).toMatchObject([{ revNo: 2, qty: 2 }]);
    const stale = [409, "stale_revision", "/candidates/0/revNo"] as const;
    const problem = await expectRefused(plant, () => send({ qty: 3 }), stale);
    expect(problem.current).toEqual(await listed(slot, made));
    const remove = (revNo: number) =>
      plant.delete("/api/BomSlot/DeleteCandidate", { ID: candidate.id, revNo });
    const kept = await expectRefused(plant, () => remove(1), [409, "stale_revision"]);
    expect(kept.current).toEqual({ ...candidate, revNo: 2, qty: 2 });
    expect((await remove(2)).status).toBe(200);
  });

  test("a new candidate has no revision", async () => {
    const { made, candidate } = await parts();
    const { id: _id, ...fields } = candidate;
    const send = () =>
      plant.put("/api/BomSlot/UpsertCandidates", {
        bomSlotID: made.id,
        candidates: [{ ...fields, version: "B" }],
      });
    await expectRefused(plant, send, [400, "validation_failed", "/candidates/0/revNo"]);
  });
});

describe("the versions of a BoM", () => {
  const send = (body: Fields) => plant.put("/api/Bom/Upsert", body);

  test("change only at their revision, which also counts changes of their slots", async () => {
    const { Name } = await plant.product();
    const bom = await plant.bom({ parentProductName: Name });
    const [version] = bom.versions;
    expect(version.revNo).toBe(1);
    await plant.slot({ ParentProductName: Name, bom: bom.name });
    const obsolete = { ...version, status: "Obsolete" };
    const change = () => send({ id: bom.id, versions: [obsolete] });
    const stale = [409, "stale_revision", "/versions/0/revNo"] as const;
    const problem = await expectRefused(plant, change, stale);
    const [current] = (await plant.post("/api/Bom/List", { id: bom.id })).body;
    expect(problem.current).toEqual(current);
    expect(current.versions[0].revNo).toBe(2);
    // The version itself is as it was read, so the rest of the BoM can change.
    const { body } = await send({ ...bom, description: "Sent whole" });
    expect(body).toMatchObject({ revNo: 2, description: "Sent whole" });
    const { body: after } = await send({ ...body, versions: [{ ...obsolete, revNo: 2 }] });
    expect(after).toMatchObject({ revNo: 3, versions: [{ revNo: 3, status: "Obsolete" }] });
  });

  test("a new version has no revision", async () => {
    const bom = await plant.bom({ parentProductName: (await plant.product()).Name });
    const added = { version: "2.0", revNo: 1 };
    const create = () => send({ id: bom.id, versions: [added] });
    await expectRefused(plant, create, [400, "validation_failed", "/versions/0/revNo"]);
  });
});

import { describe, expect, test } from "vitest";
import { openPlant } from "#plant";
import { expectRefused } from "../refused.ts";
import { textOfBytes } from "../texts.ts";
import {
  type Field,
  type Fields,
  bomSlotsOf,
  limited,
  notAmount,
  notFlag,
  notText,
  required,
} from "./bom-slots.ts";

const plant = await openPlant();
const { candidateBody, slotBody, upsert, upsertCandidates, slotWith } = await bomSlotsOf(plant);

const candidateFields: readonly Field[] = [
  {
    key: "product",
    required: true,
    bytes: 50,
    make: (Name) => plant.product({ Name }),
    wrong: notText,
  },
  { key: "version", required: false, bytes: 50, wrong: [...notText, ""] },
  { key: "isActive", required: true, wrong: notFlag },
  { key: "qty", required: true, wrong: [...notAmount, 0] },
  { key: "minQty", required: true, wrong: notAmount },
  { key: "maxQty", required: false, wrong: [...notAmount, 0] },
  { key: "isDefault", required: true, wrong: notFlag },
  {
    key: "useUom",
    required: false,
    bytes: 30,
    make: (name) =>
      plant.done("put", "/api/UnitOfMeasure/Upsert", { name, dimension: "count", factor: 1 }),
    wrong: [...notText, ""],
  },
];

describe("a candidate", () => {
  /** The two ways to create one. Each returns it. */
  const ways = [
    [
      "Upsert",
      async (candidate: Fields) => {
        const answer = await upsert({ ...slotBody(), candidates: [candidate] });
        return { ...answer, body: answer.body.candidates?.[0] ?? answer.body };
      },
    ],
    [
      "UpsertCandidates",
      async (candidate: Fields) => {
        const { id } = await slotWith();
        const answer = await upsertCandidates(id, candidate);
        return { ...answer, body: answer.body[0] ?? answer.body };
      },
    ],
  ] as const;

  describe.for(ways)("of %s", ([, create]) => {
    test("is created from the fields that the spec requires", async () => {
      const candidate = candidateBody();
      const { status, body } = await create(candidate);
      expect(status).toBe(200);
      expect(body).toEqual({
        id: expect.any(Number),
        revNo: 1,
        bomSlotID: expect.any(Number),
        productID: expect.any(Number),
        version: null,
        maxQty: null,
        useUom: null,
        useUomID: null,
        ...candidate,
      });
    });

    test.for(required(candidateFields))("is not created without %s", async (key) => {
      const { [key]: _left, ...candidate } = candidateBody();
      for (const body of [candidate, { ...candidate, [key]: null }]) {
        const refused = await create(body);
        expect(refused.status).toBe(400);
        expect(refused.body.errors).toMatchObject([{ pointer: `/candidates/0/${key}` }]);
      }
    });

    test.for(["version", "maxQty", "useUom"])("is created with null for %s", async (key) => {
      const { status, body } = await create({ ...candidateBody(), [key]: null });
      expect([status, body[key]]).toEqual([200, null]);
    });

    for (const { key, bytes, make } of limited(candidateFields)) {
      test(`has a ${key} of at most ${bytes} bytes`, async () => {
        const longest = `${textOfBytes(bytes! - 8)}${plant.unique("").padStart(8, "-")}`;
        await make?.(longest);
        const { status, body } = await create({ ...candidateBody(), [key]: longest });
        expect([status, body[key]]).toEqual([200, longest]);
        const refused = await create({ ...candidateBody(), [key]: textOfBytes(bytes! + 1) });
        expect(refused.status).toBe(400);
        expect(refused.body.errors).toMatchObject([{ pointer: `/candidates/0/${key}` }]);
      });
    }

    const wrong = candidateFields.flatMap(({ key, wrong: values }) =>
      values.map((value) => [key, value] as const),
    );
    test.for(wrong)("refuses a %s of %j", async ([key, value]) => {
      const { status, body } = await create({ ...candidateBody(), [key]: value });
      expect(status).toBe(400);
      expect(body.errors[0].pointer).toMatch(new RegExp(`^/candidates/0/${key}(/|$)`));
    });

    test.for([
      [{ minQty: 3 }, "minQty"],
      [{ maxQty: 1 }, "maxQty"],
      [{ minQty: 2.000001 }, "minQty"],
      [{ maxQty: 1.999999 }, "maxQty"],
    ] as const)("refuses quantities that decrease: %j", async ([quantities, key]) => {
      const { status, body } = await create({ ...candidateBody(), ...quantities });
      expect(status).toBe(400);
      expect(body.errors).toMatchObject([{ pointer: `/candidates/0/${key}` }]);
    });

    test("accepts quantities that are all equal, or a minimum of 0", async () => {
      const same = await create({ ...candidateBody(), qty: 2, minQty: 2, maxQty: 2 });
      expect(same.body).toMatchObject({ qty: 2, minQty: 2, maxQty: 2 });
      expect((await create({ ...candidateBody(), minQty: 0 })).body.minQty).toBe(0);
    });
  });

  test.for(candidateFields.map(({ key }) => key))("keeps %s if an update has none", async (key) => {
    const full = { ...candidateBody(), version: "A", maxQty: 4, useUom: "each" };
    const slot = await slotWith({ candidates: [full] });
    const [candidate] = slot.candidates;
    const { [key]: _left, ...body } = candidate;
    expect((await upsertCandidates(slot.id, body)).body).toEqual([candidate]);
    expect((await upsert({ id: slot.id, candidates: [body] })).body).toEqual(slot);
  });

  test.for(["version", "maxQty", "useUom"])("loses %s to null", async (key) => {
    const full = { ...candidateBody(), version: "A", maxQty: 4, useUom: "each" };
    const slot = await slotWith({ candidates: [full] });
    const [{ id }] = slot.candidates;
    const { body } = await upsertCandidates(slot.id, { id, [key]: null });
    const useUomID = key === "useUom" ? null : slot.candidates[0].useUomID;
    expect(body).toEqual([{ ...slot.candidates[0], revNo: 2, [key]: null, useUomID }]);
  });

  test.for(required(candidateFields))("refuses null for %s in an update", async (key) => {
    const slot = await slotWith({ candidates: [candidateBody()] });
    const [{ id }] = slot.candidates;
    await expectRefused(plant, () => upsertCandidates(slot.id, { id, [key]: null }), [
      400,
      "validation_failed",
      `/candidates/0/${key}`,
    ]);
  });

  test("keeps a product and a unit whose names have grown beyond the limit", async () => {
    const product = await plant.product();
    const unit = await plant.done("put", "/api/UnitOfMeasure/Upsert", {
      name: plant.unique("unit"),
      dimension: "count",
    });
    const slot = await slotWith({
      candidates: [{ ...candidateBody(), product: product.Name, useUom: unit.name }],
    });
    const Name = textOfBytes(250);
    const name = `${textOfBytes(52)}x`;
    await plant.done("put", "/api/Product/Upsert", { ID: product.ID, Name });
    await plant.done("put", "/api/UnitOfMeasure/Upsert", { id: unit.id, name });
    const [renamed] = (await plant.post("/api/BomSlot/List", { Id: slot.id })).body;
    expect(renamed.candidates).toMatchObject([{ product: Name, useUom: name }]);
    expect((await upsert(renamed)).body).toEqual(renamed);
    const answer = await upsertCandidates(slot.id, ...renamed.candidates);
    expect(answer.body).toEqual(renamed.candidates);
    const [{ id }] = renamed.candidates;
    for (const key of ["product", "useUom"]) {
      const send = () => upsertCandidates(slot.id, { id, [key]: `${Name}x` });
      await expectRefused(plant, send, [400, "validation_failed", `/candidates/0/${key}`]);
    }
  });

  test.for([
    ["twice by its id", [{ id: 1 }, { id: 1 }], "/candidates/1/id"],
    ["of an id that is none", [{ id: 0 }], "/candidates/0/id"],
    ["that is a second default", [{}, {}], "/candidates/1/isDefault"],
  ] as const)("is refused %s", async ([, entries, pointer]) => {
    const slot = await slotWith();
    const candidates = entries.map((entry, index) => ({
      ...candidateBody(),
      version: String(index),
      ...("id" in entry ? { isDefault: false } : {}),
      ...entry,
    }));
    const refusal = [400, "validation_failed", pointer] as const;
    await expectRefused(plant, () => upsertCandidates(slot.id, ...candidates), refusal);
    await expectRefused(plant, () => upsert({ id: slot.id, candidates }), refusal);
    await expectRefused(plant, () => upsert({ ...slotBody(), candidates }), refusal);
  });

  test.for([
    [{ candidates: [] }, "/bomSlotID"],
    [{ bomSlotID: 1 }, "/candidates"],
    [{ bomSlotID: 1, candidates: null }, "/candidates"],
  ] as const)("is not upserted by %j", async ([body, pointer]) => {
    const send = () => plant.put("/api/BomSlot/UpsertCandidates", body);
    await expectRefused(plant, send, [400, "validation_failed", pointer]);
  });
});

import { describe, expect, test } from "vitest";
import { openPlant } from "#plant";
import { expectRefused } from "../refused.ts";
import { textOfBytes } from "../texts.ts";
import {
  type Field,
  bomSlotsOf,
  limited,
  notAmount,
  notFlag,
  notText,
  required,
} from "./bom-slots.ts";

const plant = await openPlant();
const { parent, bom, property, slotBody, candidateBody, upsert, slotWith } =
  await bomSlotsOf(plant);

const notVersion = ["1", "1.0.0", "v1.0", 1, 1.5, { major: 1 }, { major: -1, minor: 0 }, "01.0"];

// Source: spec.md, PUT /api/BomSlot/Upsert, row by row.
const slotFields: readonly Field[] = [
  {
    key: "ParentProductName",
    required: true,
    bytes: 50,
    make: async (Name) => {
      await plant.product({ Name });
      await plant.bom({ parentProductName: Name, name: bom });
    },
    wrong: notText,
  },
  {
    key: "bom",
    required: true,
    bytes: 100,
    make: (name) => plant.bom({ parentProductName: parent, name }),
    wrong: notText,
  },
  { key: "version", required: true, wrong: notVersion },
  { key: "description", required: true, bytes: 200, wrong: notText },
  {
    key: "buildSlotType",
    required: true,
    bytes: 50,
    make: (name) => plant.done("put", "/api/BuildSlotType/Upsert", { name }),
    wrong: notText,
  },
  { key: "isActive", required: true, wrong: notFlag },
  { key: "isRequired", required: true, wrong: notFlag },
  { key: "instruction", required: false, bytes: 2000, wrong: notText },
  { key: "edhrBomRequired", required: true, wrong: notAmount },
  { key: "edhrBuildRequired", required: true, wrong: notAmount },
  { key: "candidates", required: false, wrong: [{}, "x", [1]] },
  { key: "Properties", required: false, wrong: [{}, "x", [1]] },
];

describe("a slot", () => {
  test("is created from the fields that the spec requires", async () => {
    const body = slotBody();
    const { status, body: slot } = await upsert(body);
    expect(status).toBe(200);
    expect(slot).toEqual({
      id: expect.any(Number),
      revNo: 1,
      parentProductID: expect.any(Number),
      bomID: expect.any(Number),
      bomVersionID: expect.any(Number),
      buildSlotTypeID: expect.any(Number),
      instruction: null,
      candidates: [],
      Properties: [],
      ...body,
    });
  });

  test.for(required(slotFields))("is not created without %s, or with null for it", async (key) => {
    const { [key]: _left, ...body } = slotBody();
    await expectRefused(plant, () => upsert(body), [400, "validation_failed", `/${key}`]);
    const withNull = { ...body, [key]: null };
    await expectRefused(plant, () => upsert(withNull), [400, "validation_failed", `/${key}`]);
  });

  test.for(["instruction", "candidates", "Properties"])(
    "is created with null for %s as if it were absent",
    async (key) => {
      const { status } = await upsert({ ...slotBody(), [key]: null });
      expect(status).toBe(200);
    },
  );

  test.for(required(slotFields))("keeps %s if an update has none", async (key) => {
    const slot = await slotWith();
    const { [key]: _left, ...body } = slot;
    expect((await upsert(body)).body).toEqual(slot);
    await expectRefused(plant, () => upsert({ id: slot.id, [key]: null }), [
      400,
      "validation_failed",
      `/${key}`,
    ]);
  });

  test("keeps everything if an update has only its id", async () => {
    const slot = await slotWith({
      instruction: "Grease it.",
      candidates: [candidateBody()],
      Properties: [{ property, value: "4 Nm" }],
    });
    expect((await upsert({ id: slot.id })).body).toEqual(slot);
  });

  test("loses its instruction to null, and nothing else", async () => {
    const slot = await slotWith({ instruction: "Grease it." });
    const { body } = await upsert({ id: slot.id, instruction: null });
    expect(body).toEqual({ ...slot, revNo: 2, instruction: null });
  });

  test.for([
    ["description", "Other"],
    ["buildSlotType", "Consumable"],
    ["isActive", false],
    ["isRequired", false],
    ["instruction", "Wipe it."],
    ["edhrBomRequired", 3],
    ["edhrBuildRequired", 0.25],
  ] as const)("takes another %s, and keeps the rest", async ([key, value]) => {
    const slot = await slotWith();
    const { status, body } = await upsert({ id: slot.id, [key]: value });
    expect(status).toBe(200);
    expect(body[key]).toBe(value);
    const { buildSlotTypeID } = body;
    expect(body).toEqual({ ...slot, revNo: 2, [key]: value, buildSlotTypeID });
    expect((await plant.post("/api/BomSlot/List", { Id: slot.id })).body).toEqual([body]);
  });

  for (const { key, bytes, make } of limited(slotFields)) {
    test(`has a ${key} of at most ${bytes} bytes`, async () => {
      const longest = textOfBytes(bytes!);
      await make?.(longest);
      const { status, body } = await upsert({ ...slotBody(), [key]: longest });
      expect([status, body[key]]).toEqual([200, longest]);
      const tooLong = textOfBytes(bytes! + 1);
      const pointer = [400, "validation_failed", `/${key}`] as const;
      await expectRefused(plant, () => upsert({ ...slotBody(), [key]: tooLong }), pointer);
      await expectRefused(plant, () => upsert({ id: body.id, [key]: tooLong }), pointer);
    });
  }

  test.for(required(slotFields).filter((key) => slotFields.find((f) => f.key === key)!.bytes))(
    "has a %s that is not empty",
    async (key) => {
      const send = () => upsert({ ...slotBody(), [key]: "" });
      await expectRefused(plant, send, [400, "validation_failed", `/${key}`]);
    },
  );

  const wrong = slotFields.flatMap(({ key, wrong: values }) =>
    values.map((value) => [key, value] as const),
  );
  test.for(wrong)("refuses a %s of %j", async ([key, value]) => {
    const { status, body } = await upsert({ ...slotBody(), [key]: value });
    expect(status).toBe(400);
    expect(body.errors[0].pointer).toMatch(new RegExp(`^/${key}(/|$)`));
  });

  test("is named by keys in any spelling", async () => {
    const { ParentProductName: named, buildSlotType, ...rest } = slotBody();
    const body = { ...rest, "parent product name": named, build_slot_type: buildSlotType };
    expect((await upsert({ ...body, properties: [] })).status).toBe(200);
  });

  test("accepts the version as an object, and returns it as text", async () => {
    const { body } = await upsert({ ...slotBody(), version: { major: 1, minor: 0 } });
    expect(body.version).toBe("1.0");
  });

  test.for([
    { colour: "red" },
    { candidates: [{ id: 1, colour: "red" }] },
    { Properties: [{ property: "x", value: "y", colour: "red" }] },
  ])("refuses an unknown field: %j", async (more) => {
    const { status, body } = await upsert({ ...slotBody(), ...more });
    expect([status, body.code]).toEqual([400, "validation_failed"]);
    expect(body.errors[0].pointer).toMatch(/colour$/);
  });
});

describe("lists and deletions", () => {
  test.for([
    ["List", { Id: 0 }, "/Id"],
    ["List", { Id: 10_000_000_000 }, "/Id"],
    ["List", { Id: "1" }, "/Id"],
    ["List", { Product: textOfBytes(251) }, "/Product"],
    ["List", { Bom: textOfBytes(101) }, "/Bom"],
    ["List", { Version: "1" }, "/Version"],
    ["List", { slotType: textOfBytes(51) }, "/slotType"],
    ["List", { isActive: "true" }, "/isActive"],
    ["List", { isRequired: 1 }, "/isRequired"],
    ["List", { description: "x" }, "/description"],
    ["ListCandidates", { bomSlotID: 0 }, "/bomSlotID"],
    ["ListCandidates", { bomSlotID: "1" }, "/bomSlotID"],
    ["ListProperties", { bomSlotID: 10_000_000_000 }, "/bomSlotID"],
    ["ListProperties", { property: "x" }, "/property"],
  ] as const)("%s does not take %j", async ([operation, body, pointer]) => {
    const send = () => plant.post(`/api/BomSlot/${operation}`, body);
    await expectRefused(plant, send, [400, "validation_failed", pointer]);
  });

  test.for([
    ["List", { Product: textOfBytes(250), Bom: textOfBytes(100), slotType: textOfBytes(50) }],
    ["List", { Id: 9_999_999_999 }],
    ["List", { Version: "999999999.999999999" }],
    ["ListCandidates", { bomSlotID: 9_999_999_999 }],
    ["ListProperties", { bomSlotID: 9_999_999_999 }],
  ] as const)("%s of %j is empty", async ([operation, filter]) => {
    const { status, body } = await plant.post(`/api/BomSlot/${operation}`, filter);
    expect([status, body]).toEqual([200, []]);
  });

  test.for([
    ["Delete", {}, "/ID"],
    ["Delete", { ID: null }, "/ID"],
    ["Delete", { ID: 0 }, "/ID"],
    ["DeleteCandidate", {}, "/ID"],
    ["DeleteCandidate", { ID: "1" }, "/ID"],
    ["ClearProperty", { property: "x" }, "/BomSlotId"],
    ["ClearProperty", { BomSlotId: 1 }, "/property"],
    ["ClearProperty", { BomSlotId: 1, property: "" }, "/property"],
  ] as const)("%s does not take %j", async ([operation, body, pointer]) => {
    const send = () => plant.delete(`/api/BomSlot/${operation}`, body);
    await expectRefused(plant, send, [400, "validation_failed", pointer]);
  });
});

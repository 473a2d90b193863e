import { beforeAll, describe, expect, test } from "vitest";
import { openPlant } from "#plant";
import { expectRefused } from "../refused.ts";
import { textOfBytes } from "../texts.ts";

const plant = await openPlant();

type Fields = Readonly<Record<string, unknown>>;

interface Field {
  readonly key: string;
  readonly required: boolean;
  /** The maximum number of bytes of a text. */
  readonly bytes?: number;
  /** Creates the record that the field names, with this name. */
  readonly make?: (name: string) => Promise<unknown>;
  /** Values outside of the field's type or range. */
  readonly wrong: readonly unknown[];
}

const notText = [1, true, {}, ["x"]];
const notFlag = [1, "true", {}];
const notAmount = ["1", -1, -0.000001, 0.1234567, 1_000_000_000, true];
const notVersion = ["1", "1.0.0", "v1.0", 1, 1.5, { major: 1 }, { major: -1, minor: 0 }, "01.0"];

let parent: string;
let bom: string;
let seal: string;
let property: string;

const makeProperty = (name: string) =>
  plant.done("put", "/api/PropertyDefinition/Upsert", { name });

beforeAll(async () => {
  ({ Name: parent } = await plant.product());
  ({ name: bom } = await plant.bom({ parentProductName: parent }));
  ({ Name: seal } = await plant.product());
  ({ name: property } = await makeProperty(plant.unique("Torque")));
});

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

const slotBody = (): Record<string, unknown> => ({
  ParentProductName: parent,
  bom,
  version: "1.0",
  description: plant.unique("Slot"),
  buildSlotType: "Assembly",
  isActive: true,
  isRequired: false,
  edhrBomRequired: 0,
  edhrBuildRequired: 1.5,
});

const candidateBody = (): Record<string, unknown> => ({
  product: seal,
  isActive: true,
  qty: 2,
  minQty: 1,
  isDefault: true,
});

const upsert = (body: Fields) => plant.put("/api/BomSlot/Upsert", body);
const upsertCandidates = (bomSlotID: number, ...candidates: readonly Fields[]) =>
  plant.put("/api/BomSlot/UpsertCandidates", { bomSlotID, candidates });
const upsertProperties = (bomSlotID: number, ...properties: readonly Fields[]) =>
  plant.put("/api/BomSlot/UpsertProperties", { bomSlotID, properties });
const slotWith = (fields: Fields = {}) => plant.slot({ ParentProductName: parent, bom, ...fields });

const required = (fields: readonly Field[]) =>
  fields.filter((field) => field.required).map(({ key }) => key);
const limited = (fields: readonly Field[]) => fields.filter(({ bytes }) => bytes !== undefined);

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

describe("a property", () => {
  const ways = [
    ["a creation", "Properties", (entry: Fields) => upsert({ ...slotBody(), Properties: [entry] })],
    [
      "an update",
      "Properties",
      async (entry: Fields) => {
        const { id } = await slotWith();
        return upsert({ id, Properties: [entry] });
      },
    ],
    [
      "UpsertProperties",
      "properties",
      async (entry: Fields) => {
        const { id } = await slotWith();
        return upsertProperties(id, entry);
      },
    ],
  ] as const;

  describe.for(ways)("of %s", ([, field, set]) => {
    const pointerTo = (key: string) => [{ pointer: `/${field}/0/${key}` }];

    test("has a value of at most 500 bytes, which is not empty", async () => {
      expect((await set({ property, value: textOfBytes(500) })).status).toBe(200);
      for (const value of [textOfBytes(501), "", null, 1]) {
        const { status, body } = await set({ property, value });
        expect([value, status]).toEqual([value, 400]);
        expect(body.errors).toMatchObject(pointerTo("value"));
      }
    });

    test("has a name of at most 50 bytes, which is required and not empty", async () => {
      const name = `${textOfBytes(42)}${plant.unique("").padStart(8, "-")}`;
      await makeProperty(name);
      expect((await set({ property: name, value: "x" })).status).toBe(200);
      for (const wrong of [textOfBytes(51), "", null, undefined, 1]) {
        const { status, body } = await set({ property: wrong, value: "x" });
        expect([wrong, status]).toEqual([wrong, 400]);
        expect(body.errors).toMatchObject(pointerTo("property"));
      }
    });

    test("has a slotID that is an id, or none", async () => {
      expect((await set({ property, value: "x", slotID: null })).status).toBe(200);
      const { status, body } = await set({ property, value: "x", slotID: "1" });
      expect(status).toBe(400);
      expect(body.errors).toMatchObject(pointerTo("slotID"));
    });
  });

  test("of a new slot belongs to it, whatever slotID says", async () => {
    const Properties = [{ property, value: "x", slotID: 9_999_999_999 }];
    const { body } = await upsert({ ...slotBody(), Properties });
    expect(body.Properties).toMatchObject([{ property, slotID: body.id }]);
  });

  test("of another slot is refused", async () => {
    const { id } = await slotWith();
    const entry = { property, value: "x", slotID: id + 1 };
    await expectRefused(plant, () => upsertProperties(id, entry), [
      400,
      "validation_failed",
      "/properties/0/slotID",
    ]);
    await expectRefused(plant, () => upsert({ id, Properties: [entry] }), [
      400,
      "validation_failed",
      "/Properties/0/slotID",
    ]);
  });

  test("is named once, in any case", async () => {
    const { id } = await slotWith();
    const twice = [property, property.toUpperCase()].map((name) => ({
      property: name,
      value: "x",
    }));
    await expectRefused(plant, () => upsertProperties(id, ...twice), [
      400,
      "validation_failed",
      "/properties/1/property",
    ]);
  });

  test.for([
    [{ properties: [] }, "/bomSlotID"],
    [{ bomSlotID: 1 }, "/properties"],
    [{ bomSlotID: 1, properties: null }, "/properties"],
  ] as const)("is not upserted by %j", async ([body, pointer]) => {
    const send = () => plant.put("/api/BomSlot/UpsertProperties", body);
    await expectRefused(plant, send, [400, "validation_failed", pointer]);
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

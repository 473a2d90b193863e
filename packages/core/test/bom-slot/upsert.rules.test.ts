import { describe, expect, test } from "vitest";
import type { StoredSlot } from "../../src/bom-slot/slot.ts";
import type {
  NewSlotInput,
  SlotUpsertFacts,
  UpsertSlotInput,
} from "../../src/bom-slot/upsert.facts.ts";
import { decideSlotUpsert } from "../../src/bom-slot/upsert.rules.ts";
import { q } from "../consumption/plant.ts";
import { atFault, codeOf, refusalDetails } from "../refused.ts";

const named = (id: number, name: string, isActive = true) => ({ id, revNo: 6, name, isActive });
const version = (id: number, major: number) => ({
  id,
  revNo: 2,
  major,
  minor: 0,
  bomId: 20,
  bomRevNo: 4,
  bom: "Main",
  bomIsActive: true,
  parentProductId: 40,
  parentRevNo: 5,
  parentProductName: "Pump",
  parentIsActive: true,
  worksOrders: 0,
});
const product = {
  ...named(50, "Seal"),
  baseUnit: "each",
  dimension: "count",
  factor: q(1),
};

const candidate = {
  id: 100,
  revNo: 1,
  bomSlotId: 10,
  productId: 50,
  product: "Seal",
  version: null,
  versionKey: "",
  isActive: true,
  qty: q(1),
  minQty: q(1),
  maxQty: null,
  isDefault: true,
  useUomId: null,
  useUom: null,
  builds: 0,
};
const property = {
  id: 60,
  bomSlotId: 10,
  propertyDefinitionId: 61,
  property: "Torque",
  value: "5",
};
const slot: StoredSlot = {
  id: 10,
  revNo: 3,
  bomVersionId: 7,
  bomVersionRevNo: 2,
  major: 1,
  minor: 0,
  bomId: 20,
  bom: "Main",
  parentProductId: 40,
  parentProductName: "Pump",
  description: "the seal",
  buildSlotTypeId: 1,
  buildSlotType: "Part",
  isActive: true,
  isRequired: true,
  instruction: "Grease it",
  edhrBomRequired: 0,
  edhrBuildRequired: 1,
  candidates: [candidate],
  properties: [property],
  builds: 0,
  worksOrders: 0,
};

const facts = (changes: Partial<SlotUpsertFacts> = {}): SlotUpsertFacts => ({
  slots: [slot],
  versions: [version(7, 1), version(8, 2)],
  slotTypes: [named(1, "Part"), named(2, "Fluid"), named(3, "Gone", false)],
  definitions: [named(61, "Torque"), named(62, "Colour")],
  products: [product],
  units: [],
  ...changes,
});
const fields: NewSlotInput = {
  ParentProductName: "Pump",
  bom: "Main",
  version: { major: 1, minor: 0 },
  description: "the ring",
  buildSlotType: "Part",
  isActive: true,
  isRequired: false,
  edhrBomRequired: 2,
  edhrBuildRequired: 3,
};
const create = (input: Partial<NewSlotInput> = {}, changes: Partial<SlotUpsertFacts> = {}) =>
  decideSlotUpsert(facts(changes), { ...fields, ...input });
const update = (input: Omit<UpsertSlotInput, "id"> = {}, changes: Partial<SlotUpsertFacts> = {}) =>
  decideSlotUpsert(facts(changes), { id: 10, ...input });

const {
  candidates: _candidates,
  properties: _properties,
  builds: _builds,
  worksOrders: _worksOrders,
  ...slotAlone
} = slot;

test("a slot is created in the named BoM version, with the parts of the request", () => {
  const ring = { product: "Seal", isActive: true, qty: q(1), minQty: 0, isDefault: true };
  const decision = create({
    candidates: [ring],
    Properties: [{ property: "Colour", value: "red" }],
  });
  expect(decision).toMatchObject({
    asserts: [
      ["Bom", 20, 4],
      ["Product", 40, 5],
      ["BuildSlotType", 1, 6],
      ["Product", 50, 6],
      ["PropertyDefinition", 62, 6],
    ],
    absences: [],
    before: null,
    candidates: [{ before: null, after: { product: "Seal", bomSlotId: 0 }, isGiven: true }],
    properties: [{ before: null, after: { property: "Colour", value: "red" }, isGiven: true }],
  });
  expect(decision.versions).toEqual([{ id: 7, revNo: 2 }]);
  expect(decision.after).toEqual({
    id: 0,
    revNo: 1,
    bomVersionId: 7,
    bomVersionRevNo: 3,
    major: 1,
    minor: 0,
    bomId: 20,
    bom: "Main",
    parentProductId: 40,
    parentProductName: "Pump",
    description: "the ring",
    buildSlotTypeId: 1,
    buildSlotType: "Part",
    isActive: true,
    isRequired: false,
    instruction: null,
    edhrBomRequired: 2,
    edhrBuildRequired: 3,
  });
});

test("a slot can be created without candidates and properties", () => {
  const bare = create({ candidates: null, Properties: null, instruction: "Turn it" });
  expect(bare).toMatchObject({ candidates: [], properties: [], after: { instruction: "Turn it" } });
});

test("an empty update claims only the slot and its BoM version", () => {
  expect(update()).toEqual({
    asserts: [],
    absences: [],
    before: slot,
    after: { ...slotAlone, revNo: 4, bomVersionRevNo: 3 },
    versions: [{ id: 7, revNo: 2 }],
    candidates: [{ before: candidate, after: candidate, isGiven: false }],
    properties: [{ before: property, after: property, isGiven: false }],
  });
});

test("the fields of an update are stored, and null clears the instruction", () => {
  const given = {
    description: "the oil",
    buildSlotType: "Fluid",
    isActive: false,
    isRequired: false,
    edhrBomRequired: 2,
    edhrBuildRequired: 0,
  };
  const { after, asserts } = update({ ...given, instruction: null });
  expect(after).toEqual({
    ...slotAlone,
    ...given,
    revNo: 4,
    bomVersionRevNo: 3,
    buildSlotTypeId: 2,
    instruction: null,
  });
  expect(asserts).toEqual([["BuildSlotType", 2, 6]]);
  expect(update({ instruction: "Oil it" }).after.instruction).toBe("Oil it");
});

test("an update needs a slot that exists", () => {
  expect(refusalDetails(() => update({}, { slots: [] }))).toEqual({
    code: "not_found",
    message: "No BoM slot has the id 10.",
    errors: [{ pointer: "/id", detail: "No BoM slot has the id 10." }],
  });
});

test("texts of an update have limits, except those that are stored already", () => {
  const long = "x".repeat(51);
  const input = {
    ParentProductName: long,
    candidates: [{ id: 100, product: long, useUom: "u".repeat(31) }],
  };
  expect(refusalDetails(() => update(input))).toMatchObject({
    code: "validation_failed",
    errors: [
      { pointer: "/ParentProductName", detail: "At most 50 bytes in UTF-8." },
      { pointer: "/candidates/0/product", detail: "At most 50 bytes in UTF-8." },
      { pointer: "/candidates/0/useUom", detail: "At most 30 bytes in UTF-8." },
    ],
  });
  expect(codeOf(() => update({ ParentProductName: long }, { slots: [] }))).toBe(
    "validation_failed",
  );
  const slots = [
    { ...slot, id: 9 },
    { ...slot, parentProductName: long },
  ];
  expect(update({ ParentProductName: long }, { slots }).after.parentProductName).toBe(long);
});

describe("the slot type", () => {
  test("must exist, and is found by its exact name", () => {
    const detail = "No build slot type is named fluid.";
    expect(refusalDetails(() => update({ buildSlotType: "fluid" }))).toEqual({
      code: "not_found",
      message: detail,
      errors: [{ pointer: "/buildSlotType", detail }],
    });
  });

  test("can be kept once it is retired, but not newly chosen", () => {
    expect(refusalDetails(() => create({ buildSlotType: "Gone" }))).toEqual(
      atFault("inactive", "The build slot type Gone is not active.", "/buildSlotType"),
    );
    const slots = [{ ...slot, buildSlotTypeId: 3, buildSlotType: "Gone" }];
    expect(update({ buildSlotType: "Gone" }, { slots }).after.buildSlotTypeId).toBe(3);
  });
});

describe("a slot that moves", () => {
  const to = { version: { major: 2, minor: 0 } };

  test("claims both BoM versions, and relies on the absence of builds", () => {
    const { after, versions, absences, asserts } = update(to);
    expect(after).toMatchObject({ bomVersionId: 8, bomVersionRevNo: 3, major: 2 });
    expect(versions).toEqual([
      { id: 8, revNo: 2 },
      { id: 7, revNo: 2 },
    ]);
    expect(absences).toEqual([["buildsOfSlot", 10]]);
    expect(asserts).toEqual([
      ["Bom", 20, 4],
      ["Product", 40, 5],
    ]);
  });

  test("must be unused", () => {
    const slots = [{ ...slot, builds: 2, worksOrders: 1 }];
    expect(refusalDetails(() => update(to, { slots }))).toMatchObject({
      code: "in_use",
      message:
        'The slot "the seal" (for Seal) is in use (builds 2, worksOrders 1). ' +
        "It can't move to another BoM version.",
    });
    expect(update({ version: { major: 1, minor: 0 } }, { slots }).versions).toHaveLength(1);
  });

  const valve = { ...version(9, 1), parentProductName: "Valve" };
  const noBom = { id: null, revNo: null, bom: null, major: null, minor: null };

  test.for<[Omit<UpsertSlotInput, "id">, pointer: string, detail: string]>([
    [{ version: { major: 3, minor: 0 } }, "/version", "The BoM Main of Pump has no version 3.0."],
    [{ bom: "Spare" }, "/bom", "Pump has no BoM named Spare."],
    [{ ParentProductName: "Fan" }, "/ParentProductName", "No product is named Fan."],
    [{ ParentProductName: "Fan", bom: "Spare" }, "/ParentProductName", "No product is named Fan."],
    [{ ParentProductName: "Bare" }, "/ParentProductName", "Bare has no BoM named Main."],
    [
      { ParentProductName: "Valve", bom: "Main", version: { major: 2, minor: 0 } },
      "/version",
      "The BoM Main of Valve has no version 2.0.",
    ],
    [{ ParentProductName: "Bare", bom: "Main" }, "/bom", "Bare has no BoM named Main."],
  ])("needs a BoM version that exists, unlike %j", ([input, pointer, detail]) => {
    const versions = [version(7, 1), valve, { ...valve, parentProductName: "Bare", ...noBom }];
    expect(refusalDetails(() => update(input, { versions }))).toEqual(
      atFault("not_found", detail, pointer),
    );
  });
});

describe("a BoM or parent product that is retired", () => {
  const retiredBom = { ...version(8, 2), bomIsActive: false };
  const retiredParent = { ...version(8, 2), parentIsActive: false };
  const version2 = { version: { major: 2, minor: 0 } };

  test("is refused where a slot moves under it and keeps the name of its BoM", () => {
    const valve = { ...version(9, 1), bomIsActive: false, bomId: 29, parentProductName: "Valve" };
    expect(
      refusalDetails(() => update({ ParentProductName: "Valve" }, { versions: [valve] })),
    ).toEqual(atFault("inactive", "The BoM Main is not active.", "/ParentProductName"));
  });

  test("takes no new slot", () => {
    expect(refusalDetails(() => create(version2, { versions: [retiredBom] }))).toEqual(
      atFault("inactive", "The BoM Main is not active.", "/bom"),
    );
    expect(refusalDetails(() => create(version2, { versions: [retiredParent] }))).toEqual(
      atFault("inactive", "The product Pump is not active.", "/ParentProductName"),
    );
  });

  test("takes no slot from elsewhere", () => {
    const slots = [{ ...slot, bomId: 21, bom: "Spare" }];
    const to = { ...version2, bom: "Main" };
    expect(codeOf(() => update(to, { slots, versions: [retiredBom] }))).toBe("inactive");
    expect(update(to, { slots, versions: [retiredParent] }).after.bomVersionId).toBe(8);
    const others = [{ ...slots[0]!, parentProductId: 41, parentProductName: "Valve" }];
    const toPump = { ...to, ParentProductName: "Pump" };
    expect(codeOf(() => update(toPump, { slots: others, versions: [retiredParent] }))).toBe(
      "inactive",
    );
  });

  test("keeps its slots, also in another of its versions", () => {
    const versions = [{ ...retiredBom, parentIsActive: false }];
    expect(update(version2, { versions }).after.bomVersionId).toBe(8);
    expect(update({ description: "the oil" }, { versions }).after.description).toBe("the oil");
  });
});

test("a candidate that changes its product relies on the absence of builds", () => {
  const products = [product, { ...product, ...named(51, "Ring") }];
  const { absences } = update({ candidates: [{ id: 100, product: "Ring" }] }, { products });
  expect(absences).toEqual([["buildsOfCandidate", 100]]);
});

test("the refusals come in the order of the design", () => {
  const long = { ParentProductName: "x".repeat(51) };
  const missing = { buildSlotType: "None" };
  const retired = { buildSlotType: "Gone" };
  const moved = { version: { major: 2, minor: 0 } };
  const badRange = { candidates: [{ id: 100, minQty: q(9) }] };
  const slots = [{ ...slot, builds: 1 }];
  const code = (input: Omit<UpsertSlotInput, "id">) => codeOf(() => update(input, { slots }));
  expect(code({ ...badRange, ...moved, ...missing, ...long })).toBe("validation_failed");
  expect(code({ ...badRange, ...moved, ...missing })).toBe("not_found");
  expect(code({ ...badRange, ...moved, ...retired })).toBe("inactive");
  expect(code({ ...badRange, ...moved })).toBe("in_use");
  expect(code(badRange)).toBe("quantity_range");
});

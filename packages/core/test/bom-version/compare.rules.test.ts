import { expect, test } from "vitest";
import type { Candidate, Slot } from "../../src/bom-slot/slot.ts";
import { compareSlots } from "../../src/bom-version/compare.rules.ts";
import { q } from "../consumption/plant.ts";

const candidate = (id: number, fields: Partial<Candidate> = {}): Candidate => ({
  id,
  revNo: 1,
  bomSlotId: 1,
  productId: 1,
  product: "Seal",
  version: null,
  versionKey: "",
  isActive: true,
  qty: q(2),
  minQty: 0,
  maxQty: q(4),
  isDefault: true,
  useUomId: null,
  useUom: null,
  ...fields,
});
const ring = { productId: 5, product: "Ring", isDefault: false };

const slot = (id: number, description: string, fields: Partial<Slot> = {}): Slot => ({
  id,
  revNo: 1,
  bomVersionId: 1,
  bomVersionRevNo: 1,
  major: 1,
  minor: 0,
  bomId: 1,
  bom: "Main",
  parentProductId: 4,
  parentProductName: "Pump",
  buildSlotTypeId: 1,
  buildSlotType: "Assembly",
  description,
  isActive: true,
  isRequired: true,
  instruction: null,
  edhrBomRequired: 0,
  edhrBuildRequired: 0,
  candidates: [candidate(id * 10)],
  properties: [],
  ...fields,
});
const torque = (value: string) => ({
  id: 1,
  bomSlotId: 1,
  propertyDefinitionId: 5,
  property: "Torque",
  value,
});
const length = { ...torque("5 mm"), propertyDefinitionId: 6, property: "Length" };

/** Each difference as its kind and the ids of its two slots. */
const pairs = (from: Slot[], to: Slot[]) =>
  compareSlots(from, to).map(({ kind, from: was, to: is }) => [kind, was?.id, is?.id]);

test("slots that say the same do not differ, whatever their ids", () => {
  const copied = slot(21, "SEAL", { bomVersionId: 2, minor: 1, revNo: 7 });
  expect(compareSlots([slot(1, "SEAL")], [copied])).toEqual([]);
});

test("each field of a slot is compared", () => {
  const after = slot(21, "seal", {
    buildSlotType: "Consumable",
    isActive: false,
    isRequired: false,
    instruction: "Grease it.",
    edhrBomRequired: q(1),
    edhrBuildRequired: q(1),
  });
  const [difference] = compareSlots([slot(1, "Seal")], [after]);
  expect(difference!.fields).toEqual([
    "description",
    "buildSlotType",
    "isActive",
    "isRequired",
    "instruction",
    "edhrBomRequired",
    "edhrBuildRequired",
  ]);
  expect(difference).toMatchObject({ kind: "Changed", properties: [], candidates: [] });
});

test("each field of a candidate is compared", () => {
  const was = candidate(10);
  const is = candidate(210, {
    product: "Seal A",
    version: "B",
    versionKey: "b",
    isActive: false,
    qty: q(3),
    minQty: q(1),
    maxQty: null,
    isDefault: false,
    useUom: "dozen",
  });
  const [difference] = compareSlots([slot(1, "Seal")], [slot(21, "Seal", { candidates: [is] })]);
  expect(difference).toMatchObject({ kind: "Changed", fields: [] });
  expect(difference!.candidates).toEqual([
    {
      kind: "Changed",
      from: was,
      to: is,
      fields: ["product", "version", "isActive", "qty", "minQty", "maxQty", "isDefault", "useUom"],
    },
  ]);
});

test("candidates are matched by product and version, then by product", () => {
  const [any, versionB] = [candidate(10), candidate(11, { version: "B", versionKey: "b" })];
  const [versionC, sameB] = [
    candidate(20, { version: "C", versionKey: "c" }),
    candidate(21, { version: "B", versionKey: "b", qty: q(9) }),
  ];
  const [difference] = compareSlots(
    [slot(1, "Seal", { candidates: [any, versionB, candidate(12, ring)] })],
    [slot(21, "Seal", { candidates: [versionC, sameB] })],
  );
  expect(
    difference!.candidates.map(({ kind, from, to, fields }) => [kind, from?.id, to?.id, fields]),
  ).toEqual([
    ["Changed", 10, 20, ["version"]],
    ["Changed", 11, 21, ["qty"]],
    ["Removed", 12, undefined, []],
  ]);
});

test("properties with another value, a new one and a cleared one differ", () => {
  const from = slot(1, "Seal", { properties: [torque("4 Nm"), { ...length, property: "Gap" }] });
  const to = slot(21, "Seal", { properties: [torque("5 Nm"), length] });
  expect(compareSlots([from], [to])).toMatchObject([
    { kind: "Changed", fields: [], properties: ["Torque", "Gap", "Length"], candidates: [] },
  ]);
  expect(compareSlots([from], [{ ...from, id: 21 }])).toEqual([]);
});

test("slots of one version only are added or removed, and removed ones come last", () => {
  const [kept, gone, added] = [slot(1, "Seal"), slot(2, "Label"), slot(23, "Lid")];
  const lid = [candidate(230, ring)];
  expect(compareSlots([gone, kept], [{ ...added, candidates: lid }, slot(21, "Seal")])).toEqual([
    {
      kind: "Added",
      from: null,
      to: { ...added, candidates: lid },
      fields: [],
      properties: [],
      candidates: [],
    },
    { kind: "Removed", from: gone, to: null, fields: [], properties: [], candidates: [] },
  ]);
});

test("a slot with another description is the same if its candidates are of the same products", () => {
  const two = { candidates: [candidate(1), candidate(2, ring)] };
  const turned = { candidates: [candidate(3, ring), candidate(4)] };
  expect(pairs([slot(1, "Seal", two)], [slot(21, "Shaft seal", turned)])).toEqual([
    ["Changed", 1, 21],
  ]);
  expect(pairs([slot(1, "A", { candidates: [] })], [slot(21, "B", { candidates: [] })])).toEqual([
    ["Added", undefined, 21],
    ["Removed", 1, undefined],
  ]);
});

test("a slot with the same description and type comes before one with the same description", () => {
  const consumable = { buildSlotType: "Consumable" };
  expect(
    pairs(
      [slot(1, "Seal"), slot(2, "Seal", consumable)],
      [slot(21, "Seal", consumable), slot(22, "Seal", { isRequired: false })],
    ),
  ).toEqual([["Changed", 1, 22]]);
  expect(pairs([slot(1, "Seal")], [slot(21, "Seal", consumable)])).toEqual([["Changed", 1, 21]]);
});

test("slots with the same description are matched in their order", () => {
  expect(
    pairs(
      [slot(1, "Bolt"), slot(2, "Bolt")],
      [slot(21, "Bolt"), slot(22, "Bolt", { isRequired: false })],
    ),
  ).toEqual([["Changed", 2, 22]]);
});

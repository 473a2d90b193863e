import { expect, test } from "vitest";
import { compareSlots } from "../src/screens/bom/compare.rules.ts";
import { copyOf } from "../src/screens/bom/copy.rules.ts";
import { nextVersion } from "../src/screens/bom/version-number.rules.ts";
import { candidate, slot } from "./bom-plant.ts";

test("versions whose slots say the same do not differ, whatever their ids", () => {
  const copied = slot(21, {
    candidates: [
      candidate(31, { product: "P11", isDefault: true }),
      candidate(32, { product: "P12" }),
    ],
  });
  expect(
    compareSlots([slot(1, { description: "Seal" })], [{ ...copied, description: "Seal" }]),
  ).toEqual([]);
});

test("a changed field of a slot, a candidate and a property is shown with both values", () => {
  const before = slot(1);
  const after = slot(21, {
    description: "Slot 1",
    instruction: "Tighten.",
    candidates: [candidate(11, { isDefault: true }), candidate(12, { maxQty: null })],
    Properties: [{ property: "Torque", propertyID: 5, slotID: 21, value: "30" }],
  });
  expect(compareSlots([before], [after])).toEqual([
    {
      kind: "changed",
      before,
      after,
      fields: [{ field: "instruction", before: null, after: "Tighten." }],
      properties: [{ field: "Torque", before: "25", after: "30" }],
      candidates: [
        {
          kind: "changed",
          before: before.candidates[1],
          after: after.candidates[1],
          fields: [{ field: "maxQty", before: 4, after: null }],
        },
      ],
    },
  ]);
});

test("slots and candidates that only one version has are added or removed", () => {
  const before = [slot(1), slot(2, { candidates: [candidate(15)] })];
  const after = [
    slot(21, {
      description: "Slot 1",
      candidates: [candidate(11, { isDefault: true }), candidate(14)],
    }),
    slot(23, { description: "Slot 3", candidates: [] }),
  ];
  const found = compareSlots(before, after);
  expect(found.map(({ kind, after: is, before: was }) => [kind, (is ?? was)?.description])).toEqual(
    [
      ["changed", "Slot 1"],
      ["added", "Slot 3"],
      ["removed", "Slot 2"],
    ],
  );
  expect(found[0]!.candidates.map(({ kind }) => kind)).toEqual(["added", "removed"]);
});

test("a slot that got another name is the same slot if it takes the same products", () => {
  const renamed = slot(21, { description: "Shaft seal" });
  expect(compareSlots([slot(1)], [renamed])).toMatchObject([
    { kind: "changed", fields: [{ field: "description", before: "Slot 1", after: "Shaft seal" }] },
  ]);
});

test("a slot of another type is the same slot if it has the same description", () => {
  const other = { buildSlotType: "Consumable", candidates: [] };
  expect(compareSlots([slot(1)], [slot(21, { ...other, description: "Slot 1" })])).toMatchObject([
    { kind: "changed", fields: [{ field: "buildSlotType" }] },
  ]);
});

test("two slots with the same description are paired in their order", () => {
  const [first, second] = [slot(1, { description: "Bolt" }), slot(2, { description: "Bolt" })];
  const [third, fourth] = [
    slot(21, { description: "Bolt" }),
    slot(22, { description: "Bolt", isRequired: false }),
  ];
  expect(compareSlots([first, second], [third, fourth])).toMatchObject([
    { kind: "changed", before: { id: 2 }, after: { id: 22 } },
  ]);
});

test("a copy of a slot names the new version, and has no id of the old one", () => {
  const copy = copyOf(slot(1), { id: 9, version: "2.0" });
  expect(copy).toMatchObject({ version: "2.0", bomVersionID: 9, description: "Slot 1" });
  expect(JSON.stringify(copy)).not.toMatch(/"(id|revNo|slotID|bomSlotID)"/);
  expect(copy.candidates).toMatchObject([{ product: "P11" }, { product: "P12" }]);
});

test.for([
  [[], "1.0"],
  [["1.0"], "1.1"],
  [["1.9", "1.10", "1.2"], "1.11"],
  [["2.0", "1.5"], "2.1"],
] as const)("after the versions %j comes %s", ([versions, next]) => {
  expect(nextVersion(versions.map((version) => ({ version })))).toBe(next);
});

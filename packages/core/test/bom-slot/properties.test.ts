import { describe, expect, test } from "vitest";
import {
  mergeSlotProperties,
  propertyChanges,
  propertyDetail,
  type PropertyInput,
  propertyNamed,
} from "../../src/bom-slot/properties.ts";
import type { SlotProperty, StoredSlot } from "../../src/bom-slot/slot.ts";
import { atFault, refusalDetails } from "../refused.ts";

const property = (id: number, name: string, value: string): SlotProperty => ({
  id,
  bomSlotId: 10,
  propertyDefinitionId: id + 60,
  property: name,
  value,
});
// The merge reads only the id and the properties of the slot.
const slot = {
  id: 10,
  properties: [property(1, "Torque", "5"), property(2, "Old", "x")],
} as unknown as StoredSlot;
const definition = (id: number, name: string, isActive = true) => ({
  id,
  revNo: 6,
  name,
  isActive,
});
const definitions = [
  definition(61, "Torque"),
  definition(62, "Old", false),
  definition(63, "Colour"),
  definition(64, "Gone", false),
  definition(65, "P0"),
];
const exact = { field: "Properties", isExact: true } as const;
const loose = { field: "properties", isExact: false } as const;
const merge = (given: readonly PropertyInput[], of: StoredSlot | null = slot, place = exact) =>
  mergeSlotProperties(of, given, definitions, place);

test("a slot has at most 500 properties, whatever the number of requests", () => {
  const stored = (count: number) => ({
    ...slot,
    properties: Array.from({ length: count }, (_, at) => property(at + 1, `P${at}`, "x")),
  });
  const given = [
    { property: "P0", value: "y" },
    { property: "Colour", value: "red" },
  ];
  expect(merge(given, stored(499)).properties).toHaveLength(500);
  expect(refusalDetails(() => merge(given, stored(500)))).toMatchObject({
    code: "too_many",
    errors: [{ pointer: "/Properties" }],
  });
  expect(merge(given.slice(0, 1), stored(501)).properties).toHaveLength(501);
});

test("properties of the request are merged by name and come first, and the others stay", () => {
  const given = [
    { property: "Colour", value: "red" },
    { property: "Torque", value: "6" },
  ];
  expect(merge(given)).toEqual({
    properties: [
      {
        before: null,
        after: { id: 0, bomSlotId: 10, propertyDefinitionId: 63, property: "Colour", value: "red" },
        isGiven: true,
      },
      { before: property(1, "Torque", "5"), after: property(1, "Torque", "6"), isGiven: true },
      { before: property(2, "Old", "x"), after: property(2, "Old", "x"), isGiven: false },
    ],
    asserts: [
      ["PropertyDefinition", 63, 6],
      ["PropertyDefinition", 61, 6],
    ],
  });
  expect(merge([{ property: "Colour", value: "red" }], null).properties).toMatchObject([
    { before: null, after: { id: 0, bomSlotId: 0 } },
  ]);
});

test("a property that is set and sent without a value stays as it is", () => {
  expect(merge([{ property: "Torque" }]).properties[0]!.after.value).toBe("5");
  const detail = "The slot has no property Colour yet, so it needs a value.";
  for (const of of [slot, null]) {
    expect(refusalDetails(() => merge([{ property: "Colour" }], of))).toEqual({
      code: "not_found",
      message: detail,
      errors: [{ pointer: "/Properties/0/value", detail }],
    });
  }
});

test("names are exact in one endpoint and not case sensitive in another", () => {
  const detail = "No property definition is named TORQUE.";
  expect(
    refusalDetails(() => merge([{ property: "Torque" }, { property: "TORQUE", value: "6" }])),
  ).toEqual({
    code: "not_found",
    message: detail,
    errors: [{ pointer: "/Properties/1/property", detail }],
  });
  const { properties } = mergeSlotProperties(slot, [{ property: "TORQUE" }], definitions, loose);
  expect(properties[0]!.after).toEqual(property(1, "Torque", "5"));
  expect(propertyNamed(slot, "torque", loose)).toEqual(property(1, "Torque", "5"));
  expect(propertyNamed(slot, "torque", exact)).toBeUndefined();
  expect(propertyNamed(null, "Torque", exact)).toBeUndefined();
});

test("a retired definition gets no new property, but an existing one can change its value", () => {
  expect(merge([{ property: "Old", value: "y" }]).properties[0]!.after.value).toBe("y");
  expect(refusalDetails(() => merge([{ property: "Gone", value: "1" }]))).toEqual(
    atFault("inactive", "The property definition Gone is not active.", "/Properties/0/property"),
  );
});

describe("merged properties", () => {
  const { properties } = merge([
    { property: "Torque", value: "6" },
    { property: "Colour", value: "red" },
  ]);

  test("are written if they are new or differ", () => {
    expect(propertyChanges(properties, 10)).toEqual([
      {
        kind: "updatePart",
        part: "slotProperty",
        where: { bomSlotId: 10, propertyDefinitionId: 61 },
        patch: { value: "6" },
      },
      {
        kind: "insertPart",
        part: "slotProperty",
        values: { bomSlotId: 10, propertyDefinitionId: 63, value: "red" },
      },
    ]);
  });

  test("leave the values that change in the history, if any", () => {
    expect(propertyDetail(properties)).toEqual({
      properties: [
        { property: "Torque", before: "5", after: "6" },
        { property: "Colour", before: null, after: "red" },
      ],
    });
    expect(propertyDetail(merge([{ property: "Torque" }]).properties)).toBeUndefined();
  });
});

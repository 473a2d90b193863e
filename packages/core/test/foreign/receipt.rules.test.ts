import { describe, expect, test } from "vitest";
import type { SeenSeal } from "../../src/foreign/document.ts";
import type { KnownSeal, OriginFacts, Plant } from "../../src/foreign/facts.ts";
import { originOf } from "../../src/foreign/receipt.rules.ts";

const plant: Plant = {
  id: 3,
  revNo: 2,
  name: "North",
  nameKey: "north",
  suid: "N",
  suidKey: "n",
  description: null,
  isActive: true,
  address: null,
  sealKeys: ["K"],
  documentRequired: false,
};
const seal = (id: number, hash: string, previous: string, at = id): SeenSeal => ({
  id,
  hash,
  previous,
  at,
});
const known = ({ id: sealId, ...more }: SeenSeal, plantId = 3): KnownSeal => ({
  plantId,
  sealId,
  ...more,
});
const facts = (more: Partial<OriginFacts> = {}): OriginFacts => ({
  plants: [plant],
  dispatches: [],
  seals: [],
  ...more,
});

/** Decides about a receipt of a unit whose document has these seals. */
const received = (seals: readonly SeenSeal[], seen: readonly KnownSeal[], more: object = {}) =>
  originOf(facts({ seals: [...seen] }), {
    origin: "north",
    visualSerialNo: "U-1",
    document: {
      sha256: "digest",
      size: 1,
      keys: ["K"],
      seals,
      unit: { id: 9, visualSerialNo: "u-1", dispatchRevNo: 4, destination: "South", places: [] },
    },
    ...more,
  });
const findings = (seals: readonly SeenSeal[], seen: readonly KnownSeal[]) =>
  received(seals, seen).document!.findings;

const seen = [known(seal(5, "e", "d"))];
const ends = "the record of the plant North was put back to an earlier state, or it has several.";

describe("the seals of a document", () => {
  test.for<[what: string, seals: SeenSeal[]]>([
    ["are the same", [seal(5, "e", "d")]],
    ["follow", [seal(6, "f", "e")]],
    ["come before", [seal(4, "d", "c")]],
    ["are far from those before, and later", [seal(9, "i", "h")]],
    ["are far from those before, and earlier", [seal(2, "b", "a")]],
  ])("that %s are no finding", ([, seals]) => {
    expect(findings(seals, seen)).toEqual([]);
  });

  test.for<[what: string, seals: SeenSeal[]]>([
    ["is another one of the same number", [seal(5, "x", "d")]],
    ["does not follow the one before", [seal(6, "f", "x")]],
    ["is not the one before", [seal(4, "x", "c")]],
  ])("are a finding if one %s", ([, seals]) => {
    const of = `Seal ${seals[0]!.id} does not continue the seals of earlier documents`;
    expect(findings(seals, seen)).toEqual([`${of}: ${ends}`]);
  });

  test("are a finding if one was made after a seal of a higher number", () => {
    expect(findings([seal(2, "b", "a", 9)], seen)).toEqual([
      "Seal 2 was made at 1970-01-01T00:00:00.009Z, after seal 5 of an earlier document: " + ends,
    ]);
  });

  test("of another plant are compared with its own alone", () => {
    expect(findings([seal(5, "x", "d")], [known(seal(5, "e", "d"), 8)])).toEqual([]);
  });

  test("are kept once", () => {
    const seals = [seal(5, "e", "d"), seal(6, "f", "e")];
    expect(received(seals, seen).document!.newSeals).toEqual([seal(6, "f", "e")]);
  });
});

describe("a unit that was sent to another plant", () => {
  const at = (ownPlant?: string) => () => received([seal(1, "a", "")], [], { ownPlant });

  test("is refused, if this plant has a name", () => {
    expect(at("West")).toThrow("The unit was dispatched to South, and this plant is West.");
    expect(at("SOUTH")).not.toThrow();
    expect(at()).not.toThrow();
  });
});

test("a receipt relies on its plant, and has its name", () => {
  expect(originOf(facts(), { origin: "n", visualSerialNo: "U-1" })).toEqual({
    name: "North",
    asserts: [["Plant", 3, 2]],
    document: undefined,
  });
  const inactive = facts({ plants: [{ ...plant, isActive: false }] });
  expect(() => originOf(inactive, { origin: "n", visualSerialNo: "U-1" })).toThrow("not active");
});

import { describe, expect, test } from "vitest";
import type { Slot } from "../../src/bom-slot/slot.ts";
import type { NamedCandidate } from "../../src/consumption/facts.ts";
import type { BuildToMove, UnitToMove } from "../../src/works-order/change-version.facts.ts";
import { placingIn } from "../../src/works-order/moved-builds.rules.ts";
import { candidate as buildCandidate, q } from "../consumption/plant.ts";

// Slots 10 and 11 are of version 7, slots 20 to 22 of version 8. Product 50 is a seal, 51 a ring.
// The match of slots reads only these fields: the cast stands for the others.
const slot = (id: number, description: string, buildSlotType = "Part"): Slot =>
  ({
    id,
    bomVersionId: id < 20 ? 7 : 8,
    description,
    buildSlotType,
    candidates: [{ product: "Seal" }],
  }) as unknown as Slot;
const old = [slot(10, "Front"), slot(11, "Back")];

const candidate = (bomSlotId: number, changes: Partial<NamedCandidate> = {}): NamedCandidate => ({
  ...buildCandidate(),
  bomVersionId: 8,
  bomSlotId,
  candidateId: bomSlotId * 10,
  productId: 50,
  version: null,
  qty: q(1),
  minQty: q(1),
  maxQty: q(1),
  ...changes,
});

const unit = { id: 1, nominalQty: q(1) } as UnitToMove;
const build = (id: number, bomSlotId: number, changes: Partial<BuildToMove> = {}): BuildToMove => ({
  id,
  parentId: 1,
  bomSlotId,
  candidateId: bomSlotId * 10,
  qty: q(1),
  childSerialNo: `Seal-${id}`,
  productId: 50,
  version: "A",
  product: "Seal",
  unit: "each",
  ...changes,
});

/** Returns the slot of each build by its id, and the builds that fit nowhere. */
function placed(
  slots: readonly Slot[],
  candidates: readonly NamedCandidate[],
  ...builds: readonly BuildToMove[]
) {
  const { moved, unplaced } = placingIn(8, [...old, ...slots], candidates)(unit, builds);
  return {
    to: Object.fromEntries(moved.map(({ build: { id }, to }) => [id, to.bomSlotId])),
    unplaced: unplaced.map(({ build: { id }, isTaken }) => [id, isTaken]),
  };
}

describe("a build goes", () => {
  test.for<
    [
      why: string,
      slots: readonly Slot[],
      candidates: readonly NamedCandidate[],
      builds: readonly BuildToMove[],
      to: Readonly<Record<number, number>>,
    ]
  >([
    [
      "to the slot of its description, whatever the order of the slots",
      [slot(20, "back"), slot(21, "front")],
      [candidate(20), candidate(21)],
      [build(1, 10), build(2, 11)],
      { 1: 21, 2: 20 },
    ],
    [
      "to the slot of its description and type first",
      [slot(20, "Front", "Tool"), slot(21, "Front")],
      [candidate(20), candidate(21)],
      [build(1, 10)],
      { 1: 21 },
    ],
    [
      "elsewhere if its own slot is not active",
      [slot(20, "Front"), slot(21, "Other")],
      [candidate(20, { slotIsActive: false }), candidate(21)],
      [build(1, 10)],
      { 1: 21 },
    ],
    [
      "elsewhere if the candidate has ended",
      [slot(20, "Front"), slot(21, "Other")],
      [candidate(20, { candidateIsActive: false }), candidate(21)],
      [build(1, 10)],
      { 1: 21 },
    ],
    [
      "elsewhere if its own slot takes another version",
      [slot(20, "Front"), slot(21, "Other")],
      [candidate(20, { version: "B" }), candidate(21)],
      [build(1, 10)],
      { 1: 21 },
    ],
    [
      "elsewhere after each build that has its own slot",
      [slot(20, "Other"), slot(21, "Back")],
      [candidate(20), candidate(21)],
      [build(1, 10), build(2, 11)],
      { 1: 20, 2: 21 },
    ],
    [
      "to a required slot under its minimum before another one",
      [slot(20, "X"), slot(21, "Y", "Tool")],
      [candidate(20, { isRequired: false }), candidate(21, { isRequired: true })],
      [build(1, 10)],
      { 1: 21 },
    ],
    [
      "to a default candidate before another one",
      [slot(20, "X"), slot(21, "Y")],
      [
        candidate(20, { isRequired: false, isDefault: false }),
        candidate(21, { isRequired: false, isDefault: true }),
      ],
      [build(1, 10)],
      { 1: 21 },
    ],
  ])("%s", ([, slots, candidates, builds, to]) => {
    // As above: the match reads only these fields.
    const differing = slots.map((one) => ({ ...one, candidates: [{ product: "Other" }] }));
    expect(placed(differing as unknown as Slot[], candidates, ...builds)).toEqual({
      to,
      unplaced: [],
    });
  });
});

test("builds are moved in their order, whichever finds its place first", () => {
  const slots = [slot(20, "Other"), slot(21, "Back")];
  const candidates = [candidate(20), candidate(21)];
  const { moved } = placingIn(
    8,
    [...old, ...slots],
    candidates,
  )(unit, [build(1, 10), build(2, 11)]);
  expect(moved.map(({ build: { id }, to }) => [id, to.bomSlotId])).toEqual([
    [1, 20],
    [2, 21],
  ]);
});

describe("a build fits nowhere", () => {
  test("if no slot takes its product", () => {
    const candidates = [candidate(20, { productId: 51 })];
    expect(placed([slot(20, "Front")], candidates, build(1, 10))).toEqual({
      to: {},
      unplaced: [[1, false]],
    });
  });

  test("if the slots that take it have no room for all of it", () => {
    const slots = [slot(20, "Front"), slot(21, "Other")];
    const candidates = [candidate(20), candidate(21)];
    const builds = [build(1, 10, { qty: q(2) }), build(2, 10)];
    expect(placed(slots, candidates, ...builds)).toEqual({ to: { 2: 20 }, unplaced: [[1, true]] });
  });
});

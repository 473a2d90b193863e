import { expect, test } from "vitest";
import {
  type CandidateTexts,
  changesOf,
  draftOf,
  newCandidate,
  newSlot,
  type SlotDraft,
} from "../src/screens/bom/draft.rules.ts";
import { faultsOf } from "../src/screens/bom/faults.rules.ts";
import { readName, rebased, threeOf } from "../src/screens/bom/stale.rules.ts";
import { divergencesOf, mergeThreeWay } from "../src/contract/three-way.rules.ts";
import { candidate, slot } from "./bom-plant.ts";

const place = {
  ParentProductName: "Pump",
  bom: "PUMP-BOM",
  bomID: 1,
  version: "1.1",
  bomVersionID: 2,
};

const withCandidate = (
  draft: SlotDraft,
  index: number,
  texts: Partial<CandidateTexts>,
): SlotDraft => ({
  ...draft,
  candidates: draft.candidates.map((one, at) =>
    at === index ? { ...one, texts: { ...one.texts, ...texts } } : one,
  ),
});

test("a slot that nobody changed sends nothing", () => {
  expect(changesOf(draftOf(slot(1), "de"), place, "de")).toBeUndefined();
});

test("only the fields that differ are sent, with the revisions that were read", () => {
  const draft = withCandidate(draftOf(slot(1), "de"), 1, { qty: "2,5", maxQty: "" });
  const changed = { ...draft, texts: { ...draft.texts, instruction: "Tighten." } };
  expect(changesOf(changed, place, "de")).toEqual({
    upsert: {
      id: 1,
      revNo: 7,
      instruction: "Tighten.",
      candidates: [{ id: 12, revNo: 3, qty: 2.5, maxQty: null }],
    },
    candidateKeys: ["candidate-12"],
    removedCandidates: [],
    clearedProperties: [],
    isRemoved: false,
  });
});

test("properties that were set are sent, and those that were emptied are cleared", () => {
  const draft = { ...draftOf(slot(1), "en"), properties: { Torque: "", Tool: "Wrench" } };
  expect(changesOf(draft, place, "en")).toMatchObject({
    upsert: { Properties: [{ property: "Tool", value: "Wrench" }] },
    clearedProperties: ["Torque"],
  });
});

test("a removed candidate is no part of the request, and is removed at its revision", () => {
  const draft = draftOf(slot(1), "en");
  const [first, second] = draft.candidates;
  const removed = { ...draft, candidates: [first!, { ...second!, isRemoved: true }] };
  expect(changesOf(removed, place, "en")).toMatchObject({
    upsert: undefined,
    removedCandidates: [{ id: 12, revNo: 3 }],
  });
});

test("a new slot is sent whole, with its place", () => {
  const made = newSlot("new-1");
  const draft = withCandidate(
    {
      ...made,
      texts: { ...made.texts, description: "Seal", buildSlotType: "Assembly" },
      candidates: [newCandidate("new-2", true)],
    },
    0,
    { product: "Seal", minQty: "0" },
  );
  expect(changesOf(draft, place, "en")?.upsert).toEqual({
    ...place,
    description: "Seal",
    buildSlotType: "Assembly",
    isRequired: true,
    isActive: true,
    edhrBomRequired: 0,
    edhrBuildRequired: 0,
    candidates: [
      { product: "Seal", qty: 1, minQty: 0, maxQty: 1, isDefault: true, isActive: true },
    ],
  });
});

test("a new slot that is removed again sends nothing", () => {
  expect(changesOf({ ...newSlot("new-1"), isRemoved: true }, place, "en")).toBeUndefined();
});

test.for([
  ["1", "1", "1", []],
  ["0.000001", "0", "", []],
  ["1", "2", "", [["minQty", "minimum_above_quantity"]]],
  ["3", "1", "2", [["maxQty", "maximum_below_quantity"]]],
  ["0", "0", "", [["qty", "not_positive"]]],
  ["1", "-1", "", [["minQty", "negative"]]],
  ["1", "1", "0", [["maxQty", "not_positive"]]],
  ["1", "", "", [["minQty", "required"]]],
  ["", "1", "", [["qty", "required"]]],
  ["x", "1", "1", [["qty", "not_a_number"]]],
  ["1", "1,234", "", [["minQty", "ambiguous"]]],
  ["1", "1", "1.0000001", [["maxQty", "too_many_decimals"]]],
] as const)("qty %s, minimum %s, maximum %s: %j", ([qty, minQty, maxQty, expected]) => {
  const draft = withCandidate(draftOf(slot(1), "en"), 1, { qty, minQty, maxQty });
  const found = faultsOf(draft, "en").map(({ field, code }) => [field, code]);
  expect(found).toEqual(expected);
});

test("a fault names the cell", () => {
  const draft = withCandidate(draftOf(slot(1), "en"), 1, { product: " " });
  const unnamed = { ...draft, texts: { ...draft.texts, buildSlotType: "" } };
  expect(faultsOf(unnamed, "en")).toEqual([
    { slotKey: "slot-1", candidateKey: undefined, field: "buildSlotType", code: "required" },
    { slotKey: "slot-1", candidateKey: "candidate-12", field: "product", code: "required" },
  ]);
});

test("a slot has one active default, and each product and version once", () => {
  const draft = draftOf(slot(1), "en");
  const codes = (texts: Partial<CandidateTexts>) =>
    faultsOf(withCandidate(draft, 1, texts), "en").map(({ code }) => code);
  expect(codes({ isDefault: true })).toEqual(["second_default"]);
  expect(codes({ isDefault: true, isActive: false })).toEqual([]);
  expect(codes({ product: "P11" })).toEqual(["duplicate"]);
  expect(codes({ product: "P11", version: "B" })).toEqual([]);
});

test("a product whose removal is not saved can't be added again", () => {
  const draft = draftOf(slot(1), "en");
  const [first, second] = draft.candidates;
  const again = newCandidate("new-1", false);
  const removed = {
    ...draft,
    candidates: [
      first!,
      { ...second!, isRemoved: true },
      { ...again, texts: { ...again.texts, product: "P12" } },
    ],
  };
  expect(faultsOf(removed, "en").map(({ code }) => code)).toEqual(["removed_before"]);
});

test("a draft is put on top of what somebody else saved", () => {
  const base = slot(1);
  const added = newCandidate("new-1", false);
  const typed = withCandidate(draftOf(base, "de"), 0, { qty: "2,5" });
  const draft = { ...typed, candidates: [...typed.candidates, added] };
  const now = slot(1, {
    revNo: 9,
    instruction: "New.",
    // The second candidate is gone, and another one has come.
    candidates: [candidate(11, { revNo: 4, maxQty: 8, isDefault: true }), candidate(13)],
    Properties: [],
  });
  const three = threeOf(base, draft, now, "de");
  const shown = divergencesOf(three).map(({ name, ...values }) => ({
    ...readName(name),
    ...values,
  }));
  expect(shown).toContainEqual({
    kind: "candidate",
    id: 12,
    field: "product",
    base: "P12",
    mine: "P12",
    now: undefined,
    isConflict: false,
  });
  expect(shown.filter((one) => "id" in one && one.id === 12)).toHaveLength(1);
  const result = rebased(draft, now, mergeThreeWay(three, {}), "de");
  expect(result.base).toBe(now);
  expect(result.texts.instruction).toBe("New.");
  expect(result.properties).toEqual({});
  expect(result.candidates.map(({ key }) => key)).toEqual([
    "candidate-11",
    "candidate-13",
    "new-1",
  ]);
  expect(result.candidates[0]!.texts).toMatchObject({ qty: "2,5", maxQty: "8" });
  // Only the own change is left to be sent, at the present revisions.
  expect(
    changesOf({ ...result, candidates: result.candidates.slice(0, 2) }, place, "de"),
  ).toMatchObject({
    upsert: { id: 1, revNo: 9, candidates: [{ id: 11, revNo: 4, qty: 2.5 }] },
  });
});

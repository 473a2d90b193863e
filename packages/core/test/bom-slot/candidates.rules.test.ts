import { describe, expect, test } from "vitest";
import type { CandidateInput } from "../../src/bom-slot/candidates.ts";
import type { StoredCandidate } from "../../src/bom-slot/slot.ts";
import { scale } from "../../src/values/decimal.ts";
import type { Refusal } from "../../src/refusal.ts";
import { at, type Fields, fresh, merge, other, stored } from "./candidates.ts";

function refusalOf(given: readonly CandidateInput[], candidates?: StoredCandidate[]) {
  try {
    merge(given, candidates);
  } catch (error) {
    const { code, extras } = error as Refusal;
    return [code, ...(extras.errors ?? []).map(({ pointer }) => pointer)];
  }
  return ["accepted"];
}

test.for<[string, CandidateInput, string[]]>([
  ["another slot's", { id: 99, qty: scale }, ["not_found", at("id")]],
  ["of no product", fresh({ product: "Bolt" }), ["not_found", at("product")]],
  ["of a product in another case", fresh({ product: "RING" }), ["not_found", at("product")]],
  ["in no unit", fresh({ useUom: "cubit" }), ["not_found", at("useUom")]],
  ["of a retired product", fresh({ product: "Gone" }), ["inactive", at("product")]],
  ["in a retired unit", fresh({ useUom: "gross" }), ["inactive", at("useUom")]],
])("a candidate is refused that is %s", ([, candidate, refusal]) => {
  expect(refusalOf([candidate])).toEqual(refusal);
});

test("a candidate keeps a retired product and unit", () => {
  const kept = stored({ product: "Gone", productId: 4, useUom: "gross", useUomId: 5 });
  expect(refusalOf([{ id: 10, isActive: false }], [kept])).toEqual(["accepted"]);
});

test("unknown names are refused before any rule", () => {
  expect(refusalOf([{ id: 10, minQty: 9 * scale }, fresh({ product: "Bolt" })])).toEqual([
    "not_found",
    "/candidates/1/product",
  ]);
});

describe("quantities", () => {
  test.for<[string, Fields, string]>([
    ["a minimum over the quantity", { minQty: 2.000001 * scale }, at("minQty")],
    ["a quantity under the minimum", { qty: 0.5 * scale }, at("minQty")],
    ["a quantity over the maximum", { qty: 4 * scale }, at("maxQty")],
    ["a maximum under the quantity", { maxQty: 1.999999 * scale }, at("maxQty")],
  ])("an update can't bring %s", ([, fields, pointer]) => {
    expect(refusalOf([{ ...fields, id: 10 }])).toEqual(["quantity_range", pointer]);
  });

  test.for<Fields>([
    { minQty: 2 * scale },
    { qty: 3 * scale },
    { qty: scale },
    { maxQty: 2 * scale },
    { minQty: 0 },
    { maxQty: null, qty: 900 * scale },
  ])("an update can bring %j", (fields) => {
    expect(refusalOf([{ ...fields, id: 10 }])).toEqual(["accepted"]);
  });
});

describe("units", () => {
  test.for<[Fields, string[]]>([
    [{ useUom: "kg" }, ["unit_mismatch", at("useUom")]],
    [{ useUom: "dozen" }, ["accepted"]],
    [{ useUom: "dozen", qty: 0.125 * scale }, ["accepted"]],
    [{ qty: 1.5 * scale, minQty: 0.5 * scale, maxQty: 2.5 * scale }, ["accepted"]],
    [{ product: "Oil", qty: 1.123456 * scale }, ["accepted"]],
    [{ product: "Tube", useUom: "mm" }, ["accepted"]],
    [{ product: "Tube", useUom: "mm", qty: 1.5 * scale }, ["accepted"]],
    [{ product: "Tube", useUom: "mm", qty: 1_000_001 }, ["accepted"]],
    [{ product: "Tube", useUom: "mile", qty: 999_999_999 * scale }, ["unit_mismatch", at("qty")]],
  ])("quantities of %j", ([fields, refusal]) => {
    expect(refusalOf([fresh(fields)])).toEqual(refusal);
  });

  test("stored quantities are accepted back, whatever the product has become", () => {
    const qty = 999_999_999 * scale;
    const used = { product: "Tube", productId: 6, useUom: "mile", useUomId: 6, maxQty: null };
    const update = (fields: Fields) =>
      refusalOf([{ ...fields, id: 10 }], [stored({ ...used, qty })]);
    expect(update({ qty, minQty: 0 })).toEqual(["accepted"]);
    expect(update({ qty: qty - 1 })).toEqual(["unit_mismatch", at("qty")]);
  });
});

describe("a candidate with builds", () => {
  const built = stored({ builds: 4 });

  test.for<[Fields, string]>([
    [{ product: "Ring" }, at("product")],
    [{ version: "C" }, at("version")],
    [{ useUom: "each" }, at("useUom")],
  ])("can't become %j", ([fields, pointer]) => {
    expect(refusalOf([{ ...fields, id: 10 }], [built])).toEqual(["fixed", pointer]);
  });

  test("names each field that can't change", () => {
    expect(refusalOf([{ id: 10, product: "Ring", version: "C" }], [built])).toEqual([
      "fixed",
      at("product"),
      at("version"),
    ]);
  });

  test.for<Fields>([
    { qty: 3 * scale },
    { isActive: false },
    { isDefault: false },
    { product: "Seal", version: null, useUom: null },
  ])("can become %j, which relies on no absence", (fields) => {
    expect(merge([{ ...fields, id: 10 }], [built]).absences).toEqual([]);
  });

  test.for<Fields>([{ product: "Ring" }, { version: "C" }, { useUom: "each" }])(
    "relies on the absence of builds to become %j",
    (fields) => {
      expect(merge([{ ...fields, id: 10 }]).absences).toEqual([["buildsOfCandidate", 10]]);
    },
  );
});

describe("one candidate of each product and version", () => {
  test.for<[string, CandidateInput[]]>([
    ["of the product, for any version", [fresh({ product: "Seal" })]],
    ["of the product and version", [fresh({ product: "Seal", version: "B" })]],
    ["of the version in another case", [fresh({ product: "Seal", version: "b" })]],
    ["given twice", [fresh(), fresh()]],
    ["that becomes another", [{ id: 10, version: "B" }]],
    [
      "that another candidate gives up in the same request",
      [
        { id: 10, version: "B" },
        { id: 11, version: "C" },
      ],
    ],
  ])("refuses one %s", ([, given]) => {
    const [code] = refusalOf(given);
    expect(code).toBe("duplicate");
  });

  test.for<[string, CandidateInput[]]>([
    ["of another version", [fresh({ product: "Seal", version: "C" })]],
    ["of two versions", [fresh({ version: "A" }), fresh({ version: "B" }), fresh()]],
    ["that changes the case of its version", [{ id: 11, version: "b" }]],
    ["that stays as it is", [{ id: 10 }, { id: 11, version: "B" }]],
  ])("accepts one %s", ([, given]) => {
    expect(refusalOf(given)).toEqual(["accepted"]);
  });
});

describe("the default", () => {
  const defaultsOf = (given: readonly CandidateInput[], candidates?: StoredCandidate[]) =>
    merge(given, candidates)
      .candidates.filter(({ after }) => after.isDefault && after.isActive)
      .map(({ after }) => after.id);

  test.for<[string, CandidateInput[], StoredCandidate[], number[]]>([
    ["stays where none is set", [{ id: 11, qty: scale }], [stored(), other()], [10]],
    ["moves to the one that is set", [{ id: 11, isDefault: true }], [stored(), other()], [11]],
    ["moves to a new one", [fresh({ isDefault: true })], [stored(), other()], [0]],
    ["can be given up", [{ id: 10, isDefault: false }], [stored(), other()], []],
    [
      "is not one that is inactive",
      [fresh({ isDefault: true, isActive: false })],
      [stored()],
      [10],
    ],
    [
      "moves to one that becomes active",
      [{ id: 11, isActive: true }],
      [stored(), other({ isDefault: true, isActive: false })],
      [11],
    ],
    [
      "stays with the requested one",
      [
        { id: 10, isDefault: true },
        { id: 11, isActive: true },
      ],
      [stored(), other({ isDefault: true, isActive: false })],
      [10],
    ],
  ])("%s", ([, given, candidates, ids]) => {
    expect(defaultsOf(given, candidates)).toEqual(ids);
  });

  test("an inactive default stays a default when another is set", () => {
    const retired = stored({ isActive: false });
    const { candidates } = merge([{ id: 11, isDefault: true }], [retired, other()]);
    expect(candidates.map(({ after }) => [after.id, after.isDefault])).toEqual([
      [11, true],
      [10, true],
    ]);
  });
});

test("candidates of the request come first, in its order, and the others stay as they are", () => {
  const { candidates, asserts } = merge([fresh({ useUom: "dozen" }), { id: 11, qty: 3 * scale }]);
  expect(candidates.map(({ after, isGiven }) => [after.id, isGiven])).toEqual([
    [0, true],
    [11, true],
    [10, false],
  ]);
  expect(candidates[2]).toEqual({ before: stored(), after: stored(), isGiven: false });
  expect(asserts).toEqual([
    ["Product", 2, 3],
    ["UnitOfMeasure", 2, 2],
    ["Product", 1, 3],
  ]);
});

test("null clears optional fields, and absent ones stay", () => {
  const full = stored({ version: "A", versionKey: "a", useUom: "each", useUomId: 1 });
  const [kept] = merge([{ id: 10 }], [full]).candidates;
  expect(kept!.after).toMatchObject({ version: "A", maxQty: 3 * scale, useUom: "each" });
  const cleared = { id: 10, version: null, maxQty: null, useUom: null };
  const [empty] = merge([cleared], [full]).candidates;
  expect(empty!.after).toMatchObject({
    version: null,
    versionKey: "",
    maxQty: null,
    useUom: null,
    useUomId: null,
  });
});

test("a candidate that is no longer the default keeps its other fields", () => {
  const { candidates } = merge([{ id: 11, isDefault: true }]);
  expect(candidates[1]!.after).toEqual({ ...stored(), isDefault: false });
});

test("of several candidates that become the default, the last is", () => {
  const both = [
    stored({ isActive: false }),
    other({ isActive: false, isDefault: true }),
    other({ id: 12, version: "C", versionKey: "c", isDefault: true }),
  ];
  const { candidates } = merge(
    [
      { id: 10, isActive: true },
      { id: 11, isActive: true },
    ],
    both,
  );
  const defaults = candidates.filter(({ after }) => after.isDefault);
  expect(defaults.map(({ after }) => after.id)).toEqual([11]);
});

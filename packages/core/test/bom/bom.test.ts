import { expect, test } from "vitest";
import { byNumber, countUses, formatVersion, requireBom } from "../../src/bom/bom.ts";
import { refusalDetails } from "../refused.ts";
import { pumpBom } from "./pump.ts";

const version = (major: number, minor: number) => ({
  id: 1,
  revNo: 1,
  bomId: 7,
  major,
  minor,
  status: "Draft" as const,
});

test("versions are ordered by their numbers, not by their texts", () => {
  const versions = [version(10, 0), version(2, 1), version(2, 0), version(2, 10)];
  expect(versions.toSorted(byNumber).map(formatVersion)).toEqual(["2.0", "2.1", "2.10", "10.0"]);
});

test("the uses of the versions of one BoM are added up by kind", () => {
  const use = (bomId: number, counts: Record<string, number>) => ({
    id: 1,
    bomId,
    counts,
    pinningOrders: 0,
  });
  const uses = [
    use(7, { BomSlot: 1 }),
    use(8, { BomSlot: 9 }),
    use(7, { BomSlot: 2, WorksOrder: 3 }),
  ];
  expect(countUses(uses, 7)).toEqual({ BomSlot: 3, WorksOrder: 3 });
});

test("a BoM is found by its id", () => {
  expect(requireBom([pumpBom(6), pumpBom(7)], 7, undefined)).toEqual(pumpBom(7));
  expect(refusalDetails(() => requireBom([pumpBom(6)], 7, undefined))).toEqual({
    code: "not_found",
    message: "No BoM has the id 7.",
    errors: [{ pointer: "/id", detail: "No BoM has the id 7." }],
  });
});

import { describe, expect, test } from "vitest";
import type { AppliedRule, Signing } from "../../src/signature/gate.facts.ts";
import { requireSigned, signaturesFor } from "../../src/signature/gate.ts";

const unit = { entity: "MaterialItem", id: 7, revNo: 4, name: "Item PUMP-7" } as const;
const [verified, approved] = [2, 3];
const [builder, inspector, engineer] = [11, 12, 13];

const rule = (changes: Partial<AppliedRule> = {}): AppliedRule => ({
  id: 1,
  name: "Units are verified",
  operation: "complete",
  meaningId: verified,
  meaning: "Verified",
  roles: null,
  count: 1,
  byAnother: false,
  isOfSlotType: false,
  ...changes,
});

let ids = 0;
const by = (userId: number, changes: object = {}) => ({
  id: ++ids,
  revNo: unit.revNo,
  meaningId: verified,
  userId,
  user: `Person ${userId}`,
  roles: ["operator"],
  ...changes,
});

const signing = (
  rules: readonly AppliedRule[],
  signatures: readonly ReturnType<typeof by>[],
): Signing => ({
  lastRule: 5,
  plant: { revisions: [[1, 3]], rules, signatures, performers: [builder] },
});

const missing = (...of: Parameters<typeof signing>) =>
  signaturesFor(unit, signing(...of), ["complete"]).lacking.map((one) => one.missing);

describe("a rule is met", () => {
  test.for<[what: string, of: Parameters<typeof signing>, lacks: number[]]>([
    ["by a signature of its meaning", [[rule()], [by(builder)]], []],
    ["by none of another meaning", [[rule()], [by(builder, { meaningId: approved })]], [1]],
    ["by none of another revision", [[rule()], [by(builder, { revNo: 3 })]], [1]],
    [
      "by a signer with one of its roles",
      [[rule({ roles: ["quality", "engineer"] })], [by(inspector, { roles: ["engineer"] })]],
      [],
    ],
    ["by none without a role", [[rule({ roles: ["quality"] })], [by(inspector)]], [1]],
    ["by none who did the work", [[rule({ byAnother: true })], [by(builder)]], [1]],
    ["by another one", [[rule({ byAnother: true })], [by(builder), by(inspector)]], []],
    ["by two persons if it says so", [[rule({ count: 2 })], [by(inspector), by(engineer)]], []],
    ["not by one person twice", [[rule({ count: 3 })], [by(inspector), by(inspector)]], [2]],
    ["only if it is for the operation", [[rule({ operation: "void" })], []], []],
    [
      "besides the others",
      [[rule(), rule({ id: 2, meaningId: approved }), rule({ id: 3, count: 4 })], [by(builder)]],
      [1, 3],
    ],
  ])("%s", ([, of, lacks]) => {
    expect(missing(...of)).toEqual(lacks);
  });
});

test("a refusal says what is missing, on which revision, and by whom", () => {
  const wanted = rule({ roles: ["quality"], count: 2, byAnother: true });
  const ask = () => requireSigned(unit, signing([wanted], [by(builder)]), ["complete"]);
  expect(ask).toThrow(
    "Item PUMP-7 at its revision 4 lacks 2 signatures as Verified by quality, by another person " +
      "than who performed the work (rule Units are verified).",
  );
  try {
    ask();
  } catch (error) {
    expect(error).toMatchObject({
      code: "signature_required",
      extras: {
        members: {
          signatureCount: 2,
          signatures: [
            {
              ...unit,
              operation: "complete",
              ruleID: 1,
              rule: "Units are verified",
              meaning: "Verified",
              roles: ["quality"],
              byAnother: true,
              count: 2,
              missing: 2,
            },
          ],
        },
      },
    });
  }
});

test("what passes names its signatures, and relies on each rule and on no further one", () => {
  const signature = by(inspector);
  expect(requireSigned(unit, signing([rule()], [signature]), ["complete"])).toEqual({
    asserts: [
      ["SignatureRule", 6, 0],
      ["SignatureRule", 1, 3],
    ],
    detail: {
      signatures: [{ id: signature.id, meaning: "Verified", userId: inspector, user: "Person 12" }],
    },
  });
});

test("a plant without rules relies on having none", () => {
  expect(requireSigned(unit, { lastRule: 0, plant: null }, ["complete"])).toEqual({
    asserts: [["SignatureRule", 1, 0]],
    detail: undefined,
  });
});

import { expect, test } from "vitest";
import { backdatingHoursOf } from "../../src/engine/context.ts";
import { requireDistinct } from "../../src/rules/distinct.ts";
import { requireUnused, usesOf } from "../../src/rules/in-use.ts";
import { foldedNames, requireActive } from "../../src/rules/named.ts";
import { requireDecimalPlaces, requireInRange } from "../../src/rules/limits.ts";
import { type LimitedText, requireHappened, requireWithinLimits } from "../../src/rules/limits.ts";
import { quantityMax } from "../../src/values/decimal.ts";
import { now, q } from "../consumption/plant.ts";
import { atFault, refusalDetails } from "../refused.ts";

test("a retired record is not used again", () => {
  expect(requireActive({ isActive: true }, "The unit each")).toBeUndefined();
  expect(refusalDetails(() => requireActive({ isActive: false }, "The unit each"))).toEqual({
    code: "inactive",
    message: "The unit each is not active.",
  });
});

test("a record in use is not deleted, and its uses are counted by kind", () => {
  expect(requireUnused("The unit each", { Product: 0 })).toBeUndefined();
  const uses = { Product: 2, SlotCandidate: 0, ChangeLog: 1 };
  expect(refusalDetails(() => requireUnused("The unit each", uses))).toEqual({
    code: "in_use",
    message:
      "The unit each is in use (Product 2, ChangeLog 1). To retire it, set isActive to false.",
    members: { counts: { Product: 2, ChangeLog: 1 } },
  });
  expect(refusalDetails(() => requireUnused("Order 1", uses, "Cancel it instead.")).message).toBe(
    "Order 1 is in use (Product 2, ChangeLog 1). Cancel it instead.",
  );
});

test("only kinds with a count above 0 are uses", () => {
  expect(usesOf({})).toBeUndefined();
  expect(usesOf({ Product: 0 })).toBeUndefined();
  expect(usesOf({ Product: 0, Bom: 1 })).toEqual({ Bom: 1 });
});

test("a name occurs once in a request, whatever its case", () => {
  const distinct = (names: readonly string[], detail?: string) =>
    requireDistinct(names, (index) => `/names/${index}`, "A name is given twice.", detail);
  const names = ["Torque", "Colour", "TORQUE", "colour"];
  const detail = "An earlier entry has the same value.";
  expect(refusalDetails(() => distinct(names))).toEqual({
    code: "validation_failed",
    message: "A name is given twice.",
    errors: [
      { pointer: "/names/2", detail },
      { pointer: "/names/3", detail },
    ],
  });
  expect(refusalDetails(() => distinct(["a", "A"], "Named twice.")).errors).toEqual([
    { pointer: "/names/1", detail: "Named twice." },
  ]);
  expect(distinct(names.slice(0, 2))).toBeUndefined();
});

test("names are folded, and absent ones are left out", () => {
  expect(foldedNames(["Seal", null, undefined, "", "RING"])).toBe('["seal","","ring"]');
});

test("a decision is made for the time of the event, which must not be in the future", () => {
  expect(requireHappened(undefined, { at: now })).toBe(now);
  expect(requireHappened(null, { at: now })).toBe(now);
  expect(requireHappened(0, { at: now })).toBe(0);
  expect(requireHappened(now, { at: now })).toBe(now);
  expect(refusalDetails(() => requireHappened(now + 1, { at: now }))).toEqual({
    code: "validation_failed",
    message: "occurredAt is in the future.",
    errors: [{ pointer: "/occurredAt", detail: "Must not be in the future." }],
  });
});

test("a caller with a limit dates back to that hour, and not a millisecond further", () => {
  const by = { at: now, backdatingHours: 72 };
  const limit = now - 72 * 3_600_000;
  expect(requireHappened(limit, by)).toBe(limit);
  expect(requireHappened(undefined, by)).toBe(now);
  expect(refusalDetails(() => requireHappened(limit - 1, by))).toEqual(
    atFault(
      "backdated",
      "occurredAt is 2026-05-29T11:59:59.999Z, more than 72 hours ago. This key can date " +
        "at most 72 hours back. An engineer's or an administrator's key can date further.",
      "/occurredAt",
    ),
  );
  const hour = refusalDetails(() => requireHappened(0, { at: now, backdatingHours: 1 }));
  expect(hour.message).toContain("more than 1 hour ago. This key can date at most 1 hour back.");
  const none = { at: now, backdatingHours: 0 };
  expect(requireHappened(now, none)).toBe(now);
  expect(refusalDetails(() => requireHappened(now - 1, none)).code).toBe("backdated");
});

test("engineers and administrators have no limit; others have the service's, or else 72 hours", () => {
  const of = (role: string, backdatingHours?: number) =>
    backdatingHoursOf({ principal: { keyId: 1, userId: 1, role }, backdatingHours });
  expect(of("operator")).toBe(72);
  expect(of("operator", 0)).toBe(0);
  expect(of("stores", 5)).toBe(5);
  expect(of("quality")).toBe(72);
  expect(of("engineer", 5)).toBeUndefined();
  expect(of("admin", 5)).toBeUndefined();
});

test("a quantity has at most the decimals of its product", () => {
  const oil = { name: "Oil", inventoryDecimalPlaces: 1, unit: "l" };
  expect(requireDecimalPlaces(q(1.5), oil)).toBeUndefined();
  expect(refusalDetails(() => requireDecimalPlaces(q(1.25), oil))).toEqual({
    code: "decimal_places",
    message: "1.25 l has too many decimals: Oil is kept in 1 decimal.",
  });
});

test("a sum has at most nine digits before the point", () => {
  const require = (qty: number) => requireInRange(qty, "l", "Item Oil-1", "/adjustqty");
  expect(require(quantityMax)).toBeUndefined();
  expect(refusalDetails(() => require(q(1_000_000_000)))).toEqual(
    atFault(
      "quantity_range",
      "Item Oil-1 would hold 1000000000 l, which has more than 9 digits before the decimal point.",
      "/adjustqty",
    ),
  );
});

const text = (changes: Partial<LimitedText>): LimitedText => ({
  pointer: "/version",
  sent: undefined,
  limit: { characters: 3 },
  stored: undefined,
  ...changes,
});

test.for<[of: string, Partial<LimitedText>]>([
  ["that is absent", {}],
  ["that is null", { sent: null }],
  ["at its limit of characters", { sent: "a\u{1F600}c" }],
  ["at its limit of bytes", { sent: "é1", limit: { bytes: 3 } }],
  ["as it is stored", { sent: "abcd", stored: "abcd" }],
])("a text %s is accepted", ([, changes]) => {
  expect(requireWithinLimits([text(changes)])).toBeUndefined();
});

test("texts over their limits are refused, each with its pointer and its limit", () => {
  const texts = [
    text({ sent: "abcd", stored: "abc" }),
    text({ sent: "ok" }),
    text({ sent: "éé", limit: { bytes: 3 }, pointer: "/name" }),
  ];
  expect(refusalDetails(() => requireWithinLimits(texts))).toEqual({
    code: "validation_failed",
    message: "/version: At most 3 characters. /name: At most 3 bytes in UTF-8.",
    errors: [
      { pointer: "/version", detail: "At most 3 characters." },
      { pointer: "/name", detail: "At most 3 bytes in UTF-8." },
    ],
  });
});

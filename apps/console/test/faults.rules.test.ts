import { expect, test } from "vitest";
import { faultPlace, isOfEmptyField, isWithin } from "../src/contract/faults.rules.ts";

test.each(["Required.", "Required without ID.", "Either user or userID."])(
  "the service says %s of a field that is empty",
  (detail) => expect(isOfEmptyField({ detail })).toBe(true),
);

test("another fault of a field keeps its own text", () => {
  expect(isOfEmptyField({ detail: "Must not be null in an update." })).toBe(false);
});

test("the place of a fault is said by the names of its fields", () => {
  const labels: Readonly<Record<string, string>> = { bom: "BoM", items: "Items" };
  const labelOf = (name: string) => labels[name] ?? name;
  expect(faultPlace({ pointer: "/bom" }, labelOf)).toBe("BoM");
  expect(faultPlace({ pointer: "#/items/2/qty" }, labelOf)).toBe("Items 3 qty");
  expect(faultPlace({ pointer: "" }, labelOf)).toBe("");
});

test("a fault is in a field also if it is in a part of it", () => {
  for (const pointer of ["/lines", "#/lines", "/lines/0/text"]) {
    expect(isWithin({ pointer }, "lines")).toBe(true);
  }
  for (const pointer of ["", "/line", "/other/lines"]) {
    expect(isWithin({ pointer }, "lines")).toBe(false);
  }
});

import { expect, test } from "vitest";
import { readDraft } from "../src/contract/draft.ts";
import type { FieldOf } from "../src/contract/field.ts";

const choice = { name: "role", kind: "choice", options: ["viewer", "operator"] } as const;

const read = (field: FieldOf, draft: object, initial: object = {}) =>
  readDraft([field], { draft: { ...draft }, initial: { ...initial }, locale: "en" }).changes;

test("a choice that must be made is sent as it is shown", () => {
  const needed = { ...choice, isRequired: true } as const;
  expect(read(needed, {})).toEqual({ role: "viewer" });
  expect(read(needed, { role: "operator" })).toEqual({ role: "operator" });
  // A value that the record has already is no change.
  expect(read(needed, { role: "operator" }, { role: "operator" })).toEqual({});
});

test("a choice that can be left empty is sent only if it was made", () => {
  expect(read(choice, {})).toEqual({});
  expect(read(choice, { role: "viewer" })).toEqual({ role: "viewer" });
});

import { expect, test } from "vitest";
import { optionNameOf, valueNameOf } from "../src/contract/choices.ts";
import type { FieldOf } from "../src/contract/field.ts";
import { requestFields } from "../src/contract/fields.gen.ts";
import { kindNameOf } from "../src/contract/kinds.ts";

/** The values that a person chooses from, with their fields at any depth. */
const choicesIn = (fields: readonly FieldOf[]): readonly (readonly [string, string])[] =>
  fields.flatMap(({ name, options = [], fields: inner = [] }) => [
    ...options.map((option) => [name, String(option)] as const),
    ...choicesIn(inner),
  ]);

/** No screen offers the words of the standard, nor counts by groups. */
const { epcisQuery: _, materialItemCount: __, ...offered } = requestFields;

test("every value that a person can choose has a name", () => {
  const choices = Object.values(offered).flatMap((fields) => choicesIn(fields));
  expect(choices.length).toBeGreaterThan(50);
  const nameOf = (field: string, value: string) =>
    field === "entity" ? kindNameOf(value) : optionNameOf(field, value);
  expect(choices.filter(([field, value]) => nameOf(field, value) === undefined)).toEqual([]);
});

test("a text of a field that can have any is shown as it is", () => {
  expect(valueNameOf("status", "Draft")).toBeDefined();
  for (const text of ["Draft", "optional"]) expect(valueNameOf("batchNo", text)).toBeUndefined();
});

import { expect, test } from "vitest";
import { neededFirst } from "../src/contract/field.ts";
import { requestFields } from "../src/contract/fields.gen.ts";

test("what must be filled comes first, and the rest keeps its order", () => {
  expect(neededFirst(requestFields.materialItemHold).map(({ name }) => name)).toEqual([
    "holdReason",
    "id",
    "visualSerialNo",
    "comment",
    "occurredAt",
  ]);
});

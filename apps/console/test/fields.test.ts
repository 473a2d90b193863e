import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { fieldLabels } from "../src/contract/field-labels.gen.ts";

test.for([
  ["reasonSUID", "Reason"],
  ["suid", "Code"],
  ["code", "Code text"],
  ["parentSerialNo", "Unit"],
  ["childSerialNo", "Part"],
  ["builtQty", "Quantity"],
  ["removeQty", "Quantity"],
  ["DefaultBatchSize", "Default batch size"],
] as const)("the field %s is called %s", ([name, label]) => {
  expect(fieldLabels[name]?.message).toBe(label);
});

test("no text of the console says SUID: people have names", () => {
  const path = join(import.meta.dirname, "../src/app/messages/en.po");
  const texts = readFileSync(path, "utf8").match(/^msgstr .*/gm)!;
  expect(texts.length).toBeGreaterThan(1000);
  expect(texts.filter((text) => /SUID/.test(text))).toEqual([]);
});

import { expect, test } from "vitest";
import { inSlotOrder } from "../src/contract/slot-order.rules.ts";

const shownOf = (...texts: readonly string[]) =>
  // In no order of their ids.
  inSlotOrder(
    texts.map((text, index) => ({ text, id: index + 1 })).toReversed(),
    (slot) => slot,
  ).map(({ text }) => text);

test("slots whose descriptions begin with numbers are shown by these", () => {
  expect(shownOf("100 Cover", "20 Impeller", "3 Housing")).toEqual([
    "3 Housing",
    "20 Impeller",
    "100 Cover",
  ]);
  expect(shownOf("1.10 Bolt", "1.9 Washer", "1 Housing")).toEqual([
    "1 Housing",
    "1.9 Washer",
    "1.10 Bolt",
  ]);
});

test.for([
  ["no description begins with a number", ["Housing", "Bearing oil"]],
  ["only some of them do", ["Housing", "8 bolts", "2 seals"]],
  ["two begin with the same one", ["8 bolts", "8 washers", "2 seals"]],
] as const)("slots are shown as they were created if %s", ([, texts]) => {
  expect(shownOf(...texts)).toEqual(texts);
});

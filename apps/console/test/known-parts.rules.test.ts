import { expect, test } from "vitest";
import { knownAs } from "../src/screens/station/unit.rules.ts";

test.for([
  [{ tracking: "Serial", actualQty: 0 }, "piece"],
  [{ actualQty: 1 }, "piece"],
  [{ tracking: "Lot", actualQty: 500 }, "lot"],
  [{ actualQty: 0.5 }, "lot"],
  [{ tracking: "Lot", actualQty: null }, "lot"],
] as const)("%j is known as a %s", ([item, known]) => {
  expect(knownAs(item)).toBe(known);
});

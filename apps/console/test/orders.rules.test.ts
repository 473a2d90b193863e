import { describe, expect, test } from "vitest";
import type { OrderCompleteness } from "../src/screens/order/order.ts";
import { isAllStarted, possibleActions } from "../src/screens/order/order-actions.rules.ts";
import { pickListOf } from "../src/screens/order/pick-list.rules.ts";
import { serialsOf } from "../src/screens/order/serials.rules.ts";

describe("the actions on an order", () => {
  test("are those of its state that the role allows", () => {
    expect(possibleActions("Started", () => true)).toEqual(["complete", "start", "edit", "cancel"]);
    expect(possibleActions("Created", (name) => name === "worksOrderStart")).toEqual(["start"]);
    expect(possibleActions("Cancelled", () => true)).toEqual(["edit"]);
  });
});

test("serials are the lines of a text that say something", () => {
  expect(serialsOf(" A-1 \r\n\nA 2\n")).toEqual(["A-1", "A 2"]);
});

test("nothing is left to start if the open units are the whole quantity", () => {
  const unit = (nominalQty: number, isOpen: boolean) => ({
    id: 1,
    visualSerialNo: "S",
    nominalQty,
    status: "WIP",
    holdReason: null,
    isOpen,
    isComplete: false,
    hasUnfinished: false,
    requiredSlots: 0,
    filledSlots: 0,
  });
  expect(isAllStarted({ qty: 0.3 }, { units: [unit(0.1, true), unit(0.2, true)] })).toBe(true);
  expect(isAllStarted({ qty: 0.3 }, { units: [unit(0.1, true), unit(0.2, false)] })).toBe(false);
});

const candidate = (productID: number, version: string | null, missing: number) => ({
  candidateID: productID,
  productID,
  product: `P${productID}`,
  version,
  isDefault: true,
  missing,
  unit: "l",
});
const slot = (name: string, ...candidates: readonly ReturnType<typeof candidate>[]) => ({
  bomSlotID: 1,
  slot: name,
  productID: 1,
  product: "P1",
  missing: candidates[0]?.missing ?? 1,
  unit: "l",
  units: 1,
  candidates: [...candidates],
});
const item = (id: number, productID: number, actualQty: number, location: string | null) => ({
  id,
  visualSerialNo: `S${id}`,
  productID,
  product: `P${productID}`,
  version: "A",
  batchNo: null,
  location,
  expiryDate: null,
  actualQty,
  unit: "l",
});
const listOf = (part: Pick<OrderCompleteness, "missing" | "stock">) => {
  // Only these two parts are read.
  const { places, lacks } = pickListOf(part as OrderCompleteness);
  return {
    shorts: lacks.map(({ short }) => short),
    places: places.map(({ location, picks }) => [
      location,
      picks.map((pick) => `${pick.item.id} ${pick.slot} ${pick.take}`),
    ]),
  };
};

describe("a pick list", () => {
  test("takes exactly what is missing, in the order of the stock, by location", () => {
    const missing = [slot("oil", candidate(1, null, 0.3))];
    const stock = [item(1, 1, 0.1, "B"), item(2, 1, 0.1, "A"), item(3, 1, 9, "B")];
    expect(listOf({ missing, stock })).toEqual({
      shorts: [0],
      places: [
        ["A", ["2 oil 0.1"]],
        ["B", ["1 oil 0.1", "3 oil 0.1"]],
      ],
    });
  });

  test("gives nothing to two slots", () => {
    const missing = [slot("left", candidate(1, null, 2)), slot("right", candidate(1, null, 2))];
    expect(listOf({ missing, stock: [item(1, 1, 3, null)] })).toEqual({
      shorts: [0, 1],
      places: [[null, ["1 left 2", "1 right 1"]]],
    });
  });

  test("names other candidates only where the default one is not enough", () => {
    const candidates = [candidate(1, null, 2), candidate(2, "A", 4)] as const;
    const stock = [item(1, 1, 1, "A"), item(2, 2, 9, "A")];
    const scarce = listOf({ missing: [slot("seal", ...candidates)], stock });
    expect(scarce).toEqual({ shorts: [1], places: [["A", ["1 seal 1", "2 seal undefined"]]] });
    const enough = [item(1, 1, 2, "A"), item(2, 2, 9, "A")];
    expect(listOf({ missing: [slot("seal", ...candidates)], stock: enough }).places).toEqual([
      ["A", ["1 seal 2"]],
    ]);
  });

  test("takes only the version that the slot takes", () => {
    const missing = [slot("seal", candidate(1, "B", 1))];
    expect(listOf({ missing, stock: [item(1, 1, 5, "A")] })).toEqual({ shorts: [1], places: [] });
  });
});

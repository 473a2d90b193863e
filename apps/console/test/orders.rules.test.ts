import { describe, expect, test } from "vitest";
import { newestFirst } from "../src/screens/bom/version-number.rules.ts";
import type { OrderCompleteness } from "../src/screens/order/order.ts";
import { possibleActions, qtyLeftOf } from "../src/screens/order/order-actions.rules.ts";
import { bomOf, proposedVersion } from "../src/screens/order/proposal.rules.ts";
import { pickListOf } from "../src/screens/order/pick-list.rules.ts";
import { serialsOf } from "../src/screens/order/serials.rules.ts";

describe("the actions on an order", () => {
  test("are those of its state that the role allows", () => {
    expect(possibleActions("Started", () => true)).toEqual([
      "complete",
      "start",
      "edit",
      "version",
      "cancel",
    ]);
    expect(possibleActions("Created", (name) => name === "worksOrderStart")).toEqual(["start"]);
    expect(possibleActions("Cancelled", () => true)).toEqual(["edit"]);
  });
});

test("serials are the lines of a text that say something", () => {
  expect(serialsOf(" A-1 \r\n\nA 2\n")).toEqual(["A-1", "A 2"]);
});

test("an order is proposed the only BoM and its highest released version", () => {
  const boms = [{ name: "PUMP-BOM" }];
  expect(bomOf(boms, "")).toBe(boms[0]);
  const versions = [
    { version: "1.9", status: "Released" as const },
    { version: "1.10", status: "Released" as const },
    { version: "1.11", status: "Draft" as const },
  ];
  expect(proposedVersion(newestFirst(versions))).toBe("1.10");
});

test("of several BoMs a person chooses, and a draft is not proposed", () => {
  const boms = [{ name: "EU" }, { name: "US" }];
  expect(bomOf(boms, "")).toBeUndefined();
  expect(bomOf(boms, "US")).toBe(boms[1]);
  expect(proposedVersion([{ version: "1.0", status: "Draft" }])).toBe("");
});

test("what is left to start leaves out the units that are not scrapped or voided", () => {
  const unit = (nominalQty: number, status: string) => ({
    id: 1,
    visualSerialNo: "S",
    nominalQty,
    status,
    holdReason: null,
    isOpen: true,
    isComplete: false,
    hasUnfinished: false,
    requiredSlots: 0,
    filledSlots: 0,
  });
  const order = { qty: 0.3, status: "Started" } as const;
  const left = (units: readonly ReturnType<typeof unit>[], unitCount = units.length) =>
    qtyLeftOf(order, { units: [...units], unitCount }, ["Scrapped"]);
  expect(left([unit(0.1, "WIP"), unit(0.2, "Available")])).toBe(0);
  expect(left([unit(0.1, "WIP"), unit(0.2, "Scrapped")])).toBe(0.2);
  expect(left([unit(0.1, "WIP")], 2)).toBeUndefined();
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

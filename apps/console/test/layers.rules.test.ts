import { expect, test } from "vitest";
import { layOut, shorten, type Traced } from "../src/screens/recall/layers.rules.ts";

const traced = (...ids: readonly number[]): Traced => ({
  id: ids[0]!,
  level: ids.length - 1,
  path: ids.map((id) => ({ id })),
});

// Lots 1 and 2 are suspect. Lot 1 went into 10 and 11, 11 into 20 and 21, and lot 2 into 12.
const plant = [
  traced(1),
  traced(2),
  traced(10, 1),
  traced(11, 1),
  traced(12, 2),
  traced(20, 11, 1),
  traced(21, 11, 1),
];

test("an item stands in the layer of its level, in the middle of what contains it", () => {
  const { places, layers, rows } = layOut(plant);
  const drawn = [...places.values()].map(({ id, layer, row }) => [id, layer, row]);
  expect(drawn.toSorted(([a], [b]) => a! - b!)).toEqual([
    [1, 0, 0.75],
    [2, 0, 3],
    [10, 1, 0],
    [11, 1, 1.5],
    [12, 1, 3],
    [20, 2, 1],
    [21, 2, 2],
  ]);
  expect([layers, rows]).toEqual([3, 4]);
});

test("links lead one layer further, and no two of them cross", () => {
  const { places, links } = layOut(plant);
  expect(links).toHaveLength(5);
  const drawn = links.map(([from, to]) => [places.get(from)!, places.get(to)!] as const);
  for (const [from, to] of drawn) expect(to.layer).toBe(from.layer + 1);
  for (const [from, to] of drawn) {
    for (const [otherFrom, otherTo] of drawn) {
      if (from.layer !== otherFrom.layer) continue;
      expect((from.row - otherFrom.row) * (to.row - otherTo.row)).toBeGreaterThanOrEqual(0);
    }
  }
});

test("no two items have the same place", () => {
  const places = [...layOut(plant).places.values()].map(({ layer, row }) => `${layer}/${row}`);
  expect(new Set(places).size).toBe(plant.length);
});

test("an item whose path leads to one that is not listed stands alone", () => {
  const { places, links } = layOut([traced(10, 1)]);
  expect(places.get(10)).toEqual({ id: 10, layer: 1, row: 0 });
  expect(links).toEqual([]);
});

test("nothing is drawn of nothing", () => {
  expect(layOut([])).toEqual({ places: new Map(), links: [], layers: 0, rows: 0 });
});

test.for([
  ["PUMP-0001", 9, "PUMP-0001"],
  ["PUMP-0001", 8, "PUM…0001"],
  ["PUMP-0001", 5, "PU…01"],
  ["🔩🔩🔩🔩", 3, "🔩…🔩"],
] as const)("%s in %d characters is %s", ([text, charactersMax, short]) => {
  expect(shorten(text, charactersMax)).toBe(short);
});

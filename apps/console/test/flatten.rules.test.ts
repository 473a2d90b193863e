import { expect, test } from "vitest";
import { shapeOf, visibleRows } from "../src/tree/flatten.rules.ts";

const rows = [1, 2, 3, 2, 1, 2].map((level) => ({ level }));
const shape = shapeOf(rows);

test("every row has its place among those with the same parent", () => {
  const all = visibleRows(rows, shape, () => true);
  expect(all.map(({ position, siblings }) => [position, siblings])).toEqual([
    [1, 2],
    [1, 2],
    [1, 1],
    [2, 2],
    [2, 2],
    [1, 1],
  ]);
  expect(all.map(({ hasChildren }) => hasChildren)).toEqual([
    true,
    true,
    false,
    false,
    true,
    false,
  ]);
});

test.for([
  [[], [0, 4]],
  [[0], [0, 1, 3, 4]],
  [[1], [0, 4]],
  [
    [0, 1, 4],
    [0, 1, 2, 3, 4, 5],
  ],
])("with the rows %j open, the rows %j are visible", ([open, visible]) => {
  const shown = visibleRows(rows, shape, (at) => open!.includes(at));
  expect(shown.map(({ at }) => at)).toEqual(visible);
});

test("a row without children is never open", () => {
  const [leaf] = visibleRows([{ level: 1 }], shapeOf([{ level: 1 }]), () => true);
  expect(leaf).toMatchObject({ hasChildren: false, isOpen: false });
});

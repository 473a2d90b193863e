import { expect, test } from "vitest";
import { nextEditable, placeAfterKey } from "../src/list/edit-grid.rules.ts";

const size = { rows: 3, columns: 4 };
const from = { row: 1, column: 1 };
const after = (key: string, isWhole = false) =>
  placeAfterKey(key, from, { size, pageRows: 15, isWhole });

test.for([
  ["ArrowDown", 2, 1],
  ["ArrowUp", 0, 1],
  ["ArrowRight", 1, 2],
  ["ArrowLeft", 1, 0],
  ["PageDown", 2, 1],
  ["PageUp", 0, 1],
  ["Home", 1, 0],
  ["End", 1, 3],
] as const)("%s moves to row %d, column %d", ([key, row, column]) => {
  expect(after(key)).toEqual({ row, column });
});

test("Ctrl with Home and End goes to the first and the last cell", () => {
  expect(after("Home", true)).toEqual({ row: 0, column: 0 });
  expect(after("End", true)).toEqual({ row: 2, column: 3 });
});

test("a key that does not move is left alone", () => {
  expect(after("a")).toBeUndefined();
});

test("a move ends at the edge", () => {
  const atEdge = placeAfterKey(
    "ArrowRight",
    { row: 2, column: 3 },
    { size, pageRows: 15, isWhole: false },
  );
  expect(atEdge).toEqual({ row: 2, column: 3 });
});

test("the next cell to edit is in the same row or in one after it, and the last has none", () => {
  const isEditable = ({ column }: { readonly column: number }) => column === 1 || column === 3;
  expect(nextEditable(from, 1, size, isEditable)).toEqual({ row: 1, column: 3 });
  expect(nextEditable({ row: 1, column: 3 }, 1, size, isEditable)).toEqual({ row: 2, column: 1 });
  expect(nextEditable(from, -1, size, isEditable)).toEqual({ row: 0, column: 3 });
  expect(nextEditable({ row: 2, column: 3 }, 1, size, isEditable)).toBeUndefined();
  expect(nextEditable({ row: 0, column: 1 }, -1, size, () => true)).toEqual({ row: 0, column: 0 });
  expect(nextEditable({ row: 0, column: 1 }, -1, size, isEditable)).toBeUndefined();
});

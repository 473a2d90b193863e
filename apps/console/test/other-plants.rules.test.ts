import { expect, test } from "vitest";
import {
  commandOf,
  otherPlaces,
  recallAddress,
  sentNowhere,
} from "../src/screens/recall/other-plants.rules.ts";

const here = { isDispatched: false, origin: null, destination: null };
const sent = (destination: string | null) => ({ ...here, isDispatched: true, destination });

test("places are counted in any case, those with most items first", () => {
  const items = [
    here,
    { ...here, origin: "North" },
    sent("South"),
    sent("SOUTH"),
    { ...sent("South"), origin: "north" },
    sent(null),
    // It has come back.
    { ...here, destination: "West" },
  ];
  expect(otherPlaces(items)).toEqual([
    { name: "South", from: 0, to: 3 },
    { name: "North", from: 2, to: 0 },
  ]);
  expect(sentNowhere(items)).toBe(1);
  expect(otherPlaces([here])).toEqual([]);
});

test("only an address of the web leads to another plant", () => {
  const plants = [
    { name: "South", address: "https://south.example/" },
    { name: "North", address: null },
    { name: "Script", address: "javascript:alert(1)" },
    { name: "Broken", address: "https://[" },
  ];
  const at = (name: string) => recallAddress(name, plants, "?batchNo=X-9");
  expect(at("SOUTH")).toBe("https://south.example/console/recall?batchNo=X-9");
  expect(["North", "Script", "Broken", "West"].map(at)).toEqual(Array(4).fill(undefined));
});

test("the command has the filters of the screen, as a shell reads them", () => {
  const start = "asbuilt recall --plants plants.json";
  expect(commandOf({ batchNo: "X-9", includeRemoved: true })).toBe(
    `${start} --batch X-9 --include-removed`,
  );
  expect(commandOf({ visualSerialNo: "P 1's", deliveryNo: "$(x)" })).toBe(
    String.raw`${start} --serial 'P 1'\''s' --delivery '$(x)'`,
  );
  expect(commandOf({ batchNo: "X-9", from: "2026-01-01" })).toBe(undefined);
});

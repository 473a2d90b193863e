import { expect, test } from "vitest";
import { differencesOf, nameIn } from "../src/list/differences.rules.ts";

const differing = (before: object | null, after: object | null) =>
  differencesOf({ before: before as never, after: after as never }).map(({ name }) => name);

test.for([
  ["a creation", null, { name: "Torque", testModeID: null, revNo: 1 }, ["name"]],
  ["a change", { qty: 1, unit: "kg" }, { qty: 2, unit: "kg" }, ["qty"]],
  ["an emptied field", { holdReasonID: 3 }, { holdReasonID: null }, ["holdReasonID"]],
  ["a deletion", { name: "Torque" }, null, ["name"]],
  ["an id beside its name", null, { caseDataID: 4, name: "Torque", value: "9" }, ["name", "value"]],
  [
    "an id without its name",
    null,
    { caseDataID: 4, name: null, value: "9" },
    ["caseDataID", "value"],
  ],
] as const)("%s shows what differs", ([, before, after, names]) => {
  expect(differing(before, after)).toEqual(names);
});

test.for([
  ["an item", null, { productID: 3, visualSerialNo: "PUMP-1" }, "PUMP-1"],
  ["an order", { orderNo: "WO-1", status: "Created" }, { status: "Started" }, "WO-1"],
  ["a product that is renamed", { Name: "Pump" }, { Name: "Pump 2" }, "Pump 2"],
  ["a record that is deleted", { name: "Cage", suid: "CAGE" }, null, "Cage"],
  ["a change of other fields", { locationID: 1 }, { locationID: 2 }, undefined],
] as const)("%s is called by its name, if the change has it", ([, before, after, name]) => {
  expect(nameIn({ before, after })).toBe(name);
});

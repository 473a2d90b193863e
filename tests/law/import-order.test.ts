import { importStages, operations } from "@asbuilt/contract";
import { importOrder } from "@asbuilt/node/import";
import { expect, test } from "vitest";

const names = importOrder.map(({ path }) => path.slice("/api/".length));

/**
 * The writes that no table can hold: a session is a browser's, whose cookie only a response has, an
 * upload is a file, and a PIN is known to nobody but its person.
 */
const ofNoTable = new Set([
  "Attachment/Remove",
  "Attachment/Upload",
  "Session/ActAs",
  "Session/Create",
  "Session/Delete",
  "Signature/Sign",
  "User/ClearPin",
  "User/ResetPin",
  "User/SetPin",
]);

test("an import has a place for each write with a body and a fixed path, and for nothing else", () => {
  const nameOf = ({ path }: { readonly path: string }) => path.slice("/api/".length);
  const writes = operations.filter(
    (operation) =>
      operation.isWrite && !operation.path.includes("{") && !ofNoTable.has(nameOf(operation)),
  );
  const paths = writes.map(nameOf);
  expect(names.toSorted()).toEqual(paths.toSorted());
  for (const { path, request } of writes) expect(request, path).toHaveProperty("body");
});

test("each stage of an import has a route", () => {
  const used = new Set(operations.flatMap(({ importStage }) => importStage ?? []));
  expect(importStages.filter((stage) => !used.has(stage))).toEqual([]);
});

test("an import deletes after all else, and revokes keys at its end", () => {
  const methods = importOrder.map(({ method }) => method);
  const first = methods.indexOf("delete");
  expect(names.slice(methods.lastIndexOf("delete") + 1)).toEqual(["ApiKey/Revoke"]);
  expect(new Set(methods.slice(first, -1))).toEqual(new Set(["delete"]));
});

/**
 * Pairs that must stay in order. The second needs the record that the first writes, or leaves it in
 * a state that refuses the first. A new webhook receives no event of an import.
 */
const pairs = `
Location/Upsert Product/Upsert
User/Upsert ApiKey/Create
MaterialStatus/Upsert MaterialItem/Receive
WorkCentre/Upsert WorkCentreGroup/Upsert
Product/Upsert Product/Copy
Product/Copy Bom/Upsert
Bom/Upsert BomSlot/Upsert
BomSlot/Upsert BomSlot/UpsertCandidates
BomSlot/Upsert BomSlot/UpsertProperties
BomSlot/UpsertCandidates Build/Build
Bom/Upsert WorksOrder/Upsert
WorksOrder/Upsert WorksOrder/Start
WorksOrder/Start Build/Build
MaterialItem/Receive MaterialItem/ItemAdjust
MaterialItem/ItemAdjust Build/Build
MaterialItem/ItemAdjust Build/BuildMany
Build/Build Build/Remove
Build/Build Build/RemoveMany
Build/BuildMany Build/Remove
Build/BuildMany Build/RemoveMany
Build/Build MaterialItem/Hold
Build/Remove WorksOrder/Complete
MaterialItem/Receive MaterialItem/Move
MaterialItem/Hold MaterialItem/Release
MaterialItem/Hold MaterialItem/Scrap
MaterialItem/Release MaterialItem/Scrap
MaterialItem/Release MaterialItem/Dispatch
MaterialItem/Move MaterialItem/Dispatch
WorksOrder/Complete MaterialItem/Dispatch
MaterialItem/Scrap WorksOrder/Cancel
MaterialItem/Dispatch Webhook/Upsert
ApiKey/Create ApiKey/Revoke
Webhook/Upsert Webhook/Replay
Webhook/Replay Webhook/Delete
BomSlot/ClearProperty BomSlot/Delete
BomSlot/DeleteCandidate BomSlot/Delete
BomSlot/Delete Bom/Delete
WorksOrder/Delete Bom/Delete
Bom/Delete Product/Delete
Product/Delete Location/Delete
Product/Delete UnitOfMeasure/Delete
WorkCentreGroup/Delete WorkCentre/Delete
BomSlot/Delete PropertyDefinition/Delete`;

test.each(
  pairs
    .trim()
    .split("\n")
    .map((pair) => pair.split(" ") as [string, string]),
)("an import sends %s before %s", (first, second) => {
  expect(names).toContain(first);
  expect(names.indexOf(first)).toBeLessThan(names.indexOf(second));
});

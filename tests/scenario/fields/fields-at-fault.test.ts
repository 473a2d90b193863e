import { expect, test } from "vitest";
import { openPlant } from "#plant";
import { assembly } from "../assembly.ts";
import { expectRefused } from "../refused.ts";

const plant = await openPlant();

type Fields = Readonly<Record<string, unknown>>;

const none = 9_999_999_999;
const retired = async (resource: string, fields: Fields = {}) => {
  const name = plant.unique("Retired");
  const body = { name, suid: name, isActive: false, ...fields };
  await plant.done("put", `/api/${resource}/Upsert`, body);
  return name;
};
const { parent, child, slot, unit, bom } = await assembly(plant);
const product = await plant.product();
const gone = (await plant.product({ IsActive: false })).Name as string;
const item = await plant.receive({ productName: product.Name, qty: 4 });
const order = await plant.worksOrder({ productName: unit.Name, bom: bom.name });
const [oldLocation, oldOwner, oldCentre, oldReason, oldUnit] = [
  await retired("Location"),
  await retired("OwnershipType"),
  await retired("WorkCentre"),
  await retired("MaterialReason", { transactions: ["adjust", "remove"] }),
  await retired("UnitOfMeasure"),
];
const group = await plant.done("put", "/api/WorkCentreGroup/Upsert", {
  Name: plant.unique("G"),
  SUID: plant.unique("S"),
});

// A lot of the maximum quantity, with one more that is built.
const full = await assembly(plant, { stock: 999_999_999 });
const consumed = { parentSerialNo: full.parent, childSerialNo: full.child };
await full.build();
await plant.done("post", "/api/MaterialItem/ItemAdjust", {
  materialitemid: full.childId,
  adjustqty: 1,
  reasonSUID: "COUNT",
});

const receipt = { productName: product.Name, visualSerialNo: plant.unique("SN"), qty: 1 };
const adjustment = { materialitemid: item.id, adjustqty: 1, reasonSUID: "COUNT" };
const line = {
  parentSerialNo: parent,
  childSerialNo: child,
  builtQty: 1,
  receiveAtPointOfConsumption: false,
};
const removal = {
  parentSerialNo: parent,
  childSerialNo: child,
  removeQty: 1,
  reasonSUID: "REWORK",
};
const details = { productName: product.Name, costPerUnit: 1, currency: "USD" };
const atPoint = { ...line, childSerialNo: "new", receiveAtPointOfConsumption: true };
const candidate = { product: product.Name, isActive: true, qty: 2, minQty: 1, isDefault: false };
const newOrder = {
  orderNo: plant.unique("WO"),
  productName: order.productName,
  bom: order.bom,
  version: order.version,
  qty: 1,
};
const upsertOf = (candidates: readonly Fields[]) => ({ bomSlotID: slot.id, candidates });

test.for<[path: string, sent: Fields, refusal: [number, string, ...string[]]]>([
  [
    "POST MaterialItem/Receive",
    { ...receipt, productName: "No" },
    [404, "not_found", "/productName"],
  ],
  [
    "POST MaterialItem/Receive",
    { ...receipt, productName: gone },
    [409, "inactive", "/productName"],
  ],
  ["POST MaterialItem/Receive", { ...receipt, location: "No" }, [404, "not_found", "/location"]],
  [
    "POST MaterialItem/Receive",
    { ...receipt, location: oldLocation },
    [409, "inactive", "/location"],
  ],
  [
    "POST MaterialItem/Receive",
    { ...receipt, ownershipType: "No" },
    [404, "not_found", "/ownershipType"],
  ],
  [
    "POST MaterialItem/Receive",
    { ...receipt, ownershipType: oldOwner },
    [409, "inactive", "/ownershipType"],
  ],
  ["POST MaterialItem/Receive", { ...receipt, qty: 1.5 }, [409, "decimal_places", "/qty"]],
  [
    "POST MaterialItem/ItemAdjust",
    { ...adjustment, materialitemid: none },
    [404, "not_found", "/materialitemid"],
  ],
  [
    "POST MaterialItem/ItemAdjust",
    { ...adjustment, reasonSUID: "No" },
    [404, "not_found", "/reasonSUID"],
  ],
  [
    "POST MaterialItem/ItemAdjust",
    { ...adjustment, reasonSUID: "REWORK" },
    [409, "reason_not_assigned", "/reasonSUID"],
  ],
  [
    "POST MaterialItem/ItemAdjust",
    { ...adjustment, reasonSUID: oldReason },
    [409, "inactive", "/reasonSUID"],
  ],
  [
    "POST MaterialItem/ItemAdjust",
    { ...adjustment, adjustqty: 0.5 },
    [409, "decimal_places", "/adjustqty"],
  ],
  [
    "POST MaterialItem/ItemAdjust",
    { ...adjustment, adjustqty: -5 },
    [409, "negative_quantity", "/adjustqty"],
  ],
  ["PUT MaterialItem/Move", { id: none, location: "MAIN" }, [404, "not_found", "/id"]],
  [
    "PUT MaterialItem/Move",
    { visualSerialNo: "No", location: "MAIN" },
    [404, "not_found", "/visualSerialNo"],
  ],
  ["PUT MaterialItem/Move", { id: item.id, location: "No" }, [404, "not_found", "/location"]],
  ["PUT MaterialItem/Hold", { id: item.id, holdReason: "No" }, [404, "not_found", "/holdReason"]],
  ["POST MaterialItem/History", { visualSerialNo: "No" }, [404, "not_found", "/visualSerialNo"]],
  ["POST Genealogy/AsBuilt", { id: none }, [404, "not_found", "/id"]],
  ["PUT Build/Build", { ...line, parentSerialNo: "No" }, [404, "not_found", "/parentSerialNo"]],
  ["PUT Build/Build", { ...line, childSerialNo: "No" }, [404, "not_found", "/childSerialNo"]],
  ["PUT Build/Build", { ...line, bomSlotID: none }, [404, "not_found", "/bomSlotID"]],
  ["PUT Build/Build", { ...line, builtQty: 0.5 }, [409, "decimal_places", "/builtQty"]],
  [
    "PUT Build/BuildMany",
    { atomic: true, lines: [{ ...line, childSerialNo: "No" }] },
    [404, "not_found", "/lines/0/childSerialNo"],
  ],
  [
    "PUT Build/Build",
    { ...atPoint, itemDetails: { ...details, productName: "No" } },
    [404, "not_found", "/itemDetails/productName"],
  ],
  [
    "PUT Build/Build",
    { ...atPoint, itemDetails: { ...details, productName: gone } },
    [409, "inactive", "/itemDetails/productName"],
  ],
  [
    "PUT Build/Build",
    { ...atPoint, itemDetails: { ...details, currency: "No" } },
    [404, "not_found", "/itemDetails/currency"],
  ],
  ["PUT Build/Remove", { ...removal, parentSerialNo: "No" }, [404, "not_found", "/parentSerialNo"]],
  ["PUT Build/Remove", { ...removal, childSerialNo: "No" }, [404, "not_found", "/childSerialNo"]],
  ["PUT Build/Remove", { ...removal, reasonSUID: "No" }, [404, "not_found", "/reasonSUID"]],
  ["PUT Build/Remove", { ...removal, removeQty: 0.5 }, [409, "decimal_places", "/removeQty"]],
  [
    "PUT BomSlot/UpsertCandidates",
    upsertOf([{ ...candidate, product: gone }]),
    [409, "inactive", "/candidates/0/product"],
  ],
  [
    "PUT BomSlot/UpsertCandidates",
    upsertOf([{ ...candidate, useUom: oldUnit }]),
    [409, "inactive", "/candidates/0/useUom"],
  ],
  ["PUT Product/Upsert", { ID: product.ID, Location: oldLocation }, [409, "inactive", "/Location"]],
  [
    "PUT Bom/Upsert",
    { name: "New", parentProductName: gone },
    [409, "inactive", "/parentProductName"],
  ],
  ["PUT WorksOrder/Upsert", { ...newOrder, productName: "No" }, [404, "not_found", "/productName"]],
  ["PUT WorksOrder/Upsert", { ...newOrder, bom: "No" }, [404, "not_found", "/bom"]],
  ["PUT WorksOrder/Upsert", { ...newOrder, version: "9.9" }, [404, "not_found", "/version"]],
  ["PUT WorksOrder/Upsert", { ...newOrder, qty: 0.5 }, [409, "decimal_places", "/qty"]],
  [
    "POST MaterialItem/ItemAdjust",
    { ...adjustment, adjustqty: 999_999_999 },
    [409, "quantity_range", "/adjustqty"],
  ],
  ["PUT Build/Remove", { ...removal, ...consumed }, [409, "quantity_range", "/removeQty"]],
  [
    "PUT Build/RemoveMany",
    { atomic: true, lines: [{ ...removal, ...consumed }] },
    [409, "quantity_range", "/lines/0/removeQty"],
  ],
  [
    "PUT Build/Build",
    { ...line, ...consumed, builtQty: 999_999_999 },
    [409, "quantity_range", "/builtQty"],
  ],
  ["PUT WorksOrder/Start", { orderNo: "No" }, [404, "not_found", "/orderNo"]],
  [
    "PUT WorksOrder/Start",
    { id: order.id, items: [{ visualSerialNo: plant.unique("SN"), qty: 0.5 }] },
    [409, "decimal_places", "/items/0/qty"],
  ],
  ["PUT Location/Upsert", { name: "main" }, [409, "duplicate", "/name"]],
  ["PUT Location/Upsert", { suid: "main" }, [409, "duplicate", "/suid"]],
  ["PUT Location/Upsert", { name: plant.unique("L"), suid: "main" }, [409, "duplicate", "/suid"]],
  ["DELETE Location/Delete", { id: none }, [404, "not_found", "/id"]],
  ["PUT WorkCentreGroup/Upsert", { ID: none }, [404, "not_found", "/ID"]],
  ["PUT WorkCentreGroup/Upsert", { Name: group.Name }, [409, "duplicate", "/Name"]],
  ["PUT WorkCentreGroup/Upsert", { SUID: group.SUID }, [409, "duplicate", "/SUID"]],
  [
    "PUT WorkCentreGroup/Upsert",
    { WorkCentres: ["New", oldCentre] },
    [409, "inactive", "/WorkCentres/1"],
  ],
  ["POST ApiKey/Create", { name: "k", role: "viewer", user: "No" }, [404, "not_found", "/user"]],
  ["PUT ApiKey/Revoke", { id: none }, [404, "not_found", "/id"]],
  ["DELETE Webhook/Delete", { id: none }, [404, "not_found", "/id"]],
])("%s of %j is refused at the field at fault", async ([operation, sent, refusal]) => {
  const [method, path] = operation.split(" ") as ["PUT" | "POST" | "DELETE", string];
  const send = () => plant[method.toLowerCase() as "put" | "post" | "delete"](`/api/${path}`, sent);
  const { errors } = await expectRefused(plant, send, refusal);
  expect(errors[0].detail).not.toBe("");
});

test("an update of an item names the field", async () => {
  const send = (changes: Fields) => () =>
    plant.put(`/api/MaterialItem/Update/${item.id}`, { ...item, ...changes });
  const halves = { nominalQty: 1.5 };
  await expectRefused(plant, send(halves), [409, "decimal_places", "/nominalQty"]);
  await expectRefused(plant, send({ actualQty: 0.5 }), [409, "decimal_places", "/actualQty"]);
  const [location] = (await plant.post("/api/Location/List", { name: oldLocation })).body;
  const inRetired = { locationID: location.id };
  await expectRefused(plant, send(inRetired), [409, "inactive", "/locationID"]);
});

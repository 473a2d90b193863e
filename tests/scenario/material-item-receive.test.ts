import { expect, test } from "vitest";
import { openPlant } from "#plant";
import { expectConservation } from "./conservation.ts";
import { expectRefused } from "./refused.ts";
import { textOfBytes, textOfChars } from "./texts.ts";

const plant = await openPlant();
const { Name: productName } = await plant.product({ InventoryDecimalPlaces: 3 });
const path = "/api/MaterialItem/Receive";
const valid = () => ({ productName, visualSerialNo: plant.unique("SN"), qty: 5 });
const day = 86_400_000;

test("a received item has the sent fields, and the product's defaults for the rest", async () => {
  const product = await plant.product({ Version: "B", DefaultCostPerUnit: 2.5, ShelfLifeDays: 10 });
  plant.now = Date.parse("2026-03-01T12:00:00Z");
  const visualSerialNo = plant.unique("SN");
  const item = await plant.receive({ productName: product.Name, visualSerialNo, qty: 7 });
  plant.now = undefined;
  expect(item).toMatchObject({
    revNo: 1,
    lastEditDT: "2026-03-01T12:00:00.000Z",
    productID: product.ID,
    productName: product.Name,
    visualSerialNo,
    status: "Available",
    nominalQty: 7,
    actualQty: 7,
    version: "B",
    costPerUnit: 2.5,
    currency: "EUR",
    ownershipType: "Internal",
    location: "MAIN",
    expiryDate: "2026-03-11T23:59:59.999Z",
    scheduleID: null,
    holdReasonID: null,
    batchNo: null,
    caseData: [],
  });
});

test("each field that is sent is kept", async () => {
  const { suid } = await plant.done("put", "/api/Location/Upsert", { suid: plant.unique("loc") });
  const item = await plant.receive({
    ...valid(),
    expiryDate: "2027-01-31T10:00:00+02:00",
    version: "C",
    location: suid,
    batchNo: "B-1",
    costPerUnit: 0.25,
    ownershipType: "customer",
    comment: "From the second truck",
    deliveryNo: "D-77",
  });
  expect(item).toMatchObject({
    expiryDate: "2027-01-31T08:00:00.000Z",
    version: "C",
    location: suid,
    batchNo: "B-1",
    costPerUnit: 0.25,
    ownershipType: "Customer",
    deliveryNo: "D-77",
  });
  const [log] = await plant.sql(
    "select comment, delivery_no from change_log where entity = 'MaterialItem' and entity_id = ?",
    item.id,
  );
  expect(log).toEqual({ comment: "From the second truck", delivery_no: "D-77" });
});

test("a date alone is the end of that day, as an expiry", async () => {
  const item = await plant.receive({ ...valid(), expiryDate: "2027-01-31" });
  expect(item.expiryDate).toBe("2027-01-31T23:59:59.999Z");
});

test("null means the same as absent, except for the expiry", async () => {
  const sent = { version: null, location: null, batchNo: null, comment: null };
  const item = await plant.receive({ ...valid(), ...sent, costPerUnit: null, ownershipType: null });
  expect(item).toMatchObject({ version: "A", location: "MAIN", ownershipType: "Internal" });
});

test("the product is found without regard to case, and its name returned as stored", async () => {
  const item = await plant.receive({ ...valid(), productName: productName.toUpperCase() });
  expect(item.productName).toBe(productName);
});

test("expired material may be received", async () => {
  const item = await plant.receive({ ...valid(), expiryDate: "2020-01-01" });
  expect(item.status).toBe("Available");
});

test("a receipt that happened earlier counts its shelf life from that day", async () => {
  const product = await plant.product({ ShelfLifeDays: 10 });
  const occurredAt = new Date(Date.now() - 3 * day).toISOString();
  const item = await plant.receive({ ...valid(), productName: product.Name, occurredAt });
  const lastDay = new Date(Date.parse(occurredAt) + 10 * day).toISOString().slice(0, 10);
  expect(item.expiryDate).toBe(`${lastDay}T23:59:59.999Z`);
});

test("a receipt can't have happened in the future", async () => {
  const occurredAt = new Date(Date.now() + day).toISOString();
  await expectRefused(plant, () => plant.post(path, { ...valid(), occurredAt }), [
    400,
    "validation_failed",
    "/occurredAt",
  ]);
});

test.for(["productName", "visualSerialNo", "qty"])("%s is mandatory", async (field) => {
  for (const missing of [undefined, null, ""]) {
    const body = { ...valid(), [field]: missing };
    const problem = [400, "validation_failed", `/${field}`] as const;
    await expectRefused(plant, () => plant.post(path, body), problem);
  }
});

test.for([
  ["productName", textOfChars, 50],
  ["visualSerialNo", textOfBytes, 250],
  ["version", textOfBytes, 100],
  ["location", textOfBytes, 200],
  ["batchNo", textOfBytes, 50],
  ["ownershipType", textOfBytes, 250],
  ["comment", textOfBytes, 2000],
  ["deliveryNo", textOfBytes, 250],
] as const)(
  "%s is accepted at its limit, and refused one above it",
  async ([field, text, limit]) => {
    const at = await plant.post(path, { ...valid(), [field]: text(limit) });
    expect(at.status).not.toBe(400);
    const body = { ...valid(), [field]: text(limit + 1) };
    await expectRefused(plant, () => plant.post(path, body), [
      400,
      "validation_failed",
      `/${field}`,
    ]);
  },
);

test.for([
  ["qty", 0],
  ["qty", -1],
  ["qty", 0.1234567],
  ["qty", 1_000_000_000],
  ["qty", "5"],
  ["location", ""],
  ["ownershipType", ""],
  ["costPerUnit", -0.01],
  ["expiryDate", "2026-02-30"],
  ["expiryDate", "soon"],
] as const)("%s may not be %s", async ([field, value]) => {
  const body = { ...valid(), [field]: value };
  await expectRefused(plant, () => plant.post(path, body), [400, "validation_failed", `/${field}`]);
});

test.for([
  ["productName", "No such product"],
  ["location", "NOWHERE"],
  ["location", "main"],
  ["ownershipType", "Nobody"],
] as const)("%s must exist: %s does not", async ([field, value]) => {
  await expectRefused(plant, () => plant.post(path, { ...valid(), [field]: value }), [
    404,
    "not_found",
  ]);
});

test("a serial is unique without regard to case", async () => {
  const { visualSerialNo } = await plant.receive({ ...valid(), visualSerialNo: "Straße 7" });
  expect(visualSerialNo).toBe("Straße 7");
  await expectRefused(plant, () => plant.post(path, { ...valid(), visualSerialNo: "STRASSE 7" }), [
    409,
    "duplicate",
  ]);
});

test("a quantity has at most the product's decimals, a cost is not bound by them", async () => {
  const item = await plant.receive({ ...valid(), qty: 1.125, costPerUnit: 0.000001 });
  expect(item).toMatchObject({ actualQty: 1.125, costPerUnit: 0.000001 });
  await expectRefused(plant, () => plant.post(path, { ...valid(), qty: 1.1255 }), [
    409,
    "decimal_places",
  ]);
});

test("a receipt profile hides fields and makes others compulsory", async () => {
  const { name } = await plant.done("put", "/api/ReceiptProfile/Upsert", {
    name: plant.unique("Profile"),
    fields: { batchNo: "compulsory", deliveryNo: "compulsory", version: "hidden" },
  });
  const product = await plant.product({ ReceiptProfile: name });
  const body = { ...valid(), productName: product.Name };
  await expectRefused(plant, () => plant.post(path, { ...body, version: "B", batchNo: "1" }), [
    409,
    "receipt_profile",
    "/deliveryNo",
    "/version",
  ]);
  expect(await plant.receive({ ...body, batchNo: "1", deliveryNo: "2" })).toMatchObject({
    batchNo: "1",
  });
});

test("a compulsory field must not be blank", async () => {
  const { name } = await plant.done("put", "/api/ReceiptProfile/Upsert", {
    name: plant.unique("Profile"),
    fields: { batchNo: "compulsory", comment: "compulsory", version: "optional" },
  });
  const product = await plant.product({ ReceiptProfile: name });
  const body = { ...valid(), productName: product.Name, batchNo: "1", comment: "Seen" };
  for (const field of ["batchNo", "comment"]) {
    for (const nothing of [undefined, null, ""]) {
      const sent = { ...body, [field]: nothing };
      const refused = [409, "receipt_profile", `/${field}`] as const;
      await expectRefused(plant, () => plant.post(path, sent), refused);
    }
  }
  expect(await plant.receive({ ...body, version: "" })).toMatchObject({ version: "" });
});

test("a retired product accepts no receipts", async () => {
  const product = await plant.product({ IsActive: false });
  const retired = { suid: plant.unique("loc"), isActive: false };
  const { suid } = await plant.done("put", "/api/Location/Upsert", retired);
  const owner = { name: plant.unique("owner"), isActive: false };
  const { name } = await plant.done("put", "/api/OwnershipType/Upsert", owner);
  for (const change of [
    { productName: product.Name },
    { location: suid },
    { ownershipType: name },
  ]) {
    await expectRefused(plant, () => plant.post(path, { ...valid(), ...change }), [
      409,
      "inactive",
    ]);
  }
});

test("a repeated receipt with one Idempotency-Key takes effect once", async () => {
  const body = valid();
  const headers = { "Idempotency-Key": plant.unique("key") };
  const first = await plant.post(path, body, { headers });
  const again = await plant.post(path, body, { headers });
  expect(again.status).toBe(200);
  expect(again.headers.get("Idempotency-Replayed")).toBe("true");
  expect(again.body).toEqual(first.body);
});

test("an Idempotency-Key has 255 characters at most", async () => {
  const send = (length: number) =>
    plant.post(path, valid(), { headers: { "Idempotency-Key": "k".repeat(length) } });
  expect((await send(255)).status).toBe(200);
  await expectRefused(plant, () => send(256), [400, "validation_failed"]);
});

test("all receipts conserve material", () => expectConservation(plant));

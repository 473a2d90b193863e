import { expect, test } from "vitest";
import { openPlant } from "#plant";
import type { Answer } from "../plants/plant.ts";
import { atTime, longAgo } from "./at-time.ts";
import { expectConservation } from "./conservation.ts";
import { expectRefused } from "./refused.ts";
import { textOfBytes } from "./texts.ts";

const plant = await openPlant();
const path = "/api/Build/Build";
const pump = await plant.product({ Name: "Pump" });
const seal = await plant.product({ Name: "Seal", InventoryDecimalPlaces: 2 });
const { name: bom } = await plant.bom({ parentProductName: pump.Name });
const candidate = (changes: object = {}) => ({
  product: seal.Name,
  isActive: true,
  qty: 2,
  minQty: 1,
  maxQty: 4,
  isDefault: true,
  ...changes,
});
const slotIn = (fields: object) => plant.slot({ ParentProductName: pump.Name, bom, ...fields });
const sealSlot = await slotIn({ candidates: [candidate()] });

type Item = Answer["body"];

/** Starts items of a works order for the pump, one unit each. */
async function startPumps(count = 1): Promise<{ orderNo: string; items: Item[] }> {
  const { orderNo } = await plant.worksOrder({ productName: pump.Name, bom, qty: count });
  await plant.done("put", "/api/WorksOrder/Start", { orderNo });
  const { body } = await plant.post("/api/MaterialItem/GetByFilter", { orderNo });
  return { orderNo, items: body };
}
const startPump = async (): Promise<Item> => (await startPumps()).items[0];
const seals = (fields: object = {}): Promise<Item> =>
  plant.receive({ productName: seal.Name, qty: 10, ...fields });
const get = async ({ id }: Item): Promise<Item> =>
  (await plant.get(`/api/MaterialItem/Get/${id}`)).body;
const request = (parent: Item, child: Item, fields: object = {}) => ({
  parentSerialNo: parent.visualSerialNo,
  childSerialNo: child.visualSerialNo,
  builtQty: 1,
  receiveAtPointOfConsumption: false,
  ...fields,
});
const build = (parent: Item, child: Item, fields: object = {}) =>
  plant.put(path, request(parent, child, fields));
const hold = ({ id }: Item) =>
  plant.done("put", "/api/MaterialItem/Hold", { id, holdReason: "Quality" });
const scrap = ({ id }: Item) =>
  plant.done("put", "/api/MaterialItem/Scrap", { id, reasonSUID: "SCRAP" });

test("a build takes from stock, and returns both items as they became", async () => {
  const [parent, child] = [await startPump(), await seals()];
  const { status, body } = await build(parent, child, { builtQty: 2.25 });
  expect(status).toBe(200);
  expect(body).toEqual({
    id: expect.any(Number),
    parent: { ...parent, revNo: 2, lastEditDT: body.at },
    child: { ...child, revNo: 2, lastEditDT: body.at, actualQty: 7.75 },
    qty: 2.25,
    unit: "each",
    allocations: [{ bomSlotID: sealSlot.id, candidateID: sealSlot.candidates[0].id, qty: 2.25 }],
    at: expect.any(String),
    userID: parent.lastEditUserID,
    received: false,
  });
  expect(await get(parent)).toEqual(body.parent);
  expect(await get(child)).toEqual(body.child);
});

test("serials are found without regard to case", async () => {
  const [parent, child] = [await startPump(), await seals({ visualSerialNo: "Charge Ö" })];
  const parentSerialNo = parent.visualSerialNo.toLowerCase();
  const { status } = await build(parent, child, { parentSerialNo, childSerialNo: "CHARGE ö" });
  expect(status).toBe(200);
});

test("a child with nothing left is Consumed", async () => {
  const [parent, child] = [await startPump(), await seals({ qty: 1 })];
  const { body } = await build(parent, child);
  expect(body.child).toMatchObject({ actualQty: 0, nominalQty: 1, status: "Consumed" });
  await expectRefused(plant, () => build(parent, child), [409, "item_status"]);
});

test("a build that happened earlier records that time, and is checked for expiry at that time", async () => {
  const expiring = () => seals({ expiryDate: "2026-01-31" });
  const parent = await atTime(plant, longAgo, () => startPump());
  const child = await atTime(plant, longAgo, expiring);
  await expectRefused(plant, () => build(parent, child), [409, "item_expired"]);
  const { body } = await build(parent, child, { occurredAt: "2026-01-31T12:00:00Z" });
  expect(body.at).toBe("2026-01-31T12:00:00.000Z");
});

test.for(["parentSerialNo", "childSerialNo", "builtQty", "receiveAtPointOfConsumption"])(
  "%s is mandatory",
  async (field) => {
    const body = request({ visualSerialNo: "P" }, { visualSerialNo: "C" }, { [field]: undefined });
    const problem = [400, "validation_failed", `/${field}`] as const;
    await expectRefused(plant, () => plant.put(path, body), problem);
  },
);

test.for<[field: string, value: unknown]>([
  ["parentSerialNo", ""],
  ["parentSerialNo", textOfBytes(251)],
  ["childSerialNo", textOfBytes(251)],
  ["builtQty", 0],
  ["builtQty", -1],
  ["builtQty", 0.0000001],
  ["builtQty", 1_000_000_000],
  ["receiveAtPointOfConsumption", 1],
  ["bomSlotID", 0],
  ["occurredAt", "2999-01-01"],
])("%s may not be %s", async ([field, value]) => {
  const [parent, child] = [await startPump(), await seals()];
  const send = () => build(parent, child, { [field]: value });
  await expectRefused(plant, send, [400, "validation_failed", `/${field}`]);
});

test.for<[what: string, fields: object]>([
  ["parent", { parentSerialNo: textOfBytes(250) }],
  ["child", { childSerialNo: textOfBytes(250) }],
  ["picked slot", { bomSlotID: 9_999_999_999 }],
])("a %s that does not exist is refused", async ([, fields]) => {
  const [parent, child] = [await startPump(), await seals()];
  await expectRefused(plant, () => build(parent, child, fields), [404, "not_found"]);
});

test.for<[what: string, code: string, make: () => Promise<{ parent?: Item; child?: Item }>]>([
  ["a held parent", "item_on_hold", async () => ({ parent: await hold(await startPump()) })],
  ["a scrapped parent", "item_status", async () => ({ parent: await scrap(await startPump()) })],
  ["a held child", "item_on_hold", async () => ({ child: await hold(await seals()) })],
  ["a scrapped child", "item_status", async () => ({ child: await scrap(await seals()) })],
  [
    "an expired child",
    "item_expired",
    () => seals({ expiryDate: "2020-01-01" }).then((child) => ({ child })),
  ],
  [
    "a child of another product",
    "not_in_bom",
    async () => ({ child: await plant.receive({ productName: pump.Name, qty: 1 }) }),
  ],
  [
    "the parent itself",
    "cycle",
    async () => {
      const parent = await startPump();
      return { parent, child: parent };
    },
  ],
])("%s is refused with %s", async ([, code, make]) => {
  const { parent = await startPump(), child = await seals() } = await make();
  await expectRefused(plant, () => build(parent, child), [409, code]);
});

test.for<[what: string, code: string, fields: object]>([
  ["too many decimals", "decimal_places", { builtQty: 1.125 }],
  ["more than the slot's maximum", "over_maximum", { builtQty: 4.01 }],
])("%s is refused with %s", async ([, code, fields]) => {
  const [parent, child] = [await startPump(), await seals()];
  await expectRefused(plant, () => build(parent, child, fields), [409, code]);
  expect((await build(parent, child, { builtQty: 4 })).status).toBe(200);
});

test("a build of more than the stock is refused", async () => {
  const [parent, child] = [await startPump(), await seals({ qty: 1 })];
  const send = () => build(parent, child, { builtQty: 1.01 });
  await expectRefused(plant, send, [409, "insufficient_quantity"]);
});

test("only items of a started works order are built into", async () => {
  const { orderNo, items } = await startPumps();
  const child = await seals();
  expect((await build(items[0], child)).status).toBe(200);
  await plant.done("put", "/api/WorksOrder/Complete", { orderNo });
  await expectRefused(plant, () => build(items[0], child), [409, "order_status"]);
});

test("an item without a works order is built by the latest released version", async () => {
  const { Name: productName } = await plant.product();
  const versions = [
    { version: "1.9", status: "Released" },
    { version: "1.10", status: "Released" },
    { version: "2.0", status: "Draft" },
  ];
  const made = await plant.bom({ parentProductName: productName, versions });
  const slots = [];
  for (const { version } of versions) {
    const slot = { ParentProductName: productName, bom: made.name, version };
    slots.push(await plant.slot({ ...slot, candidates: [candidate()] }));
  }
  const parent = await plant.receive({ productName, qty: 1 });
  const { body } = await build(parent, await seals());
  expect(body.allocations).toMatchObject([{ bomSlotID: slots[1].id }]);
});

test("a started order keeps the version that it was started with", async () => {
  const { Name: productName } = await plant.product();
  const made = await plant.bom({ parentProductName: productName });
  const slot = { ParentProductName: productName, bom: made.name, candidates: [candidate()] };
  const pinned = await plant.slot(slot);
  const { orderNo } = await plant.worksOrder({ productName, bom: made.name });
  await plant.done("put", "/api/WorksOrder/Start", { orderNo });
  await plant.done("put", "/api/Bom/Upsert", {
    id: made.id,
    versions: [{ version: "2.0", status: "Released" }],
  });
  const [parent] = (await plant.post("/api/MaterialItem/GetByFilter", { orderNo })).body;
  const { body } = await build(parent, await seals());
  expect(body.allocations).toMatchObject([{ bomSlotID: pinned.id }]);
});

test("several slots are filled in their order, and one of them can be picked", async () => {
  const { Name: productName } = await plant.product();
  const { name } = await plant.bom({ parentProductName: productName });
  const slot = (fields: object, changes: object) =>
    plant.slot({
      ParentProductName: productName,
      bom: name,
      ...fields,
      candidates: [candidate(changes)],
    });
  const plain = await slot({ isRequired: false }, { isDefault: false });
  const preferred = await slot({ isRequired: false }, { isDefault: true });
  const required = await slot({ isRequired: true }, { isDefault: false, qty: 2, maxQty: 2 });
  const child = await seals({ qty: 100 });
  const allocated = async (fields: object) => {
    const parent = await plant.receive({ productName, qty: 1 });
    const { body } = await build(parent, child, fields);
    return Object.fromEntries(body.allocations.map(({ bomSlotID, qty }: Item) => [bomSlotID, qty]));
  };
  expect(await allocated({ builtQty: 1.5 })).toEqual({ [required.id]: 1.5 });
  expect(await allocated({ builtQty: 5 })).toEqual({ [required.id]: 2, [preferred.id]: 3 });
  expect(await allocated({ builtQty: 10 })).toEqual({
    [required.id]: 2,
    [preferred.id]: 4,
    [plain.id]: 4,
  });
  expect(await allocated({ builtQty: 3, bomSlotID: plain.id })).toEqual({ [plain.id]: 3 });
});

test("candidates of different products share one slot", async () => {
  const { Name: productName } = await plant.product();
  const gasket = await plant.product();
  const { name } = await plant.bom({ parentProductName: productName });
  const other = candidate({ product: gasket.Name, isDefault: false, maxQty: 2 });
  const slot = { ParentProductName: productName, bom: name, candidates: [candidate(), other] };
  await plant.slot(slot);
  const parent = await plant.receive({ productName, qty: 1 });
  const gaskets = await plant.receive({ productName: gasket.Name, qty: 5 });
  expect((await build(parent, gaskets)).status).toBe(200);
  const child = await seals();
  await expectRefused(plant, () => build(parent, child, { builtQty: 2.01 }), [409, "over_maximum"]);
  expect((await build(parent, child, { builtQty: 2 })).status).toBe(200);
});

test("the unit of a candidate is converted to the base unit of the child", async () => {
  const { Name: productName } = await plant.product();
  const wire = await plant.product({ BaseUnit: "mm", DefaultCostPerUnit: 0 });
  const { name } = await plant.bom({ parentProductName: productName });
  const metres = { product: wire.Name, useUom: "m", qty: 1, maxQty: 1.5 };
  await plant.slot({ ParentProductName: productName, bom: name, candidates: [candidate(metres)] });
  const parent = await plant.receive({ productName, qty: 2 });
  const coil = await plant.receive({ productName: wire.Name, qty: 5000 });
  const send = () => build(parent, coil, { builtQty: 3001 });
  await expectRefused(plant, send, [409, "over_maximum"]);
  expect((await build(parent, coil, { builtQty: 3000 })).status).toBe(200);
});

test("a cycle over several levels is refused", async () => {
  const { Name: productName } = await plant.product();
  const { name } = await plant.bom({ parentProductName: productName });
  const nested = candidate({ product: productName, maxQty: null });
  await plant.slot({ ParentProductName: productName, bom: name, candidates: [nested] });
  const items: Item[] = [];
  for (let level = 0; level < 3; level++) items.push(await plant.receive({ productName, qty: 2 }));
  const [top, middle, bottom] = items;
  expect((await build(top, middle)).status).toBe(200);
  expect((await build(middle, bottom)).status).toBe(200);
  await expectRefused(plant, () => build(bottom, top), [409, "cycle"]);
});

test("a repeated build with one Idempotency-Key takes effect once", async () => {
  const [parent, child] = [await startPump(), await seals()];
  const headers = { "Idempotency-Key": plant.unique("key") };
  const first = await plant.put(path, request(parent, child), { headers });
  const again = await plant.put(path, request(parent, child), { headers });
  expect(again.body).toEqual(first.body);
  expect(again.headers.get("Idempotency-Replayed")).toBe("true");
  const scanned = { childSerialNo: `${request(parent, child).childSerialNo}\r\n` };
  const rescanned = await plant.put(path, request(parent, child, scanned), { headers });
  expect(rescanned.headers.get("Idempotency-Replayed")).toBe("true");
  expect((await get(child)).actualQty).toBe(9);
  const other = () => plant.put(path, request(parent, child, { builtQty: 2 }), { headers });
  await expectRefused(plant, other, [409, "idempotency_conflict"]);
});

test.for(["", " ", "k".repeat(256), "M\u00fcller", "a\tb", "\u007f"])(
  "an Idempotency-Key is 1 to 255 printable ASCII characters, and not %j",
  async (key) => {
    const [parent, child] = [await startPump(), await seals()];
    const headers = { "Idempotency-Key": key };
    const keyed = () => plant.put(path, request(parent, child), { headers });
    const { errors } = await expectRefused(plant, keyed, [400, "validation_failed", ""]);
    const detail = "Idempotency-Key: 1 to 255 printable ASCII characters.";
    expect(errors).toEqual([{ pointer: "", detail }]);
  },
);

test("all builds conserve material", () => expectConservation(plant));

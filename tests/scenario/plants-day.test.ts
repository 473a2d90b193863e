import { describe, expect, test } from "vitest";
import { openPlant } from "#plant";
import type { Answer, Plant } from "../plants/plant.ts";
import { assembly, consumption } from "./assembly.ts";
import { expectRefused } from "./refused.ts";
import { eventsOf, type Fields } from "./traced.ts";

// Two plants in one process: each has its own days.
const losAngeles = await openPlant({ timeZone: "America/Los_Angeles" });
const tokyo = await openPlant({ timeZone: "Asia/Tokyo" });
const receivePath = "/api/MaterialItem/Receive";

/** The first and the last millisecond of 26 November 2026, by the clocks of each plant. */
const theDay = [
  {
    name: "Los Angeles",
    plant: losAngeles,
    start: "2026-11-26T08:00:00.000Z",
    end: "2026-11-27T07:59:59.999Z",
  },
  {
    name: "Tokyo",
    plant: tokyo,
    start: "2026-11-25T15:00:00.000Z",
    end: "2026-11-26T14:59:59.999Z",
  },
];
const date = "2026-11-26";

/** The time some milliseconds later. */
const later = (time: string, ms: number) => new Date(Date.parse(time) + ms).toISOString();

/** The clocks of both plants, except where a test says so. */
const afterwards = Date.parse("2027-06-01T12:00:00Z");
losAngeles.now = tokyo.now = afterwards;

/** Does some work while the plant's clock shows a time. */
async function at<Done>(plant: Plant, time: string, work: () => Promise<Done>): Promise<Done> {
  plant.now = Date.parse(time);
  try {
    return await work();
  } finally {
    plant.now = afterwards;
  }
}

const received = async (plant: Plant, fields: Fields = {}, product: Fields = {}) => {
  const { Name: productName } = await plant.product(product);
  return plant.receive({ productName, qty: 5, ...fields });
};
const idsOf = (items: readonly Answer["body"][]) => items.map(({ id }) => id);

/** Makes a product with a receipt profile that has this rule for the expiry. */
async function profiled(plant: Plant, rule: string, product: Fields = {}) {
  const { name } = await plant.done("put", "/api/ReceiptProfile/Upsert", {
    name: plant.unique("Profile"),
    fields: { expiryDate: rule },
  });
  return plant.product({ ReceiptProfile: name, ...product });
}

describe.each(theDay)("26 November in $name", ({ plant, start, end }) => {
  test("as the expiry of a receipt, counts until its last millisecond", async () => {
    const { parent, part } = await assembly(plant, { candidate: { minQty: 0, qty: 2 } });
    const item = await plant.receive({ productName: part.Name, qty: 5, expiryDate: date });
    expect(item.expiryDate).toBe(end);
    const { build } = consumption(plant, parent, item.visualSerialNo);
    expect((await at(plant, end, build)).status).toBe(200);
    await at(plant, later(end, 1), () => expectRefused(plant, build, [409, "item_expired"]));
  });

  test("is the expiry of a child that is received where it is consumed", async () => {
    const { parent, part } = await assembly(plant, { candidate: { minQty: 0, qty: 9 } });
    const serial = plant.unique("LOT");
    const { build } = consumption(plant, parent, serial);
    const itemDetails = { productName: part.Name, expiryDate: date };
    const receive = () => build({ receiveAtPointOfConsumption: true, itemDetails });
    await at(plant, later(end, 1), () =>
      expectRefused(plant, receive, [409, "item_expired", "/itemDetails/expiryDate"]),
    );
    expect((await at(plant, end, receive)).body.child).toMatchObject({ expiryDate: end });
    // The same date agrees with the item that it has made, and the day after does not.
    expect((await at(plant, end, receive)).status).toBe(200);
    itemDetails.expiryDate = "2026-11-27";
    const refusal = [409, "details_contradict", "/itemDetails/expiryDate"] as const;
    await expectRefused(plant, receive, refusal);
  });

  test("in an update, is the expiry, the start and the end of an item", async () => {
    const item = await received(plant);
    const { status, body } = await plant.put(`/api/MaterialItem/Update/${item.id}`, {
      ...item,
      expiryDate: date,
      startDT: date,
      endDT: date,
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({ expiryDate: end, startDT: start, endDT: end });
  });

  test("is the last day of a key", async () => {
    // In a later year than anything else here: no key is valid before the newest change.
    const [first, last] = [start, end].map((time) => time.replace("2026", "2031")) as [
      string,
      string,
    ];
    const key = await at(plant, first, () =>
      plant.done("post", "/api/ApiKey/Create", {
        name: "Until the 26th",
        user: "Administrator",
        role: "viewer",
        expiresAt: date.replace("2026", "2031"),
      }),
    );
    expect(key.expiresAt).toBe(last);
    const list = () => plant.post("/api/Currency/List", {}, { key: key.key });
    await at(plant, later(last, -1), async () => expect((await list()).status).toBe(200));
    await at(plant, later(last, 1), async () => expect((await list()).status).toBe(401));
  });

  test("as the time of a receipt, is when the day begins", async () => {
    const { Name: productName } = await plant.product();
    const body = { productName, qty: 1, visualSerialNo: plant.unique("SN"), occurredAt: date };
    const receive = () => plant.post(receivePath, body);
    const refusal = [400, "validation_failed", "/occurredAt"] as const;
    await at(plant, later(start, -1), () => expectRefused(plant, receive, refusal));
    const { body: item } = await at(plant, start, receive);
    const { body: changes } = await plant.post("/api/MaterialItem/History", { id: item.id });
    expect(changes).toMatchObject([{ occurredAt: start }]);
  });

  test("as the time of what happened, is its end, or now until then", async () => {
    const { visualSerialNo, id } = await at(plant, later(start, 5000), () => received(plant, {}));
    const hold = { visualSerialNo, holdReason: "Quality", occurredAt: date };
    const release = { visualSerialNo, occurredAt: date };
    const send = (verb: string, body: object) => plant.put(`/api/MaterialItem/${verb}`, body);
    const refusal = [400, "validation_failed", "/occurredAt"] as const;
    await at(plant, later(start, -1), () =>
      expectRefused(plant, () => send("Hold", hold), refusal),
    );
    // It was received on that day, after the day had begun.
    await at(plant, later(start, 9000), async () =>
      expect((await send("Hold", hold)).status).toBe(200),
    );
    await at(plant, later(end, 60_000), async () =>
      expect((await send("Release", release)).status).toBe(200),
    );
    const { body: changes } = await plant.post("/api/MaterialItem/History", { id });
    const times = changes.map(({ occurredAt }: Answer["body"]) => occurredAt);
    expect(times).toEqual([null, later(start, 9000), end]);
  });

  test("in the range of a recall, has both of its ends", async () => {
    const batchNo = plant.unique("Batch");
    const { Name: productName } = await plant.product();
    const items = [];
    for (const occurredAt of [later(start, -1), start, end, later(end, 1)]) {
      items.push(await plant.receive({ productName, qty: 1, batchNo, occurredAt }));
    }
    const recall = async (range: object) =>
      idsOf(await plant.done("post", "/api/Genealogy/Recall", { batchNo, ...range }));
    expect(await recall({ from: date, to: date })).toEqual(idsOf(items.slice(1, 3)));
    expect(await recall({ from: date })).toEqual(idsOf(items.slice(1)));
    expect(await recall({ to: date })).toEqual(idsOf(items.slice(0, 3)));
    // A time with an offset ends a range as it says: it is not included.
    expect(await recall({ from: start, to: end })).toEqual(idsOf(items.slice(1, 2)));
  });

  test("in a range of the history, has both of its ends", async () => {
    const { ID: id, Name: productName } = await plant.product();
    for (const time of [later(start, -1), start, end, later(end, 1)]) {
      await at(plant, time, () => plant.receive({ productName, qty: 1 }));
    }
    const { body: changes } = await plant.post("/api/History/List", {
      action: "received",
      from: date,
      to: date,
    });
    const times = changes
      .filter(({ after }: Answer["body"]) => after.productID === id)
      .map((change: Answer["body"]) => change.at);
    expect(times).toEqual([start, end]);
  });

  test("in a range of EPCIS events, has both of its ends", async () => {
    for (const occurredAt of [start, end]) {
      const { visualSerialNo } = await received(plant, { occurredAt });
      const events = (range: Fields) => eventsOf(plant, { visualSerialNo, ...range });
      expect(await events({ from: date, to: date })).toHaveLength(1);
      expect(await events({ to: "2026-11-25" })).toEqual([]);
      expect(await events({ from: "2026-11-27" })).toEqual([]);
    }
  });

  test("is the expiration date in EPCIS events", async () => {
    const { parent, part } = await assembly(plant);
    const visualSerialNo = plant.unique("LOT");
    const { build } = consumption(plant, parent, visualSerialNo);
    const expiryDate = "2031-11-26";
    const itemDetails = { productName: part.Name, expiryDate };
    expect((await build({ receiveAtPointOfConsumption: true, itemDetails })).status).toBe(200);
    const [made] = await eventsOf(plant, { visualSerialNo });
    expect(made.ilmd).toMatchObject({ "cbvmda:itemExpirationDate": expiryDate });
  });

  test("is the record at the end of it", async () => {
    const { parent, child, build, remove } = await assembly(plant);
    expect((await at(plant, end, build)).status).toBe(200);
    expect((await at(plant, later(end, 1), remove)).status).toBe(200);
    const contents = async (time: string) =>
      (
        await plant.done("post", "/api/Genealogy/AsBuilt", { visualSerialNo: parent, at: time })
      ).map(({ visualSerialNo }: Answer["body"]) => visualSerialNo);
    expect(await contents(date)).toEqual([child]);
    expect(await contents("2026-11-25")).toEqual([]);
    expect(await contents("2026-11-27")).toEqual([]);
  });

  test("with a time and its offset, is that time", async () => {
    const item = await received(plant, { expiryDate: "2026-11-26T10:00:00+02:00" });
    expect(item.expiryDate).toBe("2026-11-26T08:00:00.000Z");
  });

  test.each(["2026-11-26T10:00:00", "2026-11-26T10:00", "2026-11-31"])(
    "written as %s is refused",
    async (expiryDate) => {
      const { Name: productName } = await plant.product();
      const body = { productName, qty: 1, visualSerialNo: plant.unique("SN"), expiryDate };
      const refusal = [400, "validation_failed", "/expiryDate"] as const;
      await expectRefused(plant, () => plant.post(receivePath, body), refusal);
    },
  );
});

test.each([
  ["of 23 hours", "2024-03-10", "2024-03-10T08:00:00.000Z", "2024-03-11T06:59:59.999Z"],
  ["of 25 hours", "2024-11-03", "2024-11-03T07:00:00.000Z", "2024-11-04T07:59:59.999Z"],
])("a day %s is whole", async (_, expiryDate, start, end) => {
  const item = await received(losAngeles, { expiryDate, occurredAt: expiryDate });
  expect(item.expiryDate).toBe(end);
  const batch = { visualSerialNo: item.visualSerialNo };
  const { body: changes } = await losAngeles.post("/api/MaterialItem/History", batch);
  expect(changes).toMatchObject([{ occurredAt: start }]);
});

test("the last day of all is one that every response can have", async () => {
  const item = await received(losAngeles, { expiryDate: "9999-12-31" });
  expect(item.expiryDate).toBe("9999-12-31T23:59:59.999Z");
});

describe.each([
  // It is the evening of the 25th in Los Angeles.
  { name: "Los Angeles", plant: losAngeles, lastDay: "2026-12-26T07:59:59.999Z" },
  { name: "Tokyo", plant: tokyo, lastDay: "2026-12-26T14:59:59.999Z" },
])("a shelf life in $name", ({ plant, lastDay }) => {
  const now = "2026-11-26T05:03:17.960Z";

  test("ends with a day, however late the receipt was on its day", async () => {
    expect(await at(plant, now, () => received(plant, {}, { ShelfLifeDays: 30 }))).toMatchObject({
      expiryDate: lastDay,
    });
    const occurredAt = later(now, 0);
    const earlier = await received(plant, { occurredAt }, { ShelfLifeDays: 30 });
    expect(earlier.expiryDate).toBe(lastDay);
  });

  test("of no days ends with the day of the receipt", async () => {
    const item = await at(plant, now, () => received(plant, {}, { ShelfLifeDays: 0 }));
    expect(item.expiryDate).toBe(later(lastDay, -30 * 86_400_000));
  });

  test("ends with a day where a child is received at its consumption", async () => {
    const { parent, part } = await assembly(plant, { part: { ShelfLifeDays: 30 } });
    const { build } = consumption(plant, parent, plant.unique("LOT"));
    const itemDetails = { productName: part.Name };
    const { body } = await at(plant, now, () =>
      build({ receiveAtPointOfConsumption: true, itemDetails }),
    );
    expect(body.child).toMatchObject({ expiryDate: lastDay });
  });

  test("ends with a day for the units that Start makes", async () => {
    const { Name: productName } = await plant.product({ ShelfLifeDays: 30 });
    const { name: bom } = await plant.bom({ parentProductName: productName });
    const { id, orderNo } = await plant.worksOrder({ productName, bom, qty: 2 });
    await at(plant, now, () => plant.done("put", "/api/WorksOrder/Start", { id }));
    const { body: items } = await plant.post("/api/MaterialItem/GetByFilter", { orderNo });
    expect(items).toMatchObject([{ expiryDate: lastDay }, { expiryDate: lastDay }]);
  });
});

describe("an expiry of null", () => {
  const plant = tokyo;
  const shelfLife = { ShelfLifeDays: 30 };

  test("is none, and absent is that of the product", async () => {
    const never = await received(plant, { expiryDate: null }, shelfLife);
    expect(never.expiryDate).toBeNull();
    const absent = await received(plant, {}, shelfLife);
    expect(absent.expiryDate).not.toBeNull();
  });

  test("is absent where a child is received at its consumption", async () => {
    const { parent, part } = await assembly(plant, {
      part: shelfLife,
      candidate: { minQty: 0, qty: 9 },
    });
    const { build } = consumption(plant, parent, plant.unique("LOT"));
    const itemDetails = { productName: part.Name, expiryDate: null };
    const receive = () => build({ receiveAtPointOfConsumption: true, itemDetails });
    expect((await receive()).body.child.expiryDate).not.toBeNull();
    expect((await receive()).status).toBe(200);
  });

  test("is repeated as it was, and is another request than none at all", async () => {
    const { Name: productName } = await plant.product(shelfLife);
    const ref = { system: "ERP", id: plant.unique("receipt") };
    const body = {
      productName,
      qty: 1,
      visualSerialNo: plant.unique("SN"),
      expiryDate: null,
      externalRef: ref,
    };
    const headers = { "Idempotency-Key": plant.unique("key") };
    const first = await plant.post(receivePath, body, { headers });
    expect(first.body.expiryDate).toBeNull();
    expect((await plant.post(receivePath, body, { headers })).body).toEqual(first.body);
    expect((await plant.post(receivePath, body)).body).toEqual(first.body);
    const { expiryDate: _none, ...absent } = body;
    const refused = [409, "external_ref_conflict"] as const;
    await expectRefused(plant, () => plant.post(receivePath, absent), refused);
  });

  test("does not fill a compulsory field", async () => {
    const { Name: productName } = await profiled(plant, "compulsory", shelfLife);
    const body = { productName, qty: 1, visualSerialNo: plant.unique("SN"), expiryDate: null };
    const refusal = [409, "receipt_profile", "/expiryDate"] as const;
    await expectRefused(plant, () => plant.post(receivePath, body), refusal);
  });

  test("states nothing in a hidden field", async () => {
    const { Name: productName } = await profiled(plant, "hidden", shelfLife);
    const item = await plant.receive({ productName, qty: 1, expiryDate: null });
    expect(item.expiryDate).not.toBeNull();
    const body = { productName, qty: 1, visualSerialNo: plant.unique("SN"), expiryDate: date };
    const refusal = [409, "receipt_profile", "/expiryDate"] as const;
    await expectRefused(plant, () => plant.post(receivePath, body), refusal);
  });
});

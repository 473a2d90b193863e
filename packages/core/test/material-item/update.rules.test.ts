import { describe, expect, test } from "vitest";
import type { Item } from "../../src/material-item/item.ts";
import type { UpdateInput } from "../../src/material-item/update.facts.ts";
import { StaleRecord } from "../../src/rules/current.ts";
import { now, q } from "../consumption/plant.ts";
import { atFault, codeOf, refusalDetails, refusalOf } from "../refused.ts";
import { decide, entry, seal, sent, withItem } from "./updating.ts";

test("an item that is sent back unchanged is only claimed", () => {
  expect(decide()).toEqual({
    asserts: [["Product", 50, 6]],
    before: seal,
    after: { ...seal, revNo: 5, lastEditAt: now, lastEditUserId: 9 },
    note: { action: "updated" },
    adjustment: undefined,
    changedEntries: [],
    newEntries: [],
    joined: null,
  });
});

test("every field is stored as it is sent, with the names behind the references", () => {
  const { after, joined } = decide(
    {
      productID: 51,
      statusID: 1,
      visualSerialNo: "Ring-1",
      scheduleID: 5,
      startDT: 10,
      endDT: 20,
      version: "B",
      nominalQty: q(12),
      actualQty: q(11),
      uniqueID: "U-1",
      holdReasonID: 5,
      expiryDate: 30,
      locationID: 6,
      costPerUnit: q(3),
      ownershipTypeID: 7,
      currencyID: 6,
      batchNo: "B-1",
      deliveryNo: "DN-Ä",
      legacyPrerepairMaterialItemID: 9,
      testModeID: 1,
    },
    { others: [{ id: 9, serialKey: "old", uniqueIdKey: null }] },
  );
  expect(after).toEqual({
    ...seal,
    revNo: 5,
    lastEditAt: now,
    lastEditUserId: 9,
    productId: 51,
    productName: "Ring",
    statusId: 1,
    status: "WIP",
    visualSerialNo: "Ring-1",
    serialKey: "ring-1",
    worksOrderId: 5,
    orderNo: "WO-5",
    startAt: 10,
    endAt: 20,
    version: "B",
    nominalQty: q(12),
    actualQty: q(11),
    uniqueId: "U-1",
    uniqueIdKey: "u-1",
    holdReasonId: 5,
    holdReason: "Quality",
    expiryAt: 30,
    locationId: 6,
    locationSuid: "EAST",
    costPerUnit: q(3),
    ownershipTypeId: 7,
    ownershipType: "Customer",
    currencyId: 6,
    currency: "USD",
    batchNo: "B-1",
    batchKey: "b-1",
    deliveryNo: "DN-Ä",
    deliveryKey: "dn-ä",
    legacyPrerepairId: 9,
    testModeId: 1,
  });
  expect(joined).toEqual({ id: 5, revNo: 7 });
});

test("a delivery that is not sent stays, and its key is made again; null clears both", () => {
  // As a migration has made the key.
  const delivered = withItem({ deliveryNo: "DN-Ä", deliveryKey: "dn-Ä" });
  const kept = { deliveryNo: "DN-Ä", deliveryKey: "dn-ä" };
  expect(decide({}, delivered).after).toMatchObject(kept);
  expect(decide({ deliveryNo: undefined }, delivered).after).toMatchObject(kept);
  const cleared = { deliveryNo: null, deliveryKey: null };
  expect(decide({ deliveryNo: null }, delivered).after).toMatchObject(cleared);
});

test("null clears every optional reference, with its name", () => {
  const full = withItem({
    holdReasonId: 5,
    holdReason: "Quality",
    uniqueId: "U",
    uniqueIdKey: "u",
  });
  const cleared = { scheduleID: null, locationID: null, ownershipTypeID: null, currencyID: null };
  const { after, joined } = decide({ ...cleared, uniqueID: "" }, full);
  expect(after).toMatchObject({
    worksOrderId: null,
    orderNo: null,
    holdReasonId: null,
    holdReason: null,
    locationId: null,
    locationSuid: null,
    ownershipTypeId: null,
    ownershipType: null,
    currencyId: null,
    currency: null,
    uniqueId: "",
    uniqueIdKey: null,
  });
  expect(joined).toBeNull();
});

test.for<[what: string, Partial<UpdateInput>, number | undefined]>([
  ["more in stock is", { actualQty: q(12) }, q(2)],
  ["less in stock is", { actualQty: q(9) }, -q(1)],
  [
    "a larger item, with as much more in stock, is not",
    { nominalQty: q(12), actualQty: q(12) },
    undefined,
  ],
  ["a larger item with the same stock is", { nominalQty: q(12) }, -q(2)],
])("%s booked as an adjustment", ([, changes, qty]) => {
  const { adjustment } = decide(changes);
  expect(adjustment).toEqual(qty === undefined ? undefined : { qty, reasonId: null });
});

describe("an invalid request", () => {
  test("names another item than the path, or leaves out case data", () => {
    const caseData = [sent(21, { materialItemID: 3 })];
    expect(refusalDetails(() => decide({ id: 3, caseData }))).toEqual({
      code: "validation_failed",
      message:
        "/id: The id in the path is 2. /caseData/0/materialItemID: The id in the path is 2. " +
        "/caseData: The entry entry 22 with the id 22 is missing.",
      errors: [
        { pointer: "/id", detail: "The id in the path is 2." },
        { pointer: "/caseData/0/materialItemID", detail: "The id in the path is 2." },
        { pointer: "/caseData", detail: "The entry entry 22 with the id 22 is missing." },
      ],
    });
  });

  test("does not leave out case data of an item that does not exist", () => {
    expect(refusalDetails(() => decide({ caseData: [] }, { items: [] }))).toEqual({
      code: "not_found",
      message: "No material item has the id 2.",
    });
  });

  test("is stale instead if a newer revision has added case data", () => {
    expect(codeOf(() => decide({ revNo: 3, caseData: [sent(21)] }))).toBe("stale_revision");
  });

  test("has too long a serial or version, unless they are stored already", () => {
    const long = { visualSerialNo: "s".repeat(101), version: "v".repeat(51) };
    expect(refusalDetails(() => decide(long)).errors).toEqual([
      { pointer: "/visualSerialNo", detail: "At most 100 characters." },
      { pointer: "/version", detail: "At most 50 characters." },
    ]);
    expect(decide(long, withItem(long)).after).toMatchObject(long);
    expect(codeOf(() => decide(long, { items: [] }))).toBe("validation_failed");
    const longest = { visualSerialNo: "s".repeat(100), version: "v".repeat(50) };
    expect(decide(longest).after).toMatchObject(longest);
  });
});

test.for<[Partial<UpdateInput>, noun: string, pointer: string]>([
  [{ productID: 99 }, "product", "/productID"],
  [{ statusID: 99 }, "material status", "/statusID"],
  [{ scheduleID: 99 }, "works order", "/scheduleID"],
  [{ holdReasonID: 99 }, "hold reason", "/holdReasonID"],
  [{ locationID: 99 }, "location", "/locationID"],
  [{ ownershipTypeID: 99 }, "ownership type", "/ownershipTypeID"],
  [{ currencyID: 99 }, "currency", "/currencyID"],
  [{ legacyPrerepairMaterialItemID: 99 }, "material item", "/legacyPrerepairMaterialItemID"],
  [
    { caseData: [sent(21), sent(22, { caseDataID: 99 })] },
    "case data definition",
    "/caseData/1/caseDataID",
  ],
  [{ caseData: [sent(21), sent(22), sent(99)] }, "case data of item Seal", "/caseData/2/id"],
])("%j names no %s, which is reported even if the request is stale", ([changes, noun, pointer]) => {
  expect(refusalDetails(() => decide({ ...changes, revNo: 3 }))).toEqual(
    atFault("not_found", `No ${noun} has the id 99.`, pointer),
  );
});

test("a stale request is refused with the present item, before its values are checked", () => {
  const refusal = refusalOf(() => decide({ revNo: 3, productID: 52 }));
  expect(refusal).toBeInstanceOf(StaleRecord);
  expect(refusal).toMatchObject({ code: "stale_revision", current: seal });
  expect(refusal.message).toBe("Item Seal is at revision 4.");
});

test.for<[Partial<UpdateInput>, what: string, had: Partial<Item>]>([
  [{ productID: 52 }, "product Gone", { productId: 52 }],
  [{ statusID: 8 }, "material status Gone", { statusId: 8 }],
  [{ holdReasonID: 8 }, "hold reason Gone", { holdReasonId: 8 }],
  [{ locationID: 8 }, "location The GONE", { locationId: 8 }],
  [{ ownershipTypeID: 8 }, "ownership type Gone", { ownershipTypeId: 8 }],
  [{ currencyID: 8 }, "currency Gone", { currencyId: 8 }],
])("%j is kept but can't be chosen after it is retired", ([changes, what, had]) => {
  const [field] = Object.keys(changes);
  expect(refusalDetails(() => decide(changes))).toEqual(
    atFault("inactive", `The ${what} is not active.`, `/${field}`),
  );
  expect(decide(changes, withItem(had)).after).toMatchObject(had);
});

test("a retired definition is kept by its case data entry, and refused for others", () => {
  const has = withItem({ caseData: [entry(21, { caseDataDefinitionId: 38 }), entry(22)] });
  const kept = sent(21, { caseDataID: 38, value: "12 Nm" });
  expect(decide({ caseData: [kept, sent(22)] }, has).changedEntries).toHaveLength(1);
  const refusal = (index: number) =>
    atFault(
      "inactive",
      "The case data definition Torque is not active.",
      `/caseData/${index}/caseDataID`,
    );
  const changed = [sent(21), sent(22, { caseDataID: 38 })];
  expect(refusalDetails(() => decide({ caseData: changed }))).toEqual(refusal(1));
  const added = [kept, sent(22), sent(null, { caseDataID: 38 })];
  expect(refusalDetails(() => decide({ caseData: added }, has))).toEqual(refusal(2));
});

describe("a serial and a unique id belong to one item", () => {
  const others = [
    { id: 2, serialKey: "seal", uniqueIdKey: "mine" },
    { id: 7, serialKey: "taken", uniqueIdKey: "u-7" },
    { id: 8, serialKey: "other", uniqueIdKey: null },
  ];

  test("another item's serial is refused, whatever its case", () => {
    expect(refusalDetails(() => decide({ visualSerialNo: "TAKEN" }, { others }))).toEqual({
      code: "duplicate",
      message: "An item with the serial TAKEN exists.",
      errors: [{ pointer: "/visualSerialNo", detail: "An item with this serial exists." }],
    });
  });

  test("another item's unique id is refused, whatever its case", () => {
    expect(refusalDetails(() => decide({ uniqueID: "U-7" }, { others }))).toEqual({
      code: "duplicate",
      message: "An item with the unique id U-7 exists.",
      errors: [{ pointer: "/uniqueID", detail: "An item with this unique id exists." }],
    });
  });

  test("the item's own keys are accepted, and so is no unique id", () => {
    const { after } = decide({ visualSerialNo: "SEAL", uniqueID: "MINE" }, { others });
    expect(after).toMatchObject({ visualSerialNo: "SEAL", uniqueId: "MINE" });
    expect(decide({ uniqueID: null }, { others }).after.uniqueIdKey).toBeNull();
  });
});

test.for<[what: string, Partial<UpdateInput>, Partial<Item>, accepted: boolean]>([
  ["a new nominal quantity", { nominalQty: q(10.5) }, {}, false],
  ["a new actual quantity", { actualQty: q(9.5) }, {}, false],
  ["a quantity that stands", { nominalQty: q(10.5) }, { nominalQty: q(10.5) }, true],
  [
    "a quantity that stands, of another product",
    { nominalQty: q(10.5), productID: 51, scheduleID: null },
    { nominalQty: q(10.5) },
    false,
  ],
])("%s has at most the product's decimals", ([, changes, had, accepted]) => {
  if (accepted) expect(decide(changes, withItem(had)).after).toMatchObject(had);
  else expect(codeOf(() => decide(changes, withItem(had)))).toBe("decimal_places");
});

describe("case data", () => {
  test("entries that change get a revision, and the others stay", () => {
    const caseData = [sent(22, { name: "renamed", value: null, caseDataID: 31 }), sent(21)];
    const { after, changedEntries, newEntries } = decide({ caseData });
    expect(after.caseData).toEqual([
      entry(21),
      { id: 22, revNo: 2, caseDataDefinitionId: 31, name: "renamed", value: null },
    ]);
    expect(changedEntries).toEqual([
      {
        before: { ...entry(22), materialItemId: 2 },
        patch: { caseDataDefinitionId: 31, name: "renamed", value: null },
      },
    ]);
    expect(newEntries).toEqual([]);
  });

  test.for([
    [{ name: "renamed" }, { name: "renamed" }],
    [{ value: "new" }, { value: "new" }],
    [{ caseDataID: 31 }, { caseDataDefinitionId: 31 }],
  ] as const)("only the changed fields of %j are written", ([change, patch]) => {
    const { changedEntries } = decide({ caseData: [sent(21), sent(22, change)] });
    expect(changedEntries.map((changed) => changed.patch)).toEqual([patch]);
  });

  test("an entry without an id is new", () => {
    const added = sent(null, { caseDataID: 31, name: "new", value: "1" });
    const { after, newEntries } = decide({ caseData: [sent(21), added, sent(22)] });
    expect(newEntries).toEqual([
      { materialItemId: 2, caseDataDefinitionId: 31, name: "new", value: "1" },
    ]);
    expect(after.caseData).toEqual([entry(21), entry(22)]);
  });
});

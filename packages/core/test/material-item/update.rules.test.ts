import { describe, expect, test } from "vitest";
import type { CaseEntry, Item } from "../../src/material-item/item.ts";
import type {
  CaseEntryInput,
  UpdateFacts,
  UpdateInput,
} from "../../src/material-item/update.facts.ts";
import { decideUpdate } from "../../src/material-item/update.rules.ts";
import { StaleRecord } from "../../src/rules/current.ts";
import { by, item, now, q } from "../consumption/plant.ts";
import { atFault, codeOf, refusalOf, refusalDetails } from "../refused.ts";

const entry = (id: number, changes: Partial<CaseEntry> = {}): CaseEntry => ({
  id,
  revNo: 1,
  caseDataDefinitionId: 30,
  name: `entry ${id}`,
  value: "as it was",
  ...changes,
});
const seal = item({
  id: 2,
  visualSerialNo: "Seal",
  worksOrderId: 3,
  orderNo: "WO-3",
  caseData: [entry(21), entry(22)],
});

const named = (id: number, name: string, isActive = true) => ({ id, revNo: 6, name, isActive });
const product = (id: number, name: string, isActive = true, inventoryDecimalPlaces = 0) => ({
  ...named(id, name, isActive),
  inventoryDecimalPlaces,
  heldBatches: null,
  tracking: "Lot" as const,
  unit: "each",
});
const place = (id: number, suid: string, isActive = true) => ({
  id,
  name: `The ${suid}`,
  suid,
  isActive,
});
const facts = (changes: Partial<UpdateFacts> = {}): UpdateFacts => ({
  items: [seal],
  builds: [{ itemId: 2, asParent: 0, asChild: 0, splitOrMerged: 0 }],
  products: [product(50, "Seal"), product(51, "Ring"), product(52, "Gone", false)],
  statuses: [
    { ...named(2, "Available"), suidKey: "available" },
    { ...named(1, "WIP"), suidKey: "wip" },
    { ...named(6, "Voided"), suidKey: "voided" },
    { ...named(8, "Gone", false), suidKey: null },
  ],
  orders: [
    { id: 3, revNo: 5, orderNo: "WO-3", productId: 50, bomVersionId: 7, firstVersionId: null },
    { id: 4, revNo: 7, orderNo: "WO-4", productId: 50, bomVersionId: 7, firstVersionId: null },
    { id: 5, revNo: 7, orderNo: "WO-5", productId: 51, bomVersionId: 7, firstVersionId: null },
  ],
  holdReasons: [named(5, "Quality"), named(8, "Gone", false)],
  locations: [place(1, "MAIN"), place(6, "EAST"), place(8, "GONE", false)],
  ownershipTypes: [named(1, "Internal"), named(7, "Customer"), named(8, "Gone", false)],
  currencies: [named(1, "EUR"), named(6, "USD"), named(8, "Gone", false)],
  definitions: [
    { id: 30, name: "Finding", isActive: true },
    { id: 31, name: "Repair", isActive: true },
    { id: 38, name: "Torque", isActive: false },
  ],
  others: [{ id: 2, serialKey: "seal", uniqueIdKey: "u-2" }],
  ...changes,
});

const sent = (id: number | null, changes: Partial<CaseEntryInput> = {}): CaseEntryInput => ({
  id,
  caseDataID: 30,
  materialItemID: 2,
  name: `entry ${id}`,
  value: "as it was",
  ...changes,
});
/** The item, sent back unchanged. */
const input = (changes: Partial<UpdateInput> = {}): UpdateInput => ({
  itemId: 2,
  id: 2,
  revNo: 4,
  productID: 50,
  statusID: 2,
  visualSerialNo: "Seal",
  scheduleID: 3,
  startDT: null,
  endDT: null,
  version: "A",
  nominalQty: q(10),
  actualQty: q(10),
  uniqueID: null,
  holdReasonID: null,
  expiryDate: null,
  locationID: 1,
  costPerUnit: null,
  ownershipTypeID: 1,
  currencyID: 1,
  batchNo: null,
  legacyPrerepairMaterialItemID: null,
  caseData: [sent(21), sent(22)],
  testModeID: null,
  ...changes,
});
const decide = (changes: Partial<UpdateInput> = {}, known: Partial<UpdateFacts> = {}) =>
  decideUpdate(facts(known), input(changes), by);
const withItem = (changes: Partial<Item>) => ({ items: [{ ...seal, ...changes }] });

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

describe("a field that builds depend on", () => {
  const built = (asParent: number, asChild: number, splitOrMerged = 0) => ({
    builds: [
      { itemId: 1, asParent: 9, asChild: 9, splitOrMerged: 9 },
      { itemId: 2, asParent, asChild, splitOrMerged },
    ],
  });

  test.for([
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ] as const)(
    "the product can't change after %i builds as parent, %i as child and %i splits or merges",
    ([parent, child, splitOrMerged]) => {
      const past = built(parent, child, splitOrMerged);
      expect(refusalDetails(() => decide({ productID: 51 }, past))).toEqual({
        code: "fixed",
        message:
          "The product of Seal can't change: the item has been built, split or merged, or has " +
          "material built in.",
        errors: [expect.objectContaining({ pointer: "/productID" })],
        members: { counts: { asParent: parent, asChild: child, splitOrMerged } },
      });
      expect(decide({}, past).after.productId).toBe(50);
    },
  );

  test("the works order can't change after material has been built into the item", () => {
    expect(refusalDetails(() => decide({ scheduleID: 4 }, built(2, 0)))).toEqual({
      code: "fixed",
      message:
        "The works order of Seal can't change: " +
        "material has been built into the item by the BoM version of that order.",
      errors: [expect.objectContaining({ pointer: "/scheduleID" })],
      members: { counts: { asParent: 2, asChild: 0, splitOrMerged: 0 } },
    });
    expect(decide({ scheduleID: 4 }, built(0, 2)).joined).toEqual({ id: 4, revNo: 7 });
    expect(decide({}, built(2, 2)).joined).toBeNull();
  });

  test.each([
    ["the one it was started with", null, 7, null],
    ["another one that it was given", 7, 8, 8],
    ["the first one again", 7, 7, null],
  ])(
    "an item that joins an order is built by its version: %s",
    (_, firstVersionId, bomVersionId, own) => {
      const orders = facts().orders.map((order) => ({ ...order, firstVersionId, bomVersionId }));
      expect(decide({ scheduleID: 4 }, { orders }).after).toMatchObject({
        worksOrderId: 4,
        ownVersionId: own,
      });
      // It stays so while the item is in this order, and ends with it.
      const unit = withItem({ ownVersionId: 9 });
      expect(decide({ batchNo: "B-7" }, unit).after.ownVersionId).toBe(9);
      expect(decide({ scheduleID: null }, unit).after.ownVersionId).toBeNull();
    },
  );
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

describe("a works order and the product of its items", () => {
  const fixed = (changes: Partial<UpdateInput>, known: Partial<UpdateFacts> = {}) =>
    refusalDetails(() => decide(changes, known));

  test("an item can't join an order of another product", () => {
    const detail = "Works order WO-5 is not an order of the product Seal.";
    expect(fixed({ scheduleID: 5 })).toEqual({
      code: "fixed",
      message: detail,
      errors: [{ pointer: "/scheduleID", detail }],
    });
  });

  test("an item of an order can't get another product, unless it leaves the order", () => {
    const detail = "Works order WO-3 is not an order of the product Ring.";
    expect(fixed({ productID: 51 })).toEqual({
      code: "fixed",
      message: detail,
      errors: [{ pointer: "/productID", detail }],
    });
    expect(decide({ productID: 51, scheduleID: null }).after.productId).toBe(51);
    expect(decide({ productID: 51, scheduleID: 5 }).asserts).toEqual([["Product", 51, 6]]);
  });

  test("a difference that is stored already is accepted, and can be corrected", () => {
    const differs = withItem({ productId: 51, productName: "Ring" });
    expect(decide({ productID: 51, batchNo: "B" }, differs).after.batchNo).toBe("B");
    expect(decide({ productID: 50 }, differs).asserts).toEqual([
      ["Product", 50, 6],
      ["WorksOrder", 3, 5],
    ]);
  });
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

describe("the names of the records that an item refers to", () => {
  const names = {
    productName: "Seal",
    status: "Available",
    orderNo: "WO-3",
    location: "MAIN",
    ownershipType: "Internal",
    currency: "EUR",
    holdReason: null,
  };
  const of = (changes: object) => ({ ...names, ...changes });

  test.for<[changes: Partial<UpdateInput>, after: Partial<Item>]>([
    [{ location: "EAST" }, { locationId: 6, locationSuid: "EAST" }],
    [{ location: "" }, { locationId: null, locationSuid: null }],
    [{ location: null }, { locationId: null, locationSuid: null }],
    [{ locationID: 6 }, { locationId: 6, locationSuid: "EAST" }],
    [
      { locationID: 6, location: "EAST" },
      { locationId: 6, locationSuid: "EAST" },
    ],
    [{ status: "wip" }, { statusId: 1, status: "WIP" }],
    [
      { productName: "RING", orderNo: "wo-5" },
      { productId: 51, worksOrderId: 5, orderNo: "WO-5" },
    ],
    [{ orderNo: null }, { worksOrderId: null, orderNo: null }],
    [{ holdReason: "QUALITY" }, { holdReasonId: 5, holdReason: "Quality" }],
    [{ ownershipType: "customer" }, { ownershipTypeId: 7, ownershipType: "Customer" }],
    [{ currency: "usd" }, { currencyId: 6, currency: "USD" }],
  ])("count where they change: %j", ([changes, after]) => {
    expect(decide(of(changes)).after).toMatchObject(after);
  });

  test("change nothing as they were read, or in another case", () => {
    const { before, after } = decide(of({ productName: "SEAL", orderNo: "wo-3" }));
    expect(after).toEqual({ ...before, revNo: 5, lastEditAt: now, lastEditUserId: 9 });
  });

  test("let an item join the works order that they name", () => {
    expect(decide(of({ orderNo: "WO-4" })).joined).toEqual({ id: 4, revNo: 7 });
  });

  test("that no record has are reported together, with the ids", () => {
    const wrong = { location: "main", currencyID: 99, holdReason: "None" };
    expect(refusalDetails(() => decide(of({ ...wrong, revNo: 3 })))).toMatchObject({
      code: "not_found",
      errors: [
        { pointer: "/holdReason", detail: "No hold reason is named None." },
        { pointer: "/location", detail: "No location has the SUID main." },
        { pointer: "/currencyID", detail: "No currency has the id 99." },
      ],
    });
  });

  test("that contradict ids which change too are reported together, unless the item is stale", () => {
    const wrong = { locationID: 6, location: null, statusID: 1, status: "Gone" };
    expect(refusalDetails(() => decide(of(wrong)))).toMatchObject({
      code: "details_contradict",
      errors: [
        { pointer: "/statusID" },
        { pointer: "/status" },
        { pointer: "/locationID" },
        { pointer: "/location" },
      ],
    });
    expect(codeOf(() => decide(of({ ...wrong, revNo: 3 })))).toBe("stale_revision");
  });

  test.for<
    [changes: Partial<UpdateInput>, code: string, pointer: string, had?: Partial<UpdateFacts>]
  >([
    [{ status: "Gone" }, "inactive", "/status"],
    [{ location: "GONE" }, "inactive", "/location"],
    [
      { productName: "Ring" },
      "fixed",
      "/productName",
      { builds: [{ itemId: 2, asParent: 0, asChild: 1, splitOrMerged: 0 }] },
    ],
    [
      { orderNo: "WO-4" },
      "fixed",
      "/orderNo",
      { builds: [{ itemId: 2, asParent: 1, asChild: 0, splitOrMerged: 0 }] },
    ],
    [{ orderNo: "WO-5" }, "fixed", "/orderNo"],
    [{ productName: "Ring" }, "fixed", "/productName"],
  ])("are at fault where they are refused: %j (%s)", ([changes, code, pointer, known]) => {
    expect(refusalDetails(() => decide(of(changes), known))).toMatchObject({
      code,
      errors: [{ pointer }],
    });
  });
});

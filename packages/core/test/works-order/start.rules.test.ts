import { describe, expect, test } from "vitest";
import type { Order } from "../../src/works-order/order.ts";
import type { StartFacts, StartWorksOrderInput } from "../../src/works-order/start.facts.ts";
import { decideStart } from "../../src/works-order/start.rules.ts";
import { by, now, productToReceive, q, statuses } from "../consumption/plant.ts";
import { codeOf, refusalDetails } from "../refused.ts";
import { order } from "./order.ts";

const created = order();
const range = (changes: Partial<StartFacts["ranges"][number]> = {}) => ({
  id: 5,
  revNo: 8,
  name: "Seals",
  prefix: "S-",
  nextNumber: 98,
  endNumber: null,
  padding: 4,
  ...changes,
});
const ranged = (changes: Partial<StartFacts["ranges"][number]> = {}) => ({
  products: [productToReceive({ serialRangeId: 5 })],
  ranges: [range({ id: 6, name: "Others" }), range(changes)],
});
const facts = (changes: Partial<StartFacts> = {}): StartFacts => ({
  orders: [created],
  products: [productToReceive({ id: 49, name: "Other" }), productToReceive()],
  ranges: [],
  taken: [],
  statuses,
  ...changes,
});
const decide = (input: Partial<StartWorksOrderInput> = {}, changes: Partial<StartFacts> = {}) =>
  decideStart(facts(changes), { id: 3, ...input }, by);
const withOrder = (changes: Partial<Order>) => ({ orders: [order(changes)] });
const items = (...serials: string[]) =>
  serials.map((visualSerialNo) => ({ visualSerialNo, qty: q(1) }));

test("an order is started with items of the product's batch size, numbered by the order", () => {
  const product = productToReceive({ defaultBatchSize: q(2) });
  expect(decide({ comment: "Go" }, { ...withOrder({ qty: q(5) }), products: [product] })).toEqual({
    asserts: [
      ["Product", 50, 2],
      ["Bom", 20, 4],
    ],
    before: order({ qty: q(5) }),
    order: order({ qty: q(5), status: "Started", startAt: now, revNo: 2 }),
    common: {
      lastEditAt: now,
      lastEditUserId: 9,
      productId: 50,
      statusId: 1,
      worksOrderId: 3,
      startAt: now,
      endAt: null,
      version: "A",
      uniqueId: null,
      uniqueIdKey: null,
      holdReasonId: null,
      expiryAt: null,
      locationId: 1,
      costPerUnit: q(1),
      ownershipTypeId: 1,
      currencyId: 1,
      batchNo: null,
      batchKey: null,
      deliveryNo: null,
      deliveryKey: null,
      legacyPrerepairId: null,
      testModeId: null,
      madeAtConsumption: false,
    },
    items: [
      { visualSerialNo: "WO-3-1", qty: q(2) },
      { visualSerialNo: "WO-3-2", qty: q(2) },
      { visualSerialNo: "WO-3-3", qty: q(1) },
    ],
    range: null,
    comment: "Go",
  });
});

test("a quantity that fills its batches leaves no rest", () => {
  const whole = { ...withOrder({ qty: q(2) }) };
  expect(decide({}, whole).items).toEqual(items("WO-3-1", "WO-3-2"));
  expect(decide({ comment: null }, whole).comment).toBeUndefined();
});

test("a serial range numbers the items, padded, and continues after them", () => {
  const decision = decide({}, ranged());
  expect(decision.items).toEqual(items("S-0098", "S-0099", "S-0100"));
  expect(decision.range).toEqual({ id: 5, revNo: 8, nextNumber: 98, next: 101 });
});

test("items that the request names keep their serials, and take no number", () => {
  const named = [
    { visualSerialNo: "A", qty: q(1) },
    { visualSerialNo: "B", qty: q(7) },
  ];
  expect(decide({ items: named }, ranged())).toMatchObject({ items: named, range: null });
});

test("a serial occurs once in a request", () => {
  expect(refusalDetails(() => decide({ items: items("A", "B", "a") }))).toEqual({
    code: "validation_failed",
    message: "Two items of the request have one serial.",
    errors: [
      { pointer: "/items/2/visualSerialNo", detail: "An earlier entry has the same value." },
    ],
  });
});

test.for<[what: string, Partial<StartFacts>, code: string, message: string]>([
  ["exist", { orders: [] }, "not_found", "No works order has the id 3."],
  [
    "be new",
    withOrder({ status: "Started" }),
    "order_status",
    "Works order WO-3 is Started: it can't be started any more.",
  ],
  [
    "have an active BoM",
    withOrder({ bomIsActive: false }),
    "inactive",
    "The BoM Main is not active.",
  ],
  [
    "have a Released version",
    withOrder({ bomStatus: "Draft" }),
    "bom_status",
    "Version 1.2 of the BoM Main is Draft: a works order is started by a Released one.",
  ],
  [
    "have an active product",
    { products: [productToReceive({ isActive: false })] },
    "inactive",
    "The product Seal is not active.",
  ],
])("an order to start must %s", ([, changes, code, message]) => {
  expect(refusalDetails(() => decide({}, changes))).toMatchObject({ code, message });
});

test("items have at most the product's decimals", () => {
  const half = [{ visualSerialNo: "A", qty: q(0.5) }];
  expect(codeOf(() => decide({ items: half }))).toBe("decimal_places");
});

describe("the number of items that start together", () => {
  test("is at most a thousand, and the last item gets the rest", () => {
    expect(decide({}, withOrder({ qty: q(1000) })).items).toHaveLength(1000);
    expect(refusalDetails(() => decide({}, withOrder({ qty: q(1000.5) })))).toEqual({
      code: "quantity_range",
      message:
        "The order would start 1001 items of Seal; the limit is 1000. " +
        "Give the product a larger Default Batch Size, or name the items.",
    });
  });

  test.for([
    [98, 100, "accepted"],
    [98, 99, 2],
    [98, 97, 0],
    [98, 50, 0],
  ] as const)(
    "is at most the numbers left in its range: %i to %i",
    ([nextNumber, endNumber, left]) => {
      const known = ranged({ nextNumber, endNumber });
      if (left === "accepted") expect(decide({}, known).range).toMatchObject({ next: 101 });
      else {
        expect(refusalDetails(() => decide({}, known))).toEqual({
          code: "serial_range",
          message: `The serial range Seals of Seal has ${left} numbers left, and 3 are needed.`,
        });
      }
    },
  );
});

describe("serials", () => {
  const taken = [{ serialKey: "b" }, { serialKey: "wo-3-2" }];

  test("of existing items are refused, with the entry that names them", () => {
    expect(refusalDetails(() => decide({ items: items("A", "B") }, { taken }))).toEqual({
      code: "duplicate",
      message: "An item with the serial B exists.",
      errors: [{ pointer: "/items/1/visualSerialNo", detail: "An item with the serial B exists." }],
    });
  });

  test("that the order generates and items have are refused without an entry", () => {
    expect(refusalDetails(() => decide({}, { taken }))).toEqual({
      code: "duplicate",
      message: "An item with the serial WO-3-2 exists.",
      errors: [{ pointer: "", detail: "An item with the serial WO-3-2 exists." }],
    });
  });

  test("have at most the bytes that a field for serials accepts", () => {
    const long = "ö".repeat(125);
    expect(decide({ items: items("A", long) }).items).toHaveLength(2);
    expect(refusalDetails(() => decide({ items: items("A", `${long}x`) }))).toEqual({
      code: "serial_range",
      message:
        `The serial ${long}x would be longer than 250 bytes. ` +
        "Name the items, or give the product a serial range.",
    });
  });
});

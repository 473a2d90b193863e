import { describe, expect, test } from "vitest";
import type { Order } from "../../src/works-order/order.ts";
import type { StartFacts, StartWorksOrderInput } from "../../src/works-order/start.facts.ts";
import { decideStart } from "../../src/works-order/start.rules.ts";
import { by, now, productToReceive, q, statuses } from "../consumption/plant.ts";
import { atFault, codeOf, refusalDetails } from "../refused.ts";
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
  numbers: numbers(98, 3),
});
/** The numbers that order 3 takes next, after those of another order. */
const numbers = (first: number, count: number) => [
  { orderId: 2, number: 1 },
  ...Array.from({ length: count }, (_, index) => ({ orderId: 3, number: first + index })),
];
const facts = (changes: Partial<StartFacts> = {}): StartFacts => ({
  orders: [created],
  started: [
    { orderId: 2, qty: q(9) },
    { orderId: 3, qty: 0 },
  ],
  numbers: numbers(1, 3),
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
      furtherHoldReasonIds: null,
      expiryAt: null,
      locationId: 1,
      costPerUnit: q(1),
      ownershipTypeId: 1,
      currencyId: 1,
      batchNo: null,
      batchKey: null,
      deliveryNo: null,
      deliveryKey: null,
      origin: null,
      originKey: null,
      destination: null,
      destinationKey: null,
      legacyPrerepairId: null,
      testModeId: null,
      madeAtConsumption: false,
      ownVersionId: null,
    },
    items: [
      { visualSerialNo: "WO-3-1", qty: q(2) },
      { visualSerialNo: "WO-3-2", qty: q(2) },
      { visualSerialNo: "WO-3-3", qty: q(1) },
    ],
    range: null,
    comment: "Go",
    progress: { qtyStarted: q(5), qtyLeft: 0, unit: "each" },
  });
});

test("items of a product with a shelf life expire at the end of a day", () => {
  const lasting = { products: [productToReceive({ shelfLifeDays: 2 })] };
  const { expiryAt } = decideStart(
    facts(lasting),
    { id: 3 },
    { ...by, timeZone: "Asia/Tokyo" },
  ).common;
  expect(new Date(expiryAt!).toISOString()).toBe("2026-06-03T14:59:59.999Z");
});

test("a quantity that fills its batches leaves no rest", () => {
  const whole = { ...withOrder({ qty: q(2) }), numbers: numbers(1, 2) };
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
    "be Created or Started",
    withOrder({ status: "Completed" }),
    "order_status",
    "Works order WO-3 is Completed: it can't be started any more.",
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
  const products = [productToReceive({ inventoryDecimalPlaces: 1 })];
  const many = { products, numbers: numbers(1, 1000) };

  test("is at most a thousand, and the last item gets the rest", () => {
    const all = decide({}, { ...many, ...withOrder({ qty: q(999.5) }) });
    expect(all.items).toHaveLength(1000);
    expect(all.items.at(-1)).toEqual({ visualSerialNo: "WO-3-1000", qty: q(0.5) });
    expect(all.progress).toEqual({ qtyStarted: q(999.5), qtyLeft: 0, unit: "each" });
    const first = decide({}, { ...many, ...withOrder({ qty: q(5000.5) }) });
    expect(first.items).toHaveLength(1000);
    expect(first.items.at(-1)).toEqual({ visualSerialNo: "WO-3-1000", qty: q(1) });
    expect(first.progress).toEqual({ qtyStarted: q(1000), qtyLeft: q(4000.5), unit: "each" });
  });

  test.for<[what: string, StartFacts["ranges"][number], found: number, message: string]>([
    [
      "its range ends",
      range({ endNumber: 99 }),
      2,
      "The serial range Seals of Seal has 2 numbers left, and 3 are needed.",
    ],
    [
      "its range has ended",
      range({ endNumber: 50 }),
      0,
      "The serial range Seals of Seal has 0 numbers left, and 3 are needed.",
    ],
    [
      "the rest of its range is taken",
      range({ endNumber: 98 + 10_001 }),
      2,
      "The serial range Seals of Seal has 2 numbers left that no item has or had, " +
        "and 3 are needed.",
    ],
    [
      "more numbers than it passes over are taken",
      range({ endNumber: 98 + 10_002 }),
      2,
      "More than 10000 of the serials from S-0098 on belong to items already, and a Start passes " +
        "over no more. Raise the next number of the serial range Seals, or name the items.",
    ],
  ])("finds no numbers where %s", ([, of, found, message]) => {
    const known = { ...ranged(of), numbers: numbers(98, found) };
    expect(refusalDetails(() => decide({}, known))).toEqual({ code: "serial_range", message });
  });

  test("finds no numbers of its own where all are taken", () => {
    expect(refusalDetails(() => decide({}, { numbers: numbers(1, 0) }))).toEqual({
      code: "serial_range",
      message:
        "More than 10000 of the serials WO-3-<n> belong to items already, and a Start passes " +
        "over no more. Give the product a serial range, or name the items.",
    });
  });
});

describe("a further start", () => {
  const further = (qty: number, changes: Partial<StartFacts> = {}): Partial<StartFacts> => ({
    ...withOrder({ qty: q(5), status: "Started", startAt: 1, bomStatus: "Obsolete" }),
    started: [{ orderId: 3, qty: q(qty) }],
    numbers: numbers(4, 2),
    ...changes,
  });

  test("makes what is left, by the pinned version whatever its status is", () => {
    const before = order({ qty: q(5), status: "Started", startAt: 1, bomStatus: "Obsolete" });
    expect(decide({}, further(3))).toMatchObject({
      asserts: [["Product", 50, 2]],
      before,
      order: { ...before, revNo: 2 },
      items: items("WO-3-4", "WO-3-5"),
      progress: { qtyStarted: q(5), qtyLeft: 0, unit: "each" },
    });
    const retired = { ...withOrder({ ...before, bomIsActive: false }) };
    expect(decide({}, { ...further(3), ...retired }).items).toHaveLength(2);
  });

  test("leaves out the numbers that are not among the free ones, and its range moves", () => {
    const known = { ...further(3), ...ranged(), numbers: numbers(98, 1).concat(numbers(105, 1)) };
    const { items: made, range: after } = decide({}, known);
    expect(made).toEqual(items("S-0098", "S-0105"));
    expect(after).toEqual({ id: 5, revNo: 8, nextNumber: 98, next: 106 });
  });

  test.for([[5], [7]])("makes nothing where %i of 5 are started", ([qty]) => {
    const detail = {
      code: "order_status",
      message:
        `Works order WO-3 is for 5 each of Seal, and ${qty} each are started: ` +
        "nothing is left to start. To start more, raise its quantity.",
    };
    expect(refusalDetails(() => decide({}, further(qty!)))).toEqual(detail);
    expect(refusalDetails(() => decide({ items: items("A") }, further(qty!)))).toEqual(detail);
  });

  test("takes the items that are sent up to what is left", () => {
    expect(decide({ items: items("A", "B") }, further(3))).toMatchObject({
      items: items("A", "B"),
      range: null,
      progress: { qtyStarted: q(5), qtyLeft: 0 },
    });
    expect(refusalDetails(() => decide({ items: items("A", "B", "C") }, further(3)))).toEqual(
      atFault(
        "quantity_range",
        "Works order WO-3 is for 5 each of Seal, and 3 each are started: 2 each are left, " +
          "and the items of the request are 3 each.",
        "/items",
      ),
    );
  });

  test("needs an active product", () => {
    const products = [productToReceive({ isActive: false })];
    expect(codeOf(() => decide({}, further(3, { products })))).toBe("inactive");
  });
});

test("a first start counts no item that has joined, and reports it", () => {
  const joined = { started: [{ orderId: 3, qty: q(2) }] };
  const { items: made, progress } = decide({}, joined);
  expect(made).toHaveLength(3);
  expect(progress).toEqual({ qtyStarted: q(5), qtyLeft: 0, unit: "each" });
});

describe("serials", () => {
  const taken = [{ serialKey: "b" }];

  test("of existing items are refused, with the entry that names them", () => {
    expect(refusalDetails(() => decide({ items: items("A", "B") }, { taken }))).toEqual({
      code: "duplicate",
      message: "An item with the serial B exists.",
      errors: [{ pointer: "/items/1/visualSerialNo", detail: "An item with the serial B exists." }],
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

test("an order of a product tracked by serial is started in single items", () => {
  const serial = productToReceive({ tracking: "Serial", defaultBatchSize: q(2) });
  const of = { ...withOrder({ qty: q(3) }), products: [serial] };
  expect(decide({}, of).items).toEqual(items("WO-3-1", "WO-3-2", "WO-3-3"));
  const sent = { items: [...items("A"), { visualSerialNo: "B", qty: q(2) }] };
  expect(refusalDetails(() => decide(sent, of))).toEqual(
    atFault(
      "tracking",
      "Seal is tracked by serial: an item of it is 1 each, not 2 each.",
      "/items/1/qty",
    ),
  );
});

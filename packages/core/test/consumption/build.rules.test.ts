import { describe, expect, test } from "vitest";
import type { BuildFacts, BuildInput } from "../../src/consumption/build.facts.ts";
import type { Item } from "../../src/material-item/item.ts";
import type { RefusalCode } from "../../src/refusal.ts";
import { candidate, chosenSlot, now, productToReceive, q, status } from "./plant.ts";
import { child, decide, ofOrder, parent, unit, withChild, withParent } from "./pump.ts";
import { quantityMax } from "../../src/values/decimal.ts";
import { atFault, codeOf, refusalOf, refusalDetails } from "../refused.ts";

test("a build takes from the child, claims the parent, and returns the quantity of each candidate", () => {
  const decision = decide({});
  expect(decision).toMatchObject({
    parent: { id: 1, revNo: 5, actualQty: q(10), lastEditAt: now, lastEditUserId: 9 },
    child: { id: 2, revNo: 5, actualQty: q(7), status: "Available" },
    allocations: [{ bomSlotId: 10, candidateId: 100, qty: q(3) }],
    shortfall: 0,
    at: now,
    userId: 9,
  });
});

test("a child with nothing left is Consumed", () => {
  expect(decide({}, { builtQty: q(10) }).child).toMatchObject({ actualQty: 0, status: "Consumed" });
});

test("a build asserts BoM version, works order and every ancestor", () => {
  const order = { worksOrderId: 3, orderStatus: "Started", orderRevNo: 6, orderNo: "WO" } as const;
  const ancestors = [
    { rootId: 1, id: 30, revNo: 2 },
    { rootId: 99, id: 31, revNo: 2 },
  ];
  expect(decide({ ...withParent(order), ancestors }).asserts).toEqual([
    ["BomVersion", 7, 3],
    ["WorksOrder", 3, 6],
    ["MaterialItem", 30, 2],
  ]);
});

const earlier = now - 60_000;

test.for<[what: string, Partial<BuildFacts>, Partial<BuildInput>, RefusalCode]>([
  ["the parent must exist", {}, { parentSerialNo: "Other" }, "not_found"],
  ["the child must exist", {}, { childSerialNo: "Other" }, "not_found"],
  ["an order that is only created is not built into", ofOrder("Created"), {}, "order_status"],
  ["a completed order is not built into", ofOrder("Completed"), {}, "order_status"],
  ["a finished unit is not built into", unit("Started", { endAt: 5 }), {}, "item_status"],
  [
    "a finished unit of a completed order is not built into",
    unit("Completed", { ...status(3), endAt: 5 }),
    {},
    "order_status",
  ],
  [
    "a unit in work of a cancelled order is not built into",
    unit("Cancelled", status(1)),
    {},
    "order_status",
  ],
  ["a cancelled order is not built into", ofOrder("Cancelled"), {}, "order_status"],
  ["a scrapped parent is not built into", withParent(status(4)), {}, "item_status"],
  ["a dispatched parent is not built into", withParent(status(5)), {}, "item_status"],
  ["a held parent is not built into", withParent({ holdReasonId: 1 }), {}, "item_on_hold"],
  ["a consumed child is not built", withChild(status(3)), {}, "item_status"],
  ["a scrapped child is not built", withChild(status(4)), {}, "item_status"],
  ["a dispatched child is not built", withChild(status(5)), {}, "item_status"],
  ["a held child is not built", withChild({ holdReasonId: 1 }), {}, "item_on_hold"],
  ["an expired child is not built", withChild({ expiryAt: now - 1 }), {}, "item_expired"],
  ["an item is not built into itself", {}, { childSerialNo: "Pump" }, "cycle"],
  [
    "an ancestor is not built into an item that it contains",
    { ancestors: [{ rootId: 1, id: 2, revNo: 1 }] },
    {},
    "cycle",
  ],
  ["a quantity has at most the product's decimals", {}, { builtQty: q(0.5) }, "decimal_places"],
  ["more than the stock can't be built", {}, { builtQty: q(11) }, "insufficient_quantity"],
  ["a build can't be in the future", {}, { occurredAt: now + 1 }, "validation_failed"],
  ["without candidates nothing is built", { candidates: [] }, {}, "not_in_bom"],
  ["a slot that is picked must exist", {}, { bomSlotID: 10 }, "not_found"],
])("%s", ([, changes, sent, code]) => {
  expect(codeOf(() => decide(changes, sent))).toBe(code);
});

test.for<[what: string, Partial<BuildFacts>]>([
  ["a parent of a started order", ofOrder("Started")],
  ["a unit in work of a completed order", unit("Completed", { ...status(1), endAt: 5 })],
  ["a consumed unit of a completed order that was opened", unit("Completed", status(3))],
  ["a consumed unit of a started order that is not finished", unit("Started", status(3))],
  ["a parent that is itself consumed", withParent(status(3))],
  ["a WIP child", withChild(status(1))],
  ["a child that expires at this moment", withChild({ expiryAt: now })],
])("%s is built", ([, changes]) => {
  expect(decide(changes).qty).toBe(q(3));
});

test("the maximum depends on the parent's nominal quantity, not on its stock", () => {
  const limited = {
    ...withParent({ nominalQty: q(2), actualQty: q(1) }),
    candidates: [candidate()],
  };
  expect(decide(limited, { builtQty: q(8) }).qty).toBe(q(8));
  expect(codeOf(() => decide(limited, { builtQty: q(9) }))).toBe("over_maximum");
});

test("the quantity built of a candidate into a parent can't pass the largest quantity", () => {
  const built = (netQty: number) => ({
    ...withChild({ actualQty: q(5) }),
    candidates: [candidate({ maxQty: null, built: [[parent.id, netQty]] })],
  });
  expect(decide(built(quantityMax - q(3))).qty).toBe(q(3));
  expect(refusalDetails(() => decide(built(quantityMax - q(2))))).toEqual(
    atFault(
      "quantity_range",
      '"Shaft seal" of Pump would hold 1000000000.999999 each of Seal, which has more than 9 ' +
        "digits before the decimal point.",
      "/builtQty",
    ),
  );
});

test("expiry is checked at the time when the build happened", () => {
  const expired = withChild({ expiryAt: earlier });
  expect(decide(expired, { occurredAt: earlier }).at).toBe(earlier);
  expect(codeOf(() => decide(expired, { occurredAt: earlier + 1 }))).toBe("item_expired");
});

// Each fault is reported before all that follow it.
test("the refusals come in the order of the design", () => {
  const faults: [RefusalCode, Partial<Item>, Partial<Item>, Partial<BuildInput>][] = [
    ["order_status", { worksOrderId: 3, orderStatus: "Created" }, {}, {}],
    ["item_status", status(4), {}, {}],
    ["item_on_hold", { holdReasonId: 1 }, {}, {}],
    ["cycle", {}, { id: 77 }, {}],
    ["item_status", {}, status(4), {}],
    ["item_on_hold", {}, { holdReasonId: 1 }, {}],
    ["item_expired", {}, { expiryAt: 0 }, {}],
    ["decimal_places", {}, {}, { builtQty: q(20.5) }],
    ["not_in_bom", {}, { productId: 66 }, {}],
    ["over_maximum", {}, {}, { builtQty: q(100) }],
    ["insufficient_quantity", {}, { actualQty: q(1) }, {}],
  ];
  const codes = faults.map((_, first) => {
    const rest = faults.slice(first).toReversed();
    const items = [parent, child].map((one, index) =>
      Object.assign({}, one, ...rest.map((fault) => fault[index + 1])),
    ) as Item[];
    const sent = Object.assign({}, ...rest.map((fault) => fault[3])) as Partial<BuildInput>;
    const ancestors = [{ rootId: 1, id: 77, revNo: 1 }];
    return codeOf(() => decide({ items, ancestors, candidates: [candidate()] }, sent));
  });
  expect(codes).toEqual(faults.map(([code]) => code));
});

describe("which candidate takes a child", () => {
  const takes = (changes: Parameters<typeof candidate>[0]) =>
    decide({ candidates: [candidate({ maxQty: null, ...changes })] }).allocations.length === 1;

  test.for<[what: string, Parameters<typeof candidate>[0], boolean]>([
    ["of its product, any version", {}, true],
    ["of its product and version", { version: "A" }, true],
    ["of another version", { version: "B" }, false],
    ["of a version in another case", { version: "a" }, false],
    ["of another product", { productId: 51 }, false],
    ["that is not active", { candidateIsActive: false }, false],
    ["in a slot that is not active", { slotIsActive: false }, false],
    ["of another BoM version", { bomVersionId: 8 }, false],
  ])("one %s: %s", ([, changes, expected]) => {
    if (expected) expect(takes(changes)).toBe(true);
    else expect(codeOf(() => takes(changes))).toBe("not_in_bom");
  });

  test("of two in one slot, the one that names the version", () => {
    const both = [
      candidate({ candidateId: 100, maxQty: null }),
      candidate({ candidateId: 101, maxQty: null, version: "A" }),
    ];
    for (const ordered of [both, both.toReversed()]) {
      expect(decide({ candidates: ordered }).allocations[0]!.candidateId).toBe(101);
    }
  });

  test("of several slots, the one that is picked", () => {
    const slots = [
      candidate({ maxQty: null }),
      candidate({ candidateId: 101, bomSlotId: 11, maxQty: null, isRequired: false }),
    ];
    const picked = { candidates: slots, chosenSlots: [chosenSlot({ id: 11 })] };
    expect(decide(picked, { bomSlotID: 11 }).allocations).toEqual([
      { bomSlotId: 11, candidateId: 101, qty: q(3) },
    ]);
  });

  test("a slot of another BoM version can't be picked", () => {
    const chosen = { chosenSlots: [chosenSlot({ id: 12, bomVersionId: 8 })] };
    expect(codeOf(() => decide(chosen, { bomSlotID: 12 }))).toBe("not_in_bom");
  });

  test("builds of an inactive candidate still fill its slot", () => {
    const slot = [
      candidate({ maxQty: q(1) }),
      candidate({
        candidateId: 101,
        candidateIsActive: false,
        productId: 51,
        maxQty: q(1),
        built: [[1, q(8)]],
      }),
    ];
    expect(codeOf(() => decide({ candidates: slot }))).toBe("over_maximum");
    expect(decide({ candidates: slot }, { builtQty: q(2) }).qty).toBe(q(2));
  });
});

describe("at the point of consumption", () => {
  const products = [productToReceive()];
  const currencies = [{ id: 6, revNo: 1, name: "USD", isActive: true }];
  const details = { productName: "SEAL" };
  const receive = { receiveAtPointOfConsumption: true, itemDetails: details };
  const known = { products, currencies };
  const made = (changes: Partial<Item> = {}) => ({
    ...withChild({ madeAtConsumption: true, ...changes }),
    ...known,
  });

  test("a missing child is received and built together", () => {
    const sent = { ...receive, childSerialNo: "New" };
    const itemDetails = { ...details, batchNo: "B", costPerUnit: q(2), currency: "usd" };
    const decision = decide(known, { ...sent, itemDetails });
    expect(decision).toMatchObject({
      childBefore: undefined,
      child: {
        visualSerialNo: "New",
        nominalQty: q(3),
        actualQty: 0,
        status: "Consumed",
        batchNo: "B",
        costPerUnit: q(2),
        currency: "USD",
        madeAtConsumption: true,
      },
      shortfall: 0,
    });
    expect(decision.asserts).toEqual([
      ["BomVersion", 7, 3],
      ["Product", 50, 2],
      ["ReceiptProfile", 1, 1],
    ]);
  });

  test("the shortfall of a child that was made there is booked, even if it is Consumed", () => {
    expect(decide(made({ ...status(3), actualQty: 0 }), receive)).toMatchObject({
      shortfall: q(3),
      child: { actualQty: 0, status: "Consumed" },
    });
    expect(decide(made({ actualQty: q(1) }), receive)).toMatchObject({ shortfall: q(2) });
    expect(decide(made(), receive)).toMatchObject({ shortfall: 0, child: { actualQty: q(7) } });
  });

  test("managed stock is consumed normally, and refused when it is short", () => {
    expect(decide(known, receive).child.actualQty).toBe(q(7));
    const short = { ...withChild({ actualQty: q(1) }), ...known };
    expect(codeOf(() => decide(short, receive))).toBe("insufficient_quantity");
  });

  test("without the flag, a consumed child that was made there is refused", () => {
    const consumed = made({ ...status(3), actualQty: 0 });
    expect(codeOf(() => decide(consumed, { itemDetails: details }))).toBe("item_status");
  });

  test("without the flag, details are ignored", () => {
    expect(decide({}, { itemDetails: { productName: "Nothing" } }).qty).toBe(q(3));
  });

  test("a serial of a range can't be received twice", () => {
    const ranged = made({ productSerialRangeId: 1, actualQty: 0, ...status(3) });
    expect(codeOf(() => decide(ranged, receive))).toBe("serial_range");
    expect(decide(made({ productSerialRangeId: 1 }), receive).shortfall).toBe(0);
  });

  test("a batch in another case contradicts no item", () => {
    const itemDetails = { ...details, batchNo: "GRÖSSE" };
    const batched = made({ batchNo: "größe" });
    expect(decide(batched, { ...receive, itemDetails }).child.batchNo).toBe("größe");
  });

  const missing = { ...receive, childSerialNo: "New" };
  test.for<[what: string, stored: Partial<Item>, details: object]>([
    ["null of other fields", { batchNo: "B" }, { batchNo: null, version: null, costPerUnit: null }],
    ["no expiry", { expiryAt: now }, { expiryDate: null }],
    ["an expiry that is not sent", { expiryAt: now }, {}],
  ])("%s contradicts no item", ([, stored, more]) => {
    const all = { ...made(stored), products: [productToReceive()] };
    expect(decide(all, { ...receive, itemDetails: { ...details, ...more } }).shortfall).toBe(0);
  });

  test.for([
    ["is that of the product", {}, {}, "2026-06-03T23:59:59.999Z"],
    ["is that of the product if it is null", { expiryDate: null }, {}, "2026-06-03T23:59:59.999Z"],
  ] as const)("the expiry of a receipt %s", ([, more, rules, expected]) => {
    const lasting = { products: [productToReceive({ shelfLifeDays: 2, ...rules })] };
    const itemDetails = { ...details, ...more };
    const { expiryAt } = decide(lasting, { ...missing, itemDetails }).child;
    expect(expiryAt && new Date(expiryAt).toISOString()).toBe(expected);
  });

  test.for([
    ["productName", { productName: "Gasket" }],
    ["batchNo", { batchNo: "other" }],
    ["version", { version: "B" }],
    ["expiryDate", { expiryDate: 1 }],
    ["costPerUnit", { costPerUnit: q(9), currency: "EUR" }],
    ["currency", { currency: "USD" }],
  ] as const)("a %s that contradicts the item is refused", ([field, changes]) => {
    const gasket = productToReceive({ id: 51, name: "Gasket", nameKey: "gasket" });
    const euro = { id: 1, revNo: 1, name: "EUR", isActive: true };
    const all = { ...made(), products: [...products, gasket], currencies: [...currencies, euro] };
    const itemDetails = { ...details, ...changes };
    const { code, extras } = refusalOf(() => decide(all, { ...receive, itemDetails }));
    expect(code).toBe("details_contradict");
    expect(extras.errors).toMatchObject([{ pointer: `/itemDetails/${field}` }]);
  });

  test.for<[what: string, cost: number | null | undefined, currency: string, isRefused: boolean]>([
    ["1 EUR is not booked as 1 USD", undefined, "USD", true],
    ["1 EUR is not booked as 1 USD if the cost is null", null, "USD", true],
    ["another cost can be in another currency", q(2), "USD", false],
    ["its own currency can be named", undefined, "EUR", false],
  ])("of a product that costs 1 EUR, %s", ([, costPerUnit, currency, isRefused]) => {
    const euro = { id: 1, revNo: 1, name: "EUR", isActive: true };
    const all = { products, currencies: [...currencies, euro] };
    const itemDetails = { ...details, costPerUnit, currency };
    const build = () => decide(all, { ...missing, itemDetails });
    if (isRefused) {
      expect(refusalDetails(build)).toMatchObject({
        code: "details_contradict",
        message: "The cost of Seal is in EUR. To book it in USD, send costPerUnit.",
      });
    } else {
      expect(build().child).toMatchObject({ costPerUnit: costPerUnit ?? q(1), currency });
    }
  });

  test("a product that costs nothing can be received in any currency", () => {
    const free = { ...known, products: [productToReceive({ defaultCostPerUnit: 0 })] };
    const itemDetails = { ...details, currency: "USD" };
    expect(decide(free, { ...missing, itemDetails }).child).toMatchObject({
      costPerUnit: 0,
      currency: "USD",
    });
  });

  test.for<[what: string, Partial<BuildFacts>, object, RefusalCode]>([
    ["the product must exist", { ...known, products: [] }, {}, "not_found"],
    ["the currency must exist", { products }, { currency: "XXX" }, "not_found"],
    [
      "a retired product is not received",
      { products: [productToReceive({ isActive: false })] },
      {},
      "inactive",
    ],
    [
      "the receipt profile applies",
      { products: [productToReceive({ receiptRules: { batchNo: "compulsory" } })] },
      {},
      "receipt_profile",
    ],
    [
      "an empty text does not count as a value",
      { products: [productToReceive({ receiptRules: { batchNo: "compulsory" } })] },
      { batchNo: "" },
      "receipt_profile",
    ],
    ["expired material is not built", known, { expiryDate: now - 1 }, "item_expired"],
  ])("%s", ([, changes, more, code]) => {
    const itemDetails = { ...details, ...more };
    expect(codeOf(() => decide(changes, { ...missing, itemDetails }))).toBe(code);
  });

  test("a receipt profile does not require fields that details don't have", () => {
    const strict = productToReceive({ receiptRules: { location: "compulsory" } });
    expect(decide({ products: [strict] }, missing).qty).toBe(q(3));
  });
});

test("an item made there is not built if it is Scrapped", () => {
  const scrapped = { ...withChild({ madeAtConsumption: true, ...status(4) }) };
  const sent = { receiveAtPointOfConsumption: true };
  expect(codeOf(() => decide(scrapped, sent))).toBe("item_status");
});

test("what other parents hold, and what other slots hold, fills none of this parent's", () => {
  const limited = [
    candidate({ maxQty: q(1), built: [[9, q(10)]] }),
    candidate({
      candidateId: 101,
      bomSlotId: 11,
      productId: 51,
      maxQty: q(1),
      built: [[1, q(10)]],
    }),
  ];
  expect(decide({ candidates: limited }, { builtQty: q(10) }).qty).toBe(q(10));
});

test("of the candidates of a slot, the one of the child's product is built", () => {
  const candidates = [
    candidate({ productId: 51 }),
    candidate({ candidateId: 101, isDefault: false, maxQty: null }),
  ];
  expect(decide({ candidates }).allocations).toMatchObject([{ bomSlotId: 10, candidateId: 101 }]);
});

test("a child with decimals is divided in them", () => {
  const fine = withChild({ inventoryDecimalPlaces: 1 });
  const half = [
    candidate({ maxQty: q(0.05) }),
    candidate({ candidateId: 101, bomSlotId: 11, maxQty: null }),
  ];
  expect(decide({ ...fine, candidates: half }, { builtQty: q(1.2) }).allocations).toEqual([
    { bomSlotId: 10, candidateId: 100, qty: q(0.5) },
    { bomSlotId: 11, candidateId: 101, qty: q(0.7) },
  ]);
});

test.for<[built: number, maxQty: number | null, relies: boolean]>([
  [1, q(0.05), true],
  [1.5, null, true],
  [2, q(0.1), false],
  [2, null, false],
])("a build of %d relies on its product if a slot takes a fraction", ([built, maxQty, relies]) => {
  const divided = {
    ...withChild({ inventoryDecimalPlaces: 1, productId: 50, productRevNo: 4 }),
    candidates: [
      candidate({ maxQty }),
      candidate({ candidateId: 101, bomSlotId: 11, maxQty: null }),
    ],
  };
  const { asserts } = decide(divided, { builtQty: q(built) });
  expect(asserts.filter(([entity]) => entity === "Product")).toEqual(
    relies ? [["Product", 50, 4]] : [],
  );
});

test("an existing item is built as it is, without the assertions of a receipt", () => {
  const itemDetails = { productName: "Seal" };
  const sent = { receiveAtPointOfConsumption: true, itemDetails };
  const { asserts, child: taken, childBefore } = decide({ products: [productToReceive()] }, sent);
  expect(asserts).toEqual([["BomVersion", 7, 3]]);
  expect(childBefore).toEqual(child);
  expect(taken).toMatchObject({ id: 2, revNo: 5 });
});

test("each candidate's slot is read equally often, for any number of slots that take the child", () => {
  const readsPerSlot = (slots: number) => {
    let times = 0;
    const candidates = Array.from({ length: slots }, (_, index) => {
      const one = candidate({ candidateId: index + 1 });
      return Object.defineProperty(one, "bomSlotId", { get: () => (times++, index + 1) });
    });
    expect(decide({ candidates }).allocations).toHaveLength(1);
    return times / slots;
  };
  expect(readsPerSlot(200)).toBeCloseTo(readsPerSlot(100), 1);
});

import { describe, expect, test } from "vitest";
import type { Item } from "../../src/material-item/item.ts";
import type { UpdateFacts, UpdateInput } from "../../src/material-item/update.facts.ts";
import { now } from "../consumption/plant.ts";
import { codeOf, refusalDetails } from "../refused.ts";
import { decide, facts, withItem } from "./updating.ts";

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

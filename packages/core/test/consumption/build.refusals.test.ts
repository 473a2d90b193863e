import { describe, expect, test } from "vitest";
import type { BuildFacts, BuildInput } from "../../src/consumption/build.facts.ts";
import type { RefusalCode } from "../../src/refusal.ts";
import { chosenSlot, productToReceive, q, status } from "./plant.ts";
import { decide, ofOrder, unit, withChild, withParent } from "./pump.ts";
import { atFault, refusalDetails } from "../refused.ts";

describe("a refusal reports", () => {
  const currencies = [{ id: 6, revNo: 1, name: "USD", isActive: false }];
  const made = {
    receiveAtPointOfConsumption: true,
    childSerialNo: "New",
    itemDetails: { productName: "Seal", batchNo: "B" },
  };
  const receipt = (changes: object) => ({
    ...made,
    itemDetails: { ...made.itemDetails, ...changes },
  });
  const received = { products: [productToReceive()], currencies };

  test.for<[RefusalCode, string, pointer: string, Partial<BuildFacts>, Partial<BuildInput>]>([
    [
      "order_status",
      "Works order WO of Pump is Created: material is built only into items of a works order that was started.",
      "/parentSerialNo",
      ofOrder("Created"),
      {},
    ],
    [
      "order_status",
      "Works order WO of Pump is Completed: material is built only into those of its items that are opened again.",
      "/parentSerialNo",
      ofOrder("Completed"),
      {},
    ],
    [
      "item_status",
      "Item Pump is finished: reopen it to build into it.",
      "/parentSerialNo",
      unit("Started", { endAt: 5 }),
      {},
    ],
    [
      "item_status",
      "Item Pump is Scrapped, which is not buildable.",
      "/parentSerialNo",
      withParent(status(4)),
      {},
    ],
    [
      "item_on_hold",
      "Item Pump is on hold.",
      "/parentSerialNo",
      withParent({ holdReasonId: 1 }),
      {},
    ],
    [
      "item_status",
      "Item Seal is Consumed, which is not consumable.",
      "/childSerialNo",
      withChild(status(3)),
      {},
    ],
    ["item_on_hold", "Item Seal is on hold.", "/childSerialNo", withChild({ holdReasonId: 1 }), {}],
    [
      "item_expired",
      "Item New expired at 1970-01-01T00:00:00.000Z.",
      "/itemDetails/expiryDate",
      received,
      receipt({ expiryDate: 0 }),
    ],
    [
      "item_expired",
      "Item Seal expired at 1970-01-01T00:00:00.000Z.",
      "/childSerialNo",
      withChild({ expiryAt: 0 }),
      {},
    ],
    [
      "cycle",
      "Item Pump can't be built into itself.",
      "/childSerialNo",
      {},
      { childSerialNo: "Pump" },
    ],
    [
      "cycle",
      "Item Pump is itself built into Seal.",
      "/childSerialNo",
      { ancestors: [{ rootId: 1, id: 2, revNo: 1 }] },
      {},
    ],
    [
      "not_in_bom",
      "No BoM version of Pump is released.",
      "/parentSerialNo",
      withParent({ bomVersionId: null, bomVersionRevNo: null }),
      {},
    ],
    [
      "not_in_bom",
      "In the BoM of Pump, no active slot takes Seal version A.",
      "/childSerialNo",
      { candidates: [] },
      {},
    ],
    [
      "not_in_bom",
      "In the BoM of Pump, no active slot takes Seal version A.",
      "/itemDetails/productName",
      { ...received, candidates: [] },
      made,
    ],
    [
      "not_in_bom",
      '"Shaft seal" of Pump takes Ring, Oil version B, not Seal.',
      "/bomSlotID",
      {
        ...withChild({ version: null }),
        candidates: [],
        chosenSlots: [chosenSlot({ products: ["Ring", "Oil version B"] })],
      },
      { bomSlotID: 10 },
    ],
    [
      "not_in_bom",
      '"Shaft seal" of Pump takes A, B, C and others, not Seal version A.',
      "/bomSlotID",
      { candidates: [], chosenSlots: [chosenSlot({ products: ["A", "B", "C", "D"] })] },
      { bomSlotID: 10 },
    ],
    [
      "not_in_bom",
      '"Shaft seal" of Pump takes nothing, not Seal version A.',
      "/bomSlotID",
      { candidates: [], chosenSlots: [chosenSlot({ products: [] })] },
      { bomSlotID: 10 },
    ],
    [
      "not_in_bom",
      'The slot "Shaft seal" of Pump is not active.',
      "/bomSlotID",
      { candidates: [], chosenSlots: [chosenSlot({ isActive: false })] },
      { bomSlotID: 10 },
    ],
    [
      "not_in_bom",
      'The slot "Shaft seal" is not in the BoM version of Pump.',
      "/bomSlotID",
      { candidates: [], chosenSlots: [chosenSlot({ bomVersionId: 8 })] },
      { bomSlotID: 10 },
    ],
    [
      "insufficient_quantity",
      "Item Seal has 10 each in stock: 11 each can't be built.",
      "/builtQty",
      {},
      { builtQty: q(11) },
    ],
    [
      "serial_range",
      "Seal has a serial range: Seal can't be received twice.",
      "/childSerialNo",
      { ...received, ...withChild({ madeAtConsumption: true, productSerialRangeId: 1 }) },
      { ...made, childSerialNo: "Seal", itemDetails: { productName: "Seal" }, builtQty: q(11) },
    ],
    [
      "not_found",
      "No material item has the serial Other.",
      "/childSerialNo",
      {},
      { childSerialNo: "Other" },
    ],
    ["not_found", "No BoM slot has the id 10.", "/bomSlotID", {}, { bomSlotID: 10 }],
    [
      "not_found",
      "No BoM slot has the id 10.",
      "/bomSlotID",
      { chosenSlots: [chosenSlot({ id: 9 })] },
      { bomSlotID: 10 },
    ],
    [
      "not_found",
      "No product is named Ring.",
      "/itemDetails/productName",
      received,
      receipt({ productName: "Ring" }),
    ],
    [
      "not_found",
      "No currency is named XXX.",
      "/itemDetails/currency",
      received,
      receipt({ currency: "XXX" }),
    ],
    [
      "inactive",
      "The currency USD is not active.",
      "/itemDetails/currency",
      received,
      receipt({ currency: "USD" }),
    ],
    [
      "inactive",
      "The product Seal is not active.",
      "/itemDetails/productName",
      { products: [productToReceive({ isActive: false })] },
      made,
    ],
  ])("%s: %s, at %s", ([code, message, pointer, changes, sent]) => {
    expect(refusalDetails(() => decide(changes, sent))).toEqual(atFault(code, message, pointer));
  });

  test("which details contradict the existing item", () => {
    const itemDetails = { productName: "Seal", version: "B", batchNo: "B" };
    const sent = { ...made, childSerialNo: "Seal", itemDetails };
    expect(refusalDetails(() => decide(received, sent))).toEqual({
      code: "details_contradict",
      message: "The item details contradict the existing item Seal.",
      errors: [
        { pointer: "/itemDetails/batchNo", detail: "Item Seal has another batchNo." },
        { pointer: "/itemDetails/version", detail: "Item Seal has another version." },
      ],
    });
  });

  test.for(["expiryDate", "version", "batchNo", "costPerUnit"])(
    "that the receipt profile requires %s, and its place",
    (field) => {
      const receiptRules = { [field]: "compulsory" } as const;
      const products = [productToReceive({ receiptRules })];
      const itemDetails = { productName: "Seal" };
      expect(refusalDetails(() => decide({ products }, { ...made, itemDetails }))).toEqual({
        code: "receipt_profile",
        message: "The receipt profile of Seal forbids this receipt.",
        errors: [{ pointer: `/itemDetails/${field}`, detail: "Compulsory." }],
      });
    },
  );
});

import * as z from "zod";
import { record } from "./fields.ts";
import { type Infer, schema } from "./schema.ts";

const UnitCompleteness = schema(
  "UnitCompleteness",
  "A unit of a works order, with the state of its required slots.",
  () =>
    z.object({
      id: record.id(),
      visualSerialNo: record.text(),
      nominalQty: record.number(),
      status: record.text(),
      holdReason: record.text().nullable(),
      isOpen: record.flag().meta({
        description: "True if completing the works order would finish this unit.",
      }),
      isComplete: record.flag().meta({
        description:
          "True if every one of `requiredSlots` is filled, and no contained unit is unfinished.",
      }),
      hasUnfinished: record.flag().meta({
        description: "True if it contains, at any level, a unit that is not finished.",
      }),
      requiredSlots: z.int().meta({
        description:
          "The number of active slots that are required, or whose evidence is compulsory.",
      }),
      filledSlots: z.int().meta({
        description: "The number of these that have their minimum and lack no evidence.",
      }),
    }),
);

const MissingCandidate = schema(
  "MissingCandidate",
  "A product that can fill what the units of a works order lack in a slot.",
  () =>
    z.object({
      candidateID: record.id(),
      productID: record.id(),
      product: record.text(),
      version: record.text().nullable().meta({
        description: "The version of the product that the slot takes. Null means any.",
      }),
      isDefault: record.flag(),
      missing: record.number().meta({
        description: "The quantity of this product that fills all of it alone, in `unit`.",
      }),
      unit: record.text(),
    }),
);

const MissingSlot = schema(
  "MissingSlot",
  "What the open units of a works order lack in one slot, all together.",
  () =>
    z.object({
      bomSlotID: record.id(),
      slot: record.text(),
      productID: record.id(),
      product: record.text().meta({
        description: "The name of the default candidate's product, or else of the first one's.",
      }),
      missing: record.number().meta({
        description:
          "The quantity of `product` that is missing from the minima of all open units. Of a slot " +
          "without a minimum that must not be empty, the planned quantity counts.",
      }),
      unit: record.text(),
      units: z.int().meta({ description: "The number of open units that lack it." }),
      candidates: z.array(MissingCandidate()).meta({
        description: "The active candidates: the default one first, then by id.",
      }),
    }),
);

const StockItem = schema("StockItem", "An item in stock that a works order can use.", () =>
  z.object({
    id: record.id(),
    visualSerialNo: record.text(),
    productID: record.id(),
    product: record.text().meta({ description: "The name of the product." }),
    version: record.text().nullable(),
    batchNo: record.text().nullable(),
    location: record.text().nullable(),
    expiryDate: record.time().nullable(),
    actualQty: record.number(),
    unit: record.text(),
  }),
);

export const WorksOrderCompleteness = schema(
  "WorksOrderCompleteness",
  "The units of a works order compared with its BoM version, and the pick list of what they lack.",
  () =>
    z.object({
      id: record.id(),
      orderNo: record.text(),
      productName: record.text(),
      status: record.text(),
      bomVersionID: record.id(),
      isComplete: record.flag().meta({
        description: "True if every open unit is complete. An order without open units is.",
      }),
      unitCount: z.int().meta({ description: "The number of units, whatever their status." }),
      openCount: z.int().meta({
        description: "The number of open units: those that completing the order would finish.",
      }),
      completeCount: z.int().meta({ description: "The number of open units that are complete." }),
      units: z.array(UnitCompleteness()).meta({
        description: "The open units by id, then the others. At most 1000.",
      }),
      missing: z.array(MissingSlot()).meta({
        description: "What the open units lack, by slot.",
      }),
      stock: z.array(StockItem()).meta({
        description:
          "The items that can be built for it: in stock, with a status other than WIP that Build " +
          "consumes, not on hold and not expired. In the order of `missing`. Of each candidate at " +
          "most 20, the first to expire first.",
      }),
    }),
);
export type WorksOrderCompletenessRecord = Infer<typeof WorksOrderCompleteness>;

export const worksOrderCompletenessExample = {
  id: 2,
  orderNo: "WO-1001",
  productName: "Pump",
  status: "Started",
  bomVersionID: 3,
  isComplete: false,
  unitCount: 2,
  openCount: 2,
  completeCount: 1,
  units: [
    {
      id: 17,
      visualSerialNo: "PUMP-0001",
      nominalQty: 1,
      status: "WIP",
      holdReason: null,
      isOpen: true,
      isComplete: false,
      hasUnfinished: false,
      requiredSlots: 4,
      filledSlots: 3,
    },
  ],
  missing: [
    {
      bomSlotID: 3,
      slot: "Shaft seal",
      productID: 5,
      product: "Seal",
      missing: 2,
      unit: "each",
      units: 1,
      candidates: [
        {
          candidateID: 5,
          productID: 5,
          product: "Seal",
          version: null,
          isDefault: true,
          missing: 2,
          unit: "each",
        },
      ],
    },
  ],
  stock: [
    {
      id: 18,
      visualSerialNo: "SEAL-LOT-1",
      productID: 5,
      product: "Seal",
      version: "A",
      batchNo: "B-2026-01",
      location: "MAIN",
      expiryDate: "2027-01-31T23:59:59.999Z",
      actualQty: 24,
      unit: "each",
    },
  ],
};

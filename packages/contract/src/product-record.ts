import * as z from "zod";
import { record, sinceAdded } from "./fields.ts";
import { schema, type Infer } from "./schema.ts";

export const propertyName = {
  description: "The name of the property, unique within its product. Case sensitive.",
};

const ProductProperty = schema("ProductProperty", "A named value of a product.", () =>
  z.object({ Name: record.text().meta(propertyName), Value: record.text().nullable() }),
);

export const trackings = ["Lot", "Serial"] as const;
export const trackingText = {
  description:
    "`Lot`: an item is any quantity. `Serial`: an item is a single thing. It is built into one " +
    "item at most, and its serial is never received twice.",
};
export const managedText = {
  description:
    "Whether the stock of the product is managed here. If so, nothing of it is made at a point of " +
    "consumption.",
};

/** Source: spec.md, Product. */
export const Product = schema(
  "Product",
  "A product that items are made or received of. Null means that it has no such value.",
  () =>
    z.object({
      ID: record.id(),
      revNo: record.revision(),
      ProductTypeID: record.id(),
      ProductType: record.text(),
      SUID: record.text().nullable(),
      Name: record.text(),
      Description: record.text().nullable(),
      Version: record.text(),
      DefaultOwnershipID: record.id(),
      DefaultOwnership: record.text(),
      DefaultCostPerUnit: record.number(),
      DefaultCurrencyID: record.id(),
      DefaultCurrency: record.text(),
      BaseUnitID: record.id(),
      BaseUnit: record.text(),
      ReceiptProfileID: record.id(),
      ReceiptProfile: record.text(),
      ReceiptRecipeID: record.id().nullable(),
      ReceiptRecipe: record.text().nullable(),
      SerialRangeID: record.id().nullable(),
      SerialRange: record.text().nullable(),
      DefaultBatchSize: record.number(),
      MinScheduleBatchSize: record.number().nullable(),
      ScheduleBatchIncrement: record.number().nullable(),
      MaxScheduleBatchSize: record.number().nullable(),
      PeggingExpiryDays: z.int().nullable(),
      ShelfLifeDays: z.int().nullable(),
      InventoryDecimalPlaces: z.int(),
      LocationID: record.id(),
      Location: record.text(),
      IsActive: record.flag(),
      IsPlanningConstraint: record.flag(),
      Tracking: z
        .enum(trackings)
        .optional()
        .meta({ ...trackingText, ...sinceAdded }),
      InventoryManaged: record
        .flag()
        .optional()
        .meta({ ...managedText, ...sinceAdded }),
      Properties: z.array(ProductProperty()),
      SourceProductID: record.id().nullable(),
      SourceProductName: record.text().nullable(),
    }),
);

export type ProductRecord = Infer<typeof Product>;

export const productExample: ProductRecord = {
  ID: 4,
  revNo: 1,
  ProductTypeID: 1,
  ProductType: "General",
  SUID: "PUMP",
  Name: "Pump",
  Description: "Centrifugal pump, 2 kW",
  Version: "A",
  DefaultOwnershipID: 1,
  DefaultOwnership: "Internal",
  DefaultCostPerUnit: 12.5,
  DefaultCurrencyID: 147,
  DefaultCurrency: "USD",
  BaseUnitID: 1,
  BaseUnit: "each",
  ReceiptProfileID: 1,
  ReceiptProfile: "Standard",
  ReceiptRecipeID: null,
  ReceiptRecipe: null,
  SerialRangeID: null,
  SerialRange: null,
  DefaultBatchSize: 1,
  MinScheduleBatchSize: null,
  ScheduleBatchIncrement: null,
  MaxScheduleBatchSize: null,
  PeggingExpiryDays: null,
  ShelfLifeDays: 365,
  InventoryDecimalPlaces: 0,
  LocationID: 1,
  Location: "Main",
  IsActive: true,
  IsPlanningConstraint: false,
  Tracking: "Lot",
  InventoryManaged: false,
  Properties: [{ Name: "Colour", Value: "Blue" }],
  SourceProductID: null,
  SourceProductName: null,
};

import { sql } from "drizzle-orm";
import {
  type AnySQLiteColumn,
  check,
  index,
  integer,
  primaryKey,
  text,
  uniqueIndex,
} from "drizzle-orm/sqlite-core";
import {
  currency,
  location,
  ownershipType,
  productType,
  receiptProfile,
  receiptRecipe,
  serialRange,
  unitOfMeasure,
} from "./catalog.ts";
import { flag, foldedKey, quantity, recordColumns, reference } from "./columns.ts";
import { table } from "./table.ts";

/** Whether the items of a product are quantities of lots, or single things with a serial each. */
export type Tracking = "Lot" | "Serial";

export const product = table(
  "product",
  () => ({
    ...recordColumns(),
    suid: text("suid"),
    suidKey: foldedKey("suid_key"),
    name: text("name").notNull(),
    nameKey: foldedKey("name_key").notNull(),
    description: text("description"),
    version: text("version").notNull(),
    productTypeId: reference("product_type_id", () => productType.id).notNull(),
    defaultOwnershipId: reference("default_ownership_id", () => ownershipType.id).notNull(),
    defaultCostPerUnit: quantity("default_cost_per_unit").notNull(),
    defaultCurrencyId: reference("default_currency_id", () => currency.id).notNull(),
    baseUnitId: reference("base_unit_id", () => unitOfMeasure.id).notNull(),
    receiptProfileId: reference("receipt_profile_id", () => receiptProfile.id).notNull(),
    receiptRecipeId: reference("receipt_recipe_id", () => receiptRecipe.id),
    serialRangeId: reference("serial_range_id", () => serialRange.id),
    defaultBatchSize: quantity("default_batch_size").notNull(),
    minScheduleBatchSize: quantity("min_schedule_batch_size"),
    scheduleBatchIncrement: quantity("schedule_batch_increment"),
    maxScheduleBatchSize: quantity("max_schedule_batch_size"),
    peggingExpiryDays: integer("pegging_expiry_days"),
    shelfLifeDays: integer("shelf_life_days"),
    inventoryDecimalPlaces: integer("inventory_decimal_places").notNull(),
    locationId: reference("location_id", () => location.id).notNull(),
    isActive: flag("is_active").notNull(),
    isPlanningConstraint: flag("is_planning_constraint").notNull(),
    tracking: text("tracking").$type<Tracking>().notNull().default("Lot"),
    /** Its stock is managed here: nothing is made at a point of consumption. */
    inventoryManaged: flag("inventory_managed").notNull().default(false),
    sourceProductId: reference("source_product_id", (): AnySQLiteColumn => product.id),
  }),
  (columns) => [
    uniqueIndex("product_name").on(columns.nameKey),
    uniqueIndex("product_suid").on(columns.suidKey),
    index("product_source").on(columns.sourceProductId),
    check("product_places", sql`${columns.inventoryDecimalPlaces} between 0 and 6`),
  ],
);

export const productProperty = table(
  "product_property",
  () => ({
    productId: reference("product_id", () => product.id).notNull(),
    name: text("name").notNull(),
    value: text("value"),
  }),
  (columns) => [
    primaryKey({ columns: [columns.productId, columns.name] }),
    // For the product of a scanned GTIN.
    index("product_property_gtin")
      .on(sql`trim(value)`)
      .where(sql`lower(name) = 'gtin'`),
  ],
);

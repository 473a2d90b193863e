import { sql } from "drizzle-orm";
import { check, index, integer, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { buildSlotType, propertyDefinition, unitOfMeasure } from "./catalog.ts";
import { flag, foldedKey, quantity, recordColumns, reference } from "./columns.ts";
import { product } from "./product.ts";
import { table } from "./table.ts";

export type BomStatus = "Draft" | "Released" | "Obsolete";

export const bom = table(
  "bom",
  () => ({
    ...recordColumns(),
    name: text("name").notNull(),
    nameKey: foldedKey("name_key").notNull(),
    parentProductId: reference("parent_product_id", () => product.id).notNull(),
    description: text("description"),
    isActive: flag("is_active").notNull(),
  }),
  (columns) => [
    uniqueIndex("bom_name").on(columns.parentProductId, columns.nameKey),
    // For lookups without the product.
    index("bom_name_key").on(columns.nameKey),
  ],
);

/** Its revision covers its slots, candidates and properties: each write of one claims it. */
export const bomVersion = table(
  "bom_version",
  () => ({
    ...recordColumns(),
    bomId: reference("bom_id", () => bom.id).notNull(),
    major: integer("major").notNull(),
    minor: integer("minor").notNull(),
    status: text("status").$type<BomStatus>().notNull(),
  }),
  (columns) => [uniqueIndex("bom_version_number").on(columns.bomId, columns.major, columns.minor)],
);

export const bomSlot = table(
  "bom_slot",
  () => ({
    ...recordColumns(),
    bomVersionId: reference("bom_version_id", () => bomVersion.id).notNull(),
    description: text("description").notNull(),
    buildSlotTypeId: reference("build_slot_type_id", () => buildSlotType.id).notNull(),
    isActive: flag("is_active").notNull(),
    isRequired: flag("is_required").notNull(),
    instruction: text("instruction"),
    edhrBomRequired: quantity("edhr_bom_required").notNull(),
    edhrBuildRequired: quantity("edhr_build_required").notNull(),
  }),
  (columns) => [
    index("bom_slot_version").on(columns.bomVersionId),
    index("bom_slot_type").on(columns.buildSlotTypeId),
  ],
);

export const slotCandidate = table(
  "slot_candidate",
  () => ({
    ...recordColumns(),
    bomSlotId: reference("bom_slot_id", () => bomSlot.id).notNull(),
    productId: reference("product_id", () => product.id).notNull(),
    version: text("version"),
    /** The folded version; empty if any version is allowed, because null would not be unique. */
    versionKey: foldedKey("version_key").notNull(),
    isActive: flag("is_active").notNull(),
    /** For one unit of the parent, in the unit of use or else in the child's base unit. */
    qty: quantity("qty").notNull(),
    minQty: quantity("min_qty").notNull(),
    maxQty: quantity("max_qty"),
    isDefault: flag("is_default").notNull(),
    useUomId: reference("use_uom_id", () => unitOfMeasure.id),
  }),
  (columns) => [
    uniqueIndex("slot_candidate_product").on(
      columns.bomSlotId,
      columns.productId,
      columns.versionKey,
    ),
    index("slot_candidate_used_product").on(columns.productId),
    check("slot_candidate_quantities", sql`0 <= ${columns.minQty} and ${columns.qty} > 0`),
  ],
);

export const slotProperty = table(
  "slot_property",
  () => ({
    id: integer("id").primaryKey({ autoIncrement: true }),
    bomSlotId: reference("bom_slot_id", () => bomSlot.id).notNull(),
    propertyDefinitionId: reference(
      "property_definition_id",
      () => propertyDefinition.id,
    ).notNull(),
    value: text("value").notNull(),
  }),
  (columns) => [
    uniqueIndex("slot_property_slot").on(columns.bomSlotId, columns.propertyDefinitionId),
    index("slot_property_definition").on(columns.propertyDefinitionId),
  ],
);

import { sql } from "drizzle-orm";
import { index, integer, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { plant } from "./catalog.ts";
import { flag, foldedKey, instant, quantity, reference } from "./columns.ts";
import { materialItem } from "./material.ts";
import { table } from "./table.ts";

const ofItem = () => reference("material_item_id", () => materialItem.id).notNull();
const ofPlant = () => reference("plant_id", () => plant.id).notNull();

/** The dispatches of other plants that were received with a document. */
export const foreignUnit = table(
  "foreign_unit",
  () => ({
    id: integer("id").primaryKey({ autoIncrement: true }),
    materialItemId: ofItem(),
    plantId: ofPlant(),
    /** The serial of the unit, and its revision by the Dispatch. A record that is put back uses ids again. */
    serialKey: foldedKey("serial_key").notNull(),
    dispatchRevNo: integer("dispatch_rev_no").notNull(),
    /** The digest of the document, in hexadecimal. */
    sha256: text("sha256").notNull(),
    /** The receipt never was: the dispatch can be received again. */
    isVoided: flag("is_voided").notNull(),
  }),
  (columns) => [
    index("foreign_unit_item").on(columns.materialItemId),
    uniqueIndex("foreign_unit_dispatch")
      .on(columns.plantId, columns.serialKey, columns.dispatchRevNo)
      .where(sql`is_voided = 0`),
  ],
);

/** The seals of other plants that documents had: later ones must continue them. */
export const foreignSeal = table(
  "foreign_seal",
  () => ({
    id: integer("id").primaryKey({ autoIncrement: true }),
    materialItemId: ofItem(),
    plantId: ofPlant(),
    sealId: integer("seal_id").notNull(),
    hash: text("hash").notNull(),
    previous: text("previous").notNull(),
    at: instant("at").notNull(),
  }),
  (columns) => [
    index("foreign_seal_item").on(columns.materialItemId),
    index("foreign_seal_plant").on(columns.plantId, columns.sealId),
  ],
);

/** How a foreign part came into what it is in: itself the unit, or built in, split off or merged. */
export type ForeignLink = "unit" | "build" | "split" | "merge";

/** The units of received documents, and everything in them: one row for each place. */
export const foreignPart = table(
  "foreign_part",
  () => ({
    id: integer("id").primaryKey({ autoIncrement: true }),
    /** The item here that the unit was received as. */
    materialItemId: ofItem(),
    /** Its place in the document, from 0, which is the unit itself. */
    nth: integer("nth").notNull(),
    /** The place of what it is in; null for the unit. */
    parentNth: integer("parent_nth"),
    level: integer("level").notNull(),
    /** The plant that knows it, by name; its id there. */
    plant: text("plant").notNull(),
    foreignId: integer("foreign_id").notNull(),
    visualSerialNo: text("visual_serial_no").notNull(),
    serialKey: foldedKey("serial_key").notNull(),
    productName: text("product_name").notNull(),
    productKey: foldedKey("product_key").notNull(),
    version: text("version"),
    batchNo: text("batch_no"),
    batchKey: foldedKey("batch_key"),
    deliveryNo: text("delivery_no"),
    deliveryKey: foldedKey("delivery_key"),
    link: text("link").$type<ForeignLink>().notNull(),
    qty: quantity("qty").notNull(),
    unit: text("unit").notNull(),
  }),
  (columns) => [
    index("foreign_part_item").on(columns.materialItemId, columns.nth),
    index("foreign_part_serial").on(columns.serialKey),
    index("foreign_part_product").on(columns.productKey),
    index("foreign_part_batch")
      .on(columns.batchKey)
      .where(sql`batch_key is not null`),
    index("foreign_part_delivery")
      .on(columns.deliveryKey)
      .where(sql`delivery_key is not null`),
  ],
);

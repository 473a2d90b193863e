import { sql } from "drizzle-orm";
import { check, index, integer, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { instant, recordColumns } from "./columns.ts";
import { table } from "./table.ts";

/** The kinds of record that attachments belong to. */
export type AttachedEntity = "MaterialItem" | "BomSlot" | "Product" | "WorksOrder";

/**
 * The attachments of records. Rows are never deleted, so each content that the log names has one. The
 * content itself is outside of the database, under its digest.
 */
export const attachment = table(
  "attachment",
  () => ({
    ...recordColumns(),
    entity: text("entity").$type<AttachedEntity>().notNull(),
    /** Not a foreign key: evidence outlives a product, slot or order that is deleted. */
    entityId: integer("entity_id").notNull(),
    fileName: text("file_name").notNull(),
    mediaType: text("media_type").notNull(),
    size: integer("size").notNull(),
    sha256: text("sha256").notNull(),
    description: text("description"),
    createdAt: instant("created_at").notNull(),
    removedAt: instant("removed_at"),
  }),
  (columns) => [
    index("attachment_record").on(columns.entity, columns.entityId),
    uniqueIndex("attachment_content")
      .on(columns.entity, columns.entityId, columns.sha256)
      .where(sql`removed_at is null`),
    index("attachment_digest").on(columns.sha256),
    check(
      "attachment_entity",
      sql`${columns.entity} in ('MaterialItem', 'BomSlot', 'Product', 'WorksOrder')`,
    ),
    check("attachment_size", sql`${columns.size} > 0`),
    check("attachment_digest_length", sql`length(${columns.sha256}) = 64`),
  ],
);

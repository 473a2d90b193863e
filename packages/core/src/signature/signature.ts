import { getTableColumns, sql } from "drizzle-orm";
import { query } from "../database/query.ts";
import { signature } from "../database/schema/index.ts";
import type { RowOf } from "../database/statement.ts";
import type { EntityName } from "../engine/index.ts";

/** The kinds of record that people sign. */
export type SignedEntity = "BatchHold" | "BomVersion" | "MaterialItem" | "Product" | "WorksOrder";

/** The names of the kinds of record at the beginning of a sentence. */
export const signedNouns = {
  BatchHold: "Batch hold",
  BomVersion: "BoM version",
  MaterialItem: "Material item",
  Product: "Product",
  WorksOrder: "Works order",
} as const satisfies Readonly<Partial<Record<EntityName, string>>>;

/**
 * Whether the signed revision is still the present one. It is, exactly while the log holds no next
 * revision of the record.
 */
export const covers = () =>
  sql<boolean>`not exists (select 1 from change_log as later where later.entity = ${signature.entity}
    and later.entity_id = ${signature.entityId}
    and later.rev_no = ${signature.signedRevNo} + 1)`.mapWith(Boolean);

/** Selects signatures, and whether each still covers its record. */
export const selectSignatures = () =>
  query.select({ ...getTableColumns(signature), covers: covers() }).from(signature);

/** A signature of one revision of a record. Its time is in milliseconds. */
export type Signature = RowOf<ReturnType<typeof selectSignatures>>;

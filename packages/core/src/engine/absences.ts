import { plainSql } from "../database/plain-sql.ts";
import type { Bound } from "../database/statement.ts";

/** Something that a decision relies on not existing, of the records with these ids. */
export type Absence = readonly [name: AbsenceName, ...ids: number[]];

/** Rows that a record must not have gained since they were read as absent. */
const rows = {
  /** Nothing has been built against the candidate. */
  buildsOfCandidate: "select 1 from build where candidate_id = ?",
  /** Nothing has been built against the slot. */
  buildsOfSlot: "select 1 from build where bom_slot_id = ?",
  /** No candidate is of the product. */
  candidatesOfProduct: "select 1 from slot_candidate where product_id = ?",
  /** No candidate is used in the unit. */
  candidatesOfUnit: "select 1 from slot_candidate where use_uom_id = ?",
  /** Nothing was ever done for the reason. */
  changesForReason: "select 1 from change_log where reason_id = ?",
  /** The product has no items. */
  itemsOfProduct: "select 1 from material_item where product_id = ?",
  /** No works order is of the BoM. */
  ordersOfBom: `select 1 from works_order where bom_version_id in (
    select id from bom_version where bom_id = ?)`,
  /** No works order is of the BoM version. */
  ordersOfBomVersion: "select 1 from works_order where bom_version_id = ?",
  /** No product is kept in the unit. */
  productsOfUnit: "select 1 from product where base_unit_id = ?",
  /** No version of the BoM has slots. */
  slotsOfBom: `select 1 from bom_slot where bom_version_id in (
    select id from bom_version where bom_id = ?)`,
} as const;

export type AbsenceName = keyof typeof rows;

/** The statement that aborts the batch if what was absent has come to be. */
export const absenceGuard = ([name, ...ids]: Absence): Bound =>
  plainSql(`insert into guard (stale) select 1 where exists (${rows[name]})`, ids);

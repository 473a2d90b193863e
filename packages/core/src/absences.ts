import type { Bound } from "./database/statement.ts";

/** Something that a decision relies on not existing, of the record with this id. */
export type Absence = readonly [name: AbsenceName, id: number];

/** Rows that a record must not have gained since they were read as absent. */
const rows = {
  /** Nothing has been built against the candidate. */
  buildsOfCandidate: "select 1 from build where candidate_id = ?",
  /** Nothing has been built against the slot. */
  buildsOfSlot: "select 1 from build where bom_slot_id = ?",
  /** The product has no items. */
  itemsOfProduct: "select 1 from material_item where product_id = ?",
} as const;

export type AbsenceName = keyof typeof rows;

/** The statement that aborts the batch if what was absent has come to be. */
export const absenceGuard = ([name, id]: Absence): Bound => ({
  sql: `insert into guard (stale) select 1 where exists (${rows[name]})`,
  params: [id],
  row: (raw) => raw,
});

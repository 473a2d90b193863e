import { type Bound, plainSql } from "../database/bound.ts";
import { finerQuantity } from "../database/finer-quantities.ts";
import { flaggedOtherwise, isToFinish } from "../database/flagged-contents.ts";
import { isNotSingle } from "../database/single-items.ts";
import type { EntityName } from "./actions.ts";
import type { Revision } from "./entities.ts";

/** A record and the revision under which it was read: entity, id, revision. */
export type Assertion = readonly [entity: EntityName, id: number, revNo: number];

/**
 * Rows that did not exist when they were looked for, by the numbers in their condition: ids, and
 * counts that were read.
 */
export type Absence = readonly [name: AbsenceName, ...numbers: number[]];

/** The records and absences that a decision relies on without changing them. */
export interface Reliance {
  /** Records whose revision must still be the one that was read. */
  readonly asserts: readonly Assertion[];
  /** Rows that must still not exist. */
  readonly absences?: readonly Absence[] | undefined;
}

/** The assertion that a record is still as it was read. */
export const relyOn = (entity: EntityName, record: Revision): Assertion => [
  entity,
  record.id,
  record.revNo,
];

/** The rows that a record must not have gained since they were read as absent. */
const absentRows = {
  /** Nothing has been built against the candidate. */
  buildsOfCandidate: `select 1 from build where candidate_id = ?1
    union all select 1 from build_move where from_candidate_id = ?1`,
  /** Nothing has been built against the slot. */
  buildsOfSlot: `select 1 from build where bom_slot_id = ?1
    union all select 1 from build_move where from_slot_id = ?1`,
  /** No candidate is of the product. */
  candidatesOfProduct: "select 1 from slot_candidate where product_id = ?",
  /** No candidate is used in the unit. */
  candidatesOfUnit: "select 1 from slot_candidate where use_uom_id = ?",
  /** No change was made for the reason. */
  changesForReason: "select 1 from change_log where reason_id = ?",
  /** The product has no items with a quantity that is not a multiple of the step. */
  itemsFinerThan: `select 1 from (select ? as product_id, ? as step) as coarser
    join material_item as item on item.product_id = coarser.product_id
    where ${finerQuantity("coarser.step")} is not null`,
  /** The product has no items that it can't have if it is tracked by serial. */
  itemsNotSingle: `select 1 from material_item as item where item.product_id = ? and ${isNotSingle}`,
  /** No item has the hold reason as a further one: the list of these has no foreign key. */
  itemsHeldFurther: `select 1 from material_item as item
    where item.further_hold_reason_ids is not null
    and exists (select 1 from json_each(item.further_hold_reason_ids) where value = ?)`,
  /** The product has no items. */
  itemsOfProduct: "select 1 from material_item where product_id = ?",
  /** No works order is of the BoM. */
  ordersOfBom: `select 1 from works_order where bom_version_id in (
    select id from bom_version where bom_id = ?)`,
  /** No works order is of the BoM version. */
  ordersOfBomVersion: "select 1 from works_order where bom_version_id = ?",
  /** No key that is not revoked has the role. */
  keysOfRole: `select 1 from api_key where revoked_at is null
    and role = (select name from role where id = ?)`,
  /** No product is kept in the unit. */
  productsOfUnit: "select 1 from product where base_unit_id = ?",
  /** No version of the BoM has slots. */
  slotsOfBom: `select 1 from bom_slot where bom_version_id in (
    select id from bom_version where bom_id = ?)`,
  /** No user has the role. */
  usersOfRole: `select 1 from user where exists (select 1 from json_each(user.roles)
    where value = (select name from role where id = ?))`,
} as const;

/** The same, found for all records together: the parameter is the list of absences in JSON. */
const absentRowsOfAll = {
  /** Of the contents of the item, other numbers are unfinished or on hold. */
  flaggedContents: flaggedOtherwise("select group_id, group_id from relied"),
  /** Of the contents of the order's unfinished items, other numbers are unfinished or on hold. */
  flaggedContentsOfOrder: flaggedOtherwise(
    `select relied.group_id, item.id from relied
      join material_item as item on item.works_order_id = relied.group_id where ${isToFinish}`,
  ),
} as const;

export type AbsenceName = keyof typeof absentRows | keyof typeof absentRowsOfAll;

// A record is at revision r exactly while the log holds no r + 1 of it: revisions have no gaps.
const assertionSql = `insert into guard (stale) select 1 where exists (
  select 1 from json_each(?) as relied join change_log
  on change_log.entity = relied.value ->> 0 and change_log.entity_id = relied.value ->> 1
  and change_log.rev_no = (relied.value ->> 2) + 1)`;

/** The statements that abort the batch if a record or an absence that was relied on has changed. */
export function guardsOf(reliances: readonly Reliance[]): Bound[] {
  // The lines of a batch rely on much the same records.
  const relied = new Map<string, Assertion>();
  for (const { asserts } of reliances) {
    for (const one of asserts) relied.set(`${one[0]} ${one[1]} ${one[2]}`, one);
  }
  const absences = reliances.flatMap((reliance) => reliance.absences ?? []);
  const guards = [...Map.groupBy(absences, ([name]) => name).values()].map(absenceGuard);
  if (relied.size === 0) return guards;
  return [plainSql(assertionSql, [JSON.stringify([...relied.values()])]), ...guards];
}

/** The guard of absences of one name. Those of several lines are one statement, as D1 limits these. */
function absenceGuard(absences: readonly Absence[]): Bound {
  const [name, ...numbers] = absences[0]!;
  const guard = (rows: string) => `insert into guard (stale) select 1 where exists (${rows})`;
  const list = JSON.stringify(absences);
  if (isOfAll(name)) return plainSql(guard(absentRowsOfAll[name]), [list]);
  const rows = absentRows[name];
  if (absences.length === 1) return plainSql(guard(rows), numbers);
  // The name is at place 0, and the numbers follow.
  let place = 0;
  const ofEach = rows.replaceAll("?", () => `relied.value ->> ${++place}`);
  return plainSql(guard(`select 1 from json_each(?) as relied where exists (${ofEach})`), [list]);
}

const isOfAll = (name: AbsenceName): name is keyof typeof absentRowsOfAll =>
  name in absentRowsOfAll;

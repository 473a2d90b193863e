import type { Native, Row } from "./statements.ts";

const details = `
  join product on product.id = item.product_id
  join unit_of_measure on unit_of_measure.id = product.base_unit_id`;

/** Finds everything in an item: each contained item once, with its first link. */
const asBuilt = `
  with recursive reached (id) as (
    select id from material_item where serial_key = ?
    union
    select child_id from reached join build on parent_id = reached.id where removed_qty < qty),
  link as (
    select min(build.id) as build_id, sum(qty - removed_qty) as qty, child_id
    from reached join build on parent_id = reached.id where removed_qty < qty group by child_id)
  select item.id, build.parent_id, visual_serial_no, batch_no, product.id, product.name,
    item.version, bom_slot.id, bom_slot.description, link.qty, unit_of_measure.name,
    coalesce(occurred_at, at), user_id, user.name
  from link join build on build.id = build_id join material_item as item on item.id = link.child_id
  ${details}
  join bom_slot on bom_slot.id = build.bom_slot_id join change_log on change_log.seq = build.seq
  left join user on user.id = change_log.user_id order by bom_slot.id, build.id`;

/** Finds every item that contains one of a batch, with its state and distance, but no path. */
const recall = `
  with recursive above (id, level) as (
    select id, 0 from material_item where batch_key = ?
    union
    select parent_id, level + 1 from above join build on child_id = above.id
    where removed_qty < qty)
  select item.id, min(level), visual_serial_no, batch_no, product.id, product.name, item.version,
    status.id, status.name, hold_reason.name, actual_qty, unit_of_measure.name
  from above join material_item as item on item.id = above.id ${details}
  join material_status as status on status.id = item.status_id
  left join hold_reason on hold_reason.id = item.hold_reason_id
  group by item.id`;

/** Returns the genealogy of the engine alone, with one statement per query. */
export function plainGenealogy(database: Native) {
  const [ofItem, ofBatch] = [asBuilt, recall].map((sql) => database.prepare(sql).raw());
  return {
    asBuilt: (serial: string) => ofItem!.all(serial.toLowerCase()) as Row[],
    recall: (batch: string) => ofBatch!.all(batch.toLowerCase()) as Row[],
  };
}

const statusId = (key: string) => `(select id from material_status where suid_key = '${key}')`;

/**
 * A unit that is in work: Complete has not set its end, or its status is WIP again. It is `isFinished`
 * of material-item/status.ts in SQL, because a guard decides it within the write.
 */
const isUnfinished = `(item.end_at is null or item.status_id = ${statusId("wip")})`;

/** The condition of the items of a works order, `item`, that its completion finishes. */
export const isToFinish = `${isUnfinished} and item.status_id not in (
  ${statusId("scrapped")}, ${statusId("dispatched")}, ${statusId("voided")})`;

const contentsBelow = `
  below (id) as (
    select build.child_id from root join build on build.parent_id = root.id
    where build.removed_qty < build.qty
    union
    select build.child_id from below join build on build.parent_id = below.id
    where build.removed_qty < build.qty)`;

/**
 * The common tables that find, in \`blocked (id)\`, the items that contain an unfinished unit: those of
 * the table \`root (id)\`, and what is between them and it.
 */
export const blockedItems = `${contentsBelow},
  unfinished (id) as (
    select item.id from below join material_item as item on item.id = below.id
    where item.works_order_id is not null and ${isUnfinished}
    and item.status_id <> ${statusId("scrapped")}),
  blocked (id) as (
    select build.parent_id from unfinished join build on build.child_id = unfinished.id
    where build.removed_qty < build.qty
    and (build.parent_id in (select id from below) or build.parent_id in (select id from root))
    union
    select build.parent_id from blocked join build on build.child_id = blocked.id
    where build.removed_qty < build.qty
    and (build.parent_id in (select id from below) or build.parent_id in (select id from root)))`;

/**
 * The common tables of everything in the items of the table `root (id)`, by net links. `below` holds
 * the ids of the contents. `flagged` holds those that are on hold, and the units of works orders
 * that are not finished. A root is not among the unfinished: the request finishes it. The load of a
 * verb and the guard of its write share this text.
 */
export const flaggedContents = `${contentsBelow},
  seen (id, is_unfinished, is_held) as (
    select item.id,
      item.works_order_id is not null and ${isUnfinished}
        and item.status_id <> ${statusId("scrapped")} and item.id not in (select id from root),
      item.hold_reason_id is not null
    from below join material_item as item on item.id = below.id),
  flagged (id, is_unfinished, is_held) as materialized (
    select * from seen where is_unfinished or is_held)`;

/** Whether the numbers of unfinished and held contents differ from those read, each a `?`. */
export const flaggedOtherwise = (roots: string): string => `
  with recursive root (id) as (${roots}), ${flaggedContents}
  select 1 from (select coalesce(sum(is_unfinished), 0) as unfinished,
    coalesce(sum(is_held), 0) as held from flagged) where unfinished <> ? or held <> ?`;

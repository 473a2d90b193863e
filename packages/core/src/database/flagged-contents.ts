import { containment } from "./containment.ts";
import { isHeld } from "./held-items.ts";

const statusId = (key: string) => `(select id from material_status where suid_key = '${key}')`;

/**
 * A unit that is in work: Complete has not set its end, or its status is WIP again. It is `isFinished`
 * of material-item/status.ts in SQL, because a guard decides it within the write.
 */
const isUnfinished = `(item.end_at is null or item.status_id = ${statusId("wip")})`;

/** The condition of the items of a works order, `item`, that its completion finishes. */
export const isToFinish = `${isUnfinished} and item.status_id not in (
  ${statusId("scrapped")}, ${statusId("dispatched")}, ${statusId("voided")})`;

/** The table `below` of what is in the items of the table `root (group_id, id)`, and of these. */
const contentsBelow = containment({
  table: "below",
  direction: "down",
  start: "select group_id, id from root",
  isFromTransfers: true,
});
/**
 * The common tables that find, in `blocked`, the items that contain an unfinished unit: those of the
 * table \`root (group_id, id)\`, and what is between them and it.
 */
export const blockedItems = `${contentsBelow},
  unfinished (id) as (
    select item.id from below join material_item as item on item.id = below.id
    where below.seq is null and item.works_order_id is not null and ${isUnfinished}
    and item.status_id <> ${statusId("scrapped")}),
  ${containment({
    table: "blocked",
    direction: "up",
    start: "select 0 as group_id, id from unfinished",
    isFromTransfers: false,
    within: "select id from below",
  })}`;

/**
 * The common tables of everything in the items of the table `root (group_id, id)`, by net links:
 * each group of roots has its own contents. A part of a lot contains what was built into the lot
 * before it was split off, but not the lot. `flagged` holds the contents that are on hold, and the
 * units of works orders that are not finished. A root is not among
 * the unfinished of its group: the request finishes it. The load of a verb and the guard of its
 * write share this text. No part of it depends on a row outside, so that each is found once.
 */
export const flaggedContents = `${contentsBelow},
  seen (group_id, id, is_unfinished, is_held) as (
    select below.group_id, item.id,
      item.works_order_id is not null and ${isUnfinished}
        and item.status_id <> ${statusId("scrapped")}
        and (below.group_id, item.id) not in (select group_id, id from root),
      ${isHeld("item")}
    from below join material_item as item on item.id = below.id
    where below.seq is null),
  flagged (group_id, id, is_unfinished, is_held) as materialized (
    select * from seen where is_unfinished or is_held)`;

/**
 * Whether the numbers of unfinished and held contents of groups differ from those read. The parameter
 * is a list in JSON, with a name, the group and both numbers in each row. The roots select from
 * `relied (group_id)`.
 */
export const flaggedOtherwise = (roots: string): string => `
  with recursive relied (group_id, unfinished, held) as (
    select value ->> 1, value ->> 2, value ->> 3 from json_each(?)),
  root (group_id, id) as (${roots}), ${flaggedContents}
  select 1 from relied left join (
    select group_id, sum(is_unfinished) as unfinished, sum(is_held) as held
    from flagged group by group_id) as found on found.group_id = relied.group_id
  where coalesce(found.unfinished, 0) <> relied.unfinished
  or coalesce(found.held, 0) <> relied.held`;

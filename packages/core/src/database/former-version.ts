import { type SQL, sql } from "drizzle-orm";

/**
 * The changes of the BoM version of the items that a subquery gives, as `turned`. Only the log of
 * items with a version of their own is read: the others never had another one.
 */
export const versionChanges = (items: SQL): SQL => sql`material_item as changed
  join change_log as turned on turned.entity = 'MaterialItem' and turned.entity_id = changed.id
  where changed.id in ${items} and changed.own_version_id is not null
  and +turned.action = 'versionChanged'`;

/** The version that an item was built by before a `turned` change of it: the change's detail. */
export const versionBefore = (): SQL<number> =>
  sql<number>`json_extract(turned.after, '$.detail.fromVersionId')`.mapWith(Number);

import { type SQL, sql } from "drizzle-orm";
import { given, query } from "../database/query.ts";
import { statement } from "../database/statement.ts";
import { actionLists } from "../engine/record.ts";

// The condition repeats that of the index, so that SQLite uses it.
const formerHolderOf = (key: SQL): SQL => sql`(
  select entity_id from change_log indexed by change_log_former_serial
  where entity = 'MaterialItem' and action in ${sql.raw(actionLists.renaming)}
  and before ->> '$.serialKey' = ${key}
  order by seq desc limit 1)`;

/** The id of the item that has a folded serial, or else of the one that had it last, as SQL. */
export const holderOf = (key: SQL): SQL =>
  sql`coalesce((select id from material_item where serial_key = ${key}), ${formerHolderOf(key)})`;

/** Finds the item that has a folded serial, or else the one that had it last; null for neither. */
export const holderOfSerial = statement(() =>
  query.select({ id: sql<number | null>`${holderOf(given("serial"))}` }).from(sql`(select 1)`),
);

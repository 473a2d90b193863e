import { getTableName, sql, type SQL } from "drizzle-orm";
import { getTableConfig, type SQLiteColumn, type SQLiteTable } from "drizzle-orm/sqlite-core";
import { changeLog } from "../database/schema/index.ts";
import { entities, owners, type PartName, parts } from "../engine/index.ts";

/** How many records of each kind refer to a record. */
export type ReferenceCounts = Readonly<Record<string, number>>;

/**
 * Counts, for each selected row of a table, the records that refer to it by a foreign key. The
 * keys are those that refuse the deletion, so that no reference can be forgotten here; those of
 * the record's own parts, which are deleted with it, are left out, and so is the record itself.
 * `count` says how the rows of a table that meet a condition are counted.
 */
export function countReferences(
  to: SQLiteTable & { id: SQLiteColumn },
  ownParts: readonly SQLiteTable[] = [],
  count = countAll,
): SQL<ReferenceCounts> {
  const counts = referencesTo(to)
    .filter(({ from }) => !ownParts.includes(from))
    .map(
      // A table that refers to itself needs another name within.
      ({ kind, from, column }) =>
        sql`${sql.raw(`'${kind}'`)}, ${count(
          sql`${from} as used`,
          sql`used.${sql.identifier(column.name)} = ${to.id}
          ${from === to ? sql`and used.id <> ${to.id}` : sql``}`,
        )}`,
    );
  return sql`json_object(${sql.join(counts, sql`, `)})`.mapWith(parseCounts);
}

const countAll = (table: SQL, condition: SQL): SQL =>
  sql`(select count(*) from ${table} where ${condition})`;

// The value is what json_object made of the counts.
const parseCounts = (text: string) => JSON.parse(text) as ReferenceCounts;

function referencesTo(to: SQLiteTable) {
  const tables = [
    ...Object.entries(entities),
    ...Object.entries(parts).map(
      ([part, table]) => [owners[part as PartName].entity, table] as const,
    ),
    ["ChangeLog", changeLog] as const,
  ];
  return tables.flatMap(([kind, from]) =>
    getTableConfig(from)
      .foreignKeys.map((key) => key.reference())
      .filter(({ foreignTable }) => getTableName(foreignTable) === getTableName(to))
      .map(({ columns: [column] }) => ({ kind, from, column: column! })),
  );
}

import { getTableName, sql, type SQL } from "drizzle-orm";
import { getTableConfig, type SQLiteColumn, type SQLiteTable } from "drizzle-orm/sqlite-core";
import { changeLog } from "../database/schema/index.ts";
import { entities, owners, type PartName, parts } from "../engine/index.ts";

/** The numbers of records that refer to a record, by their kind. */
export type ReferenceCounts = Readonly<Record<string, number>>;

/**
 * Counts the records that refer to each selected row, by the same foreign keys that refuse its
 * deletion, so none is forgotten; and by the lists of ids, which have no such keys. Its own parts are deleted with it and do not count, nor does the
 * row itself. `count` makes the SQL that counts the rows of a table.
 */
export function countReferences(
  to: SQLiteTable & { id: SQLiteColumn },
  ownParts: readonly SQLiteTable[] = [],
  count = countAll,
): SQL<ReferenceCounts> {
  const using = referencesTo(to).filter(({ from }) => !ownParts.includes(from));
  const counts = [...Map.groupBy(using, ({ kind }) => kind)].map(([kind, references]) => {
    const ofKind = references.map(({ from, column, isList }) => {
      const used = sql`used.${sql.identifier(column.name)}`;
      // The alias keeps apart the two uses of a table that refers to itself.
      return count(
        sql`${from} as used`,
        isList
          ? sql`${used} is not null
            and exists (select 1 from json_each(${used}) where value = ${to.id})`
          : sql`${used} = ${to.id} ${from === to ? sql`and used.id <> ${to.id}` : sql``}`,
      );
    });
    return sql`${sql.raw(`'${kind}'`)}, ${sql.join(ofKind, sql` + `)}`;
  });
  return sql`json_object(${sql.join(counts, sql`, `)})`.mapWith(parseCounts);
}

const countAll = (table: SQL, condition: SQL): SQL =>
  sql`(select count(*) from ${table} where ${condition})`;

/** Reads counts that `json_object` made. */
// The text has no other form.
export const parseCounts = (text: string) => JSON.parse(text) as ReferenceCounts;

function referencesTo(to: SQLiteTable) {
  const tables = [
    ...Object.entries(entities),
    ...Object.entries(parts).map(
      ([part, table]) => [owners[part as PartName].entity, table] as const,
    ),
    ["ChangeLog", changeLog] as const,
  ];
  const byKey = tables.flatMap(([kind, from]) =>
    getTableConfig(from)
      .foreignKeys.map((key) => key.reference())
      .filter(({ foreignTable }) => getTableName(foreignTable) === getTableName(to))
      .map(({ columns: [column] }) => ({ kind, from, column: column!, isList: false })),
  );
  const { HoldReason, MaterialItem } = entities;
  if (getTableName(HoldReason) !== getTableName(to)) return byKey;
  const column = MaterialItem.furtherHoldReasonIds;
  return [...byKey, { kind: "MaterialItem", from: MaterialItem, column, isList: true }];
}

import { between, eq, getTableColumns, getTableName, sql } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import { build, removal } from "../database/schema/index.ts";
import { type Bound, query, statement } from "../database/statement.ts";
import { owners, type PartName, parts } from "../engine/entities.ts";

const names = Object.keys(parts) as PartName[];

const rowsOfPart = (part: PartName) =>
  statement(() => {
    const table: SQLiteTable = parts[part];
    const owner = owners[part].column;
    const selected = query
      .select({ ...getTableColumns(table), ownerOfPart: sql<number>`${owner}`.mapWith(Number) })
      .from(table)
      .$dynamic();
    const joined =
      part === "removal" ? selected.innerJoin(build, eq(build.id, removal.buildId)) : selected;
    return joined
      .where(between(owner, sql.placeholder("first"), sql.placeholder("last")))
      .orderBy(sql.raw(`${getTableName(table)}.rowid`));
  });

/** The rows of parts that one kind of record has, by their numbers: a statement for each part. */
export const partsOf = new Map(
  [...Map.groupBy(names, (part) => owners[part].entity)].map(([entity, own]) => [
    entity,
    own.map((part) => ({
      part,
      // Every part is selected with its owner.
      rows: rowsOfPart(part) as (values: { first: number; last: number }) => Bound<PartRow>,
    })),
  ]),
);

/** A row of a part, with the id of the record that it belongs to. */
export interface PartRow extends Readonly<Record<string, unknown>> {
  readonly ownerOfPart: number;
}

import { and, between, eq, getTableColumns, getTableName, gt, sql } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import { build, removal } from "../database/schema/index.ts";
import type { Bound } from "../database/bound.ts";
import { given, query } from "../database/query.ts";
import { statement } from "../database/statement.ts";
import { owners, type PartName, parts } from "../engine/index.ts";
import { lazily } from "../values/lazily.ts";

const names = Object.keys(parts) as PartName[];

const rowsOfPart = (part: PartName) =>
  statement(() => {
    const table: SQLiteTable = parts[part];
    const owner = owners[part].column();
    const place = sql.raw(`${getTableName(table)}.rowid`);
    const selected = query
      .select({
        ...getTableColumns(table),
        ownerOfPart: sql<number>`${owner}`.mapWith(Number),
        placeOfPart: sql<number>`${place}`.mapWith(Number),
      })
      .from(table)
      .$dynamic();
    const joined =
      part === "removal" ? selected.innerJoin(build, eq(build.id, removal.buildId)) : selected;
    return joined
      .where(
        and(
          between(owner, sql.placeholder("first"), sql.placeholder("last")),
          // By the place SQLite would go through all records.
          gt(sql`+${place}`, given("after")),
        ),
      )
      .orderBy(place)
      .limit(sql.placeholder("rows"));
  });

/** The rows of parts that one kind of record has, by their numbers: a statement for each part. */
export const partsOf = lazily(
  () =>
    new Map(
      [...Map.groupBy(names, (part) => owners[part].entity)].map(([entity, own]) => [
        entity,
        own.map((part) => ({
          part,
          // Every part is selected with its owner.
          rows: rowsOfPart(part) as (values: PartsAsked) => Bound<PartRow>,
        })),
      ]),
    ),
);

/** So many rows of parts of these records, after a place in the table. */
type PartsAsked = Readonly<Record<"first" | "last" | "after" | "rows", number>>;

/** A row of a part, with the id of the record that it belongs to, and its place in the table. */
export interface PartRow extends Readonly<Record<string, unknown>> {
  readonly ownerOfPart: number;
  readonly placeOfPart: number;
}

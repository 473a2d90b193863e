import { and, between, eq, getTableColumns, getTableName, gt, sql } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import { build, buildMove, removal } from "../database/schema/index.ts";
import type { Bound } from "../database/bound.ts";
import { placeBefore } from "../database/build-slots.ts";
import { given, query } from "../database/query.ts";
import { statement } from "../database/statement.ts";
import { owners, type PartName, parts } from "../engine/index.ts";
import { lazily } from "../values/lazily.ts";

const partNames = Object.keys(parts) as PartName[];

const partStatement = (part: PartName, ownerOf = owners[part].column) =>
  statement(() => {
    const table: SQLiteTable = parts[part];
    const owner = ownerOf();
    const place = sql.raw(`${getTableName(table)}.rowid`);
    const selected = query
      .select({
        ...getTableColumns(table),
        // The log has a build where it was made, and its moves apart.
        ...(part === "build" ? placeBefore() : {}),
        ownerOfPart: sql<number>`${owner}`.mapWith(Number),
        placeOfPart: sql<number>`${place}`.mapWith(Number),
      })
      .from(table)
      .$dynamic();
    if (part === "removal") selected.innerJoin(build, eq(build.id, removal.buildId));
    if (part === "buildMove") selected.innerJoin(build, eq(build.id, buildMove.buildId));
    return selected
      .where(
        and(
          between(owner, sql.placeholder("first"), sql.placeholder("last")),
          // Without the +, SQLite would use the rowid and read the rows of all records.
          gt(sql`+${place}`, given("after")),
        ),
      )
      .orderBy(place)
      .limit(sql.placeholder("rows"));
  });

/** Reads the transfers that left items: each belongs to the item that it went to. */
export const transfersFrom = lazily(
  () =>
    partStatement("lotTransfer", () => parts.lotTransfer.fromId) as (
      values: PartRange,
    ) => Bound<PartRow>,
);

/** The parts of each kind of record, each with the statement that reads its rows in order. */
export const partsByEntity = lazily(
  () =>
    new Map(
      [...Map.groupBy(partNames, (part) => owners[part].entity)].map(([entity, own]) => [
        entity,
        own.map((part) => ({
          part,
          // Every part is selected with its owner.
          rows: partStatement(part) as (values: PartRange) => Bound<PartRow>,
        })),
      ]),
    ),
);

/** A range of records, and the rows of their part to read: after a place in the table. */
type PartRange = Readonly<Record<"first" | "last" | "after" | "rows", number>>;

/** A row of a part, with the id of the record that it belongs to and its place in the table. */
export interface PartRow extends Readonly<Record<string, unknown>> {
  readonly ownerOfPart: number;
  readonly placeOfPart: number;
}

import { type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import { given, query } from "../database/query.ts";
import { statement } from "../database/statement.ts";
import { materialItem, worksOrder } from "../database/schema/index.ts";
import { type Context, entities, readChecked } from "../engine/index.ts";
import { lazily } from "../values/lazily.ts";
import { prefixRangeOf } from "../values/prefix.ts";

/** A kind of record that people look for by its name. */
export type FoundKind = "MaterialItem" | "WorksOrder" | "Product" | "Location" | "User";

/** A record whose serial, number, name or SUID begins with a text. */
export interface FoundRecord {
  readonly kind: FoundKind;
  readonly id: number;
  readonly name: string;
  /** The product of an item or order; the SUID of another record. */
  readonly detail: string | null;
}

/** The most records that are found. */
const foundMax = 20;

const productOf = (id: SQLiteColumn) => sql`(select name from product where id = ${id})`;

/** Returns the search of one kind by one key, in the order of that key. */
const searchBy = (kind: FoundKind, key: SQLiteColumn, name: SQLiteColumn, detail: SQL) => {
  const table = entities[kind];
  const found = statement(() =>
    query
      .select({
        id: table.id,
        name: sql<string>`${name}`,
        detail: sql<string | null>`${detail}`,
        key: sql<string>`${key}`,
      })
      .from(table)
      // A blob comes after every text.
      .where(sql`${key} >= ${given("first")} and ${key} < ifnull(${given("last")}, x'')`)
      .orderBy(key)
      .limit(foundMax),
  );
  return { kind, found };
};

const searches = lazily(() => [
  searchBy(
    "MaterialItem",
    materialItem.serialKey,
    materialItem.visualSerialNo,
    productOf(materialItem.productId),
  ),
  searchBy(
    "WorksOrder",
    worksOrder.orderNoKey,
    worksOrder.orderNo,
    productOf(worksOrder.productId),
  ),
  ...(["Product", "Location", "User"] as const).flatMap((kind) => {
    const { name, nameKey, suid, suidKey } = entities[kind];
    return [nameKey, suidKey].map((key) => searchBy(kind, key, name, sql`${suid}`));
  }),
]);

/**
 * Finds the records whose serial, number, name or SUID begins with a text, without regard to case,
 * in one round trip. Exact matches come first, then the first of each kind, the second of each, and
 * so on.
 */
export async function findRecords(context: Context, text: string): Promise<FoundRecord[]> {
  const { first, last = null } = prefixRangeOf(text);
  const bound = searches().map(({ found }) => found({ first, last }));
  const results = await readChecked(context, bound);
  const hits = searches().flatMap(({ kind }, index) =>
    results[index]!.map(bound[index]!.row).map(({ key, ...row }, rank) => ({
      record: { kind, ...row },
      rank: key === first ? -1 : rank,
    })),
  );
  const ordered = hits.toSorted((one, other) => one.rank - other.rank);
  // A record can be found by its name and by its SUID. A map keeps its first place.
  const distinct = new Map(ordered.map(({ record }) => [`${record.kind} ${record.id}`, record]));
  return [...distinct.values()].slice(0, foundMax);
}

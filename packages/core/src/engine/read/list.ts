import { type Chunk, followingChunks, type ListReading, type Place, readChunk } from "./chunks.ts";
import { and, desc, eq, getTableColumns, gt, gte, lt, lte, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import type { Bound } from "../../database/bound.ts";
import { rowBytesMax } from "../../database/fitting-rows.ts";
import { given, query } from "../../database/query.ts";
import { type RowOf, type Statement, statement } from "../../database/statement.ts";
import { refusalAt } from "../../refusal.ts";
import type { Context } from "../context.ts";
import { lazily } from "../../values/lazily.ts";

/** The requested part of a list: at most `limit` rows whose ids follow `cursor`. */
export interface Page {
  readonly limit?: number | undefined;
  readonly cursor?: number | undefined;
}

/** A list that is being read: its first rows, the following ones, and the next page. */
export interface Listing<Row, Cursor = number> {
  readonly first: readonly Row[];
  /** The rows after the first, one chunk per round trip, up to the largest id at the second one. */
  readonly rest: AsyncIterable<readonly Row[]> | undefined;
  /** The cursor of the next page, where a page was requested and more rows can follow. */
  readonly next: Cursor | undefined;
}

/** The range of ids in which the matching rows are looked for. */
interface Bounds {
  readonly first?: number | undefined;
  readonly last?: number | undefined;
  /** Whether no index leads to them, so that all rows of the range are read. */
  readonly isWalk?: boolean;
}

/** The condition of a filter: a column that equals the value, or SQL made from it. */
export type Filter = SQLiteColumn | ((value: SQL) => SQL);

/** The methods of every select of Drizzle that a list needs; its full type would say no more. */
export interface WhereBuilder {
  where(condition: SQL | undefined): {
    orderBy(...columns: (SQLiteColumn | SQL)[]): { limit(rows: SQL): { toSQL(): never } };
  };
}

/** The definition of a list. */
interface ListOf<Select, Name extends string> {
  /** Makes the select, without conditions. */
  readonly select: () => Select;
  readonly table: SQLiteTable;
  /** The column of the ids, which orders the list. */
  readonly key?: SQLiteColumn;
  /** Whether the largest id comes first. */
  readonly isDescending?: boolean;
  readonly filters: Readonly<Record<Name, Filter>>;
}

/**
 * Defines the list of one resource, ordered by id. Each combination of filters is compiled once, so
 * that the database can use the index of each. An undefined filter does not restrict the list.
 */
export function defineList<Select, Name extends string>(define: () => ListOf<Select, Name>) {
  const definition = lazily(() => {
    const { key, isDescending = false, ...rest } = define();
    const id = key ?? idColumnOf(rest.table);
    return { ...rest, id, isDescending, all: Object.keys(rest.filters) as Name[] };
  });
  // By the combination of filters, one bit for each: every request looks here.
  const compiled = new Map<number, Statement<RowOf<Select>>>();
  const recent = newRecent();
  const largestId = largestIdOf(() => definition());

  const compile = (names: readonly Name[]) =>
    statement(() => {
      const { select, filters, id, isDescending } = definition();
      const conditions = names.map((name) => conditionOf(filters[name], name));
      const range = isDescending
        ? [lt(id, given("after")), gte(id, given("upTo"))]
        : [gt(id, given("after")), lte(id, given("upTo"))];
      return (select() as WhereBuilder)
        .where(and(...conditions, ...range))
        .orderBy(isDescending ? desc(id) : id)
        .limit(given("rows"));
    }, rowBytesMax) as Statement<RowOf<Select>>;

  return async (
    context: Context,
    filter: Readonly<Partial<Record<Name, unknown>>>,
    page: Page = {},
    { first = 1, last = Number.MAX_SAFE_INTEGER, isWalk }: Bounds = {},
  ): Promise<Listing<RowOf<Select> & { id: number }>> => {
    type Row = RowOf<Select> & { id: number };
    const { all, isDescending } = definition();
    const isUsed = (name: Name) => filter[name] !== undefined;
    const used = all.reduce((set, name, bit) => (isUsed(name) ? set | (1 << bit) : set), 0);
    let boundFor = compiled.get(used);
    if (!boundFor) compiled.set(used, (boundFor = compile(all.filter(isUsed))));
    const reading: ListReading<Row> = {
      chunk: (values) => boundFor({ ...filter, ...values }) as Bound<Row>,
      placeOf: ({ id }) => ({ value: id, id }),
      isDescending,
      largestId: largestId(),
      isWalk: isWalk === true && context.executor.isLocal,
    };
    const { cursor } = page;
    const value = isDescending
      ? Math.min(cursor ?? Number.MAX_SAFE_INTEGER, last + 1)
      : Math.max(cursor ?? 0, first - 1);
    const range = { after: { value, id: value }, upTo: isDescending ? first : last };
    const listing = await readListing(context, reading, { ...range, limit: page.limit }, recent);
    // Ids order the list, so the value of a place is an id.
    return { ...listing, next: listing.next && Number(listing.next.value) };
  };
}

/** The rows that one read of a file returned where rows are long: the next list begins with them. */
export interface Recent {
  firstRows: number;
}

export const newRecent = (): Recent => ({ firstRows: Infinity });

/** Returns the statement that finds the largest id of a table. */
export const largestIdOf = (
  definition: () => { readonly table: SQLiteTable; readonly id: SQLiteColumn },
): Statement<{ id: number }> =>
  statement(() => {
    const { table, id } = definition();
    return query.select({ id: sql<number>`coalesce(max(${id}), 0)`.mapWith(Number) }).from(table);
  });

/** The requested part of a list, in places. */
interface Beginning extends Pick<Chunk, "after" | "upTo" | "partsMax"> {
  readonly limit: number | undefined;
}

/** Reads the first rows of a list that begins after a place, and how it continues. */
export async function readListing<Row>(
  context: Context,
  reading: ListReading<Row>,
  { limit, ...range }: Beginning,
  recent: Recent,
): Promise<Listing<Row, Place>> {
  const { isLocal, listRows } = context.executor;
  const rows = limit ?? listRows;
  const firstRows = isLocal ? Math.min(recent.firstRows, listRows) : rows;
  const read = await readChunk(context, reading, { ...range, rows, firstRows });
  recent.firstRows = read.firstRows;
  const first = read.rows;
  if (read.isLast) return { first, rest: undefined, next: undefined };
  if (limit !== undefined) return { first, rest: undefined, next: read.after };
  return { first, rest: followingChunks(context, reading, read), next: undefined };
}

/** Returns the refusal (`validation_failed`) of a cursor of another request. */
export const noSuchCursor = () =>
  refusalAt(
    "validation_failed",
    "",
    "cursor in the query: Use the cursor of the previous page's Link header, for the same request.",
  );

export const idColumnOf = (table: SQLiteTable): SQLiteColumn => {
  const columns: Readonly<Record<string, SQLiteColumn>> = getTableColumns(table);
  return columns["id"]!;
};

const conditionOf = (filter: Filter, name: string): SQL =>
  typeof filter === "function" ? filter(given(name)) : eq(filter, given(name));

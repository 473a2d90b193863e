import { followingChunks, readChunk, type ListReading } from "./chunks.ts";
import { and, eq, getTableColumns, gt, lte, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import type { Bound } from "../../database/bound.ts";
import { rowBytesMax } from "../../database/fitting-rows.ts";
import { given, query } from "../../database/query.ts";
import { type RowOf, type Statement, statement } from "../../database/statement.ts";
import type { Context } from "../context.ts";
import { lazily } from "../../values/lazily.ts";

/** The requested part of a list: at most `limit` rows with ids above `cursor`. */
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

interface WhereBuilder {
  where(condition: SQL | undefined): {
    orderBy(column: SQLiteColumn): { limit(rows: SQL): { toSQL(): never } };
  };
}

/** The definition of a list. */
interface ListOf<Select, Name extends string> {
  /** Makes the select, without conditions. */
  readonly select: () => Select;
  readonly table: SQLiteTable;
  /** The column of the ids, which orders the list. */
  readonly key?: SQLiteColumn;
  readonly filters: Readonly<Record<Name, Filter>>;
}

/**
 * Defines the list of one resource, ordered by id. Each combination of filters is compiled once, so
 * that the database can use the index of each. An undefined filter does not restrict the list.
 */
export function defineList<Select, Name extends string>(define: () => ListOf<Select, Name>) {
  const definition = lazily(() => {
    const { select, table, filters, key: id = idColumnOf(table) } = define();
    return { select, table, filters, id, all: Object.keys(filters) as Name[] };
  });
  // By the combination of filters, one bit for each: every request looks here.
  const compiled = new Map<number, Statement<RowOf<Select>>>();
  // Where rows are long, the next list of a file begins with the rows that one read returned here.
  let recentFirstRows = Infinity;
  const largestId = statement(() => {
    const { table, id } = definition();
    return query.select({ id: sql<number>`coalesce(max(${id}), 0)`.mapWith(Number) }).from(table);
  });

  const compile = (names: readonly Name[]) =>
    statement(() => {
      const { select, filters, id } = definition();
      const conditions = names.map((name) => conditionOf(filters[name], name));
      // Every select of Drizzle has these methods; naming its full type here would say no more.
      return (select() as WhereBuilder)
        .where(and(...conditions, gt(id, given("after")), lte(id, given("upTo"))))
        .orderBy(id)
        .limit(given("rows"));
    }, rowBytesMax) as Statement<RowOf<Select>>;

  return async (
    context: Context,
    filter: Readonly<Partial<Record<Name, unknown>>>,
    page: Page = {},
    bounds: Bounds = {},
  ): Promise<Listing<RowOf<Select> & { id: number }>> => {
    type Row = RowOf<Select> & { id: number };
    const { all } = definition();
    const isUsed = (name: Name) => filter[name] !== undefined;
    const used = all.reduce((set, name, bit) => (isUsed(name) ? set | (1 << bit) : set), 0);
    let boundFor = compiled.get(used);
    if (!boundFor) compiled.set(used, (boundFor = compile(all.filter(isUsed))));
    const { isLocal, listRows } = context.executor;
    const rows = page.limit ?? listRows;
    const reading: ListReading<Row> = {
      chunk: (values) => boundFor({ ...filter, ...values }) as Bound<Row>,
      largestId: largestId(),
      isWalk: bounds.isWalk === true && isLocal,
    };

    const upTo = bounds.last ?? Number.MAX_SAFE_INTEGER;
    const after = Math.max(page.cursor ?? 0, (bounds.first ?? 1) - 1);
    const firstRows = isLocal ? Math.min(recentFirstRows, listRows) : rows;
    const read = await readChunk(context, reading, { after, upTo, rows, firstRows });
    recentFirstRows = read.firstRows;
    const first = read.rows;
    if (read.isLast) return { first, rest: undefined, next: undefined };
    if (page.limit !== undefined) return { first, rest: undefined, next: first.at(-1)!.id };
    return { first, rest: followingChunks(context, reading, read), next: undefined };
  };
}

const idColumnOf = (table: SQLiteTable): SQLiteColumn => {
  const columns: Readonly<Record<string, SQLiteColumn>> = getTableColumns(table);
  return columns["id"]!;
};

const conditionOf = (filter: Filter, name: string): SQL =>
  typeof filter === "function" ? filter(given(name)) : eq(filter, given(name));

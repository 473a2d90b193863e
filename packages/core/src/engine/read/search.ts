import { and, desc, gt, gte, lt, lte, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import type { Bound } from "../../database/bound.ts";
import { rowBytesMax } from "../../database/fitting-rows.ts";
import { given, query } from "../../database/query.ts";
import { type RowOf, type Statement, statement } from "../../database/statement.ts";
import { lazily } from "../../values/lazily.ts";
import type { Context } from "../context.ts";
import { type EndOfPart, type ListReading, type Place, walkedIdsMax } from "./chunks.ts";
import {
  idColumnOf,
  largestIdOf,
  type Listing,
  newRecent,
  noSuchCursor,
  readListing,
  type WhereBuilder,
} from "./list.ts";

/**
 * A filter of a search. It leads to its rows if it has an index that has them in the order of ids.
 * Else it only tests the rows that another index has, and must not make SQLite use its own.
 */
export interface SearchFilter {
  readonly leads: boolean;
  readonly condition: (value: SQL, isLeading: boolean) => SQL;
}

/** The filter by an indexed column that equals a value, or SQL made of the value. */
export const leading = (column: SQLiteColumn, equals = (value: SQL) => value): SearchFilter => ({
  leads: true,
  condition: (value, isLeading) => sql`${unlessLeading(isLeading)}${column} = ${equals(value)}`,
});

/** The filter by a condition that no index serves. */
export const testing = (condition: (value: SQL) => SQL): SearchFilter => ({
  leads: false,
  condition,
});

/** Returns the plus that keeps SQLite off the index of the column behind it. */
export const unlessLeading = (isLeading: boolean): SQL => (isLeading ? sql`` : sql`+`);

/** The select of a search, to which an order can join the table that it walks. */
interface Joinable extends WhereBuilder {
  innerJoin(table: SQLiteTable, condition: SQL): Joinable;
}

/** An order of a search. An index has it, and the id orders equal values. */
export interface SearchOrder<Name extends string> {
  /** The column that orders it; by default the id, and then a filter can lead to the rows. */
  readonly by?: SQLiteColumn;
  readonly isDescending?: boolean;
  /** The filters that only bound the range of this order's index. */
  readonly covers?: readonly Name[];
  /** Selects the rows of the order's index that count. */
  readonly among?: SQL | undefined;
  /** The other table that has the order: each row of it that counts has one row of the search. */
  readonly through?: { readonly table: SQLiteTable; readonly on: SQL };
}

/** The definition of a search. */
interface SearchOf<Select, Name extends string, Order extends string> {
  /** Makes the select with more columns, without conditions. */
  readonly select: (more: Record<string, SQL>) => Select;
  readonly table: SQLiteTable;
  /** The filters; of two that lead, the first one has fewer rows. */
  readonly filters: Readonly<Record<Name, SearchFilter>>;
  readonly orders: Readonly<Record<Order, SearchOrder<NoInfer<Name>>>>;
}

/** The place at which a page ended, in its order. */
export interface SearchCursor {
  readonly order: string;
  readonly id: number;
  /** The value that orders it, as text. */
  readonly value: string;
}

/** The requested part of a search. */
export interface SearchPage {
  readonly limit?: number | undefined;
  readonly cursor?: SearchCursor | undefined;
}

/** A search: its filters, its order, and the range of the value that orders it. */
interface Searched<Name extends string, Order extends string> {
  readonly filter: Readonly<Partial<Record<Name, unknown>>>;
  readonly order: Order;
  readonly first?: number | string | undefined;
  readonly last?: number | string | undefined;
}

/** The number of rows of an index that one page passes. It then ends, with a cursor. */
const passedRowsMax = 100_000;

/** The compiled combinations of one search. A few recur, and there are thousands. */
const compiledMax = 200;

/** The largest number that a count returns. */
const countMax = 1000;

/** A count that ends at `countMax`, or after `passedRowsMax` rows: then there can be more. */
export interface Count {
  readonly count: number;
  readonly isCapped: boolean;
}

/** A row as the statements of a search return it: `place` is the value of an order's column. */
interface SearchRow {
  readonly id: number;
  readonly place?: number | string;
}

/**
 * Defines the search of one resource: a list in one of several orders. An index has each order.
 * The index of the order or of the first filter that leads finds the rows, and the other filters
 * test them. A page therefore ends after a number of tested rows, even if it is not full.
 */
export function defineSearch<Select, Name extends string, Order extends string>(
  define: () => SearchOf<Select, Name, Order>,
) {
  const definition = lazily(() => {
    const defined = define();
    return { ...defined, id: idColumnOf(defined.table) };
  });
  const compiled = new Map<string, Statements<Select>>();
  const recent = newRecent();
  const largestId = largestIdOf(() => definition());

  /** Returns the statements of a search, compiled once for each order and set of filters. */
  function statementsOf({ filter, order }: Searched<Name, Order>): Statements<Select> {
    const { filters, orders } = definition();
    const used = (Object.keys(filters) as Name[]).filter((name) => filter[name] !== undefined);
    const key = [order, ...used].join();
    let found = compiled.get(key);
    if (!found) {
      if (compiled.size >= compiledMax) compiled.clear();
      compiled.set(key, (found = compile(definition(), orders[order], used)));
    }
    return found;
  }

  async function read<Row extends SearchRow>(
    context: Context,
    searched: Searched<Name, Order>,
    { limit, cursor }: SearchPage,
    rowsOf: "rows" | "ids",
  ): Promise<Listing<Row, SearchCursor>> {
    const { order, filter, last } = searched;
    const ordered = definition().orders[order];
    if (cursor && cursor.order !== order) throw noSuchCursor();
    // A part blocks a file, and a page on D1 reads no more than it needs. But D1 limits the number
    // of queries of a whole list.
    const isWhole = limit === undefined && !context.executor.isLocal;
    const partMax = isWhole ? passedRowsMax : walkedIdsMax;
    const { passed, ...statements } = statementsOf(searched);
    const filled = { ...filter, last: last ?? null, passed: partMax - 1 };
    const reading: ListReading<Row> = {
      // Both select these columns.
      chunk: (values) => statements[rowsOf]({ ...filled, ...values }) as Bound<Row>,
      placeOf: ({ id, place = id }) => ({ value: place, id }),
      isDescending: ordered.isDescending ?? false,
      largestId: largestId(),
      isWalk: false,
      passed: passed && ((values) => passed({ ...filled, ...values })),
    };
    const range = {
      ...rangeOf(searched, ordered, cursor),
      limit,
      partsMax: limit === undefined ? undefined : passedRowsMax / partMax,
    };
    const { next, ...rows } = await readListing(context, reading, range, recent);
    return { ...rows, next: next && { order, id: next.id, value: String(next.value) } };
  }

  return {
    list: (context: Context, searched: Searched<Name, Order>, page: SearchPage) =>
      read<RowOf<Select> & SearchRow>(context, searched, page, "rows"),
    /** Counts the rows up to `countMax`. */
    count: async (context: Context, searched: Searched<Name, Order>): Promise<Count> => {
      const { first, next } = await read(context, searched, { limit: countMax + 1 }, "ids");
      const isCapped = first.length > countMax || next !== undefined;
      return { count: Math.min(first.length, countMax), isCapped };
    },
  };
}

/** Returns the range of a search, which begins after the place of a cursor. */
function rangeOf(
  { first, last }: Pick<Searched<never, never>, "first" | "last">,
  { by, isDescending = false }: Pick<SearchOrder<never>, "by" | "isDescending">,
  cursor: SearchCursor | undefined,
) {
  const isText = by?.getSQLType() === "text";
  const start = isDescending ? Number.MAX_SAFE_INTEGER : isText ? "" : Number.MIN_SAFE_INTEGER;
  return {
    after: cursor ? placeOf(cursor, isText) : { value: first ?? start, id: 0 },
    upTo: isDescending ? Number(last ?? 0) : Number.MAX_SAFE_INTEGER,
  };
}

/** Returns the place of a cursor. Refuses (`validation_failed`) a value that no such order has. */
function placeOf({ value, id }: SearchCursor, isText: boolean): Place {
  if (isText) return { value, id };
  const number = Number(value);
  if (!Number.isSafeInteger(number)) throw noSuchCursor();
  return { value: number, id };
}

/** A table whose rows have ids. */
interface Identified {
  readonly id: SQLiteColumn;
}

/** The statements of a search. */
interface Statements<Select> {
  readonly rows: Statement<RowOf<Select>>;
  readonly ids: Statement<{ id: number }>;
  /** Finds the end of the part that a read passes; without it, no filter tests the rows. */
  readonly passed: Statement<EndOfPart> | undefined;
}

/** Compiles the statements of a search in an order, with the filters that it uses. */
function compile<Name extends string, Select>(
  { select, table, filters, id }: Omit<SearchOf<Select, Name, string>, "orders"> & Identified,
  { by = id, isDescending = false, covers = [], among, through }: SearchOrder<Name>,
  used: readonly Name[],
): Statements<Select> {
  const lead = by === id ? used.find((name) => filters[name].leads) : undefined;
  const conditionOf = (name: Name) => filters[name].condition(given(name), name === lead);
  const tests = used.filter((name) => name !== lead);
  const isUnique = by === id || through !== undefined;
  const inOrder = isUnique ? [isDescending ? desc(by) : by] : [by, id];
  const after = isUnique
    ? (isDescending ? lt : gt)(by, given("after"))
    : sql`(${by}, ${id}) > (${given("after")}, ${given("afterId")})`;
  // The rows of the index, which the other filters test.
  const along = and(after, among, lead && conditionOf(lead));
  // The place at which the part ends: its value, or its id.
  const passed = (column: SQLiteColumn) => sql`(select ${column} from ${through?.table ?? table}
    where ${along} order by ${sql.join(inOrder, sql`, `)} limit 1 offset ${given("passed")})`;
  const isPassed = through !== undefined || tests.some((name) => !covers.includes(name));
  // A blob comes after every number and text.
  const last = isUnique ? given("upTo") : sql`ifnull(${given("last")}, x'')`;
  const [nearest, precedes] = (isDescending ? ["max", ">"] : ["min", "<"]).map((text) =>
    sql.raw(text),
  );
  const end = isPassed ? sql`${nearest}(${last}, coalesce(${passed(by)}, ${last}))` : last;
  // Of many equal values only a part is passed, too.
  const isWithin = sql`(${by} < coalesce(${passed(by)}, x'') or ${id} <= ${passed(id)})`;
  const listOf = (from: (more: Record<string, SQL>) => unknown) =>
    statement(() => {
      // Every select of Drizzle has these methods.
      const plain = from(by === id ? {} : { place: sql`${by}` }) as Joinable;
      const joined = through ? plain.innerJoin(through.table, through.on) : plain;
      return joined
        .where(
          and(
            along,
            (isDescending ? gte : lte)(by, end),
            isUnique ? undefined : sql`+${id} <= ${given("upTo")}`,
            isUnique || !isPassed ? undefined : isWithin,
            ...tests.map(conditionOf),
          ),
        )
        .orderBy(...inOrder)
        .limit(given("rows"));
    }, rowBytesMax);
  const ids = (more: Record<string, SQL>) => query.select({ id, ...more }).from(table);
  const endOfPart = sql<
    number | string | null
  >`case when passed ${precedes} ${last} then passed end`;
  const idAtEnd = isUnique ? sql<number>`0` : sql<number>`coalesce(${passed(id)}, 0)`;
  const ofPassed = () =>
    query.select({ value: endOfPart, id: idAtEnd }).from(sql`(select ${passed(by)} as passed)`);
  return {
    // Their columns are those of the select, which the conditions leave as they are.
    rows: listOf(select) as Statement<RowOf<Select>>,
    ids: listOf(ids) as Statement<{ id: number }>,
    passed: isPassed ? statement(ofPassed) : undefined,
  };
}

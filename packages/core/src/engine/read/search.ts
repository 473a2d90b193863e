import type { SQL } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import type { Bound } from "../../database/bound.ts";
import type { RowOf } from "../../database/statement.ts";
import { lazily } from "../../values/lazily.ts";
import type { Context } from "../context.ts";
import { type ListReading, type Place, walkedIdsMax } from "./chunks.ts";
import { type Count, countGroups, type GroupedCount, type Grouping, named } from "./groups.ts";
import {
  idColumnOf,
  largestIdOf,
  type Listing,
  newRecent,
  noSuchCursor,
  readListing,
} from "./list.ts";
import type { SearchFilter } from "./search-filter.ts";
import {
  type Compiled,
  compileGroups,
  compileSearch,
  type GroupStatements,
  isUniqueOrder,
  type SearchOrder,
  type SearchStatements,
} from "./search-statements.ts";

/** The definition of a search. */
interface SearchOf<Select, Name extends string, Order extends string, Group extends string> {
  /** Makes the select with more columns, without conditions. */
  readonly select: (more: Record<string, SQL>) => Select;
  readonly table: SQLiteTable;
  /** The filters; of two that lead, the first one has fewer rows. */
  readonly filters: Readonly<Record<Name, SearchFilter>>;
  readonly orders: Readonly<Record<Order, SearchOrder<NoInfer<Name>>>>;
  /** The columns that group counted rows. */
  readonly groups?: Readonly<Record<Group, Grouping>>;
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
export function defineSearch<
  Select,
  Name extends string,
  Order extends string,
  Group extends string = never,
>(define: () => SearchOf<Select, Name, Order, Group>) {
  const definition = lazily(() => {
    const defined = define();
    return { ...defined, id: idColumnOf(defined.table) };
  });
  const compiled = new Map<string, SearchStatements<Select>>();
  const recent = newRecent();
  const largestId = largestIdOf(() => definition());

  const usedIn = (filter: Searched<Name, Order>["filter"]) =>
    (Object.keys(definition().filters) as Name[]).filter((name) => filter[name] !== undefined);

  /** Returns the statements of a search, compiled once for each order and set of filters. */
  function statementsOf({ filter, order }: Searched<Name, Order>): SearchStatements<Select> {
    const used = usedIn(filter);
    return madeOnce(compiled, [order, ...used], () =>
      compileSearch(definition(), definition().orders[order], used),
    );
  }

  async function read<Row extends SearchRow>(
    context: Context,
    searched: Searched<Name, Order>,
    { limit, cursor }: SearchPage,
    rowsOf: "rows" | "ids",
  ): Promise<Listing<Row, SearchCursor>> {
    const { order, filter } = searched;
    const ordered = definition().orders[order];
    if (cursor && cursor.order !== order) throw noSuchCursor();
    const partMax = partMaxOf(context, limit);
    const { passed, ...statements } = statementsOf(searched);
    const filled = { ...filter, last: lastOf(searched, ordered), passed: partMax - 1 };
    const reading: ListReading<Row> = {
      // Both select these columns.
      chunk: (values) => statements[rowsOf]({ ...filled, ...values }) as Bound<Row>,
      placeOf: ({ id, place = id }) => ({ value: place, id }),
      // Only of ids: in another order, the largest id bounds the rows either way.
      isDescending: isUniqueOrder(ordered) && (ordered.isDescending ?? false),
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
    countBy: groupCounter(definition, usedIn),
  };
}

/** Returns the function that counts the rows of a search by the values of a column, in parts. */
function groupCounter<Name extends string, Order extends string, Group extends string>(
  definition: () => Omit<Compiled<unknown, Name>, "select"> &
    Pick<SearchOf<unknown, Name, Order, Group>, "orders" | "groups">,
  usedIn: (filter: Searched<Name, Order>["filter"]) => readonly Name[],
) {
  const compiled = new Map<string, GroupStatements>();
  return async (
    context: Context,
    searched: Searched<Name, Order>,
    group: Group,
  ): Promise<GroupedCount> => {
    const { orders, groups } = definition();
    const { by, names } = groups![group];
    const ordered = orders[searched.order];
    const used = usedIn(searched.filter);
    const statements = madeOnce(compiled, [group, searched.order, ...used], () =>
      compileGroups(definition(), ordered, used, by),
    );
    const { after, upTo } = rangeOf(searched, ordered, undefined);
    const partMax = partMaxOf(context);
    const last = lastOf(searched, ordered);
    const values = { ...searched.filter, last, upTo, passed: partMax - 1 };
    const parts = passedRowsMax / partMax;
    return named(context, names, await countGroups(context, statements, values, after, parts));
  };
}

/** Returns what a map has for these names, made if it does not have it yet. */
function madeOnce<Made>(made: Map<string, Made>, names: readonly string[], make: () => Made): Made {
  const key = names.join();
  let found = made.get(key);
  if (!found) {
    if (made.size >= compiledMax) made.clear();
    made.set(key, (found = make()));
  }
  return found;
}

/**
 * Returns the number of rows that one read passes. A part blocks a file, and a page on D1 reads no
 * more than it needs. But D1 limits the number of queries of a whole list.
 */
const partMaxOf = ({ executor }: Context, limit?: number): number =>
  limit === undefined && !executor.isLocal ? passedRowsMax : walkedIdsMax;

type Bounds = Pick<Searched<never, never>, "first" | "last">;

const isOfText = ({ by }: SearchOrder<string>) => by?.getSQLType() === "text";

/** Returns the range of a search, which begins after the place of a cursor. */
function rangeOf(
  { first, last }: Bounds,
  ordered: SearchOrder<string>,
  cursor: SearchCursor | undefined,
): { readonly after: Place; readonly upTo: number } {
  const isText = isOfText(ordered);
  const { isDescending = false } = ordered;
  const isUnique = isUniqueOrder(ordered);
  const start = isDescending ? Number.MAX_SAFE_INTEGER : isText ? "" : Number.MIN_SAFE_INTEGER;
  const beginning = isUnique || !isDescending ? (first ?? start) : (last ?? null);
  return {
    after: cursor ? placeOf(cursor, isText) : { value: beginning, id: 0 },
    upTo: isUnique && isDescending ? Number(last ?? 0) : Number.MAX_SAFE_INTEGER,
  };
}

/** Returns the value that the order ends with; null if an ascending one has no end. */
function lastOf({ first, last }: Bounds, ordered: SearchOrder<string>): number | string | null {
  if (isUniqueOrder(ordered) || !ordered.isDescending) return last ?? null;
  return first ?? (isOfText(ordered) ? "" : Number.MIN_SAFE_INTEGER);
}

/** Returns the place of a cursor. Refuses (`validation_failed`) a value that no such order has. */
function placeOf({ value, id }: SearchCursor, isText: boolean): Place {
  if (isText) return { value, id };
  const number = Number(value);
  if (!Number.isSafeInteger(number)) throw noSuchCursor();
  return { value: number, id };
}

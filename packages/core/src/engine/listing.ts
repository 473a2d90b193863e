import { and, eq, getTableColumns, gt, lte, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import { type Context, keyCheck, requireValidKey } from "./context.ts";
import { asManyAsFit, heldTo, mostBytes } from "../database/as-many-as-fit.ts";
import type { Executor, Results } from "../database/executor.ts";
import {
  type Bound,
  given,
  query,
  type RawRow,
  type Readable,
  type RowOf,
  type Statement,
  statement,
} from "../database/statement.ts";
import { once } from "../values/once.ts";

/** The part of a list that is asked for: at most `limit` rows with ids above `cursor`. */
export interface Page {
  readonly limit?: number | undefined;
  readonly cursor?: number | undefined;
}

/**
 * A list that is being read: its first rows, those that follow, and where the next page begins. Its
 * rows are views: their fields can be read by name, and not be copied with `...`.
 */
export interface Listing<Row, Cursor = number> {
  readonly first: readonly Row[];
  /** The rows after the first, a chunk a round trip, up to the largest id when they are begun. */
  readonly rest: AsyncIterable<readonly Row[]> | undefined;
  /** The cursor of the next page, where a page was asked for and there may be more. */
  readonly next: Cursor | undefined;
}

/** Where what matches is looked for. */
interface Bounds {
  /** Between which ids all that matches is known to be. */
  readonly first?: number | undefined;
  readonly last?: number | undefined;
  /** Whether no index leads to it, so that one row after the other is passed by. */
  readonly isWalk?: boolean;
}

/** What a filter compares: a column that equals the value, or a condition made from it. */
export type Filter = SQLiteColumn | ((value: SQL) => SQL);

interface Selecting {
  where(condition: SQL | undefined): {
    orderBy(column: SQLiteColumn): { limit(rows: SQL): { toSQL(): never } };
  };
}

/** What a list is of. */
interface ListOf<Select, Name extends string> {
  /** Makes the select, without conditions. */
  readonly select: () => Select;
  readonly table: SQLiteTable;
  /** The column of the ids, by which the list is ordered. */
  readonly key?: SQLiteColumn;
  readonly filters: Readonly<Record<Name, Filter>>;
}

/**
 * A list of one resource, ordered by id. Each set of filters that is used is compiled once, so
 * that the database can use the index of each; a filter that is undefined does not restrict.
 */
export function defineList<Select, Name extends string>(define: () => ListOf<Select, Name>) {
  const definition = once(() => {
    const { select, table, filters, key: id = idOf(table) } = define();
    return { select, table, filters, id, all: Object.keys(filters) as Name[] };
  });
  // By the set of the filters, a bit for each: each request looks here.
  const compiled = new Map<number, Statement<RowOf<Select>>>();
  // Where rows are long, the next list begins with as many of a file as this one could read at once.
  let lately = Infinity;
  const largestId = statement(() => {
    const { table, id } = definition();
    return query.select({ id: sql<number>`coalesce(max(${id}), 0)`.mapWith(Number) }).from(table);
  });

  const compile = (names: readonly Name[]) =>
    statement(() => {
      const { select, filters, id } = definition();
      const conditions = names.map((name) => condition(filters[name], name));
      // Every select of Drizzle has these methods; naming its full type here would say no more.
      return (select() as Selecting)
        .where(and(...conditions, gt(id, given("after")), lte(id, given("upTo"))))
        .orderBy(id)
        .limit(given("rows"));
    }, mostBytes) as Statement<RowOf<Select>>;

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
    let rowsOf = compiled.get(used);
    if (!rowsOf) compiled.set(used, (rowsOf = compile(all.filter(isUsed))));
    const rows = page.limit ?? context.executor.rowsAtOnce;
    const reading: Reading<Row> = {
      chunk: (values) => rowsOf({ ...filter, ...values }) as Readable<Row>,
      largestId: largestId(),
      isWalk: bounds.isWalk === true && context.executor.isNear,
    };

    const upTo = bounds.last ?? Number.MAX_SAFE_INTEGER;
    const after = Math.max(page.cursor ?? 0, (bounds.first ?? 1) - 1);
    const { isNear, rowsAtOnce } = context.executor;
    const atOnce = isNear ? Math.min(lately, rowsAtOnce) : rows;
    const read = await readChunk(context, reading, { after, upTo, rows, atOnce });
    lately = read.atOnce;
    const first = read.views;
    if (read.isLast) return { first, rest: undefined, next: undefined };
    if (page.limit !== undefined) return { first, rest: undefined, next: first.at(-1)!.id };
    return { first, rest: following(context, reading, read), next: undefined };
  };
}

const idOf = (table: SQLiteTable): SQLiteColumn => {
  const columns: Readonly<Record<string, SQLiteColumn>> = getTableColumns(table);
  return columns["id"]!;
};

const condition = (filter: Filter, name: string): SQL =>
  typeof filter === "function" ? filter(given(name)) : eq(filter, given(name));

/** Which rows a read takes: so many, in the order of their ids. */
interface Chunk {
  readonly after: number;
  readonly upTo: number;
  readonly rows: number;
  /** How many its first read takes. */
  readonly atOnce: number;
}

/** What a list is read by. */
interface Reading<Row> {
  readonly chunk: (values: Omit<Chunk, "atOnce">) => Readable<Row>;
  readonly largestId: Bound<{ id: number }>;
  readonly isWalk: boolean;
}

/** A chunk that was read. */
interface Read<Row> {
  readonly raw: readonly RawRow[];
  readonly views: readonly Row[];
  /** The largest id that the next one may have. */
  readonly upTo: number;
  /** Whether it is known that none follows. */
  readonly isLast: boolean;
  /** How many the next read of a file takes. */
  readonly atOnce: number;
}

/**
 * Reads on to what is the largest id at the second chunk: what is added later has no end. The key is
 * checked with each: whoever takes long to read a list reads it no longer than the key is valid.
 */
async function* following<Row extends { id: number }>(
  context: Context,
  reading: Reading<Row>,
  first: Read<Row>,
): AsyncGenerator<readonly Row[]> {
  const { executor } = context;
  let { raw, views, upTo, isLast, atOnce } = first;
  for (let isSecond = true; !isLast; isSecond = false) {
    const rows = sizeAfter(executor, raw, itself);
    const after = views.at(-1)!.id;
    const asked = { after, upTo, rows, atOnce: executor.isNear ? atOnce : rows };
    // oxlint-disable-next-line no-await-in-loop -- a file would be read to its end in one turn
    await executor.othersFirst();
    // oxlint-disable-next-line no-await-in-loop -- each chunk begins where the one before ended
    ({ raw, views, upTo, isLast, atOnce } = await readChunk(context, reading, asked, isSecond));
    if (views.length > 0) yield views;
  }
}

/** How many ids are passed by in one turn: 10 ms of everybody's time. */
const stretch = 10_000;

/**
 * Reads a chunk; where `isBounded`, up to what is the largest id by then. Of a file it is read in
 * turns: a page may be of a thousand slots with hundreds of candidates each. It ends early where its
 * rows are so long that the database answers no more of them at once: they must all be held.
 */
async function readChunk<Row extends { id: number }>(
  context: Context,
  { chunk, largestId, isWalk }: Reading<Row>,
  asked: Chunk,
  isBounded = isWalk,
): Promise<Read<Row>> {
  const { executor } = context;
  let { after, upTo, atOnce } = asked;
  const raw: RawRow[] = [];
  for (;;) {
    const next = Math.min(asked.rows - raw.length, atOnce);
    const end = isWalk ? Math.min(upTo, after + stretch) : upTo;
    const from = after;
    // oxlint-disable-next-line no-await-in-loop -- each stretch begins where the one before ended
    const { read, most: fitting } = await asManyAsFit(next, async (rows) => {
      const bound = heldTo(rows, chunk({ after: from, upTo: end, rows }));
      const results = await readChecked(context, isBounded ? [bound, largestId] : [bound]);
      return { results, view: bound.view };
    });
    const { results, view } = read;
    const [found, largest] = results;
    if (largest) upTo = Math.min(upTo, largestId.row(largest[0]!).id);
    for (const row of found!) raw.push(row);
    const isCut = found!.length === fitting;
    const isLast = end >= upTo && !isCut;
    const isFull = isCut && fitting < next;
    atOnce = isFull ? fitting : Math.min(2 * atOnce, executor.rowsAtOnce);
    if (isLast || isFull || raw.length === asked.rows) {
      return { raw, views: raw.map(view), upTo, isLast, atOnce };
    }
    after = isCut ? view(raw.at(-1)!).id : end;
    // oxlint-disable-next-line no-await-in-loop -- as above
    await executor.othersFirst();
  }
}

/** What one read of a long list takes at most: a Worker must hold it, and others' beside it. */
const most = { rows: 50_000, text: 2_000_000 };

const itself = (raw: RawRow) => raw;

/**
 * How many rows of a list the next read takes, after these, of which `valuesOf` tells all that they
 * say. D1 answers only so many queries of one request: each read takes twice as many as the one
 * before, while they are little text. Of a file each takes as few, so that others have their turn.
 */
export function sizeAfter<Row>(
  { isNear, rowsAtOnce }: Executor,
  rows: readonly Row[],
  valuesOf: (row: Row) => readonly unknown[],
): number {
  if (isNear) return rowsAtOnce;
  let text = 0;
  for (const row of rows) {
    for (const value of valuesOf(row)) text += typeof value === "string" ? value.length : 8;
  }
  const fitting = Math.floor((rows.length * most.text) / text);
  return Math.max(rowsAtOnce, Math.min(2 * rows.length, most.rows, fitting));
}

/** Reads in one round trip, and refuses (`unauthorized`) if the key is no longer valid. */
export async function readChecked(
  context: Pick<Context, "executor" | "principal" | "now">,
  statements: readonly Bound[],
): Promise<Results> {
  const check = keyCheck(context.principal);
  const [keys, ...results] = await context.executor.read([check, ...statements]);
  requireValidKey(context, keys!.map(check.row));
  return results;
}

/** Reads the rows of one statement, to be read and not copied, with the key checked. */
export async function readRows<Row>(context: Context, bound: Readable<Row>): Promise<Row[]> {
  const [rows] = await readChecked(context, [bound]);
  return rows!.map(bound.view);
}

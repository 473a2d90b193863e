import { and, desc, gt, gte, lt, lte, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import { rowBytesMax } from "../../database/fitting-rows.ts";
import { given, query } from "../../database/query.ts";
import { type RowOf, type Statement, statement } from "../../database/statement.ts";
import type { EndOfPart } from "./chunks.ts";
import type { WhereBuilder } from "./list.ts";
import type { SearchFilter } from "./search-filter.ts";

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

/** Whether no two rows have the same value of an order, so that the id need not order them. */
export const isUniqueOrder = ({ by, through }: SearchOrder<string>): boolean =>
  by === undefined || through !== undefined;

/** The parts of a search that its statements are made of. */
export interface Compiled<Select, Name extends string> {
  readonly select: (more: Record<string, SQL>) => Select;
  readonly table: SQLiteTable;
  readonly id: SQLiteColumn;
  readonly filters: Readonly<Record<Name, SearchFilter>>;
}

/** The statements of a search. */
export interface SearchStatements<Select> {
  readonly rows: Statement<RowOf<Select>>;
  readonly ids: Statement<{ id: number }>;
  /** Finds the end of the part that a read passes; without it, no filter tests the rows. */
  readonly passed: Statement<EndOfPart> | undefined;
}

/** The number of rows of a part that have one value of a column. */
export interface GroupOfPart {
  readonly id: number | null;
  readonly count: number;
}

/** The statements that count the rows of a search in groups, part by part. */
export interface GroupStatements {
  readonly groups: Statement<GroupOfPart>;
  readonly passed: Statement<EndOfPart>;
}

/** The select of a search, to which an order can join the table that it walks. */
interface Joinable extends WhereBuilder {
  innerJoin(table: SQLiteTable, condition: SQL): Joinable;
}

/** The index of an order or of a filter, and the part of it that one read passes. */
function passageOf<Name extends string>(
  { table, filters, id }: Omit<Compiled<unknown, Name>, "select">,
  order: SearchOrder<Name>,
  used: readonly Name[],
) {
  const { by = id, isDescending = false, among, through } = order;
  const lead = by === id ? used.find((name) => filters[name].leads) : undefined;
  const conditionOf = (name: Name) => filters[name].condition(given(name), name === lead);
  const isUnique = isUniqueOrder(order);
  const down = (column: SQLiteColumn) => (isDescending ? desc(column) : column);
  const inOrder = isUnique ? [down(by)] : [down(by), down(id)];
  // The rows of the index, which the other filters test.
  const along = and(afterPlace(by, id, order), among, lead && conditionOf(lead));
  // The place at which the part ends: its value, or its id.
  const passed = (column: SQLiteColumn) => sql`(select ${column} from ${through?.table ?? table}
    where ${along} order by ${sql.join(inOrder, sql`, `)} limit 1 offset ${given("passed")})`;
  // A blob comes after every number and text.
  const lastUp = sql`ifnull(${given("last")}, x'')`;
  const last = isUnique ? given("upTo") : isDescending ? given("last") : lastUp;
  const [nearest, precedes] = (isDescending ? ["max", ">"] : ["min", "<"]).map((text) =>
    sql.raw(text),
  );
  const endOfPart = sql<
    number | string | null
  >`case when passed ${precedes} ${last} then passed end`;
  const idAtEnd = isUnique ? sql<number>`0` : sql<number>`coalesce(${passed(id)}, 0)`;
  // Of many equal values only a part is passed, too.
  const isWithin = isDescending
    ? sql`(${passed(by)} is null or ${by} > ${passed(by)} or ${id} >= ${passed(id)})`
    : sql`(${by} < coalesce(${passed(by)}, x'') or ${id} <= ${passed(id)})`;
  /** The conditions of the rows, in a part or up to the end. */
  const conditions = (isPassed: boolean) => {
    const end = isPassed ? sql`${nearest}(${last}, coalesce(${passed(by)}, ${last}))` : last;
    return and(
      along,
      (isDescending ? gte : lte)(by, end),
      isUnique ? undefined : sql`+${id} <= ${given("upTo")}`,
      isUnique || !isPassed ? undefined : isWithin,
      ...used.filter((name) => name !== lead).map(conditionOf),
    );
  };
  return {
    by,
    lead,
    inOrder,
    conditions,
    endOfPart: statement(() =>
      query.select({ value: endOfPart, id: idAtEnd }).from(sql`(select ${passed(by)} as passed)`),
    ),
  };
}

/** Returns the condition of the rows behind a place. */
function afterPlace(by: SQLiteColumn, id: SQLiteColumn, order: SearchOrder<string>): SQL {
  const { isDescending = false } = order;
  if (isUniqueOrder(order)) return (isDescending ? lt : gt)(by, given("after"));
  // Null is the place before the first row of a descending order.
  return isDescending
    ? sql`(${by}, ${id}) < (ifnull(${given("after")}, x''), ${given("afterId")})`
    : sql`(${by}, ${id}) > (${given("after")}, ${given("afterId")})`;
}

/** Compiles the statements of a search in an order, with the filters that it uses. */
export function compileSearch<Name extends string, Select>(
  compiled: Compiled<Select, Name>,
  order: SearchOrder<Name>,
  used: readonly Name[],
): SearchStatements<Select> {
  const { select, table, id } = compiled;
  const { covers = [], through } = order;
  const { by, lead, inOrder, conditions, endOfPart } = passageOf(compiled, order, used);
  const isPassed =
    through !== undefined || used.some((name) => name !== lead && !covers.includes(name));
  const listOf = (from: (more: Record<string, SQL>) => unknown) =>
    statement(() => {
      // Every select of Drizzle has these methods.
      const plain = from(by === id ? {} : { place: sql`${by}` }) as Joinable;
      const joined = through ? plain.innerJoin(through.table, through.on) : plain;
      return joined
        .where(conditions(isPassed))
        .orderBy(...inOrder)
        .limit(given("rows"));
    }, rowBytesMax);
  const ids = (more: Record<string, SQL>) => query.select({ id, ...more }).from(table);
  return {
    // Their columns are those of the select, which the conditions leave as they are.
    rows: listOf(select) as Statement<RowOf<Select>>,
    ids: listOf(ids) as Statement<{ id: number }>,
    passed: isPassed ? endOfPart : undefined,
  };
}

/** Compiles the statements that count the rows of a search by the values of a column. */
export function compileGroups<Name extends string>(
  compiled: Omit<Compiled<unknown, Name>, "select">,
  order: SearchOrder<Name>,
  used: readonly Name[],
  column: SQLiteColumn,
): GroupStatements {
  const { conditions, endOfPart } = passageOf(compiled, order, used);
  const { through } = order;
  return {
    groups: statement(() => {
      const fields = { id: sql<number | null>`${column}`, count: sql<number>`count(*)` };
      const plain = query.select(fields).from(compiled.table);
      const joined = through ? plain.innerJoin(through.table, through.on) : plain;
      return joined.where(conditions(true)).groupBy(column);
    }),
    passed: endOfPart,
  };
}

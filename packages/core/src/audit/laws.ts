import { getTableName, is } from "drizzle-orm";
import { getTableConfig, SQLiteTable } from "drizzle-orm/sqlite-core";
import * as schema from "../database/schema/index.ts";
import type { Bound } from "../database/bound.ts";
import type { Executor } from "../database/executor.ts";
import { entities, type PartName } from "../engine/index.ts";
import { adjustment, build, changeLog, removal, seal } from "../database/schema/index.ts";
import { formatQuantity } from "../values/decimal.ts";
import type { Finding } from "./finding.ts";
import type { PartRow } from "./parts.ts";
import { lazily } from "../values/lazily.ts";

/**
 * Nominal quantity + adjustments = actual quantity + net built into parents, for every item; and
 * what is removed of each of its builds is what the removals say. Source: design 7.
 */
export function unconserved(
  item: Readonly<Record<string, unknown>>,
  parts: readonly (readonly [PartName, PartRow])[],
): string[] {
  const problems: string[] = [];
  const sums = { adjusted: 0, built: 0 };
  const removed = new Map<unknown, number>();
  for (const [part, row] of parts) {
    const qty = Number(row["qty"]);
    if (part === "adjustment") sums.adjusted += qty;
    if (part === "build") sums.built += qty - Number(row["removedQty"]);
    if (part === "removal") removed.set(row["buildId"], (removed.get(row["buildId"]) ?? 0) + qty);
  }
  const [nominal, actual] = [Number(item["nominalQty"]), Number(item["actualQty"])];
  if (nominal + sums.adjusted !== actual + sums.built) {
    problems.push(
      `nominal quantity ${formatQuantity(nominal)} + adjustments ` +
        `${formatQuantity(sums.adjusted)} is not actual quantity ${formatQuantity(actual)} + ` +
        `net built ${formatQuantity(sums.built)}`,
    );
  }
  for (const [part, row] of parts) {
    const [taken, says] = [Number(row["removedQty"]), removed.get(row["id"]) ?? 0];
    if (part !== "build" || taken === says) continue;
    problems.push(
      `of its build ${String(row["id"])}, ${formatQuantity(taken)} is removed, ` +
        `and its removals are ${formatQuantity(says)}`,
    );
  }
  return problems;
}

/** How many rows are looked through at a time. */
const listRows = 1000;

/** The largest number that each reader of a row has exactly; the service writes none above. */
const largest = Number.MAX_SAFE_INTEGER;

const allTables = lazily(() => Object.values(schema).filter((one) => is(one, SQLiteTable)));

/**
 * Tells the rows that no law of their table allows: with a number that the service gives none, that
 * refer to a record that does not exist, or that can't be read exactly. Answers whether all can.
 */
export async function* rowFindings(executor: Executor): AsyncGenerator<Finding, boolean> {
  const tables = allTables();
  let isReadable = true;
  // A round trip for all of them: most tables hold little, and an invocation on D1 has few.
  const strays = tables.map((table) => strayIn(getTableName(table)));
  const firstEnds = tables.map((table) => endOfRange(getTableName(table), 0));
  const first = await executor.read([...strays, ...firstEnds]);
  const found = first.slice(0, tables.length);
  yield* found.flatMap((rows, index) => rows.map(strays[index]!.row));
  if (found.some((rows) => rows.some(([id]) => Number(id) > largest))) isReadable = false;
  let ranges = tables.map((table, index) => {
    const last = firstEnds[index]!.row(first[tables.length + index]![0]!);
    return { table, after: 0, last };
  });
  for (;;) {
    const asked = ranges.flatMap(({ table, after, last }) => {
      if (last === null) return [];
      const name = getTableName(table);
      const laws = [unreadableIn(table), ...lawsOf(table)];
      const against = laws.map((law) => rowsAgainst(name, law, [after, last]));
      return [{ table, after: last, end: endOfRange(name, last), against }];
    });
    if (asked.length === 0) return isReadable;
    ranges = [];
    // A file would be held for all of them: there each is a turn.
    for (const some of executor.isLocal ? asked.map((one) => [one]) : [asked]) {
      // oxlint-disable-next-line no-await-in-loop -- each range begins where the one before ended
      const results = await executor.read(some.flatMap(({ end, against }) => [end, ...against]));
      const left = results.values();
      for (const { table, after, end, against } of some) {
        ranges.push({ table, after, last: end.row(left.next().value![0]!) });
        const broken = against.map(({ row }) => left.next().value!.map(row));
        // The first law is that it can be read.
        if (broken[0]!.length > 0) isReadable = false;
        yield* broken.flat();
      }
      // oxlint-disable-next-line no-await-in-loop -- a file would be read to its end in one turn
      await executor.yieldToOthers();
    }
  }
}

/** What begins with row 1 would pass over these. */
const strayIn = (table: string): Bound<Finding> => ({
  sql: `select cast(rowid as text) from (select rowid from ${table} where rowid < 1
    union all select rowid from ${table} where rowid > ${largest}) limit ${listRows}`,
  params: [],
  row: ([id]) => ({
    record: `${table} ${String(id)}`,
    problem: "it has a number that the service gives none",
  }),
});

/** Where the next rows of a table end, so many of them; null where there are none. */
const endOfRange = (table: string, after: number): Bound<number | null> => ({
  sql: `select max(id) from (select rowid as id from ${table}
    where rowid > ? and rowid <= ${largest} order by rowid limit ${listRows})`,
  params: [after],
  // It is the number of a row, or null.
  row: ([id]) => id as number | null,
});

/** What no row of a table may be: the condition, and what to say of one that is. */
interface RowLaw {
  readonly against: string;
  readonly problem: string;
}

const rowsAgainst = (
  table: string,
  { against, problem }: RowLaw,
  range: readonly [after: number, last: number],
): Bound<Finding> => ({
  sql: `select rowid as id from ${table} where rowid > ? and rowid <= ? and (${against})`,
  params: range,
  row: ([id]) => ({ record: `${table} ${String(id)}`, problem }),
});

function lawsOf(table: SQLiteTable): RowLaw[] {
  const name = getTableName(table);
  // Every key of this schema is the number by which SQLite itself knows a row.
  const references = getTableConfig(table).foreignKeys.map((key) => {
    const { columns, foreignTable } = key.reference();
    const column = columns[0]!.name;
    const parent = getTableName(foreignTable);
    return {
      against: `${column} is not null
        and not exists (select 1 from ${parent} as referred where referred.rowid = ${name}.${column})`,
      problem: `it refers to a record of ${parent} that does not exist`,
    };
  });
  if (table === build) return [...references, inOrderOfLog];
  if (table !== changeLog) return references;
  const known = Object.keys(entities).map((entity) => `'${entity}'`);
  return [
    ...references,
    { against: `entity not in (${known.join(", ")})`, problem: "it is of no kind of record" },
    { against: "entity_id < 1", problem: "it is of a record that the service would not number so" },
  ];
}

/**
 * The log tells of removals the ids of their builds, and of builds none: but their rows are never
 * deleted, and are numbered in its order without a gap. So each id is that of one build in the log.
 */
const inOrderOfLog: RowLaw = {
  against: `id > 1 and not exists (select 1 from build as before
    where before.id = build.id - 1 and before.seq <= build.seq)`,
  problem: "the one before it is missing, or is part of a later change",
};

const unreadableIn = (table: SQLiteTable): RowLaw => ({
  against: getTableConfig(table)
    .columns.filter((column) => column.getSQLType() === "integer")
    .map(({ name }) => `${name} not between ${-largest} and ${largest}`)
    .concat("false")
    .join(" or "),
  problem: "it has a number that is too large to be read",
});

/**
 * The last number that SQLite says it gave to rows of a table is that of the last row, or record,
 * there ever was: of records, which may be deleted, the log tells it. Properties of slots may be
 * deleted too, and nothing tells their numbers.
 */
export const numbersKept = lazily((): readonly Bound<Finding>[] => [
  numberKept(changeLog, "select max(seq) from change_log", "rows"),
  numberKept(seal, "select max(id) from seal", "seals"),
  ...[adjustment, build, removal].map((table) =>
    numberKept(table, `select max(id) from ${getTableName(table)}`),
  ),
  ...Object.entries(entities).map(([entity, table]) =>
    numberKept(table, `select max(entity_id) from change_log where entity = '${entity}'`),
  ),
]);

function numberKept(table: SQLiteTable, last: string, what = "records"): Bound<Finding> {
  const name = getTableName(table);
  return {
    sql: `select cast(there as text), cast(counted as text), cast(counters as text)
      from (select coalesce((${last}), 0) as there),
        (select coalesce(max(seq), 0) as counted, count(*) as counters
          from sqlite_sequence where name = '${name}')
      where there <> counted or counters > 1`,
    params: [],
    row: (raw) => {
      const [there, counted, counters] = raw.map(Number) as [number, number, number];
      return {
        record: `${name} ${there}`,
        // SQLite goes on from the first of them, whichever is right.
        problem:
          counters > 1
            ? `sqlite_sequence has ${counters} counters for its table`
            : counted > there
              ? `the ${counted - there} ${what} after it are missing`
              : `${counted} ${what} were ever written, says sqlite_sequence`,
      };
    },
  };
}

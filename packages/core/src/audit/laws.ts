import { getTableName, is } from "drizzle-orm";
import { getTableConfig, SQLiteTable } from "drizzle-orm/sqlite-core";
import * as schema from "../database/schema/index.ts";
import type { Executor } from "../database/executor.ts";
import type { Bound } from "../database/statement.ts";
import type { PartName } from "../engine/entities.ts";
import type { Finding } from "./finding.ts";
import type { PartRow } from "./parts.ts";

const millionths = (value: number) => String(value / 1_000_000);

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
      `nominal quantity ${millionths(nominal)} + adjustments ${millionths(sums.adjusted)} is not ` +
        `actual quantity ${millionths(actual)} + net built ${millionths(sums.built)}`,
    );
  }
  for (const [part, row] of parts) {
    const [taken, says] = [Number(row["removedQty"]), removed.get(row["id"]) ?? 0];
    if (part !== "build" || taken === says) continue;
    problems.push(
      `of its build ${String(row["id"])}, ${millionths(taken)} is removed, and its removals are ` +
        millionths(says),
    );
  }
  return problems;
}

/** How many rows are looked through for references at a time. */
const rowsAtOnce = 1000;

const tables = () => Object.values(schema).filter((one) => is(one, SQLiteTable));

/** Tells the rows that refer to a record that does not exist, in any table. */
export async function* lostReferences(executor: Executor): AsyncGenerator<Finding> {
  for (const table of tables()) {
    const name = getTableName(table);
    const checks = getTableConfig(table).foreignKeys.map((key) => key.reference());
    if (checks.length === 0) continue;
    for (let after = 0; ;) {
      const range: Bound = {
        sql: `select max(id) from (select rowid as id from ${name} where rowid > ? order by rowid
          limit ${rowsAtOnce})`,
        params: [after],
        row: (raw) => raw[0],
      };
      // oxlint-disable-next-line no-await-in-loop -- each range begins where the one before ended
      const last = (await executor.read([range]))[0]![0]![0] as number | null;
      if (last === null) break;
      const lost = checks.map(({ columns: [column], foreignTable }) =>
        lostIn(name, column!.name, getTableName(foreignTable), [after, last]),
      );
      // oxlint-disable-next-line no-await-in-loop -- as above
      const found = await executor.read(lost);
      yield* found.flatMap((rows, index) => rows.map(lost[index]!.row));
      after = last;
      // oxlint-disable-next-line no-await-in-loop -- a file would be read to its end in one turn
      await executor.othersFirst();
    }
  }
}

const lostIn = (
  table: string,
  column: string,
  parent: string,
  range: readonly [after: number, last: number],
): Bound<Finding> => ({
  // Every key of this schema is the number by which SQLite itself knows a row.
  sql: `select rowid as id from ${table} where rowid > ? and rowid <= ? and ${column} is not null
    and not exists (select 1 from ${parent} as referred where referred.rowid = ${table}.${column})`,
  params: range,
  row: ([id]) => ({
    record: `${table} ${String(id)}`,
    problem: `it refers to a record of ${parent} that does not exist`,
  }),
});

/** As many rows of the change log are there as were ever written. */
export const cutTail: Bound<Finding> = {
  sql: `select seq, there from (select seq, (select coalesce(max(seq), 0) from change_log) as there
    from sqlite_sequence where name = 'change_log')
  where seq > there`,
  params: [],
  row: (raw) => {
    const [seq, there] = raw as readonly [number, number];
    return {
      record: `change_log ${there}`,
      problem: `the ${seq - there} rows after it are missing`,
    };
  },
};

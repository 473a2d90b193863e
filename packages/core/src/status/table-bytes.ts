import { is, SQL } from "drizzle-orm";
import {
  getTableConfig,
  type SQLiteColumn,
  SQLiteSyncDialect,
  type SQLiteTable,
} from "drizzle-orm/sqlite-core";
import type { Bound } from "../database/bound.ts";
import * as schema from "../database/schema/index.ts";
import { lazily } from "../values/lazily.ts";

/** The tables that grow with the work of a plant. All others are small. */
const growing = [
  schema.adjustment,
  schema.attachment,
  schema.build,
  schema.buildMove,
  schema.caseData,
  schema.changeLog,
  schema.externalRef,
  schema.foreignPart,
  schema.idempotencyKey,
  schema.keyedAnswer,
  schema.lotTransfer,
  schema.materialItem,
  schema.removal,
  schema.seal,
  schema.signature,
  schema.webhookDelivery,
  schema.worksOrder,
];

/** The rows of a table that are looked at, evenly spread over it. */
const sampledRows = 16;

/** The part of a page that rows in order fill, and that entries of an index fill, as measured. */
const [rowsFill, entriesFill] = [0.96, 0.78];

/** The bytes of a row or entry besides its values: its cell, its header and the number of a row. */
const [ofRow, ofEntry] = [8, 7];

/** Terms added in pairs: D1 takes no deep expression. */
function sumOf(terms: readonly string[]): string {
  if (terms.length <= 2) return terms.join(" + ") || "0";
  const half = Math.ceil(terms.length / 2);
  return `(${sumOf(terms.slice(0, half))}) + (${sumOf(terms.slice(half))})`;
}

const bytesOfText = (value: string) => `ifnull(length(cast(${value} as blob)), 0)`;

/** The bytes that SQLite keeps of a whole number: none of 0 and 1. */
const bytesOfNumber = (value: string) => `case when ${value} is null or ${value} in (0, 1) then 0
  when ${value} between -128 and 127 then 1 when ${value} between -32768 and 32767 then 2
  when ${value} between -8388608 and 8388607 then 3
  when ${value} between -2147483648 and 2147483647 then 4
  when ${value} between -140737488355328 and 140737488355327 then 6 else 8 end`;

const bytesOfColumn = (column: SQLiteColumn) =>
  (column.getSQLType() === "integer" ? bytesOfNumber : bytesOfText)(`"${column.name}"`);

const dialect = new SQLiteSyncDialect();
const textOf = (part: SQL) => dialect.sqlToQuery(part).sql;

/** The bytes of a row and of its entries in the indexes, as SQL. */
function bytesOfRow(table: SQLiteTable): string {
  const { columns, indexes, primaryKeys } = getTableConfig(table);
  const byName = new Map(columns.map((column) => [column.name, column]));
  // The number of the row is no part of it.
  const isNumber = (column: SQLiteColumn) =>
    column.primary && column.getSQLType() === "integer" && primaryKeys.length === 0;
  const stored = columns.filter((column) => !isNumber(column));
  const row = `(${sumOf(stored.map(bytesOfColumn))} + ${columns.length + ofRow}) / ${rowsFill}`;
  const entry = (keys: readonly string[], where?: SQL) => {
    const bytes = `(${sumOf(keys)} + ${keys.length + ofEntry}) / ${entriesFill}`;
    return where ? `case when ${textOf(where)} then ${bytes} else 0 end` : bytes;
  };
  const named = (name: string) => bytesOfColumn(byName.get(name)!);
  const keyOf = (key: object): string =>
    is(key, SQL) ? bytesOfText(`(${textOf(key)})`) : named((key as { name: string }).name);
  const ownKeys = columns.filter((column) => column.primary && !isNumber(column));
  const entries = [
    ...indexes.map(({ config }) => entry(config.columns.map(keyOf), config.where)),
    ...primaryKeys.map((key) => entry(key.columns.map(({ name }) => named(name)))),
    ...(ownKeys.length > 0 ? [entry(ownKeys.map(bytesOfColumn))] : []),
  ];
  return sumOf([row, ...entries]);
}

/** The bytes of a table with its indexes, as they are estimated. */
export interface TableBytes {
  readonly name: string;
  readonly bytes: number;
}

/**
 * Estimates the bytes of a table: the mean of some rows, times the span of its row numbers. It looks
 * up each of these rows, and reads no others.
 */
function estimateOf(table: SQLiteTable): Bound<TableBytes> {
  const { name } = getTableConfig(table);
  const numbers = JSON.stringify(Array.from({ length: sampledRows }, (_, n) => n));
  return {
    sql: `select (max_id - min_id + 1) * (
        select avg((select ${bytesOfRow(table)} from ${name}
          where ${name}.rowid >= min_id + (max_id - min_id) * n.value / ${sampledRows - 1}
          order by ${name}.rowid limit 1)) from json_each('${numbers}') as n) as bytes
      from (select (select min(rowid) from ${name}) as min_id,
        (select max(rowid) from ${name}) as max_id)`,
    params: [],
    row: ([bytes]) => ({ name, bytes: Math.round(Number(bytes ?? 0)) }),
  };
}

/** The statements that estimate the bytes of the tables that grow. */
export const tableEstimates = lazily(() => growing.map(estimateOf));

/** The name of the tables that are not estimated, and of what the estimates leave. */
const rest = "other";

/**
 * Returns the bytes of tables, the largest first, whose sum is that of the database. Estimates that
 * are larger together are reduced.
 */
export function tablesOf(
  estimates: readonly TableBytes[],
  databaseBytes: number,
): readonly TableBytes[] {
  const sum = estimates.reduce((all, { bytes }) => all + bytes, 0);
  const scale = sum > databaseBytes ? databaseBytes / sum : 1;
  const scaled = estimates.map(({ name, bytes }) => ({ name, bytes: Math.floor(bytes * scale) }));
  const left = scaled.reduce((all, { bytes }) => all - bytes, databaseBytes);
  return [
    ...scaled.filter(({ bytes }) => bytes > 0).toSorted((one, other) => other.bytes - one.bytes),
    { name: rest, bytes: left },
  ];
}

import { isUtf8 } from "node:buffer";
import type { Client } from "@libsql/client";
import { expectedSchema } from "./schema-check.ts";

type Reader = Pick<Client, "execute">;

const rowsAtOnce = 1000;

/** What in a file's schema is not UTF-8: a line, or none. Nothing else can be read before it. */
export const brokenSchemaOf = (client: Reader): Promise<string[]> =>
  brokenTextOf(client, "sqlite_schema", ["name", "tbl_name", "sql"]);

/**
 * What in asbuilt's tables of a file is not UTF-8, a line each. SQLite takes such text as it is, and
 * the native binding ends the process that reads it.
 */
export async function brokenTextsOf(client: Reader): Promise<string[]> {
  const { rows } = await client.execute({
    sql: `select made.name, "column".name
      from sqlite_schema as made, pragma_table_info(made.name) as "column"
      where made.type = 'table' and made.name in (select value from json_each(?))
        and "column".type not in ('INTEGER', 'BLOB')`,
    args: [JSON.stringify(readTables())],
  });
  // Both are text; the client's types know no columns.
  const byTable = Map.groupBy(rows, (row) => row[0] as string);
  const broken: string[] = [];
  for (const [table, of] of byTable) {
    const columns = of.map((row) => row[1] as string);
    broken.push(...(await brokenTextOf(client, table, columns)));
  }
  return broken;
}

/** The tables that asbuilt reads, whatever others have put beside them. */
const readTables = () => [
  "__drizzle_migrations",
  ...expectedSchema().flatMap(({ type, name }) => (type === "table" ? [name] : [])),
];

type Chunk = readonly [from: string | null, to: string, bytes: ArrayBuffer];

async function brokenTextOf(
  client: Reader,
  table: string,
  columns: readonly string[],
): Promise<string[]> {
  const texts = columns.map((column) => `"${column}"`).join(", ");
  const sql = `select cast(min(id) as text), cast(max(id) as text),
      cast(group_concat(texts, char(10)) as blob) from (
    select rowid as id, concat_ws(char(10), ${texts}) as texts from "${table}"
    where rowid >= ? order by rowid limit ${rowsAtOnce})`;
  const broken: string[] = [];
  for (let first = smallest; ;) {
    const { rows } = await client.execute({ sql, args: [first] });
    // As the statement says; the client's types know no columns.
    const { 0: from, 1: to, 2: bytes } = rows[0] as unknown as Chunk;
    if (from === null) return broken;
    if (!isUtf8(new Uint8Array(bytes))) {
      const place = `rows ${from} to ${to} of ${table}`;
      broken.push(`it is damaged: ${place} hold text that is not UTF-8`);
    }
    if (to === largest) return broken;
    first = BigInt(to) + 1n;
  }
}

// The numbers that SQLite's rows may have. Whoever damages or edits a file is not held to those
// that asbuilt gives.
const smallest = -(2n ** 63n);
const largest = String(2n ** 63n - 1n);

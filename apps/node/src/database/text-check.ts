import { isUtf8 } from "node:buffer";
import { madeTables } from "@asbuilt/core";
import type { Client } from "@libsql/client/sqlite3";

type Reader = Pick<Client, "execute">;

const chunkRowsMax = 1000;

/** Returns a line if the texts of a file's schema are damaged. Everything else relies on them. */
export const brokenSchemaOf = (client: Reader): Promise<string[]> =>
  brokenTextOf(client, "sqlite_schema", ["name", "tbl_name", "sql"]);

/**
 * Returns a line for each chunk of asbuilt's tables with damaged text. SQLite accepts any bytes.
 * The native binding ends the process for text that is not UTF-8, and cuts text at a zero byte,
 * which the service never writes.
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

/** Returns the tables that asbuilt reads. A file can have other tables, too. */
const readTables = () => ["__drizzle_migrations", ...madeTables()];

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
    where rowid >= ? order by rowid limit ${chunkRowsMax})`;
  const broken: string[] = [];
  for (let first = rowIdMin; ;) {
    const { rows } = await client.execute({ sql, args: [first] });
    // The columns of the statement; the client's types know none.
    const { 0: from, 1: to, 2: bytes } = rows[0] as unknown as Chunk;
    if (from === null) return broken;
    const flaw = flawOf(Buffer.from(bytes));
    if (flaw) broken.push(`it is damaged: rows ${from} to ${to} of ${table} contain text ${flaw}`);
    if (to === rowIdMax) return broken;
    first = BigInt(to) + 1n;
  }
}

function flawOf(text: Buffer): string | undefined {
  if (!isUtf8(text)) return "that is not UTF-8";
  return text.includes(0) ? "with a zero byte" : undefined;
}

// The row ids that SQLite allows: a damaged or edited file can have any of them.
const rowIdMin = -(2n ** 63n);
const rowIdMax = String(2n ** 63n - 1n);

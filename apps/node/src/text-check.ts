import { isUtf8 } from "node:buffer";
import type { Client } from "@libsql/client";

type Reader = Pick<Client, "execute">;

const rowsAtOnce = 1000;

/** What in a file's schema is not UTF-8: a line, or none. Nothing else can be read before it. */
export const brokenSchemaOf = (client: Reader): Promise<string[]> =>
  brokenTextOf(client, "sqlite_schema", ["name", "tbl_name", "sql"]);

/**
 * What in a file's tables is not UTF-8, a line each. SQLite takes such text as it is, and the
 * native binding ends the process that reads it.
 */
export async function brokenTextsOf(client: Reader): Promise<string[]> {
  const { rows } = await client.execute(`select made.name, "column".name
    from sqlite_schema as made, pragma_table_info(made.name) as "column"
    where made.type = 'table' and "column".type not in ('INTEGER', 'BLOB')`);
  // Both are text, as is a blob one below and its row id a number; the client's types know none.
  const byTable = Map.groupBy(rows, (row) => row[0] as string);
  const broken: string[] = [];
  for (const [table, of] of byTable) {
    const columns = of.map((row) => row[1] as string);
    broken.push(...(await brokenTextOf(client, table, columns)));
  }
  return broken;
}

async function brokenTextOf(
  client: Reader,
  table: string,
  columns: readonly string[],
): Promise<string[]> {
  const texts = columns.map((column) => `"${column}"`).join(", ");
  const sql = `select max(id), cast(group_concat(texts, char(10)) as blob) from (
    select rowid as id, concat_ws(char(10), ${texts}) as texts from "${table}"
    where rowid > ? order by rowid limit ${rowsAtOnce})`;
  const broken: string[] = [];
  for (let after = -1; ;) {
    const { rows } = await client.execute({ sql, args: [after] });
    const [last, bytes] = [rows[0]![0], rows[0]![1]];
    if (last === null) return broken;
    if (!isUtf8(new Uint8Array(bytes as ArrayBuffer))) {
      const place = `rows ${after + 1} to ${Number(last)} of ${table}`;
      broken.push(`it is damaged: ${place} hold text that is not UTF-8`);
    }
    after = Number(last);
  }
}

import { knownMigrations } from "@asbuilt/node/migrations";
import Database from "libsql";

/** The columns that items, products and keys did not have. */
const laterColumns =
  "'$.batchKey', '$.deliveryNo', '$.deliveryKey', '$.tracking', '$.inventoryManaged', " +
  "'$.addresses', '$.externalSystems', '$.operations'";

/**
 * Copies rows into a database of the first schema. Its log did not record the rows of parts, and
 * had the delivery of an item only in the row of its receipt.
 */
export function asAtFirst(from: string, to: string): void {
  const [first] = knownMigrations();
  const database = new Database(to);
  database.exec("pragma foreign_keys = off");
  for (const statement of first!.statements) database.exec(statement);
  database.exec(`attach '${from}' as now`);
  const tables = database
    .prepare("select name from main.sqlite_schema where type = 'table' and name not like 'sqlite%'")
    .all() as { name: string }[];
  for (const { name } of tables) {
    const columns = database.prepare("select name from pragma_table_info(?)").all(name) as {
      name: string;
    }[];
    const names = columns.map((column) => `"${column.name}"`).join(", ");
    const values = names
      .replace('"before"', `json_remove("before", ${laterColumns})`)
      .replace('"after"', `json_remove("after", '$.parts', ${laterColumns})`);
    database.exec(
      `insert into main.${name} (${names}) select ${values} from now.${name} order by rowid`,
    );
  }
  database.exec("create table __drizzle_migrations (id serial primary key, hash text, created_at)");
  database
    .prepare("insert into __drizzle_migrations (hash, created_at) values (?, ?)")
    .run(first!.hash, first!.at);
  database.close();
}

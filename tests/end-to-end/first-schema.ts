import { knownMigrations } from "@asbuilt/node/migrations";
import Database from "libsql";

/** The columns that items, products and keys did not have. */
const laterColumns =
  "'$.batchKey', '$.deliveryNo', '$.deliveryKey', '$.tracking', '$.inventoryManaged', " +
  "'$.configuredAt', '$.addresses', '$.externalSystems', '$.operations'";

/** The log's rows of records that did not exist. The demo plant has them. */
const laterRows = "entity in ('LabelTemplate', 'SignatureMeaning')";

/** The place of a row in a log that lacks those rows. */
const placeAtFirst = "row_number() over (order by seq)";

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
      .replace('"seq"', placeAtFirst)
      .replace('"after"', `json_remove("after", '$.parts', ${laterColumns})`);
    const rows = name === "change_log" ? `${name} where not ${laterRows}` : name;
    database.exec(
      `insert into main.${name} (${names}) select ${values} from now.${rows} order by rowid`,
    );
  }
  database.exec("create table __drizzle_migrations (id serial primary key, hash text, created_at)");
  database
    .prepare("insert into __drizzle_migrations (hash, created_at) values (?, ?)")
    .run(first!.hash, first!.at);
  database.close();
}

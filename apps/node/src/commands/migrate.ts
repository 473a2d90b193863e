import { readEnvironment } from "../configuration.ts";
import { databaseNamed } from "../database/location.ts";
import { migrateDatabase } from "../database/migrate.ts";
import { newLog } from "../terminal/log.ts";
import { print } from "../terminal/messages.ts";

/** `asbuilt migrate`: brings the configured database to the newest schema. */
export async function migrate(): Promise<void> {
  const { database, logLevel } = readEnvironment(process.env);
  const { isNew } = await migrateDatabase(database, newLog(logLevel));
  if (isNew) print(`A new database was created: ${databaseNamed(database.url)}`);
  print("The database has the newest schema.");
}

import { readEnvironment } from "../configuration.ts";
import { migrateDatabase } from "../database/migrate.ts";
import { print } from "../terminal/messages.ts";

/** `asbuilt migrate`: brings the configured database to the newest schema. */
export async function migrate(): Promise<void> {
  await migrateDatabase(readEnvironment(process.env).database);
  print("The database has the newest schema.");
}

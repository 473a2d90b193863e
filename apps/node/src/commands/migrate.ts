import { readConfiguration } from "../configuration.ts";
import { migrateDatabase } from "../database/database.ts";
import { print } from "../terminal/print.ts";

/** `asbuilt migrate`: brings the configured database to the newest schema. */
export async function migrate(): Promise<void> {
  await migrateDatabase(readConfiguration(process.env).database);
  print("The database has the newest schema.");
}

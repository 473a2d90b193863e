import { readConfiguration } from "../configuration.ts";
import { migrateDatabase } from "../database.ts";

/** `asbuilt migrate`: brings the configured database to the newest schema. */
export async function migrate(): Promise<void> {
  await migrateDatabase(readConfiguration(process.env).database);
  process.stdout.write("The database has the newest schema.\n");
}

import { readEnvironment } from "../configuration.ts";
import { databaseNamed } from "../database/location.ts";
import { migrateDatabase } from "../database/migrate.ts";
import { requireLastSealer } from "../service/sealing/sealing.ts";
import { newLog } from "../terminal/log.ts";
import { print } from "../terminal/messages.ts";

/**
 * `asbuilt migrate`: brings the configured database to the newest schema. Refuses one that the next
 * start could not seal.
 */
export async function migrate(): Promise<void> {
  const configuration = readEnvironment(process.env);
  const { database, logLevel } = configuration;
  const { isNew } = await migrateDatabase(database, newLog(logLevel), (executor) =>
    requireLastSealer(configuration, executor),
  );
  if (isNew) print(`A new database was created: ${databaseNamed(database.url)}`);
  print("The database has the newest schema.");
}

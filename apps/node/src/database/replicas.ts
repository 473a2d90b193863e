import { databaseName, type LibsqlServer } from "@asbuilt/core/database";
import type { LogEntry } from "@asbuilt/http";
import { UserError } from "../terminal/messages.ts";
import { withServer } from "./client.ts";
import { type DatabaseLocation, shownUrl } from "./location.ts";

/**
 * Throws a UserError if a server that is named as a replica has another database: its reads would be
 * wrong. One that can't be read yet is a warning: it can be started later.
 */
export async function requireReplicas(
  location: DatabaseLocation,
  log: (entry: LogEntry) => void,
): Promise<void> {
  const { authToken, replicas = [] } = location;
  if (replicas.length === 0) return;
  const name = await withServer(location, nameOf);
  const check = async (url: string) => {
    try {
      return await withServer({ url, authToken }, nameOf);
    } catch (error) {
      const message = "A replica can't be read. Its reads go to the others and to the primary.";
      log({ level: "warn", message, replica: shownUrl(url), error });
      return name;
    }
  };
  const names = await Promise.all(replicas.map(check));
  const wrong = replicas.find((_, index) => names[index] !== name);
  if (wrong === undefined) return;
  const problem = "it has another database than DATABASE_URL. Name its replicas";
  throw new UserError(`ASBUILT_READ_URL: ${shownUrl(wrong)} can't be used: ${problem}`);
}

/** Reads the name of the database of a server. */
async function nameOf(server: LibsqlServer): Promise<unknown> {
  const { rows } = await server.execute(databaseName.sql);
  return rows[0]?.[0];
}

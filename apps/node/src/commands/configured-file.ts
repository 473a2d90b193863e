import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { type DatabaseLocation, isFile, pathOf, shown } from "../database/database.ts";
import { realPathOf } from "../database/real-path.ts";
import { UserError } from "../terminal/user-error.ts";

/**
 * The path of the configured database, itself and no link to it. Throws a UserError where that is
 * on a server.
 */
export function configuredFile(command: string, { url }: DatabaseLocation): string {
  if (isFile(url)) return realPathOf(pathOf(url));
  throw new UserError(
    `DATABASE_URL: ${shown(url)} is on a server: ${command} works on a file. ` +
      "Use what the server itself has for it.",
    2,
  );
}

/** The same, where there must be a database already. */
export function existingFile(command: string, database: DatabaseLocation): string {
  const path = configuredFile(command, database);
  requireFile(path);
  return path;
}

/** Throws a UserError where there is no file at the path of the configured database. */
export function requireFile(path: string): void {
  if (existsSync(path)) return;
  throw new UserError(`DATABASE_URL: there is no database at ${resolve(path)}`);
}

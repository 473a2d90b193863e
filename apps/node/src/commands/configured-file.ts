import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { whyNotReadable } from "../database/access.ts";
import {
  type DatabaseLocation,
  filePathOf,
  isFile,
  realPathOf,
  shownUrl,
} from "../database/location.ts";
import { UserError } from "../terminal/messages.ts";

/**
 * Returns the path of the configured database, with its links resolved. Throws a UserError if it is
 * on a server.
 */
export function configuredFile(command: string, { url }: DatabaseLocation): string {
  if (isFile(url)) return realPathOf(filePathOf(url));
  throw new UserError(
    `DATABASE_URL: ${shownUrl(url)} is on a server, and ${command} works on a file. ` +
      "Use the server's own tools.",
    2,
  );
}

/** Returns the same path. Throws a UserError if there is no database yet. */
export function existingFile(command: string, database: DatabaseLocation): string {
  const path = configuredFile(command, database);
  requireFile(path);
  return path;
}

/** Throws a UserError if this process finds no file at the path of the configured database. */
export function requireFile(path: string): void {
  if (existsSync(path)) return;
  const full = resolve(path);
  const denied = whyNotReadable(full);
  throw new UserError(
    denied === undefined
      ? `DATABASE_URL: there is no database at ${full}`
      : `DATABASE_URL: ${full} can't be read: ${denied}`,
  );
}

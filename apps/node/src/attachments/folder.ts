import { existsSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import type { Configuration } from "../configuration.ts";
import { filePathOf, isFile } from "../database/location.ts";

/** The folder of the content of a database's attachments, if none is configured. */
export const folderBeside = (path: string): string => `${resolve(path)}.attachments`;

/**
 * Returns the folder of the content of attachments; undefined for a database on a server without a
 * configured one: several machines can serve it, and would each have a folder of their own.
 */
export function attachmentsFolderOf({
  attachments,
  database: { url },
}: Pick<Configuration, "attachments" | "database">): string | undefined {
  if (attachments !== undefined) return resolve(attachments);
  return isFile(url) ? folderBeside(filePathOf(url)) : undefined;
}

/** The folder that the backups of one folder share. Each content is there once. */
export const folderOfBackups = (backup: string): string =>
  join(dirname(resolve(backup)), "attachments");

/** Returns the folder of the content of a database file that is not served: its own, or that of backups. */
export function folderOfCopy(copy: string): string {
  const own = folderBeside(copy);
  return existsSync(own) ? own : folderOfBackups(copy);
}

/** Where bytes are until they are whole. */
export const incomingIn = (root: string): string => join(root, "incoming");

/** Returns the path of a content; undefined for a text that is no digest: it would name another file. */
export const contentPath = (root: string, sha256: string): string | undefined =>
  /^[0-9a-f]{64}$/.test(sha256) ? join(root, sha256.slice(0, 2), sha256) : undefined;

/** Returns the name of the mark of a content that waits for its row. */
export const markOf = (sha256: string, id: string): string => `${sha256}.${id}.kept`;

/** Returns the digest in the name of a mark; undefined for another file. */
export const digestOfMark = (name: string): string | undefined =>
  /^([0-9a-f]{64})\..+\.kept$/.exec(name)?.[1];

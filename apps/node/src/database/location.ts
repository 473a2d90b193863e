import { existsSync, lstatSync, mkdirSync, readlinkSync, realpathSync, statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { errorLineOf, UserError } from "../terminal/messages.ts";

/** The place of a database: a file on this machine, or a libSQL server. */
export interface DatabaseLocation {
  readonly url: string;
  readonly authToken?: string | undefined;
}

/** Returns whether the database is a file on this machine. */
export const isFile = (url: string): boolean => url.startsWith("file:");

/** Returns the path in the URL of a database file. */
export const filePathOf = (url: string): string => url.slice("file:".length);

/** Returns a URL without the parts that can be secret. */
export function shownUrl(url: string): string {
  if (isFile(url)) return url;
  const { protocol, host, pathname } = new URL(url);
  return `${protocol}//${host}${pathname}`;
}

/** Returns the error of a database that can't be opened, on one line. */
export const openError = (url: string, error: unknown): UserError =>
  new UserError(`DATABASE_URL: ${shownUrl(url)} can't be opened: ${errorLineOf(error)}`);

/** Returns whether every user of this machine can read a database: old versions made such files. */
export const isWorldReadable = ({ url }: DatabaseLocation): boolean =>
  isFile(url) && (statSync(filePathOf(url)).mode & 0o004) !== 0;

/**
 * Returns the path that a path leads to through its links, even if no file exists there yet. Throws
 * a UserError if the links form a loop.
 */
export function realPathOf(path: string): string {
  try {
    if (statSync(path, { throwIfNoEntry: false })) return realpathSync(path);
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ELOOP") {
      throw new UserError(`${path}: its symbolic links form a loop`);
    }
    throw error;
  }
  const isLink = lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() ?? false;
  return isLink ? realPathOf(resolve(dirname(path), readlinkSync(path))) : resolve(path);
}

/**
 * Makes a folder for a database, and its missing parents. Only the owner can read them. Node's
 * `recursive` option never returns for a folder in /proc, which can't be made and reads as missing.
 */
export function makeFolder(path: string): void {
  if (existsSync(path)) return;
  makeFolder(dirname(path));
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    // Another process can have made it since the check.
    if (!existsSync(path)) throw error;
  }
}

import { existsSync, lstatSync, mkdirSync, readlinkSync, realpathSync, statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { errorLineOf, UserError } from "../terminal/messages.ts";
import { isOfAccess, unreadable, whyNotReadable, whyNotWritable } from "./access.ts";

/** The place of a database: a file on this machine, or a libSQL server. */
export interface DatabaseLocation {
  readonly url: string;
  readonly authToken?: string | undefined;
  /** The addresses of a server's replicas, which may answer reads. They take its token too. */
  readonly replicas?: readonly string[] | undefined;
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

/** Returns a database as the log names it: a file by its absolute path. */
export const databaseNamed = (url: string): string =>
  isFile(url) ? resolve(filePathOf(url)) : shownUrl(url);

/** Returns the error of a database that can't be opened, on one line. */
export const openError = (url: string, error: unknown): UserError =>
  new UserError(`DATABASE_URL: ${shownUrl(url)} can't be opened: ${reasonOf(url, error)}`);

/** Returns the error of a database that can't be written, on one line. */
export const writeError = (url: string, error: unknown): UserError =>
  new UserError(`DATABASE_URL: ${shownUrl(url)} can't be written: ${reasonOf(url, error)}`);

/**
 * Throws a UserError if this process may not write to a database file that exists. Called before
 * SQLite opens it, which would leave a log and its index with the same owner and mode.
 */
export function requireWriteAccess({ url }: DatabaseLocation): void {
  if (!isFile(url)) return;
  const path = targetOf(filePathOf(url));
  const reason = existsSync(path) ? whyNotWritable(path) : undefined;
  if (reason !== undefined) {
    throw new UserError(`DATABASE_URL: ${url} can't be written: ${reason}`);
  }
}

/** Returns why a database can't be used. SQLite names neither the file nor the user that it lacks. */
function reasonOf(url: string, error: unknown): string {
  const isDenied = isFile(url) && isOfAccess(error);
  return (isDenied ? whyNotWritable(targetOf(filePathOf(url))) : undefined) ?? errorLineOf(error);
}

/** Returns the path that a path leads to, or the path itself if that can't be read. */
function targetOf(path: string): string {
  try {
    return realPathOf(path);
  } catch {
    return resolve(path);
  }
}

/** Returns whether every user of this machine can read a database: old versions made such files. */
export const isWorldReadable = ({ url }: DatabaseLocation): boolean =>
  isFile(url) && (statSync(filePathOf(url)).mode & 0o004) !== 0;

/**
 * Returns the path that a path leads to through its links, even if no file exists there yet. Throws
 * a UserError if the links form a loop, or if this process may not follow it.
 */
export function realPathOf(path: string): string {
  try {
    if (statSync(path, { throwIfNoEntry: false })) return realpathSync(path);
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ELOOP") {
      throw new UserError(`${path}: its symbolic links form a loop`);
    }
    throw new UserError(`${path}: ${unreadable(whyNotReadable(path) ?? errorLineOf(error))}`);
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

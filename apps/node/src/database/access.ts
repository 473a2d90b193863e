import { accessSync, constants, existsSync, readFileSync, statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { errorLineOf } from "../terminal/messages.ts";

/** The errors of SQLite, its binding and Node for a file that permissions or a mount protect. */
const ofAccess =
  /readonly database|unable to open database file|connection to local database .*: 14$|it can't be read: |E(?:ACCES|PERM|ROFS|NOENT)\b/;

/** Returns whether an error can be one of permissions, of a mount, or of a folder that is missing. */
export const isOfAccess = (error: unknown): boolean =>
  error instanceof Error && ofAccess.test(errorLineOf(error));

const { R_OK, W_OK, X_OK } = constants;

/** Permissions by their letters. */
const permissions = { r: R_OK, x: X_OK, rw: R_OK | W_OK, rwx: R_OK | W_OK | X_OK };
type Permission = keyof typeof permissions;

/** The permissions that a process needs on a file and on its folder. */
interface Needs {
  readonly file: Permission;
  readonly folder: Permission;
}
const toRead: Needs = { file: "r", folder: "x" };
const toWrite: Needs = { file: "rw", folder: "rwx" };

/**
 * Returns what keeps this process from writing a database file: a file or a folder with its owner,
 * and the remedy. Undefined if permissions, mounts and folders are as they must be.
 */
export function whyNotWritable(path: string): string | undefined {
  // SQLite writes all three.
  const files = [path, `${path}-wal`, `${path}-shm`].filter((file) => existsSync(file));
  const folder = dirname(path);
  const found = nearest(folder);
  const [reason] = [...files, found].flatMap((one) => whyDenied(one, toWrite) ?? []);
  if (reason !== undefined || found === folder) return reason;
  return `its folder ${folder} does not exist: make it`;
}

/**
 * Returns what keeps this process from reading a file, or from seeing whether there is one: the file
 * or a folder with its owner, and the remedy. Undefined if permissions are as they must be.
 */
export const whyNotReadable = (path: string): string | undefined =>
  whyDenied(nearest(resolve(path)), toRead);

/** Returns why this process finds no file at a path; undefined if it finds one. */
export function whyNotThere(path: string): string | undefined {
  if (existsSync(path)) return undefined;
  const denied = whyNotReadable(path);
  return denied === undefined ? "there is no such file" : unreadable(denied);
}

/** Returns the words about a file that can't be read for a reason. */
export const unreadable = (reason: string): string => `it can't be read: ${reason}`;

/** Returns a path, or the nearest folder above it that this process can see. */
const nearest = (path: string): string =>
  existsSync(path) || dirname(path) === path ? path : nearest(dirname(path));

function whyDenied(path: string, needs: Needs): string | undefined {
  const { mode, uid } = statSync(path);
  const isFolder = (mode & constants.S_IFMT) === constants.S_IFDIR;
  const needed = isFolder ? needs.folder : needs.file;
  try {
    accessSync(path, permissions[needed]);
    return undefined;
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    if (code === "EROFS") {
      return `${path} is on a file system that is mounted read-only: mount it for writing`;
    }
    if (code === "EPERM") return `${path} is immutable: run chattr -i ${path}`;
    return (
      `${path} belongs to ${userNamed(uid)} with mode ${(mode & 0o7777).toString(8)}, and asbuilt ` +
      `runs as ${userNamed(ownId(uid))}: ${remedyFor(uid, needed)} ${path}`
    );
  }
}

/** Returns the id of this process's user; that of a file where users have no ids. */
const ownId = (uid: number): number => process.geteuid?.() ?? uid;

/** Returns the command without its path that lets this process do what it needs. */
function remedyFor(owner: number, needed: Permission): string {
  const self = ownId(owner);
  if (self === owner) return `run chmod u+${needed}`;
  const change = `run chown ${userNamed(self)}`;
  // A service should not run as root: what a root shell has made is given away.
  return owner === 0 ? change : `run asbuilt as ${userNamed(owner)}, or ${change}`;
}

/** Returns a user's name, or its number if this machine has no name for it. */
function userNamed(uid: number): string {
  try {
    const users = readFileSync("/etc/passwd", "utf8");
    return new RegExp(`^([^:\n]+):[^:\n]*:${uid}:`, "m").exec(users)?.[1] ?? String(uid);
  } catch {
    return String(uid);
  }
}

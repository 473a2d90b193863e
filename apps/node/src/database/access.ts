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

/** Whether asbuilt keeps a file at a path, or a command line names it. */
export type Place = "kept" | "given";

/**
 * Returns what keeps this process from writing a database file: a file or a folder with its owner,
 * and the remedy. Undefined if permissions, mounts and folders are as they must be.
 */
export function whyNotWritable(path: string, place: Place = "kept"): string | undefined {
  // SQLite writes all three.
  const files = [path, `${path}-wal`, `${path}-shm`].filter((file) => existsSync(file));
  const folder = dirname(path);
  const found = nearest(folder);
  const wanted = { needs: toWrite, folder, place };
  const [reason] = [...files, found].flatMap((one) => whyDenied(one, wanted) ?? []);
  if (reason !== undefined || found === folder) return reason;
  return `its folder ${folder} does not exist: make it`;
}

/**
 * Returns what keeps this process from reading a file, or from seeing whether there is one: the file
 * or a folder with its owner, and the remedy. Undefined if permissions are as they must be.
 */
export function whyNotReadable(path: string, place: Place = "kept"): string | undefined {
  const full = resolve(path);
  return whyDenied(nearest(full), { needs: toRead, folder: dirname(full), place });
}

/** Returns why this process finds no file at a path; undefined if it finds one. */
export function whyNotThere(path: string, place: Place = "kept"): string | undefined {
  if (existsSync(path)) return undefined;
  const denied = whyNotReadable(path, place);
  return denied === undefined ? "there is no such file" : unreadable(denied);
}

/** Returns why a file could not be written: whose it, its folder or its disk is, and the remedy. */
export function whyNotWritten(path: string, error: unknown): string {
  const line = errorLineOf(error);
  if (/disk is full|\bENOSPC\b|\bEDQUOT\b/.test(line)) {
    return `the disk of ${dirname(path)} is full: make room there`;
  }
  return (isOfAccess(error) ? whyNotWritable(path, "given") : undefined) ?? line;
}

/** Returns the words about a file that can't be read for a reason. */
export const unreadable = (reason: string): string => `it can't be read: ${reason}`;

/** Returns a path, or the nearest folder above it that this process can see. */
const nearest = (path: string): string =>
  existsSync(path) || dirname(path) === path ? path : nearest(dirname(path));

/** The permissions that a file needs, and the folder that it is in. */
interface Wanted {
  readonly needs: Needs;
  readonly folder: string;
  readonly place: Place;
}

function whyDenied(path: string, wanted: Wanted): string | undefined {
  const { mode, uid } = statSync(path);
  const isFolder = (mode & constants.S_IFMT) === constants.S_IFDIR;
  const needed = isFolder ? wanted.needs.folder : wanted.needs.file;
  try {
    accessSync(path, permissions[needed]);
    return undefined;
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    if (code === "EROFS") {
      return `${path} is on a file system that is mounted read-only: mount it for writing`;
    }
    if (code === "EPERM") return `${path} is immutable: run chattr -i ${path}`;
    const isChanged = !isFolder || isChangeable(path, uid, wanted);
    return (
      `${path} belongs to ${userNamed(uid)} with mode ${(mode & 0o7777).toString(8)}, and asbuilt ` +
      `runs as ${userNamed(ownId(uid))}: ` +
      remedyFor(uid, isChanged ? changeOf(path, uid, needed) : otherFolder(uid, wanted))
    );
  }
}

/** Returns the id of this process's user; that of a file where users have no ids. */
const ownId = (uid: number): number => process.geteuid?.() ?? uid;

/** Folders that other programs need as they are. */
const systemFolders = new Set(
  ["", "bin", "boot", "dev", "etc", "home", "lib", "media", "mnt", "opt", "proc", "root", "run"]
    .concat(["sbin", "srv", "sys", "tmp", "usr", "usr/local", "var", "var/backups", "var/lib"])
    .concat(["var/log", "var/tmp"])
    .map((name) => `/${name}`),
);

/** Returns whether a folder can get another owner or mode for a file: it is there for that alone. */
function isChangeable(path: string, owner: number, { folder, place }: Wanted): boolean {
  if (path !== folder || systemFolders.has(path)) return false;
  const self = ownId(owner);
  if (self === owner) return true;
  return place === "kept" && !users().some(({ id, home }) => id !== self && home === path);
}

/** Returns the remedy for what belongs to a user. A service should not run as root. */
const remedyFor = (owner: number, change: string): string =>
  owner === 0 || ownId(owner) === owner
    ? change
    : `run asbuilt as ${userNamed(owner)}, or ${change}`;

/** Returns the command that lets this process do what it needs. */
function changeOf(path: string, owner: number, needed: Permission): string {
  const self = ownId(owner);
  return self === owner ? `run chmod u+${needed} ${path}` : `run chown ${userNamed(self)} ${path}`;
}

/** Returns the remedy that leaves a folder as it is. */
function otherFolder(owner: number, { needs, place }: Wanted): string {
  const self = userNamed(ownId(owner));
  if (needs === toWrite) return `choose a folder that ${self} can write to`;
  return `${place === "given" ? "copy" : "move"} the file to a folder that ${self} can read`;
}

/** Returns a user's name, or its number if this machine has no name for it. */
const userNamed = (uid: number): string =>
  users().find(({ id }) => id === uid)?.name ?? String(uid);

/** Returns the users of this machine; none if it does not tell. */
function users() {
  try {
    const lines = readFileSync("/etc/passwd", "utf8").split("\n");
    return lines.map((line) => {
      const [name = "", , id = "", , , home = ""] = line.split(":");
      return { name, id: id === "" ? undefined : Number(id), home };
    });
  } catch {
    return [];
  }
}

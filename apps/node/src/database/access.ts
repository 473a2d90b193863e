import { accessSync, constants, existsSync, readFileSync, statSync } from "node:fs";
import { dirname } from "node:path";

/** The errors of SQLite, its binding and Node for a file that permissions or a mount protect. */
const ofAccess =
  /readonly database|unable to open database file|connection to local database .*: 14$|E(?:ACCES|PERM|ROFS|NOENT)\b/s;

/** Returns whether an error can be one of permissions, of a mount, or of a folder that is missing. */
export const isOfAccess = (error: unknown): boolean =>
  error instanceof Error && ofAccess.test(error.message.trim());

/**
 * Returns what keeps this process from writing a database file: a file or a folder with its owner,
 * and the remedy. Undefined if permissions, mounts and folders are as they must be.
 */
export function whyNotWritable(path: string): string | undefined {
  // SQLite writes all three.
  const files = [path, `${path}-wal`, `${path}-shm`].filter((file) => existsSync(file));
  const folder = dirname(path);
  const found = nearest(folder);
  const [reason] = [...files, found].flatMap((one) => whyDenied(one) ?? []);
  if (reason !== undefined || found === folder) return reason;
  return `its folder ${folder} does not exist: make it`;
}

/** Returns a folder, or the nearest one above it that this process can see. */
const nearest = (folder: string): string =>
  existsSync(folder) || dirname(folder) === folder ? folder : nearest(dirname(folder));

function whyDenied(path: string): string | undefined {
  const { mode, uid } = statSync(path);
  const isFolder = (mode & constants.S_IFMT) === constants.S_IFDIR;
  const { R_OK, W_OK, X_OK } = constants;
  try {
    accessSync(path, R_OK | W_OK | (isFolder ? X_OK : 0));
    return undefined;
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    if (code === "EROFS") {
      return `${path} is on a file system that is mounted read-only: mount it for writing`;
    }
    if (code === "EPERM") return `${path} is immutable: run chattr -i ${path}`;
    const self = process.geteuid?.() ?? uid;
    const remedy = self === uid ? `chmod u+rw${isFolder ? "x" : ""}` : `chown ${userNamed(self)}`;
    return (
      `${path} belongs to ${userNamed(uid)} with mode ${(mode & 0o7777).toString(8)}, and asbuilt ` +
      `runs as ${userNamed(self)}: run ${remedy} ${path}`
    );
  }
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

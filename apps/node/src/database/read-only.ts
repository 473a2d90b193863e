import { copyFileSync, existsSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import type { Client } from "@libsql/client/sqlite3";
import { clientOf } from "./client.ts";
import { wholeDamageOf } from "./file-check.ts";
import { foreignLogProblem, ownerOfLog } from "./foreign-log.ts";
import { realPathOf } from "./location.ts";
import { requireRoom } from "./room.ts";

/** An open file that nothing is written to. */
export interface ReadOnlyFile {
  readonly client: Client;
  /** A problem of its write-ahead log, which is another file's and is not read; or none. */
  readonly problems: readonly string[];
  readonly close: () => void;
}

/**
 * Opens a database file without a change to it, its write-ahead log and its folder. A read-only
 * folder, or a file that a service has open, makes no difference.
 */
export async function openReadOnly(given: string): Promise<ReadOnlyFile> {
  const path = realPathOf(given);
  const log = `${path}-wal`;
  if (!existsSync(log)) return withClient(path, "immutable=1");
  if (await isForeign(path)) {
    return { ...withClient(path, "immutable=1"), problems: [foreignLogProblem(path)] };
  }
  // Without this file SQLite would make it, or fail in a read-only folder.
  if (!existsSync(`${path}-shm`)) return ofCopy(path);
  requireRoom(path);
  return withClient(path, "mode=ro");
}

/** Opens a file. Only `immutable` ignores its write-ahead log. */
function withClient(path: string, options: string): ReadOnlyFile {
  const uri = path.split("/").map(encodeURIComponent).join("/");
  const client = clientOf(`file:file:${uri}?${options}`);
  return { client, problems: [], close: () => client.close() };
}

/** Opens a copy of a file and its write-ahead log. */
function ofCopy(path: string): ReadOnlyFile {
  const folder = mkdtempSync(join(tmpdir(), "asbuilt-"));
  const copy = join(folder, basename(path));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  try {
    for (const suffix of ["", "-wal"]) copyFileSync(path + suffix, copy + suffix);
    const file = withClient(copy, "mode=rw");
    return {
      ...file,
      close: () => {
        file.close();
        remove();
      },
    };
  } catch (error) {
    remove();
    throw error;
  }
}

/** How often a log is judged that changes meanwhile. */
const judgedMax = 100;

/**
 * Whether a write-ahead log is another file's. A service may write both while they are compared, so
 * only a comparison counts during which neither has changed.
 */
async function isForeign(path: string): Promise<boolean> {
  for (let judged = 1; ; judged++) {
    const before = stateOf(path);
    if (!(await seemsForeign(path))) return false;
    if (stateOf(path) === before || judged === judgedMax) return true;
  }
}

/** Returns a text that a change of a file or of its log changes. */
const stateOf = (path: string): string =>
  [path, `${path}-wal`]
    .map((each) => statSync(each, { bigint: true, throwIfNoEntry: false }))
    .map((stats) => `${stats?.ino} ${stats?.size} ${stats?.ctimeNs}`)
    .join();

/** Whether a log does not fit its file: if all else fails, its pages damage a sound file. */
async function seemsForeign(path: string): Promise<boolean> {
  const owner = ownerOfLog(path);
  if (owner !== "unclear") return owner === "foreign";
  return (await isDamaged(ofCopy(path))) && !(await isDamaged(withClient(path, "immutable=1")));
}

async function isDamaged({ client, close }: ReadOnlyFile): Promise<boolean> {
  try {
    return (await wholeDamageOf(client)).length > 0;
  } catch {
    return true;
  } finally {
    close();
  }
}

/** Throws if the write-ahead log next to a file is another file's. Nothing is changed. */
export async function refuseForeignLog(given: string): Promise<void> {
  const path = realPathOf(given);
  if (existsSync(path) && (await isForeign(path))) throw new Error(foreignLogProblem(path));
}

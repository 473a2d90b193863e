import { rmSync, statfsSync, statSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { partPathOf } from "./part-path.ts";

/** A region of the index (-shm) of a write-ahead log: its size, and the pages of the log in it. */
const region = { bytes: 32_768, pages: 4096 };

/** A page of the log with its header. */
const loggedPageBytes = 4096 + 24;

/** The free bytes of a disk that needs no attempt. */
const plentyBytes = 2 ** 20;

/**
 * Throws if the disk of a database has no room for the index of its write-ahead log. SQLite maps that
 * file into memory. If a page of it finds no place on the disk, the system ends the process without
 * a line (SIGBUS).
 */
export function requireRoom(path: string): void {
  const log = statsOf(`${path}-wal`)?.size ?? 0;
  const regions = 1 + Math.floor(log / (region.pages * loggedPageBytes));
  // SQLite keeps the blocks of a file that is there, or takes them again. Each counts as 512 bytes.
  const needed = regions * region.bytes - 512 * (statsOf(`${path}-shm`)?.blocks ?? 0);
  if (needed <= 0) return;
  const folder = dirname(path);
  const free = freeBytesOf(folder);
  // The superuser has more, and a quota leaves less: only an attempt tells.
  if (free === undefined || free >= plentyBytes || hasTaken(path, needed)) return;
  throw new Error(
    `the disk of ${folder} has ${free} bytes free, but its log needs ${needed}: make room there`,
  );
}

const statsOf = (path: string) => statSync(path, { throwIfNoEntry: false });

/** Returns the free bytes of a folder's disk; undefined if the system does not know them. */
export function freeBytesOf(folder: string): number | undefined {
  try {
    const { bavail, bsize, blocks } = statfsSync(folder);
    return blocks === 0 ? undefined : bavail * bsize;
  } catch {
    return undefined;
  }
}

/** Writes a file beside a database and removes it. Returns whether the disk had room for it. */
function hasTaken(path: string, bytes: number): boolean {
  const part = partPathOf(path);
  try {
    writeFileSync(part, Buffer.alloc(bytes, 1), { mode: 0o600, flag: "wx", flush: true });
    return true;
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    return code !== "ENOSPC" && code !== "EDQUOT";
  } finally {
    rmSync(part, { force: true });
  }
}

import { closeSync, fstatSync, openSync, readSync, type Stats, statSync } from "node:fs";

/** The bytes before the frames of a write-ahead log, and before the page of each frame. */
const logHeaderBytes = 32;
const frameHeaderBytes = 24;

/** The offset of the version that a file's readers need, and its value for a write-ahead log. */
const readVersion = { offset: 19, log: 2 } as const;

/** Whether a write-ahead log belongs to the file next to it; `unclear` leaves that to its content. */
export type LogOwner = "own" | "foreign" | "unclear";

/**
 * Returns whether the write-ahead log next to a database file is its own. If a service is killed and
 * another file is then copied over its database, the log that it left would overwrite pages of that
 * file. Source of the formats: https://www.sqlite.org/fileformat2.html.
 */
export function ownerOfLog(path: string): LogOwner {
  const file = statsOf(path);
  const log = statsOf(`${path}-wal`);
  if (!file || file.size === 0 || !log || log.size <= logHeaderBytes) return "own";
  // A file that was never in this mode has no such log: a backup, for example.
  if (byteAt(path, readVersion.offset) !== readVersion.log) return "foreign";
  // Each commit changes the log, and a checkpoint only the file.
  if (log.ctimeMs >= file.ctimeMs) return "own";
  const begun = checkpointInto(path);
  if (begun === "yes") return "own";
  // A copy that keeps the time of its source changes the file like a new owner or a rename does.
  return file.mtimeMs > log.mtimeMs && begun === "no" ? "foreign" : "unclear";
}

/** Returns the sentence about a log that belongs to another file. */
export const foreignLogProblem = (path: string): string =>
  `${path}-wal is the write-ahead log of another file, and would overwrite this one. ` +
  "Move it away, with its -shm file, and start again";

/**
 * Returns whether a checkpoint of its log has begun to change a file. A checkpoint goes up to a
 * commit: the oldest one that a reader still needs, or the last. In the order of their numbers it
 * writes the pages that have not changed after that commit. `perhaps`: its first page has no place in
 * the file, so that a full disk refuses it and still gives the file a new time.
 */
function checkpointInto(path: string): "yes" | "perhaps" | "no" {
  const [file, log] = [openSync(path, "r"), openSync(`${path}-wal`, "r")];
  try {
    const { pageSize, pages } = committedIn(log);
    if (pages.size === 0) return "yes";
    let answer: "perhaps" | "no" = "no";
    for (const [page, versions] of pages) {
      const present = read(file, (page - 1) * pageSize, pageSize);
      const isWritten = present.some((byte) => byte !== 0);
      for (const version of versions) {
        if (isWritten && !read(log, version.offset, pageSize).equals(present)) continue;
        if (!mayComeFirst(page, version, pages)) continue;
        if (isWritten) return "yes";
        answer = "perhaps";
      }
    }
    return answer;
  } finally {
    closeSync(file);
    closeSync(log);
  }
}

/** A page as a commit in a log has it. */
interface Version {
  readonly commit: number;
  readonly offset: number;
}

type Pages = ReadonlyMap<number, readonly Version[]>;

/**
 * Returns whether a checkpoint up to a version's commit can begin with it: until the page changes
 * again, each lower page has changed, too, or was not in the log yet.
 */
function mayComeFirst(page: number, { commit }: Version, pages: Pages): boolean {
  const next = pages.get(page)!.find((version) => version.commit > commit)?.commit ?? Infinity;
  for (const [lower, versions] of pages) {
    if (lower >= page) break;
    const last = versions.findLast((version) => version.commit < next);
    if (last && last.commit <= commit) return false;
  }
  return true;
}

/**
 * Finds the committed versions of each page in a log, by the number of the page. A log is used again:
 * old frames have other salts.
 */
function committedIn(log: number): { pageSize: number; pages: Pages } {
  const header = read(log, 0, logHeaderBytes);
  const pageSize = header.readUInt32BE(8);
  const salts = header.subarray(16, 24);
  const pages = new Map<number, Version[]>();
  let open = new Map<number, Version>();
  let commit = 0;
  const { size } = fstatSync(log);
  const step = frameHeaderBytes + pageSize;
  for (let offset = logHeaderBytes; offset + step <= size; offset += step) {
    const frame = read(log, offset, frameHeaderBytes);
    if (!frame.subarray(8, 16).equals(salts)) break;
    open.set(frame.readUInt32BE(0), { commit, offset: offset + frameHeaderBytes });
    // The last frame of a commit has the size of the database.
    if (frame.readUInt32BE(4) === 0) continue;
    for (const [page, version] of open) {
      const versions = pages.get(page) ?? [];
      versions.push(version);
      pages.set(page, versions);
    }
    open = new Map();
    commit++;
  }
  return { pageSize, pages: new Map([...pages].toSorted(([a], [b]) => a - b)) };
}

function read(file: number, offset: number, length: number): Buffer {
  const bytes = Buffer.alloc(length);
  return bytes.subarray(0, readSync(file, bytes, 0, length, offset));
}

function byteAt(path: string, offset: number): number | undefined {
  const file = openSync(path, "r");
  try {
    return read(file, offset, 1)[0];
  } finally {
    closeSync(file);
  }
}

const statsOf = (path: string): Stats | undefined => statSync(path, { throwIfNoEntry: false });

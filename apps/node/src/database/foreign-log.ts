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
  if (hasBegunCheckpoint(path)) return "own";
  // A copy that keeps the time of its source changes the file like a new owner or a rename does.
  return file.mtimeMs > log.mtimeMs ? "foreign" : "unclear";
}

/** Returns the sentence about a log that belongs to another file. */
export const foreignLogProblem = (path: string): string =>
  `${path}-wal is the write-ahead log of another file, and would overwrite this one. ` +
  "Move it away, with its -shm file, and start again";

/**
 * Returns whether a file has a page of its log that a checkpoint begins with, as the log has it. A
 * checkpoint goes up to a commit: the oldest one that a reader still needs, or the last. It begins
 * with the page that has the lowest number up to there.
 */
function hasBegunCheckpoint(path: string): boolean {
  const log = openSync(`${path}-wal`, "r");
  try {
    const { pageSize, commits } = commitsOf(log);
    if (commits.length === 0) return true;
    let lowest = Infinity;
    let present: Buffer = Buffer.alloc(0);
    return commits.some((frames) => {
      const before = lowest;
      for (const { page } of frames) lowest = Math.min(lowest, page);
      if (lowest < before) present = bytesAt(path, (lowest - 1) * pageSize, pageSize);
      return frames.some(
        ({ page, offset }) => page === lowest && read(log, offset, pageSize).equals(present),
      );
    });
  } finally {
    closeSync(log);
  }
}

/** A page in the log. */
interface Frame {
  readonly page: number;
  readonly offset: number;
}

/** Finds the frames of each commit in a log. A log is used again: old frames have other salts. */
function commitsOf(log: number): { pageSize: number; commits: readonly (readonly Frame[])[] } {
  const header = read(log, 0, logHeaderBytes);
  const pageSize = header.readUInt32BE(8);
  const salts = header.subarray(16, 24);
  const commits: Frame[][] = [];
  let frames: Frame[] = [];
  const { size } = fstatSync(log);
  const step = frameHeaderBytes + pageSize;
  for (let offset = logHeaderBytes; offset + step <= size; offset += step) {
    const frame = read(log, offset, frameHeaderBytes);
    if (!frame.subarray(8, 16).equals(salts)) break;
    frames.push({ page: frame.readUInt32BE(0), offset: offset + frameHeaderBytes });
    // The last frame of a commit has the size of the database.
    if (frame.readUInt32BE(4) === 0) continue;
    commits.push(frames);
    frames = [];
  }
  return { pageSize, commits };
}

function read(file: number, offset: number, length: number): Buffer {
  const bytes = Buffer.alloc(length);
  return bytes.subarray(0, readSync(file, bytes, 0, length, offset));
}

function bytesAt(path: string, offset: number, length: number): Buffer {
  const file = openSync(path, "r");
  try {
    return read(file, offset, length);
  } finally {
    closeSync(file);
  }
}

const byteAt = (path: string, offset: number) => bytesAt(path, offset, 1)[0];

const statsOf = (path: string): Stats | undefined => statSync(path, { throwIfNoEntry: false });

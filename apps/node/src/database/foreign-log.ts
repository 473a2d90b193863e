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
 * Returns whether a checkpoint of its log has begun to change a file. `perhaps`: the page that it
 * begins with has no place in the file, so that a full disk refuses it and still gives the file a new
 * time.
 */
function checkpointInto(path: string): "yes" | "perhaps" | "no" {
  const [file, log] = [openSync(path, "r"), openSync(`${path}-wal`, "r")];
  try {
    const { pageSize, pages } = committedIn(log);
    if (pages.size === 0) return "yes";
    const mayComeFirst = newOrder(pages);
    let answer: "perhaps" | "no" = "no";
    for (const [page, versions] of pages) {
      const present = read(file, (page - 1) * pageSize, pageSize);
      const isWritten = present.some((byte) => byte !== 0);
      if (!isWritten && answer === "perhaps") continue;
      for (const [index, version] of versions.entries()) {
        if (isWritten && !read(log, version.offset, pageSize).equals(present)) continue;
        if (!mayComeFirst(page, version, versions[index + 1])) continue;
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

/** The versions of each page, in the order of their commits. */
type Pages = ReadonlyMap<number, readonly Version[]>;

/**
 * Returns a function that says whether a checkpoint can begin with a version of a page. A checkpoint
 * goes up to a commit: the oldest one that a reader still needs, or the last. It leaves out pages
 * that change again after that commit. SQLite writes the others by their numbers, and libSQL the
 * newest first. A log can have ten thousand pages, so the function looks from either end, where a
 * page that comes before is soon found.
 */
function newOrder(pages: Pages) {
  const byNumber = [...pages].toSorted(([one], [other]) => one - other);
  const newestFirst = Map.groupBy(
    byNumber
      .flatMap(([, versions]) => versions.map((version) => ({ ...version, versions })))
      .toSorted((one, other) => other.offset - one.offset),
    ({ commit }) => commit,
  );
  return (page: number, { commit, offset }: Version, next?: Version): boolean => {
    const isLeftOut = (versions: readonly Version[]) =>
      (firstAfter(versions, commit)?.commit ?? Infinity) < (next?.commit ?? Infinity);
    for (const [other, versions] of byNumber) {
      if (other >= page) return true;
      if (versions[0]!.commit <= commit && !isLeftOut(versions)) break;
    }
    for (const newer of newestFirst.get(commit)!) {
      if (newer.offset <= offset) return true;
      if (!isLeftOut(newer.versions)) break;
    }
    return false;
  };
}

/** Returns the first version after a commit. */
function firstAfter(versions: readonly Version[], commit: number): Version | undefined {
  let [low, high] = [0, versions.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (versions[middle]!.commit > commit) high = middle;
    else low = middle + 1;
  }
  return versions[low];
}

/** Finds the versions of each page in the commits of a log, by the number of the page. */
function committedIn(log: number): { pageSize: number; pages: Pages } {
  const header = read(log, 0, logHeaderBytes);
  const pageSize = header.readUInt32BE(8);
  const salts = header.subarray(16, 24);
  const checksum = checksumOf(header);
  const pages = new Map<number, Version[]>();
  let open = new Map<number, Version>();
  let commit = 0;
  const { size } = fstatSync(log);
  const step = frameHeaderBytes + pageSize;
  for (let offset = logHeaderBytes; offset + step <= size; offset += step) {
    const frame = read(log, offset, step);
    // A log is used again, and a commit that failed leaves frames: these do not follow the others.
    if (!frame.subarray(8, 16).equals(salts)) break;
    const sums = checksum(frame.subarray(0, 8), frame.subarray(frameHeaderBytes));
    if (sums.some((sum, index) => sum !== frame.readUInt32BE(16 + 4 * index))) break;
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
  return { pageSize, pages };
}

/** Returns a function that adds bytes to the checksum of a log, which continues that of its header. */
function checksumOf(header: Buffer) {
  const isBigEndian = header.readUInt32BE(0) % 2 === 1;
  const sums: [number, number] = [0, 0];
  const add = (...parts: readonly Buffer[]) => {
    for (const part of parts) {
      const words = new DataView(part.buffer, part.byteOffset, part.byteLength);
      for (let at = 0; at < part.byteLength; at += 8) {
        sums[0] = (sums[0] + words.getUint32(at, !isBigEndian) + sums[1]) >>> 0;
        sums[1] = (sums[1] + words.getUint32(at + 4, !isBigEndian) + sums[0]) >>> 0;
      }
    }
    return sums;
  };
  add(header.subarray(0, 24));
  return add;
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

import type { Bound, RawRow } from "../database/bound.ts";
import { type Executor, rowsOf } from "../database/executor.ts";
import { readFitting } from "../database/fitting-rows.ts";
import type { seal } from "../database/schema/index.ts";
import { digestsOf, loggedAfter, type LoggedRow } from "./logged-row.ts";
import type { Sha256 } from "../values/digest.ts";
import type { SealingKey } from "./sealing-key.ts";

/** The most rows of the log that one seal covers. */
export const sealRowsMax = 100;

export type Seal = typeof seal.$inferSelect;
export type NewSeal = Omit<Seal, "id">;

/** The means of sealing that the runtime provides. */
export interface Sealing {
  readonly sha256: Sha256;
  readonly key: SealingKey;
  /** Milliseconds since 1970 in UTC. */
  readonly now: () => number;
  /** Since when a service seals each new row; undefined if that is unknown, as for a command. */
  readonly servedSince?: number | undefined;
}

/** The newest seal. A copy, or a later state of the database, can be checked against it. */
export interface SealHead {
  readonly id: number;
  /** The last row of the change log that it and those before it cover. */
  readonly lastSeq: number;
  readonly at: number;
  readonly hash: string;
  readonly signature: string;
  readonly publicKey: string;
}

/** Finds the newest seal, if anything is sealed. */
export const lastSeal: Bound<SealHead> = {
  sql: `select id, last_seq, at, hash, signature, public_key from seal order by id desc limit 1`,
  params: [],
  row: (raw) => {
    type Columns = readonly [number, number, number, string, string, string];
    const [id, lastSeq, at, hash, signature, publicKey] = raw as Columns;
    return { id, lastSeq, at, hash, signature, publicKey };
  },
};

/** Returns the newest seal from the rows of `lastSeal`; undefined if nothing is sealed yet. */
export const headOf = (rows: readonly RawRow[]): SealHead | undefined => rows.map(lastSeal.row)[0];

/** Returns the text whose digest is a seal's hash. It includes the hash of the seal before. */
export const textOfSeal = (one: NewSeal): string => {
  const { firstSeq, lastSeq, at, digests, previous, servedSince } = one;
  // Absent where it is null, so that earlier seals keep their hashes.
  const served = servedSince === null ? [] : [servedSince];
  return JSON.stringify([firstSeq, lastSeq, at, digests, previous, ...served]);
};

/** Reads the newest seal of a database; undefined if nothing is sealed yet. */
export async function newestSeal(executor: Pick<Executor, "read">): Promise<SealHead | undefined> {
  const [head] = await rowsOf(executor, lastSeal);
  return head;
}

/** The last row of a log, and the last one that is sealed. */
export interface LogReach {
  /** Its last row; 0 if it is empty. */
  readonly last: number;
  /** The last row that a seal covers; 0 if nothing is sealed. */
  readonly sealed: number;
}

const logReachQuery: Bound<LogReach> = {
  sql: `select coalesce((select max(seq) from change_log), 0),
    coalesce((select last_seq from seal order by id desc limit 1), 0)`,
  params: [],
  row: (raw) => {
    const [last, sealed] = raw as readonly [number, number];
    return { last, sealed };
  },
};

/** Reads the last row of a database's log, and the last one that is sealed. */
export async function logReach(executor: Pick<Executor, "read">): Promise<LogReach> {
  const [found] = await rowsOf(executor, logReachQuery);
  return found!;
}

/** Makes seals of the first rows that are not sealed yet; none if all are sealed. */
export async function makeSeals(
  executor: Pick<Executor, "read" | "listRows">,
  { sha256, key, now, servedSince }: Sealing,
): Promise<NewSeal[]> {
  const head = await newestSeal(executor);
  // A whole number of seals in one read.
  const rowsMax = Math.max(1, Math.floor(executor.listRows / sealRowsMax)) * sealRowsMax;
  const rows = await rowsToSeal(executor, head?.lastSeq ?? 0, rowsMax);
  const digests = await digestsOf(rows, sha256);

  const seals: NewSeal[] = [];
  for (let start = 0; start < rows.length; start += sealRowsMax) {
    const end = Math.min(start + sealRowsMax, rows.length);
    const unsigned = {
      firstSeq: rows[start]!.seq,
      lastSeq: rows[end - 1]!.seq,
      at: now(),
      digests: digests.slice(start, end).join(""),
      previous: seals.at(-1)?.hash ?? head?.hash ?? "",
      servedSince: servedSince ?? null,
      publicKey: key.publicKey,
      hash: "",
      signature: "",
    };
    // oxlint-disable-next-line no-await-in-loop -- each seal holds the hash of the one before
    const hash = await sha256(textOfSeal(unsigned), "base64url");
    // oxlint-disable-next-line no-await-in-loop -- each seal holds the hash of the one before
    seals.push({ ...unsigned, hash, signature: await key.sign(hash) });
  }
  return seals;
}

/** Reads the next rows of the log: enough for whole seals, or all that are left. */
async function rowsToSeal(
  executor: Pick<Executor, "read">,
  after: number,
  rowsMax: number,
): Promise<LoggedRow[]> {
  const rows: LoggedRow[] = [];
  for (let wanted = rowsMax; wanted > 0; wanted = sealRowsMax - rows.length) {
    const last = rows.at(-1)?.seq ?? after;
    // oxlint-disable-next-line no-await-in-loop -- each begins where the one before ended
    const { result: read, fitting } = await readFitting(wanted, (some) =>
      rowsOf(executor, loggedAfter(last, some)),
    );
    for (const row of read) rows.push(row);
    if (read.length < fitting) return rows;
  }
  return rows.slice(0, rows.length - (rows.length % sealRowsMax));
}

import { newPatience, refusalOfFault } from "./attempts.ts";
import { plainSql } from "./bound.ts";
import {
  type BatchDatabase,
  deadlineMs,
  type ReadsFrom,
  type ReplicaReads,
  type Replicas,
  type Results,
} from "./executor.ts";
import { faultOf } from "./faults.ts";

/**
 * Rows, and the place in the history of the database that they are from; undefined if it did not say.
 * Of two places the later one is the greater text.
 */
export interface Placed {
  readonly results: Results;
  readonly place: string | undefined;
}

type Statements = Parameters<BatchDatabase["read"]>[0];

/** A database as batches with places. `read` and `write` are at the primary. */
export interface ReplicatedDatabase {
  read(statements: Statements, deadline: number): Promise<Placed>;
  write(statements: Statements, deadline: number): Promise<Placed>;
  /**
   * Reads at a replica, nothing older than a place. Fails if no replica is there in time. While the
   * primary is out of reach, those are asked too that have failed.
   */
  nearest(
    statements: Statements,
    deadline: number,
    place: string | undefined,
    isOut: boolean,
  ): Promise<Placed>;
  /** The form of its places: other ones are of a database before a move. */
  readonly placeForm: RegExp;
  /** As that of an executor. */
  readonly bytes?: BatchDatabase["bytes"];
}

/** A read is behind the primary by less than this time, while that can be reached. */
const behindMsMax = 10_000;
/** How long one attempt at the primary takes where a replica can answer instead. */
const attemptMs = 1000;
/** How long a read waits for a replica that is behind, before it is sent to the primary. */
const replicaMs = 250;
/** How long nobody tries a primary that was out of reach, unless the process has to. */
const outMs = 5000;

/** A bookmark: the name of a database, and a place in its history. */
const form = /^([0-9a-f]{18})\.([0-9a-f-]{1,100})$/;

/** Returns whether a text has the form of a bookmark. */
export const isBookmark = (text: string): boolean => form.test(text);

/** SQL of the last 9 characters of an operation's id, which are random: 18 hexadecimal digits. */
export const operationSuffix = "lower(hex(substr('000000000' || operation_id, -9)))";

// The first row of the log: a copy of the database has it too, and no other database.
export const databaseName = plainSql(
  `select ${operationSuffix} from change_log order by seq limit 1`,
);

const later = (one: string, other: string): string => (one > other ? one : other);

/** The faults of a result that no other replica would give either. */
const ofResult = new Set(["too-large", "too-big", "used-up"]);

/** The primary as a process knows it. */
interface Known {
  /** The name of the database; undefined before its first row is read. */
  name: string | undefined;
  /** The newest place that was read or written there, and when it was asked for. */
  place: string;
  at: number;
  /** The newest place that this process has written. */
  written: string;
  /** Until when it counts as out of reach. */
  outUntil: number;
  /** Until when one read looks for its newest place, and others need not. */
  askedUntil: number;
  /** Until when replicas can have a state that it has lost. */
  lostUntil: number;
}

interface Timing {
  readonly patienceMs?: number | undefined;
  /** Milliseconds, from any beginning. */
  readonly now?: (() => number) | undefined;
}

/**
 * Returns a database's primary as batches, and the reads of its replicas. The process notes the newest
 * place of each batch at the primary. No read of a replica is older than that.
 */
export function replicated(
  database: ReplicatedDatabase,
  { patienceMs = deadlineMs, now = () => performance.now() }: Timing = {},
): { readonly primary: BatchDatabase; readonly replicas: Replicas } {
  const known: Known = {
    name: undefined,
    place: "",
    at: -Infinity,
    written: "",
    outUntil: -Infinity,
    askedUntil: -Infinity,
    lostUntil: -Infinity,
  };
  const primary = noting(database, known, now);
  const bookmarkOf = (place: string): string | undefined =>
    known.name === undefined || place === "" ? undefined : `${known.name}.${place}`;
  return {
    primary: {
      read: async (statements, deadline) => (await primary.read(statements, deadline)).results,
      write: async (statements, deadline) => (await primary.write(statements, deadline)).results,
      bytes: database.bytes,
    },
    replicas: {
      bookmark: () => bookmarkOf(known.place),
      open: (from = {}) => {
        const reads = { database, primary, known, now, patienceMs };
        return readsOf(reads, from, bookmarkOf);
      },
    },
  };
}

type Primary = Pick<ReplicatedDatabase, "read" | "write">;

/** Notes the places of what is read and written at the primary, and whether it can be reached. */
function noting(database: ReplicatedDatabase, known: Known, now: () => number): Primary {
  const noted = async (placing: () => Promise<Placed>, deadline: number): Promise<Placed> => {
    const [at, before] = [now(), known.place];
    try {
      const placed = await placing();
      const { place } = placed;
      known.outUntil = -Infinity;
      if (place === undefined) return placed;
      if (place < before) {
        // It had a later state before: another one was restored since, or its server was killed.
        const lostUntil = now() + behindMsMax;
        Object.assign(known, { name: undefined, place, written: place, lostUntil });
        await unlessFailed(withName(database, [], known, deadline));
      }
      known.place = later(known.place, place);
      known.at = Math.max(known.at, at);
      return placed;
    } catch (error) {
      if (faultOf(error) === "unknown") known.outUntil = now() + outMs;
      throw error;
    }
  };
  return {
    read: (statements, deadline) => {
      const isNamed = known.name !== undefined;
      const reading = isNamed
        ? () => database.read(statements, deadline)
        : () => withName(database, statements, known, deadline);
      return noted(reading, deadline);
    },
    write: (statements, deadline) =>
      noted(async () => {
        const placed = await database.write(statements, deadline);
        known.written = later(known.written, placed.place ?? "");
        return placed;
      }, deadline),
  };
}

/** Reads the name of the database with some statements. */
async function withName(
  database: ReplicatedDatabase,
  statements: Statements,
  known: Known,
  deadline: number,
): Promise<Placed> {
  const { results, place } = await database.read([...statements, databaseName], deadline);
  // The statement returns text.
  known.name = results.at(-1)![0]?.[0] as string | undefined;
  return { results: results.slice(0, -1), place };
}

interface Reading {
  readonly database: ReplicatedDatabase;
  readonly primary: Primary;
  readonly known: Known;
  readonly now: () => number;
  readonly patienceMs: number;
}

/** Returns the reads of one request. */
function readsOf(
  { database, primary, known, now, patienceMs }: Reading,
  { bookmark, atPrimary = false, isFollower = false }: ReadsFrom,
  bookmarkOf: (place: string) => string | undefined,
): ReplicaReads {
  const [, name, asked] = form.exec(bookmark ?? "") ?? [];
  // Another database's bookmark says nothing about this one: the newest state is there in any case.
  const isOwn = asked === undefined || (name === known.name && database.placeForm.test(asked));
  let place = isOwn ? (asked ?? "") : "";
  let isFromReplica = false;
  const isOut = () => now() < known.outUntil;
  /** One attempt at the primary; undefined if it has failed. */
  const once = (statements: Statements) =>
    unlessFailed(primary.read(statements, performance.now() + attemptMs));
  const nearest = async (statements: Statements) => {
    const own = later(place, known.written);
    const least = isOut() ? own : later(own, known.place);
    const deadline = performance.now() + replicaMs;
    const found = await unlessFailed(
      database.nearest(statements, deadline, least || undefined, isOut()),
    );
    if (found) isFromReplica = true;
    return found;
  };
  const find = async (statements: Statements): Promise<Placed> => {
    const isDue = atPrimary || !isOwn || known.name === undefined || isToAsk(known, now());
    const first = isDue && !isOut() ? await once(statements) : undefined;
    if (first) return first;
    const found = await nearest(statements);
    if (found) return found;
    const second = isOut() ? undefined : ((await once(statements)) ?? (await nearest(statements)));
    return second ?? patiently(primary, statements, patienceMs);
  };
  return {
    read: async (statements) => {
      const found = await find(statements);
      // The primary has the newest state, whatever a bookmark of a state that is lost has said.
      place = found.place ?? place;
      if (isFollower) known.place = later(known.place, place);
      return found.results;
    },
    bookmark: () => bookmarkOf(place),
    isFromReplica: () => isFromReplica,
  };
}

/**
 * Whether the newest place of the primary was read too long ago, or has lost a state. Before that, one
 * read in a while reads it for all.
 */
function isToAsk(known: Known, at: number): boolean {
  const age = at - known.at;
  if (age >= behindMsMax || at < known.lostUntil) return true;
  if (age < behindMsMax / 2 || at < known.askedUntil) return false;
  known.askedUntil = at + attemptMs;
  return true;
}

/** Returns what was read; undefined if it failed, unless any other read of it would fail too. */
async function unlessFailed(reading: Promise<Placed>): Promise<Placed | undefined> {
  try {
    return await reading;
  } catch (error) {
    const fault = faultOf(error);
    if (ofResult.has(fault)) throw refusalOfFault(fault, error, false);
    return undefined;
  }
}

/** Reads at the primary as any read does: until the deadline. */
async function patiently(
  primary: Primary,
  statements: Statements,
  patienceMs: number,
): Promise<Placed> {
  let place: string | undefined;
  const results = await newPatience(performance.now() + patienceMs).try(async (deadline) => {
    const placed = await primary.read(statements, deadline);
    ({ place } = placed);
    return placed.results;
  });
  return { results, place };
}

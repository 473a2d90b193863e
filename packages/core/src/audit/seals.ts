import { getTableColumns, sql } from "drizzle-orm";
import { type Executor, rowsOf } from "../database/executor.ts";
import { readFitting } from "../database/fitting-rows.ts";
import { query } from "../database/query.ts";
import { statement } from "../database/statement.ts";
import { seal } from "../database/schema/index.ts";
import type { Bound } from "../database/bound.ts";
import { type Finding, takenOverTo } from "./laws.ts";
import type { Sha256 } from "../values/digest.ts";
import { digestLength, digestsOf, loggedAfter, type LoggedRow } from "../seal/logged-row.ts";
import { flawsOfSeal } from "../seal/flaws.ts";
import type { Seal, SealHead } from "../seal/make.ts";

/** The newest seal of an earlier time, as far as a check needs it. */
export type Anchor = Pick<SealHead, "id" | "hash">;

/** The values that seals are checked with. */
export interface SealCheck {
  readonly sha256: Sha256;
  /** The public keys that are allowed to sign; undefined allows any. */
  readonly trusted?: readonly string[] | undefined;
  /** All seals and rows up to each of these must still exist. */
  readonly anchors?: readonly Anchor[] | undefined;
  /** Why the kept anchor can't be used; undefined if it can, or if there is none. */
  readonly anchorProblem?: string | undefined;
  /** Whether a log can be without seals although its key or an anchor is known. */
  readonly allowsUnsealed?: boolean | undefined;
}

/** How far the seals reach. */
export interface SealReach {
  seals: number;
  sealed: number;
  unsealed: number;
  /** The first and the last of the rows that are not sealed. */
  unsealedFrom?: LoggedRow;
  unsealedTo?: LoggedRow;
  /** The keys that signed, in the order of their first use. */
  readonly keys: string[];
}

const sealsAfter = statement(() =>
  query
    .select(getTableColumns(seal))
    .from(seal)
    .where(sql`${seal.id} > ${sql.placeholder("after")}`)
    .orderBy(seal.id)
    .limit(sql.placeholder("rows")),
);

/** The most seals that one read takes: seals are few and long. */
const sealsMax = 10;

/**
 * Checks the change log against its seals: finds rows that were changed, inserted or are missing,
 * and seals that were. Counts into `reach`.
 */
export async function* checkSeals(
  executor: Executor,
  check: SealCheck,
  reach: SealReach,
): AsyncGenerator<Finding> {
  const rows = loggedRows(executor);
  const [acceptedTo] = await rowsOf(executor, takenOver);
  if (check.anchorProblem !== undefined) yield { record: "seals", problem: check.anchorProblem };
  let previous: Seal | undefined;
  const anchored = anchorCheck(check.anchors ?? []);
  const strangers = untrustedCheck(check.trusted);
  for await (const one of seals(executor)) {
    yield* await flawsOf(one, previous, check);
    strangers.add(one);
    yield* findUncovered(rows, one);
    const covered = await allUpTo(rows, lastCovered(one));
    yield* await flawsOfRows(one, covered, check.sha256);
    yield* lateSealing(one, covered, acceptedTo!);
    yield* anchored.flawsUpTo(one);
    reach.seals++;
    reach.sealed += covered.length;
    if (!reach.keys.includes(one.publicKey)) reach.keys.push(one.publicKey);
    previous = one;
  }
  yield* strangers.found();
  yield* anchored.missingAfter(previous?.id ?? 0);
  yield* findUnsealed(rows, previous?.lastSeq ?? 0, reach);
  if (isSealed(check)) yield* findWithoutSeals(reach);
}

/** Whether somebody seals this database: its key is known, or an anchor of it. */
const isSealed = ({ trusted, anchors = [], allowsUnsealed = false }: SealCheck) =>
  !allowsUnsealed && (trusted !== undefined || anchors.some(({ id }) => id > 0));

const takenOver: Bound<number> = {
  sql: `select ${takenOverTo}`,
  params: [],
  row: ([seq]) => Number(seq),
};

/** The longest time for which a row waits for its seal while a service runs. */
const unsealedMsMax = 60_000;

/** Returns the time of a row of the log: the fourth of its columns. */
const timeOf = ({ text }: LoggedRow) => Number((JSON.parse(text) as unknown[])[3]);

/** Finds the rows of a seal that waited for it too long, while the service ran that made it. */
function lateSealing(one: Seal, covered: readonly LoggedRow[], acceptedTo: number): Finding[] {
  const { id, at, servedSince } = one;
  if (servedSince === null) return [];
  const late = covered.filter((row) => {
    const writtenAt = timeOf(row);
    return row.seq > acceptedTo && writtenAt >= servedSince && at - writtenAt > unsealedMsMax;
  });
  if (late.length === 0) return [];
  const seconds = Math.floor((at - timeOf(late[0]!)) / 1000);
  const problem = `no seal covered it for ${seconds} s while the service ran (seal ${id})`;
  return [{ record: rowsNamed(late[0]!.seq, late.at(-1)!.seq), problem, isOfTime: true }];
}

/** Finds a log without seals, or with an end that no seal covers although time passed. */
function findWithoutSeals({ sealed, unsealed, unsealedFrom, unsealedTo }: SealReach): Finding[] {
  if (unsealed === 0 || !unsealedFrom || !unsealedTo) return [];
  const waited = timeOf(unsealedTo) - timeOf(unsealedFrom);
  if (sealed > 0 && waited <= unsealedMsMax) return [];
  const problem = "no seal covers this, although the database has a sealing key or an anchor";
  return [{ record: rowsNamed(unsealedFrom.seq, unsealedTo.seq), problem }];
}

const rowsNamed = (first: number, last: number) =>
  `change_log ${first === last ? first : `${first} to ${last}`}`;

/**
 * Returns a comparison of the seals, in their order, with anchors. It reports the first anchor whose
 * seal is another one, and the first whose seal is missing: later ones differ for the same reason.
 */
function anchorCheck(anchors: readonly Anchor[]) {
  // The anchor of a record that begins names no seal.
  const named = anchors.filter(({ id }) => id > 0);
  const sorted = named.toSorted((one, other) => one.id - other.id);
  let place = 0;
  let isAnother = false;
  let missing: Anchor | undefined;
  return {
    flawsUpTo: ({ id, hash }: Seal): Finding[] => {
      const first = place;
      while (place < sorted.length && sorted[place]!.id <= id) place++;
      const passed = sorted.slice(first, place);
      missing ??= passed.find((anchor) => anchor.id < id);
      const differs = passed.some((anchor) => anchor.id === id && anchor.hash !== hash);
      if (!differs || isAnother) return [];
      isAnother = true;
      return [{ record: `seal ${id}`, problem: "it is not the seal that the anchor names" }];
    },
    missingAfter: (last: number): Finding[] => {
      missing ??= sorted[place];
      if (!missing) return [];
      const problem = `it is missing, but the anchor names it: the seals end with ${last}`;
      return [{ record: `seal ${missing.id}`, problem }];
    },
  };
}

/** Returns a count of the seals of each key that is not trusted. It reports each key once. */
function untrustedCheck(trusted: readonly string[] | undefined) {
  const signed = new Map<string, { first: number; last: number; count: number }>();
  return {
    add: ({ id, publicKey }: Seal): void => {
      if (!trusted || trusted.includes(publicKey)) return;
      const { first = id, count = 0 } = signed.get(publicKey) ?? {};
      signed.set(publicKey, { first, last: id, count: count + 1 });
    },
    found: (): Finding[] =>
      [...signed].map(([key, { first, last, count }]) => ({
        record: first === last ? `seal ${first}` : `seals ${first} to ${last}`,
        problem:
          `${first === last ? "it is" : `${count} are`} signed by ${key}, which is not trusted. ` +
          "If it was a key of this plant, add it to ASBUILT_TRUSTED_SEAL_KEYS",
      })),
  };
}

async function* seals(executor: Executor): AsyncGenerator<Seal> {
  for (let after = 0; ;) {
    // oxlint-disable-next-line no-await-in-loop -- each chunk begins where the one before ended
    const found = await rowsOf(executor, sealsAfter({ after, rows: sealsMax }));
    yield* found;
    if (found.length < sealsMax) return;
    after = found.at(-1)!.id;
    // oxlint-disable-next-line no-await-in-loop -- other work runs in between
    await executor.yieldToOthers();
  }
}

/** Returns some of the next rows of the log, up to this number; none at the end. */
type LoggedRows = (upTo?: number) => Promise<readonly LoggedRow[]>;

/**
 * Reads the log from its first row on, in chunks. Looks for its end again each time: a seal that is
 * read later can cover rows that were written since.
 */
function loggedRows(executor: Executor): LoggedRows {
  let waiting: readonly LoggedRow[] = [];
  let last = 0;
  return async (upTo = Infinity) => {
    if (waiting.length === 0) {
      await executor.yieldToOthers();
      const after = last;
      const { result: read } = await readFitting(executor.listRows, (most) =>
        rowsOf(executor, loggedAfter(after, most)),
      );
      waiting = read;
    }
    const taken = waiting.filter(({ seq }) => seq <= upTo);
    waiting = waiting.slice(taken.length);
    last = taken.at(-1)?.seq ?? last;
    return taken;
  };
}

/** Reads all of the next rows up to this number: no more than a seal has digests for. */
async function allUpTo(rows: LoggedRows, upTo: number): Promise<readonly LoggedRow[]> {
  const all: LoggedRow[] = [];
  for (;;) {
    // oxlint-disable-next-line no-await-in-loop -- each chunk begins where the one before ended
    const some = await rows(upTo);
    if (some.length === 0) return all;
    all.push(...some);
  }
}

/** Reports the rows before those of a seal in one finding. */
async function* findUncovered(rows: LoggedRows, { id, firstSeq }: Seal): AsyncGenerator<Finding> {
  let first: number | undefined;
  let last = 0;
  for (;;) {
    // oxlint-disable-next-line no-await-in-loop -- each chunk begins where the one before ended
    const some = await rows(firstSeq - 1);
    if (some.length === 0) break;
    first ??= some[0]!.seq;
    last = some.at(-1)!.seq;
  }
  if (first === undefined) return;
  yield { record: rowsNamed(first, last), problem: `no seal covers this (seal ${id} should)` };
}

/** Returns the last row that a seal has a digest for. */
const lastCovered = ({ firstSeq, digests }: Seal) =>
  firstSeq + Math.ceil(digests.length / digestLength) - 1;

/** Checks a seal itself. */
async function flawsOf(
  one: Seal,
  previous: Seal | undefined,
  { sha256 }: SealCheck,
): Promise<Finding[]> {
  const record = `seal ${one.id}`;
  const problems: string[] = [];
  if (one.id !== (previous?.id ?? 0) + 1) {
    problems.push(`the ${one.id - 1 - (previous?.id ?? 0)} seals before it are missing`);
  }
  if (one.previous !== (previous?.hash ?? "")) problems.push("it does not follow the seal before");
  if (one.firstSeq !== (previous?.lastSeq ?? 0) + 1) {
    problems.push(`it begins with row ${one.firstSeq}, but the seal before ends elsewhere`);
  }
  if (one.lastSeq !== lastCovered(one)) {
    problems.push(
      `it has digests up to row ${lastCovered(one)}, but names row ${one.lastSeq} as its last`,
    );
  }
  problems.push(...(await flawsOfSeal(one, sha256)));
  return problems.map((problem) => ({ record, problem }));
}

/** Finds the rows of the log that differ from their digests in a seal. */
async function flawsOfRows(
  one: Seal,
  rows: readonly LoggedRow[],
  sha256: Sha256,
): Promise<Finding[]> {
  const digests = await digestsOf(rows, sha256);
  const found = new Map(rows.map(({ seq }, index) => [seq, digests[index]!]));
  const flaws: Finding[] = [];
  for (let seq = one.firstSeq; seq <= lastCovered(one); seq++) {
    const start = (seq - one.firstSeq) * digestLength;
    const sealed = one.digests.slice(start, start + digestLength);
    const is = found.get(seq);
    if (is === sealed) continue;
    const problem = is ? "it was changed after it was sealed" : "it is missing";
    flaws.push({ record: `change_log ${seq}`, problem: `${problem} (seal ${one.id})` });
  }
  return flaws;
}

/** Counts the rows that are not sealed yet, and finds the gaps between them. */
async function* findUnsealed(
  rows: LoggedRows,
  sealedTo: number,
  reach: SealReach,
): AsyncGenerator<Finding> {
  let before = sealedTo;
  for (;;) {
    // oxlint-disable-next-line no-await-in-loop -- each chunk begins where the one before ended
    const some = await rows();
    if (some.length === 0) return;
    for (const { seq } of some) {
      if (seq !== before + 1) {
        const problem = `the ${seq - before - 1} rows before it are missing`;
        yield { record: `change_log ${seq}`, problem };
      }
      before = seq;
    }
    reach.unsealed += some.length;
    reach.unsealedFrom ??= some[0]!;
    reach.unsealedTo = some.at(-1)!;
  }
}

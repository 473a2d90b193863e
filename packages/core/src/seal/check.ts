import { getTableColumns, sql } from "drizzle-orm";
import type { Executor } from "../database/executor.ts";
import { readFitting } from "../database/fitting-rows.ts";
import { query } from "../database/query.ts";
import { statement } from "../database/statement.ts";
import { rowsOf } from "../database/rows-of.ts";
import { seal } from "../database/schema/index.ts";
import type { Finding } from "../audit/finding.ts";
import type { Sha256 } from "../values/digest.ts";
import { digestLength, digestsOf, loggedAfter, type LoggedRow } from "./logged-row.ts";
import { type Seal, type SealHead, textOfSeal } from "./make.ts";
import { isSigned } from "./sealing-key.ts";

/** By what seals are checked. */
export interface SealCheck {
  readonly sha256: Sha256;
  /** The public keys that may have signed; undefined admits any. */
  readonly trusted?: readonly string[] | undefined;
  /** A newest seal as it was told at an earlier time: seals and rows up to it must be there. */
  readonly anchor?: Pick<SealHead, "id" | "hash"> | undefined;
}

/** How far the seals reach. */
export interface SealReach {
  seals: number;
  sealed: number;
  unsealed: number;
  /** The keys that signed, in the order in which they came into use. */
  readonly keys: string[];
}

const sealsAfter = statement(() =>
  query
    .select(getTableColumns(seal))
    .from(seal)
    .where(sql`${seal.id} > ${sql.placeholder("after")}`)
    .orderBy(seal.id)
    .limit(sql.placeholder("most")),
);

/** Seals are few and long: so many of them at once. */
const sealsAtOnce = 10;

/**
 * Tells where the change log is not what its seals say: rows that were changed, are missing or
 * were put in, and seals that were. Counts into `reach` on the way.
 */
export async function* checkSeals(
  executor: Executor,
  check: SealCheck,
  reach: SealReach,
): AsyncGenerator<Finding> {
  const rows = loggedRows(executor);
  let previous: Seal | undefined;
  let anchored = check.anchor === undefined;
  for await (const one of seals(executor)) {
    yield* await flawsOf(one, previous, check);
    yield* uncovered(rows, one);
    const covered = await allUpTo(rows, lastCovered(one));
    yield* await flawsOfRows(one, covered, check.sha256);
    if (one.id === check.anchor?.id) {
      anchored = true;
      if (one.hash !== check.anchor.hash) {
        yield { record: `seal ${one.id}`, problem: "it is not the one that the anchor names" };
      }
    }
    reach.seals++;
    reach.sealed += covered.length;
    if (!reach.keys.includes(one.publicKey)) reach.keys.push(one.publicKey);
    previous = one;
  }
  if (!anchored) {
    const problem = `it is missing, which the anchor names: the seals end with ${previous?.id ?? 0}`;
    yield { record: `seal ${check.anchor!.id}`, problem };
  }
  yield* restOf(rows, previous?.lastSeq ?? 0, reach);
}

async function* seals(executor: Executor): AsyncGenerator<Seal> {
  for (let after = 0; ;) {
    // oxlint-disable-next-line no-await-in-loop -- each chunk begins where the one before ended
    const found = await rowsOf(executor, sealsAfter({ after, most: sealsAtOnce }));
    yield* found;
    if (found.length < sealsAtOnce) return;
    after = found.at(-1)!.id;
    // oxlint-disable-next-line no-await-in-loop -- a file would be read to its end in one turn
    await executor.yieldToOthers();
  }
}

/** Hands over the next rows of the log, some of them, up to one of this number; none at the end. */
type LoggedRows = (upTo?: number) => Promise<readonly LoggedRow[]>;

/**
 * The log from its first row on, read in chunks. Its end is looked for again each time, since
 * a seal that is read later may cover rows that were written since.
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

/** All of the next rows up to this number: no more than a seal has digests of. */
async function allUpTo(rows: LoggedRows, upTo: number): Promise<readonly LoggedRow[]> {
  const all: LoggedRow[] = [];
  for (;;) {
    // oxlint-disable-next-line no-await-in-loop -- each chunk begins where the one before ended
    const some = await rows(upTo);
    if (some.length === 0) return all;
    all.push(...some);
  }
}

/** Tells of the next rows before those of a seal as one, however many they are. */
async function* uncovered(rows: LoggedRows, { id, firstSeq }: Seal): AsyncGenerator<Finding> {
  let first: number | undefined;
  let last = 0;
  for (;;) {
    // oxlint-disable-next-line no-await-in-loop -- as above
    const some = await rows(firstSeq - 1);
    if (some.length === 0) break;
    first ??= some[0]!.seq;
    last = some.at(-1)!.seq;
  }
  if (first === undefined) return;
  const which = first === last ? `${first}` : `${first} to ${last}`;
  yield { record: `change_log ${which}`, problem: `no seal covers this (seal ${id} should)` };
}

/** The last row of which a seal has a digest. */
const lastCovered = ({ firstSeq, digests }: Seal) =>
  firstSeq + Math.ceil(digests.length / digestLength) - 1;

/** What is wrong with a seal itself. */
async function flawsOf(
  one: Seal,
  previous: Seal | undefined,
  { sha256, trusted }: SealCheck,
): Promise<Finding[]> {
  const record = `seal ${one.id}`;
  const problems: string[] = [];
  if (one.id !== (previous?.id ?? 0) + 1) {
    problems.push(`the ${one.id - 1 - (previous?.id ?? 0)} seals before it are missing`);
  }
  if (one.previous !== (previous?.hash ?? "")) problems.push("it does not follow the one before");
  if (one.firstSeq !== (previous?.lastSeq ?? 0) + 1) {
    problems.push(`it begins with row ${one.firstSeq}, and the one before ends elsewhere`);
  }
  if (one.lastSeq !== lastCovered(one)) {
    problems.push(`it has digests of rows to ${lastCovered(one)}, and says ${one.lastSeq}`);
  }
  if ((await sha256(textOfSeal(one), "base64url")) !== one.hash)
    problems.push("it was changed after it was made");
  if (!(await isSigned(one.hash, one.signature, one.publicKey))) {
    problems.push("its signature is not of its key");
  }
  if (trusted && !trusted.includes(one.publicKey)) {
    problems.push(`it is signed by ${one.publicKey}, which is not trusted`);
  }
  return problems.map((problem) => ({ record, problem }));
}

/** The rows of the log that are not what a seal says of them. */
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

/** Counts what is not sealed yet, and tells what is missing of it. */
async function* restOf(
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
  }
}

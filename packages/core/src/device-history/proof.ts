import { getTableColumns, inArray, sql } from "drizzle-orm";
import { each, query } from "../database/query.ts";
import { seal } from "../database/schema/index.ts";
import { statement } from "../database/statement.ts";
import { type Context, readInParts, readRows } from "../engine/index.ts";
import { digestLength } from "../seal/logged-row.ts";
import { flawsOfSeal } from "../seal/flaws.ts";
import type { Seal } from "../seal/make.ts";
import type { Anchor } from "../audit/seals.ts";
import type { Sha256 } from "../values/digest.ts";
import { chunksOf } from "../values/lazily.ts";

export type { Seal as SealOfRecord } from "../seal/make.ts";

/** Reads the seals that cover places in the log. */
export const sealsOver = statement(() =>
  query
    .select(getTableColumns(seal))
    .from(seal)
    .where(
      inArray(
        seal.id,
        sql`(select (select id from seal as covering where covering.first_seq <= asked.value
          order by covering.first_seq desc limit 1) from ${each("seqs")} as asked)`,
      ),
    )
    .orderBy(seal.id),
);

/** The changes of one read: each can be covered by a seal of its own, of a few kilobytes. */
const changesAtOnce = 1_000;

/** Reads the seals that cover changes, in their order. */
export async function sealsOf(
  context: Context,
  changes: readonly { readonly id: number }[],
): Promise<readonly Seal[]> {
  const read = (some: readonly { readonly id: number }[]) =>
    readRows(context, sealsOver({ seqs: JSON.stringify(some.map(({ id }) => id)) }));
  const found = new Map<number, Seal>();
  for (const some of chunksOf(changes, changesAtOnce)) {
    // oxlint-disable-next-line no-await-in-loop -- all together could be too large a response
    for (const one of await readInParts(context.executor, some, read)) found.set(one.id, one);
  }
  return [...found.values()];
}

/** Finds the seal that covers a row of the log, among seals in their order. */
export function sealOver(seals: readonly Seal[], seq: number): Seal | undefined {
  let [low, high] = [0, seals.length];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (seals[middle]!.lastSeq < seq) low = middle + 1;
    else high = middle;
  }
  const found = seals[low];
  return found && found.firstSeq <= seq ? found : undefined;
}

/** A change of a record as the text that its seal covers. */
export interface SealedChange {
  readonly seq: number;
  readonly text: string;
}

/** The values that the seals of a record are checked with. */
export interface ProofCheck {
  readonly sha256: Sha256;
  /** The public keys that are allowed to sign; undefined allows any. */
  readonly trusted?: readonly string[] | undefined;
  /** Seals that are known from elsewhere. */
  readonly anchors?: readonly Anchor[] | undefined;
}

/** The result of a check: the problems in words, and the number of changes that seals cover. */
export interface ProofResult {
  readonly problems: readonly string[];
  readonly sealed: number;
  /** The keys that signed, in the order of their first use. */
  readonly keys: readonly string[];
}

/**
 * Checks the changes of a record against their seals, without a database. A change without a seal is a
 * problem: whoever edits one could leave its seal out.
 */
export async function checkProof(
  changes: readonly SealedChange[],
  seals: readonly Seal[],
  { sha256, trusted, anchors = [] }: ProofCheck,
): Promise<ProofResult> {
  const problems: string[] = [];
  const keys = new Set<string>();
  for (const one of seals) {
    keys.add(one.publicKey);
    // oxlint-disable-next-line no-await-in-loop -- a record can have thousands
    for (const flaw of await flawsOfSeal(one, sha256)) problems.push(`Seal ${one.id}: ${flaw}.`);
    if (anchors.some(({ id, hash }) => id === one.id && hash !== one.hash)) {
      problems.push(`Seal ${one.id}: it is not the seal that the anchor names.`);
    }
  }
  for (const key of keys) {
    if (trusted && !trusted.includes(key)) problems.push(`The key ${key} is not trusted.`);
  }
  let sealed = 0;
  for (const { seq, text } of changes) {
    const one = sealOver(seals, seq);
    if (!one) {
      problems.push(`Change ${seq}: no seal covers it.`);
      continue;
    }
    sealed++;
    const start = (seq - one.firstSeq) * digestLength;
    // oxlint-disable-next-line no-await-in-loop -- a record can have thousands
    const digest = await sha256(text, "base64url");
    if (digest !== one.digests.slice(start, start + digestLength)) {
      problems.push(`Change ${seq}: it is not the change that seal ${one.id} covers.`);
    }
  }
  return { problems, sealed, keys: [...keys] };
}

import { sql } from "drizzle-orm";
import type { Executor } from "../database/executor.ts";
import { seal } from "../database/schema/index.ts";
import { type Bound, query, type RawRow, statement } from "../database/statement.ts";
import { writeUnlogged } from "../engine/unlogged.ts";
import { digestsOf, loggedAfter } from "./logged-row.ts";
import type { Sha256 } from "../values/digest.ts";
import type { SealingKey } from "./sealing-key.ts";

/** How many rows of the log one seal covers at most. */
const rowsPerSeal = 100;

export type Seal = typeof seal.$inferSelect;
export type NewSeal = Omit<Seal, "id">;

/** What sealing needs of the runtime. */
export interface Sealing {
  readonly sha256: Sha256;
  readonly key: SealingKey;
  /** Milliseconds since 1970 in UTC. */
  readonly now: () => number;
}

/** The newest seal, by which a copy or a later state of the database can be held to this one. */
export interface SealHead {
  readonly id: number;
  /** The last row of the change log that it and those before it cover. */
  readonly lastSeq: number;
  readonly at: number;
  readonly hash: string;
  readonly signature: string;
  readonly publicKey: string;
}

export const lastSeal = statement(() =>
  query
    .select()
    .from(seal)
    .orderBy(sql`${seal.id} desc`)
    .limit(1),
);

/** The newest seal, of the rows of `lastSeal`; undefined where nothing is sealed yet. */
export function headOf(rows: readonly RawRow[]): SealHead | undefined {
  const found = rows.map(lastSeal().row)[0];
  if (!found) return undefined;
  const { id, lastSeq, at, hash, signature, publicKey } = found;
  return { id, lastSeq, at, hash, signature, publicKey };
}

/** The text whose digest is the hash of a seal, and which so vouches for all seals before it. */
export const textOfSeal = ({ firstSeq, lastSeq, at, digests, previous }: NewSeal): string =>
  JSON.stringify([firstSeq, lastSeq, at, digests, previous]);

/** Makes the seals of what is not sealed yet, the first rows of it; none where all is sealed. */
export async function makeSeals(
  executor: Pick<Executor, "read" | "rowsAtOnce">,
  { sha256, key, now }: Sealing,
): Promise<NewSeal[]> {
  const head = headOf((await executor.read([lastSeal()]))[0]!);
  // A whole number of seals in one read.
  const most = Math.max(1, Math.floor(executor.rowsAtOnce / rowsPerSeal)) * rowsPerSeal;
  const unsealed = loggedAfter(head?.lastSeq ?? 0, most);
  const rows = (await executor.read([unsealed]))[0]!.map(unsealed.row);
  const digests = await digestsOf(rows, sha256);

  const seals: NewSeal[] = [];
  for (let start = 0; start < rows.length; start += rowsPerSeal) {
    const end = Math.min(start + rowsPerSeal, rows.length);
    const unsigned = {
      firstSeq: rows[start]!.seq,
      lastSeq: rows[end - 1]!.seq,
      at: now(),
      digests: digests.slice(start, end).join(""),
      previous: seals.at(-1)?.hash ?? head?.hash ?? "",
      publicKey: key.publicKey,
      hash: "",
      signature: "",
    };
    // oxlint-disable-next-line no-await-in-loop -- each seal holds the hash of the one before
    const hash = await sha256(textOfSeal(unsigned), "base64url");
    // oxlint-disable-next-line no-await-in-loop -- as above
    seals.push({ ...unsigned, hash, signature: await key.sign(hash) });
  }
  return seals;
}

/** Writes seals that follow the newest one; where another has come before them, nothing. */
export function writeSeals(executor: Pick<Executor, "run">, seals: readonly NewSeal[]) {
  const last = lastSeal();
  // Of two writers that found the same newest seal, a unique key refuses the second; and once these
  // are written, the newest is another than the one that they follow.
  return writeUnlogged<void>(executor, [last], ([rows]) => ({
    write: (headOf(rows!)?.hash ?? "") === seals[0]?.previous ? [insertAll(seals)] : [],
    answer: undefined,
  }));
}

const insertAll = (seals: readonly NewSeal[]): Bound => ({
  sql: `insert into seal (first_seq, last_seq, at, digests, previous, hash, signature, public_key)
    select value ->> 'firstSeq', value ->> 'lastSeq', value ->> 'at', value ->> 'digests',
      value ->> 'previous', value ->> 'hash', value ->> 'signature', value ->> 'publicKey'
    from json_each(?) order by key`,
  params: [JSON.stringify(seals)],
  row: (raw) => raw,
});

/** Seals all that is not sealed yet. */
export const sealLog = (executor: Executor, sealing: Sealing): Promise<void> =>
  sealBy(executor, () => makeSeals(executor, sealing));

/**
 * Seals, with what makes the seals, all that is not sealed yet. What is written meanwhile waits for
 * the next time: under load each few rows would have a seal, and each seal costs a signature and a
 * write.
 */
export async function sealBy(
  executor: Executor,
  make: () => Promise<readonly NewSeal[]>,
): Promise<void> {
  for (;;) {
    // oxlint-disable-next-line no-await-in-loop -- each follows the one before
    const seals = await make();
    const last = seals.at(-1);
    if (!last) return;
    // oxlint-disable-next-line no-await-in-loop -- as above
    await writeSeals(executor, seals);
    if (last.lastSeq - last.firstSeq + 1 < rowsPerSeal) return;
    // oxlint-disable-next-line no-await-in-loop -- as above
    await executor.othersFirst();
  }
}

import { type Bound, plainSql, withItems } from "../database/bound.ts";
import type { Executor } from "../database/executor.ts";
import { writeUnlogged } from "../database/unlogged.ts";
import { type AnchorStore, requireKept, toKept } from "./kept-anchor.ts";
import {
  headOf,
  lastSeal,
  makeSeals,
  newestSeal,
  type NewSeal,
  sealRowsMax,
  type Sealing,
} from "./make.ts";

/** Writes seals that follow the newest one; nothing if another writer has added one meanwhile. */
export function writeSeals(executor: Pick<Executor, "run">, seals: readonly NewSeal[]) {
  // If two writers found the same newest seal, a unique key refuses the second. When these are
  // already written, the newest seal is no longer the one that they follow.
  return writeUnlogged<void>(executor, [lastSeal], ([rows]) => ({
    write: (headOf(rows!)?.hash ?? "") === seals[0]?.previous ? [insertSeals(seals)] : [],
    answer: undefined,
  }));
}

const insertSeals = (seals: readonly NewSeal[]): Bound =>
  plainSql(
    `${withItems} insert into seal (first_seq, last_seq, at, digests, previous, served_since, hash, signature,
      public_key)
    select value ->> 'firstSeq', value ->> 'lastSeq', value ->> 'at', value ->> 'digests',
      value ->> 'previous', value ->> 'servedSince', value ->> 'hash', value ->> 'signature',
      value ->> 'publicKey'
    from item`,
    [JSON.stringify(seals)],
  );

/** Seals all rows that are not sealed yet; see `sealBy`. */
export const sealLog = (executor: Executor, sealing: Sealing, store?: AnchorStore): Promise<void> =>
  sealBy(executor, () => makeSeals(executor, sealing), store);

/**
 * Seals all rows that are not sealed yet, with the given maker, and keeps the newest seal in the
 * store. Throws an AnchorMismatch, and seals nothing, if the seals do not follow the kept one. Seals
 * nothing either while the newest seal can't be kept: the store would fall behind more and more.
 */
export async function sealBy(
  executor: Executor,
  make: () => Promise<readonly NewSeal[]>,
  store?: AnchorStore,
): Promise<void> {
  const kept = await requireKept(executor, store);
  const keepNewest = async () => {
    const newest = store && (await newestSeal(executor));
    if (newest && newest.id > (kept?.id ?? 0)) await store.write(toKept(newest));
  };
  // A kill, or a store that failed, has left the last one out.
  if (!store?.isEventual) await keepNewest();
  await writeAll(executor, make);
  await keepNewest();
}

/**
 * Rows that are written meanwhile wait for the next call: otherwise, under load, every few rows
 * would cost a signature and a write.
 */
async function writeAll(
  executor: Executor,
  make: () => Promise<readonly NewSeal[]>,
): Promise<void> {
  for (;;) {
    // oxlint-disable-next-line no-await-in-loop -- each follows the one before
    const seals = await make();
    const last = seals.at(-1);
    if (!last) return;
    // oxlint-disable-next-line no-await-in-loop -- each follows the one before
    await writeSeals(executor, seals);
    if (last.lastSeq - last.firstSeq + 1 < sealRowsMax) return;
    // oxlint-disable-next-line no-await-in-loop -- other work runs in between
    await executor.yieldToOthers();
  }
}

import { type Bound, plainSql, withItems } from "../database/bound.ts";
import type { Executor } from "../database/executor.ts";
import { writeUnlogged } from "../database/unlogged.ts";
import { headOf, lastSeal, makeSeals, type NewSeal, sealRowsMax, type Sealing } from "./make.ts";

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
    `${withItems} insert into seal (first_seq, last_seq, at, digests, previous, hash, signature, public_key)
    select value ->> 'firstSeq', value ->> 'lastSeq', value ->> 'at', value ->> 'digests',
      value ->> 'previous', value ->> 'hash', value ->> 'signature', value ->> 'publicKey'
    from item`,
    [JSON.stringify(seals)],
  );

/** Seals all rows that are not sealed yet. */
export const sealLog = (executor: Executor, sealing: Sealing): Promise<void> =>
  sealBy(executor, () => makeSeals(executor, sealing));

/**
 * Seals all rows that are not sealed yet, with the given maker. Rows that are written meanwhile
 * wait for the next call: otherwise, under load, every few rows would cost a signature and a write.
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
    if (last.lastSeq - last.firstSeq + 1 < sealRowsMax) return;
    // oxlint-disable-next-line no-await-in-loop -- as above
    await executor.yieldToOthers();
  }
}

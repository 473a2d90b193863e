import { type Bound, plainSql, withItems } from "../database/bound.ts";
import type { Executor } from "../database/executor.ts";
import { writeUnlogged } from "../database/unlogged.ts";
import { headOf, lastSeal, makeSeals, type NewSeal, sealRowsMax, type Sealing } from "./make.ts";

/** Writes seals that follow the newest one; where another has come before them, nothing. */
export function writeSeals(executor: Pick<Executor, "run">, seals: readonly NewSeal[]) {
  // Of two writers that found the same newest seal, a unique key refuses the second; and once these
  // are written, the newest is another than the one that they follow.
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
    if (last.lastSeq - last.firstSeq + 1 < sealRowsMax) return;
    // oxlint-disable-next-line no-await-in-loop -- as above
    await executor.yieldToOthers();
  }
}

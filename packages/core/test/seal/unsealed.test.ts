import { expect, test } from "vitest";
import type { Bound } from "../../src/database/bound.ts";
import { readUnsealed } from "../../src/seal/unsealed.ts";
import { databaseWith } from "../database/empty.ts";
import { queryPlanOf } from "../database/plan.ts";

/** Inserts rows of the log that were written at these times. */
const logged = (...times: number[]) =>
  times
    .map(
      (at) => `insert into change_log (operation_id, ordinal, at, entity, entity_id, rev_no, action)
        values ('o${at}', 0, ${at}, 'Product', ${at}, 1, 'created');`,
    )
    .join("\n");
const sealedTo = (last: number) =>
  `insert into seal (first_seq, last_seq, at, digests, previous, hash, signature, public_key)
    values (1, ${last}, 0, '', '', 'h', 's', 'p');`;

test.for([
  ["an empty log", "", 0, undefined],
  ["a log that was never sealed", logged(10, 20), 2, 10],
  ["a log whose end is not sealed", logged(10, 20, 30) + sealedTo(1), 2, 20],
  ["a sealed log", logged(10, 20) + sealedTo(2), 0, undefined],
] as const)("%s has the rows that no seal covers", async ([, rows, count, since]) => {
  const { context } = databaseWith(rows);
  expect(await readUnsealed(context.executor)).toEqual({ rows: count, since });
});

test("no part of the log is scanned", async () => {
  const { database } = databaseWith("");
  const sent: Bound[] = [];
  const read = (statements: readonly Bound[]) => {
    sent.push(...statements);
    return Promise.resolve([[[0, null]]]);
  };
  await readUnsealed({ read });
  const plan = queryPlanOf(database, sent[0]!);
  expect(plan.filter((step) => /SCAN (?!seal|CONSTANT|\(|sealed)/.test(step))).toEqual([]);
});

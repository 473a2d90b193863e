import { expect, test } from "vitest";
import type { Bound } from "../../src/database/bound.ts";
import type { Executor } from "../../src/database/executor.ts";
import { AnswerTooLarge } from "../../src/database/refusals.ts";
import { reach } from "../../src/genealogy/links.ts";
import { databaseWith } from "../database/empty.ts";

/** The longest text that D1 takes as a parameter. */
const textLengthMax = 2_000_000;

// Long ids: fewer of them exceed the limit.
const first = 10 ** 14;
const items = Array.from({ length: 130_000 }, (_, index) => first + index);
const last = items.at(-1)!;
/** `mid` contains the first and the last of the items, and `top` contains `mid`. */
const [mid, top] = [1, 2];

/** Finds the parents of the items on a database that is a round trip away. */
async function reachFar(answer: Executor["read"]) {
  const { context } = databaseWith(`
    pragma foreign_keys = off;
    insert into build (seq, parent_id, child_id, bom_slot_id, candidate_id, qty, removed_qty)
    values (1, ${mid}, ${first}, 1, 1, 5, 0), (1, ${mid}, ${last}, 1, 1, 5, 0),
      (1, ${top}, ${mid}, 1, 1, 7, 0)`);
  const reads: (readonly Bound[])[] = [];
  const read: Executor["read"] = async (statements) => {
    await answer(statements);
    reads.push(statements);
    return context.executor.read(statements);
  };
  const executor = { ...context.executor, isLocal: false, read };
  const search = { direction: "up", asOf: { seq: 1 } } as const;
  const { links, cameFrom } = await reach({ ...context, executor }, items, search);
  expect([first, last, mid].map((id) => links.get(id))).toMatchObject([
    [{ toId: mid, qty: 5 }],
    [{ toId: mid, qty: 5 }],
    [{ toId: top, qty: 7 }],
  ]);
  expect([mid, top].map((id) => cameFrom.get(id))).toEqual([first, mid]);
  return reads;
}

test("more items than fit one text of D1 are reached in one round trip, each link once", async () => {
  const reads = await reachFar(() => Promise.resolve([]));
  expect(reads).toHaveLength(1);
  const texts = reads[0]!.flatMap(({ params }) => params).filter((of) => typeof of === "string");
  expect(Math.max(...texts.map(({ length }) => length))).toBeLessThan(textLengthMax);
});

test("builds that fit only one to a response are read one by one", async () => {
  const reads = await reachFar((statements) => {
    if (statements.some(({ params }) => params.at(-1) !== 1)) {
      throw new AnswerTooLarge(new Error("RESPONSE_TOO_LARGE"));
    }
    return Promise.resolve([]);
  });
  // One read for each of three builds, and one that finds no more.
  expect(reads).toHaveLength(4);
});

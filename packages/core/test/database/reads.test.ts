import Database from "libsql";
import { beforeEach, expect, test } from "vitest";
import type { Run } from "../../src/database/damage.ts";
import { newReads } from "../../src/database/reads.ts";
import type { Bound, RawRow } from "../../src/database/bound.ts";

const bound = (sql: string): Bound => ({ sql, params: [], row: (raw) => raw });

let database: InstanceType<typeof Database>;
let ran: string[];
let passes: number;

beforeEach(() => {
  database = new Database(":memory:");
  database.exec("create table counter (value integer) strict; insert into counter values (1)");
  ran = [];
  passes = 0;
});

const run: Run = ({ sql }) => {
  ran.push(sql);
  const statement = database.prepare(sql);
  if (statement.reader) return statement.raw().all() as RawRow[];
  statement.run();
  return [];
};
const newCountedReads = (runs: Run = run) => newReads(runs, () => passes++);

const value = "select value from counter";
const twice = "select 2 * value from counter";

/** Reads whose previous pass had several, so that those of the next pass wait. */
async function crowded(runs?: Run) {
  const reads = newCountedReads(runs);
  await Promise.all([reads.read([]), reads.read([])]);
  reads.runWaiting();
  return reads;
}

test("a lone read runs immediately; after a pass with several reads, the next ones wait", async () => {
  const { read, runWaiting } = newCountedReads();
  expect(await read([bound(value)])).toEqual([[[1]]]);
  runWaiting();
  expect(await Promise.all([read([bound(value)]), read([bound(value)])])).toHaveLength(2);
  runWaiting();
  const late = read([bound(value)]);
  expect([passes, ran]).toEqual([3, [value, value, value]]);
  database.exec("update counter set value = 7");
  runWaiting();
  expect(await late).toEqual([[[7]]]);
  expect(await read([bound(value)])).toEqual([[[7]]]);
});

test("a read of one state is a transaction, alone or among others", async () => {
  const { read } = newCountedReads();
  await read([bound(value), bound(twice)], true);
  expect(ran).toEqual(["BEGIN", value, twice, "ROLLBACK"]);
  const reads = await crowded();
  ran = [];
  const late = reads.read([bound(value)], true);
  reads.runWaiting();
  await late;
  expect(ran).toEqual(["BEGIN", value, "ROLLBACK"]);
});

test("waiting reads run in one transaction, and a shared statement runs once", async () => {
  const { read, runWaiting } = await crowded();
  const shared = bound(value);
  const answers = [read([shared, bound(twice)]), read([shared]), read([bound(value)])];
  database.exec("update counter set value = 2");
  runWaiting();
  expect(await Promise.all(answers)).toEqual([[[[2]], [[4]]], [[[2]]], [[[2]]]]);
  expect(ran).toEqual(["BEGIN", value, twice, value, "ROLLBACK"]);
});

test("a statement that ran in one pass runs again in the next", async () => {
  const { read, runWaiting } = await crowded();
  const shared = bound(value);
  for (const expected of [1, 2]) {
    const answers = [read([shared]), read([shared]), read([shared])];
    runWaiting();
    expect(await Promise.all(answers)).toEqual(answers.map(() => [[[expected]]]));
    database.exec("update counter set value = value + 1");
  }
});

test("a pass without reads does not change the mode", async () => {
  const { read, runWaiting } = await crowded();
  runWaiting();
  const answers = [read([bound(value)]), read([bound(value)])];
  expect(ran).toEqual([]);
  runWaiting();
  expect(await Promise.all(answers)).toEqual([[[[1]]], [[[1]]]]);
});

test("a read that fails is refused alone", async () => {
  const { read, runWaiting } = await crowded();
  const answers = [read([bound(value)]), read([bound("select nothing")]), read([bound(twice)])];
  runWaiting();
  const outcomes = await Promise.allSettled(answers);
  expect(outcomes.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
  expect(database.inTransaction).toBe(false);
});

test("if no transaction can begin, each read is refused, and the next pass works again", async () => {
  let isBroken = true;
  const { read, runWaiting } = await crowded((statement) => {
    if (isBroken) throw new Error("It is broken.");
    return run(statement);
  });
  const answers = [read([bound(value)]), read([bound(value)])];
  runWaiting();
  const outcomes = await Promise.allSettled(answers);
  expect(outcomes.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  isBroken = false;
  const after = [read([bound(value)]), read([bound(value)])];
  runWaiting();
  expect(await Promise.all(after)).toEqual([[[[1]]], [[[1]]]]);
});

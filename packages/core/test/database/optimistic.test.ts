import Database from "libsql";
import { expect, onTestFinished, test, vi } from "vitest";
import type { Bound } from "../../src/database/bound.ts";
import type { BatchDatabase, Job, Logged, Results } from "../../src/database/executor.ts";
import { optimisticExecutor } from "../../src/database/optimistic.ts";

const bound = (sql: string): Bound => ({ sql, params: [], row: (raw) => raw });

const increase: Job<string> = {
  load: [bound("select value from counter")],
  plan: () => ({
    write: [bound("update counter set value = value + 1")],
    isLogged: false,
    decidedAt: new Map(),
    outcomes: () => [{ answer: "increased" }],
  }),
};

/** A database in memory that takes batches, and responds after `open`. */
function setUp() {
  const native = new Database(":memory:");
  native.exec("create table counter (value integer) strict");
  native.exec("insert into counter values (0)");
  const gate = Promise.withResolvers<void>();
  const batch = async (statements: readonly Bound[]): Promise<Results> => {
    await gate.promise;
    return statements.map(({ sql }) => {
      const statement = native.prepare(sql);
      return statement.reader ? (statement.raw().all() as unknown[][]) : (statement.run(), []);
    });
  };
  const database: BatchDatabase = { read: batch, write: batch };
  return { executor: optimisticExecutor(database), open: gate.resolve, native };
}

test("a command beyond 1024 under way is refused immediately, the service's own is not, and none is lost", async () => {
  const { executor, open, native } = setUp();
  const underWay = Array.from({ length: 1024 }, () => executor.run(increase));
  expect(executor.isFull()).toBe(true);
  await expect(executor.run(increase)).rejects.toMatchObject({ code: "overloaded" });
  const own = executor.run({ ...increase, isOwn: true });
  open();
  expect(new Set(await Promise.all([...underWay, own]))).toEqual(new Set(["increased"]));
  expect(native.prepare("select value from counter").get()).toMatchObject({ value: 1025 });
  expect(executor.isFull()).toBe(false);
  expect(await executor.run(increase)).toBe("increased");
});

/** Reads the times at which rows of the operation were decided. */
const log: Bound<Logged> = {
  sql: "select at",
  params: [],
  row: ([at]) => ({ operationId: "operation", at: Number(at), seq: 1, id: 1 }),
};

test("the log decides which plan was committed, whatever the database responds", async () => {
  // The fate of each batch: whether it commits, and the error that is returned.
  const fates: [isCommitted: boolean, message?: string][] = [
    [false, "fetch failed"],
    [false, "stale: 1"],
    [true, "UNIQUE constraint failed: change_log.operation_id"],
  ];
  const committed: number[] = [];
  const database: BatchDatabase = {
    read: async (statements) =>
      statements.map((one) => (one === log ? committed.map((at) => [at]) : [])),
    write: async ([{ sql } = bound("")]) => {
      const [isCommitted, message] = fates.shift()!;
      if (isCommitted) committed.push(Number(sql));
      throw new Error(message);
    },
  };
  let plans = 0;
  const answer = await optimisticExecutor(database).run({
    load: [],
    log,
    plan: () => {
      const at = ++plans;
      return {
        write: [bound(String(at))],
        isLogged: true,
        decidedAt: new Map([["operation", at]]),
        outcomes: () => [{ answer: `of plan ${at}` }],
      };
    },
  });
  expect(answer).toBe("of plan 2");
});

test("rows under a command's operation that none of its plans has written are in doubt", async () => {
  const database: BatchDatabase = {
    read: async (statements) => statements.map((one) => (one === log ? [[1]] : [])),
    write: async () => {
      throw new Error("UNIQUE constraint failed: change_log.operation_id");
    },
  };
  const job = { ...increase, load: [], log };
  await expect(optimisticExecutor(database).run(job)).rejects.toMatchObject({
    code: "outcome_unknown",
  });
});

test("a command that never ends counts for a minute", async () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  onTestFinished(() => void vi.useRealTimers());
  const { executor, open } = setUp();
  for (let begun = 0; begun < 1024; begun++) void executor.run(increase);
  vi.advanceTimersByTime(59_000);
  expect(executor.isFull()).toBe(true);
  vi.advanceTimersByTime(2_000);
  expect(executor.isFull()).toBe(false);
  open();
  expect(await executor.run(increase)).toBe("increased");
});

test("a clock that is set back lengthens no wait", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  onTestFinished(() => void vi.useRealTimers());
  const fails = () => Promise.reject(new Error("fetch failed"));
  const refused = optimisticExecutor({ read: fails, write: fails }, 100).run(increase);
  vi.setSystemTime(Date.now() - 3_600_000);
  await expect(refused).rejects.toMatchObject({ code: "overloaded" });
});

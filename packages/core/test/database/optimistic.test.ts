import Database from "libsql";
import { expect, test } from "vitest";
import type { Attempt, BatchDatabase, Results } from "../../src/database/executor.ts";
import { optimisticExecutor } from "../../src/database/optimistic.ts";
import type { Bound } from "../../src/database/statement.ts";

const bound = (sql: string): Bound => ({ sql, params: [], row: (raw) => raw });

const increase: Attempt<string> = {
  load: () => [bound("select value from counter")],
  plan: () => ({
    guards: () => [],
    write: [bound("update counter set value = value + 1")],
    logged: () => [],
    outcomes: () => [{ answer: "increased" }],
  }),
  committed: () => undefined,
};

/** A database in memory that takes batches, and answers them once it is let. */
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

test("a command beyond 1024 under way is refused at once, the service's own is not, and none is lost", async () => {
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

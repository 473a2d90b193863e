import Database from "libsql";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Bound } from "../../src/database/bound.ts";
import type { BatchDatabase, Combine, Job, Results } from "../../src/database/executor.ts";
import { writeUnread } from "../../src/database/unlogged.ts";
import { groupedExecutor } from "../../src/database/grouped.ts";

// Time jumps to the next timer when nothing else is left to do, so no other work of the machine
// makes a command late.
beforeEach(() => {
  const toFake = ["performance", "setTimeout", "clearTimeout", "setImmediate"] as const;
  vi.useFakeTimers({ toFake: [...toFake] }).setTimerTickMode("nextTimerAsync");
});
afterEach(() => void vi.useRealTimers());

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

const bound = (sql: string): Bound => ({ sql, params: [], row: (raw) => raw });

/** Adds to the counter that it has loaded. */
const increase = (by: number): Job<number> => ({
  load: [bound("select value from counter")],
  plan: (results) => {
    const value = Number(results[0]![0]![0]);
    return {
      write: [
        bound(`insert into guard select 1 from counter where value <> ${value}`),
        bound(`update counter set value = ${value + by}`),
      ],
      isLogged: false,
      decidedAt: new Map(),
      outcomes: () => [{ answer: value + by }],
    };
  },
});

/** A statement that never arrives. */
const lostOnTheWay = "select 'lost'";
/** A statement whose response takes longer than most commands wait. */
const slowOnTheWay = "select 'slow'";
/** A statement whose result is too large for the server. */
const tooLarge = "select 'too large'";

/** A command whose write is slow and changes nothing. */
const slowly: Job<number> = {
  ...increase(0),
  plan: (results) => ({ ...increase(0).plan(results, true), write: [bound(slowOnTheWay)] }),
};

/** Commands of one kind: their sum is added in one write. */
function combinable(commandsMax = Infinity) {
  const groups: number[] = [];
  const combine: Combine = (requests) => {
    groups.push(requests.length);
    const some = (requests as number[]).slice(0, commandsMax);
    const work = increase(some.reduce((sum, by) => sum + by, 0));
    const outcomes = () => some.map((by) => ({ answer: by }));
    return { ...work, plan: (results) => ({ ...work.plan(results, true), outcomes }) };
  };
  const combined = (by: number): Job<number> => ({ ...increase(by), combine, request: by });
  return { groups, combined };
}

/** A server in this process that responds to each batch in a later pass of the event loop. */
function setUp({ patienceMs = 10_000, writeMsMin = 50 } = {}) {
  const native = new Database(":memory:");
  native.exec("create table counter (value integer) strict");
  native.exec(`create trigger most before update on counter when new.value >= 1000
    begin select raise(abort, 'too much'); end`);
  native.exec("create table guard (stale integer check (stale <> 1)) strict");
  native.exec("insert into counter values (0)");
  const sent: string[] = [];
  const batch =
    (kind: string) =>
    async (statements: readonly Bound[]): Promise<Results> => {
      sent.push(kind);
      await new Promise(setImmediate);
      if (statements.some(({ sql }) => sql === lostOnTheWay)) throw new Error("fetch failed");
      if (statements.some(({ sql }) => sql === tooLarge)) throw new Error("Response is too large");
      if (statements.some(({ sql }) => sql === slowOnTheWay)) await wait(350);
      native.exec("begin");
      try {
        const results = statements.map(({ sql }) => {
          const statement = native.prepare(sql);
          return statement.reader ? (statement.raw().all() as unknown[][]) : (statement.run(), []);
        });
        native.exec("commit");
        return results;
      } catch (error) {
        if (native.inTransaction) native.exec("rollback");
        throw error;
      }
    };
  const database: BatchDatabase = { read: batch("read"), write: batch("write") };
  return {
    executor: groupedExecutor(database, { readsMax: 8, writeMsMin, patienceMs }),
    value: () => (native.prepare("select value from counter").raw().get() as [number])[0],
    native,
    sent,
  };
}

test("commands that write the same record do not overtake each other", async () => {
  const { executor, value, sent } = setUp();
  await Promise.all(Array.from({ length: 64 }, () => executor.run(increase(1))));
  expect(value()).toBe(64);
  expect(sent).toHaveLength(128);
});

test("waiting commands of one kind run together, at most 64", async () => {
  const { executor, value, sent } = setUp();
  const { groups, combined } = combinable();
  const alone = executor.run(increase(100));
  const answers = await Promise.all([
    ...Array.from({ length: 70 }, (_, by) => executor.run(combined(by % 2))),
    alone,
  ]);
  expect(value()).toBe(135);
  expect(answers.slice(0, 4)).toEqual([0, 1, 0, 1]);
  expect(groups).toEqual([64, 6]);
  expect(sent).toHaveLength(6);
});

test("an observer sees what waits, and each group with the number of its commands", async () => {
  const { executor } = setUp();
  const { combined } = combinable();
  const groups: number[] = [];
  executor.observe((commands) => groups.push(commands));
  const alone = executor.run(increase(100));
  const others = Array.from({ length: 70 }, () => executor.run(combined(1)));
  const reads = Array.from({ length: 3 }, () => executor.read([bound("select 1")]));
  expect(executor.waiting()).toEqual({ writes: 71, reads: 3 });
  await Promise.all([alone, ...others, ...reads]);
  expect(executor.waiting()).toEqual({ writes: 0, reads: 0 });
  expect(groups).toEqual([1, 64, 6]);
});

test("commands that a plan leaves out are planned again", async () => {
  const { executor, value } = setUp();
  const { groups, combined } = combinable(2);
  const first = executor.run(increase(0));
  await Promise.all([first, ...[1, 2, 3, 4, 5].map((by) => executor.run(combined(by)))]);
  expect(value()).toBe(15);
  expect(groups).toEqual([5, 3]);
});

test("if a combination fails, each half is tried, and the failing command is refused alone", async () => {
  const { executor, value, groups, combined } = { ...setUp(), ...combinable() };
  const outcomes = await Promise.allSettled(
    [combined(0), combined(1), combined(1000), combined(2)].map((attempt) => executor.run(attempt)),
  );
  expect(outcomes.map(({ status }) => status)).toEqual([
    "fulfilled",
    "fulfilled",
    "rejected",
    "fulfilled",
  ]);
  expect(groups).toEqual([4, 2, 2]);
  expect(value()).toBe(3);
});

test("if a combination is too large for the server, each half is tried", async () => {
  const { executor, value, groups, combined } = { ...setUp(), ...combinable() };
  const large: Combine = (requests) => {
    const work = combined(0).combine!(requests);
    return requests.length > 2 ? { ...work, load: [bound(tooLarge)] } : work;
  };
  const each = [1, 2, 3, 4].map((by) => executor.run({ ...combined(by), combine: large }));
  expect(await Promise.all(each)).toEqual([1, 2, 3, 4]);
  expect([groups, value()]).toEqual([[4, 2, 2], 10]);
});

test("a batch that would be too long is sent in as few parts as possible", async () => {
  const { executor, value, sent, combined } = { ...setUp(), ...combinable() };
  const long: Combine = (requests) => {
    const work = combined(0).combine!(requests);
    const text = { ...bound("select ?"), params: ["x".repeat(10_000 * requests.length)] };
    return {
      ...work,
      plan: (results) => {
        const plan = work.plan(results, true);
        return { ...plan, write: [...plan.write, text] };
      },
    };
  };
  const each = Array.from({ length: 64 }, () => executor.run({ ...combined(1), combine: long }));
  await Promise.all(each);
  expect(value()).toBe(64);
  // At most 26 of the 64 fit in one batch.
  expect(sent.filter((kind) => kind === "write")).toHaveLength(4);
});

test("of a group that runs late, only the commands that waited too long are refused", async () => {
  const { executor, value, combined } = {
    ...setUp({ patienceMs: 400, writeMsMin: 100 }),
    ...combinable(),
  };
  const slow = executor.run(slowly);
  const early = executor.run(combined(1)).catch(({ code }: { code: string }) => code);
  await wait(250);
  const late = executor.run(combined(2));
  expect(await early).toBe("overloaded");
  expect(await late).toBe(2);
  await slow;
  expect(value()).toBe(2);
});

test("a command does not join a group whose deadline is much earlier than its own", async () => {
  const { executor, value } = setUp();
  const { groups, combined } = combinable();
  const slow = Array.from({ length: 4 }, () => executor.run(slowly));
  const early = [executor.run(combined(1)), executor.run(combined(1))];
  await wait(1100);
  await Promise.all([...early, executor.run(combined(1)), ...slow]);
  expect(value()).toBe(3);
  expect(groups).toEqual([2]);
});

test("the service's own write waits behind earlier commands", async () => {
  const { executor } = setUp();
  const order: string[] = [];
  const run = async (name: string, attempt: Job<number>) => {
    await executor.run(attempt);
    order.push(name);
  };
  await Promise.all([
    run("first", increase(1)),
    run("second", increase(1)),
    run("own", { ...increase(1), isOwn: true }),
    run("third", increase(1)),
  ]);
  expect(order).toEqual(["first", "second", "own", "third"]);
});

test("the service's own writes without reads are combined, and refused alone", async () => {
  const { executor, value, sent } = setUp();
  const write = (sql: string) => writeUnread(executor, [bound(sql)]);
  const first = executor.run(increase(1));
  const more = Array.from({ length: 60 }, () => write("update counter set value = value + 1"));
  await Promise.all([first, ...more]);
  expect(value()).toBe(61);
  expect(sent).toEqual(["read", "write", "write"]);
  const outcomes = await Promise.allSettled([
    write("update counter set value = value + 1"),
    ...["value + 10", "1000", "value + 100"].map((to) => write(`update counter set value = ${to}`)),
  ]);
  expect(outcomes.map(({ status }) => status)).toEqual([
    "fulfilled",
    "fulfilled",
    "rejected",
    "fulfilled",
  ]);
  expect(value()).toBe(172);
});

test("a command that another process overtakes keeps its place", async () => {
  const { executor, value, native, sent } = setUp();
  const first = executor.run(increase(1));
  const second = executor.run(increase(1));
  await new Promise(setImmediate);
  native.exec("update counter set value = 10");
  await Promise.all([first, second]);
  expect(value()).toBe(12);
  expect(sent.filter((kind) => kind === "write").length).toBeGreaterThanOrEqual(2);
});

test("while a command waits for a lost response, others run", async () => {
  const { executor, value } = setUp({ patienceMs: 500 });
  const order: string[] = [];
  const lost = {
    ...increase(0),
    plan: (results: Results) => ({
      ...increase(0).plan(results, true),
      write: [bound(lostOnTheWay)],
    }),
  };
  const waiting = executor.run(lost).catch(({ code }: { code: string }) => order.push(code));
  await executor.run(increase(1)).then(() => order.push("increased"));
  await waiting;
  expect(order).toEqual(["increased", "outcome_unknown"]);
  expect(value()).toBe(1);
});

test("a command whose place comes too late is refused, as nothing was written", async () => {
  const { executor, value } = setUp({ patienceMs: 100, writeMsMin: 200 });
  await expect(executor.run(increase(1))).rejects.toMatchObject({ code: "overloaded" });
  expect(value()).toBe(0);
});

test("a write with too little time left for its response is not sent, and refused as not done", async () => {
  const { executor, value, sent } = setUp({ patienceMs: 400, writeMsMin: 100 });
  const late = { ...increase(1), load: [bound(slowOnTheWay)] };
  await expect(executor.run(late)).rejects.toMatchObject({ code: "overloaded" });
  expect([sent, value()]).toEqual([["read"], 0]);
});

test("a command that does not get its place back in time sends nothing more", async () => {
  const { executor, sent } = setUp({ patienceMs: 600, writeMsMin: 300 });
  const waiting = executor.run({ ...increase(1), load: [bound(lostOnTheWay)] });
  const slow = executor.run(slowly);
  await expect(waiting).rejects.toMatchObject({ code: "overloaded" });
  await slow;
  expect(sent).toEqual(["read", "read", "write"]);
});

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join as inFolder } from "node:path";
import { desc, getTableColumns, sql } from "drizzle-orm";
import { integer, sqliteTable, text as textColumn } from "drizzle-orm/sqlite-core";
import Database from "libsql";
import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import type { Bound } from "../../src/database/bound.ts";
import type { Combine, Job, ObservableExecutor } from "../../src/database/executor.ts";
import { query } from "../../src/database/query.ts";
import { statement } from "../../src/database/statement.ts";
import { fileExecutor, type NativeDatabase } from "../../src/database/file.ts";

const bound = (text: string, ...params: unknown[]): Bound => ({
  sql: text,
  params,
  row: (raw) => raw,
});

/** A command that reads the counter, and writes it increased. */
const increase = (by: number): Job<number> => ({
  load: [bound("select value from counter")],
  plan: (results) => {
    const value = (results[0]![0]![0] as number) + by;
    return {
      write: [bound("update counter set value = ?", value)],
      isLogged: false,
      decidedAt: new Map(),
      outcomes: () => [{ answer: value }],
    };
  },
});

let database: InstanceType<typeof Database>;
let executor: ObservableExecutor;

beforeEach(() => {
  database = new Database(":memory:");
  database.exec("create table counter (value integer check (value < 100)) strict");
  database.exec("insert into counter values (0)");
  executor = fileExecutor(database, setImmediate);
});

const value = async () => {
  const [rows] = await executor.read([bound("select value from counter")]);
  return rows![0]![0];
};

test("commands that arrive together run one after the other, none on another's old facts", async () => {
  const answers = await Promise.all(Array.from({ length: 70 }, () => executor.run(increase(1))));
  expect(answers).toEqual(Array.from({ length: 70 }, (_, index) => index + 1));
  expect(await value()).toBe(70);
});

test("the service's own commands take no place of others in a group", async () => {
  let commits = 0;
  const counting: NativeDatabase = {
    prepare: (text) => {
      const prepared = database.prepare(text);
      if (text !== "COMMIT") return prepared;
      const run = (params: readonly unknown[]) => {
        commits++;
        return prepared.run(params);
      };
      const none = { all: () => [], get: () => undefined };
      return { ...prepared, ...none, reader: false, run, raw: () => prepared };
    },
  };
  executor = fileExecutor(counting, setImmediate);
  // On a busy machine the time of a group could end before all are served.
  const clock = vi.spyOn(performance, "now").mockReturnValue(0);
  onTestFinished(() => clock.mockRestore());
  const others = Array.from({ length: 64 }, () => executor.run(increase(1)));
  const own = executor.run({ ...increase(0), isOwn: true });
  expect(await own).toBe(0);
  expect(await Promise.all(others)).toEqual(Array.from({ length: 64 }, (_, index) => index + 1));
  expect(commits).toBe(1);
});

test("an observer sees what waits, and each commit with the number of its commands", async () => {
  const commits: number[] = [];
  executor.observe((commands, ms) => {
    expect(ms).toBeGreaterThanOrEqual(0);
    commits.push(commands);
  });
  const answers = Array.from({ length: 5 }, () => executor.run(increase(1)));
  const reads = [1, 2].map((owner) => executor.yieldToOthers(owner));
  expect(executor.waiting()).toEqual({ writes: 5, reads: 2 });
  await Promise.all([...answers, ...reads]);
  expect(executor.waiting()).toEqual({ writes: 0, reads: 0 });
  expect(commits.reduce((sum, commands) => sum + commands, 0)).toBe(5);
  // A command that breaks a constraint commits nothing.
  await expect(executor.run(increase(100))).rejects.toThrow("CHECK");
  expect(commits.reduce((sum, commands) => sum + commands, 0)).toBe(5);
});

test("a statement is prepared once, and the number of prepared statements is limited", async () => {
  const times = new Map<string, number>();
  const counting: NativeDatabase = {
    prepare: (text) => {
      times.set(text, (times.get(text) ?? 0) + 1);
      return database.prepare(text);
    },
  };
  executor = fileExecutor(counting, setImmediate);
  const often = "select value from counter";
  for (let place = 0; place < 400; place++) {
    await executor.read([bound(`select ${place} from counter`), bound(often)]);
  }
  expect(times.get(often)).toBe(1);
  for (let place = 400; place < 800; place++) {
    await executor.read([bound(`select ${place} from counter`), bound(often)]);
  }
  expect(times.get(often)).toBe(2);
});

test("a command beyond the limit is refused immediately, and runs when there is room again", async () => {
  const crowd = Array.from({ length: 4096 }, () => executor.run(increase(0)));
  const outcomes = await Promise.allSettled(crowd);
  const refused = outcomes.filter(({ status }) => status === "rejected");
  expect(refused.length).toBeGreaterThan(0);
  for (const outcome of refused) {
    expect(outcome).toMatchObject({ reason: { code: "overloaded" } });
  }
  expect(executor.isFull()).toBe(false);
  expect(await executor.run(increase(1))).toBe(1);
});

test("the service's own writes wait, however many others are refused", async () => {
  const crowd = Array.from({ length: 4096 }, () => executor.run(increase(0)));
  const own = executor.run({ ...increase(1), isOwn: true });
  const outcomes = await Promise.allSettled(crowd);
  expect(outcomes.some(({ status }) => status === "rejected")).toBe(true);
  expect(await own).toBe(1);
});

test("a waiting command runs even if requests arrive and are refused all the time", async () => {
  const starved = fileExecutor(database, () => {});
  const waiting = starved.run(increase(1));
  await new Promise((resolve) => setTimeout(resolve, 80));
  expect(starved.isFull()).toBe(false);
  expect(await waiting).toBe(1);
});

test("a command that fails is undone alone, and the others of its group commit", async () => {
  const outcomes = await Promise.allSettled([
    executor.run(increase(1)),
    executor.run(increase(1000)),
    executor.run(increase(2)),
  ]);
  expect(outcomes.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
  expect(await value()).toBe(3);
});

/** Commands of one kind, and the number of them that were combined each time. */
function combinable() {
  const groups: number[] = [];
  const combine: Combine = (requests) => {
    groups.push(requests.length);
    const { load, plan } = increase((requests as number[]).reduce((sum, by) => sum + by, 0));
    const answers = requests.map((by) => ({ answer: by }));
    return {
      load,
      plan: (results) => ({ ...plan(results, false), outcomes: () => answers }),
    };
  };
  const combined = (by: number): Job<number> => ({ ...increase(by), combine, request: by });
  return { groups, combined };
}

test("combined commands run as one, and a command whose write fails is refused alone", async () => {
  const { groups, combined } = combinable();
  const runAll = (...all: number[]) =>
    Promise.allSettled(all.map((by) => executor.run(combined(by))));
  await runAll(1, 2, 3);
  expect([groups, await value()]).toEqual([[3], 6]);
  const outcomes = await runAll(1, 1000, 2);
  expect(outcomes.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
  expect([groups, await value()]).toEqual([[3, 3], 9]);
});

test("commands of successive passes form one group, which begins after a pass without new ones", async () => {
  const { groups, combined } = combinable();
  const passes: (() => void)[] = [];
  const patient = fileExecutor(database, (work) => passes.push(work));
  const first = patient.run(combined(1));
  passes.shift()!();
  const second = patient.run(combined(2));
  passes.shift()!();
  expect(groups).toEqual([]);
  passes.shift()!();
  expect([groups, await first, await second]).toEqual([[2], 1, 2]);
  expect(passes).toEqual([]);
});

test("a group waits for no more commands after the first has waited long enough", async () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  onTestFinished(() => void vi.useRealTimers());
  const passes: (() => void)[] = [];
  const patient = fileExecutor(database, (work) => passes.push(work));
  const own = { ...increase(1), isOwn: true };
  const all = [patient.run(own)];
  let passesRun = 0;
  while (passes.length > 0) {
    vi.advanceTimersByTime(10);
    passes.shift()!();
    passesRun++;
    if (passes.length > 0) all.push(patient.run(own));
  }
  await Promise.all(all);
  expect(passesRun).toBeGreaterThan(2);
  expect(passesRun).toBeLessThan(10);
});

test("a command that waited for another process runs while requests are read", async () => {
  const folder = mkdtempSync(inFolder(tmpdir(), "asbuilt-busy-"));
  const path = inFolder(folder, "busy.db");
  const other = new Database(path);
  other.exec("create table counter (value integer) strict");
  other.exec("insert into counter values (0)");
  const own = new Database(path);
  const passes: (() => void)[] = [];
  const starved = fileExecutor(own, (work) => passes.push(work));
  other.exec("begin immediate");
  const waiting = starved.run(increase(1));
  while (passes.length > 0) passes.shift()!();
  other.exec("rollback");
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(await waiting).toBe(1);
  other.close();
  own.close();
  rmSync(folder, { recursive: true });
});

test("a command that waited too long for another process is refused, even behind the service's own", async () => {
  vi.useFakeTimers({ toFake: ["performance", "setTimeout", "setImmediate"] });
  onTestFinished(() => void vi.useRealTimers());
  const locked: NativeDatabase = {
    prepare: (text) => {
      if (text.startsWith("BEGIN")) throw new Error("SQLITE_BUSY: database is locked");
      return database.prepare(text);
    },
  };
  const starved = fileExecutor(locked, (work) => void setImmediate(work));
  const settled = Promise.allSettled([starved.run(increase(1))]);
  await vi.advanceTimersByTimeAsync(9_000);
  void starved.run({ ...increase(0), isOwn: true });
  await vi.advanceTimersByTimeAsync(2_000);
  expect(await settled).toMatchObject([{ status: "rejected", reason: { code: "overloaded" } }]);
});

test("an unconfirmed commit is refused with an unknown outcome, and the next command writes", async () => {
  let fails = true;
  const unconfirmed: NativeDatabase = {
    prepare: (text) => {
      if (text === "COMMIT" && fails) throw new Error("disk I/O error");
      return database.prepare(text);
    },
  };
  executor = fileExecutor(unconfirmed, setImmediate);
  await expect(executor.run(increase(1))).rejects.toMatchObject({ code: "outcome_unknown" });
  fails = false;
  expect(await executor.run(increase(1))).toBe(1);
});

test("a group of several kinds has at most 64 commands", async () => {
  const counted = { commits: 0 };
  const counting: NativeDatabase = {
    prepare: (one) => {
      const prepared = database.prepare(one);
      if (one !== "COMMIT") return prepared;
      return { ...prepared, reader: false, run: () => (counted.commits++, prepared.run([])) };
    },
  };
  const several = fileExecutor(counting, setImmediate);
  const { groups, combined } = combinable();
  const others = combinable();
  await Promise.all([
    ...Array.from({ length: 63 }, () => several.run(combined(1))),
    ...Array.from({ length: 64 }, () => several.run(others.combined(0))),
  ]);
  expect([groups, others.groups, counted.commits]).toEqual([[63], [63], 2]);
});

const wide = sqliteTable("wide", {
  id: integer().primaryKey(),
  text: textColumn(),
  flag: integer({ mode: "boolean" }),
});

const more = Object.fromEntries(
  Array.from({ length: 8 }, (_, index) => [
    `more${index}`,
    sql<number>`${wide.id}`.mapWith(Number),
  ]),
);
const moreOf = (id: number) => Object.fromEntries(Object.keys(more).map((name) => [name, id]));

test("rows of many columns are returned as they are in the database, in their order", async () => {
  const strange = 'quote " \\ \u0001 \u001f é \u2028 \u{1f600}';
  database.exec("create table wide (id integer primary key, text text, flag integer) strict");
  const insert = database.prepare("insert into wide values (?, ?, ?)");
  for (const row of [
    [1, strange, 1],
    [2, null, 0],
    [Number.MAX_SAFE_INTEGER, "[1]", null],
  ]) {
    insert.run(row);
  }
  const some = statement(() =>
    query
      .select({
        ...getTableColumns(wide),
        // Selected JSON is text, as in a row of fewer columns.
        json: sql<unknown>`json_array(${wide.text})`.mapWith((json: string) => JSON.parse(json)),
        nothing: sql<null>`null`,
        ...more,
      })
      .from(wide)
      .where(sql`${wide.id} >= ${sql.placeholder("from")}`)
      .orderBy(desc(wide.id)),
  );
  expect(some({ from: 1 }).asText).toBeDefined();
  const read = async (from: number) => {
    const rows = some({ from });
    return (await executor.read([rows]))[0]!.map(rows.row);
  };
  const largest = Number.MAX_SAFE_INTEGER;
  expect(await read(1)).toEqual([
    { id: largest, text: "[1]", flag: null, json: ["[1]"], nothing: null, ...moreOf(largest) },
    { id: 2, text: null, flag: false, json: [null], nothing: null, ...moreOf(2) },
    { id: 1, text: strange, flag: true, json: [strange], nothing: null, ...moreOf(1) },
  ]);
  expect(await read(largest + 1)).toEqual([]);
});

test("a read-only database refuses writes, serves reads, and recovers", async () => {
  database.exec("pragma query_only = on");
  await expect(executor.run(increase(1))).rejects.toMatchObject({ code: "unavailable" });
  expect(await value()).toBe(0);
  database.exec("pragma query_only = off");
  expect(await executor.run(increase(1))).toBe(1);
});

test("on a full disk, a write that does not fit is refused, and the others of its group commit", async () => {
  database.exec("create table blobs (bytes text) strict");
  database.exec("pragma max_page_count = 20");
  const store = (length: number): Job<number> => ({
    load: [],
    plan: () => ({
      write: [bound("insert into blobs values (?)", "x".repeat(length))],
      isLogged: false,
      decidedAt: new Map(),
      outcomes: () => [{ answer: length }],
    }),
  });
  const outcomes = await Promise.allSettled([
    executor.run(store(10)),
    executor.run(store(1_000_000)),
    executor.run(store(20)),
  ]);
  expect(outcomes).toMatchObject([
    { status: "fulfilled", value: 10 },
    {
      status: "rejected",
      reason: { code: "unavailable", reason: expect.stringContaining("database or disk is full") },
    },
    { status: "fulfilled", value: 20 },
  ]);
  expect(await executor.read([bound("select length(bytes) from blobs order by 1")])).toEqual([
    [[10], [20]],
  ]);
});

import { expect, test } from "vitest";
import type { BatchDatabase, Results } from "../../src/database/executor.ts";
import { faultOf } from "../../src/database/faults.ts";
import { optimisticExecutor } from "../../src/database/optimistic.ts";
import { type LibsqlClientLike, remoteDatabase } from "../../src/database/remote.ts";
import { batchesInTurn } from "../../src/database/turns.ts";

const soon = () => Date.now() + 100;
const inAWhile = () => Date.now() + 10_000;
const bound = (sql: string) => ({ sql, params: [], row: (raw: unknown) => raw });

/** A database that keeps each batch until it is told to answer the oldest. */
function setUp() {
  const sent: string[] = [];
  const unanswered: (() => void)[] = [];
  const batch = (statements: readonly { sql: string }[]): Promise<Results> => {
    sent.push(...statements.map(({ sql }) => sql));
    return new Promise((resolve) => unanswered.push(() => resolve([])));
  };
  const database: BatchDatabase = { read: batch, write: batch };
  const answer = async () => {
    unanswered.shift()?.();
    await new Promise(setImmediate);
  };
  return {
    turns: batchesInTurn(database, { reads: 2, writes: 1, leastMs: 50 }),
    database,
    sent,
    answer,
  };
}

test("a server is sent one write after the other, and reads beside them", async () => {
  const { turns, sent, answer } = setUp();
  const writes = ["first", "second", "third"].map((sql) => turns.write([bound(sql)], inAWhile()));
  const reads = ["read", "read", "read"].map((sql) => turns.read([bound(sql)], inAWhile()));
  expect(sent).toEqual(["first", "read", "read"]);
  await answer();
  expect(sent.slice(3)).toEqual(["second"]);
  await answer();
  expect(sent.slice(4)).toEqual(["read"]);
  while (sent.length < 6) await answer();
  expect(sent[5]).toBe("third");
  for (let left = 3; left > 0; left--) await answer();
  await Promise.all([...writes, ...reads]);
});

test("a write whose deadline comes before its turn is never sent", async () => {
  const { turns, sent, answer } = setUp();
  const first = turns.write([bound("first")], inAWhile());
  const late = turns.write([bound("late")], soon());
  const third = turns.write([bound("third")], inAWhile());
  expect(faultOf(await late.catch((error: unknown) => error))).toBe("busy");
  await answer();
  await answer();
  await Promise.all([first, third]);
  expect(sent).toEqual(["first", "third"]);
});

test("a write with too little time left for its answer is not begun, and a read is", async () => {
  const { database, sent, answer } = setUp();
  const turns = batchesInTurn(database, { reads: 1, writes: 1, leastMs: 20_000 });
  const deadline = inAWhile();
  const late = turns.write([bound("late")], deadline);
  expect(faultOf(await late.catch((error: unknown) => error))).toBe("busy");
  const read = turns.read([bound("read")], deadline);
  await answer();
  await read;
  expect(sent).toEqual(["read"]);
});

test("a command that waits for its turn in vain is told that nothing was written", async () => {
  const { database } = setUp();
  const reads: BatchDatabase = { ...database, read: () => Promise.resolve([]) };
  const executor = optimisticExecutor(
    batchesInTurn(reads, { reads: 2, writes: 0, leastMs: 50 }),
    100,
  );
  const refused = executor.run({
    load: () => [],
    plan: () => ({
      guards: () => [],
      write: [bound("write")],
      logged: () => [],
      outcomes: () => [],
    }),
    committed: () => undefined,
  });
  await expect(refused).rejects.toMatchObject({ code: "overloaded" });
});

test("a server's answer is lost at the deadline, and its call is told so", async () => {
  let givenUp = 0;
  const client: LibsqlClientLike = {
    batch: (_statements, _mode, signal) => {
      signal.addEventListener("abort", () => givenUp++);
      return new Promise(() => {});
    },
  };
  const database = remoteDatabase(client);
  for (const kind of ["read", "write"] as const) {
    const lost = database[kind]([bound("select 1")], soon()).catch((error: unknown) => error);
    expect(faultOf(await lost)).toBe("unknown");
  }
  expect(givenUp).toBe(2);
});

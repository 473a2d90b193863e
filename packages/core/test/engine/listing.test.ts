import { describe, expect, test } from "vitest";
import { listCatalog } from "../../src/catalog/index.ts";
import { currency } from "../../src/database/schema/index.ts";
import { query } from "../../src/database/query.ts";
import type { Context } from "../../src/engine/context.ts";
import { readInParts } from "../../src/engine/read/chunks.ts";
import { defineList, type Listing, type Page } from "../../src/engine/read/list.ts";
import { databaseWith } from "../database/empty.ts";

const count = 1000;
const currencies = `
  insert into user (rev_no, name, name_key, is_active) values (1, 'someone', 'someone', 1);
  insert into currency (rev_no, name, name_key, is_active)
    with recursive number (n) as (select 1 union all select n + 1 from number where n < ${count})
    select 1, 'c' || n, 'c' || n, 1 from number;`;

test("a long list is read in order to its end, and other work runs before each read", async () => {
  const { context } = databaseWith(currencies);
  const others = countPasses();
  const { first, rest } = await listCatalog(context, "Currency", {}, {});
  const before = others.taken();
  const ids = first.map(({ id }) => id);
  let reads = 0;
  for await (const rows of rest!) {
    reads++;
    ids.push(...rows.map(({ id }) => id));
  }
  others.end();
  expect(ids).toEqual(Array.from({ length: count }, (_, index) => index + 1));
  expect(reads).toBeGreaterThan(5);
  expect(others.taken() - before).toBeGreaterThanOrEqual(reads - 1);
});

test.for([
  [true, 8],
  [false, 1],
] as const)(
  "a large page (of a file: %s) takes this number of reads: %d",
  async ([isLocal, expectedReads]) => {
    const { context, reads } = counted(databaseWith(currencies).context, isLocal);
    const others = countPasses();
    const { first, next } = await listCatalog(context, "Currency", {}, { limit: count - 1 });
    others.end();
    expect(first.map(({ id }) => id)).toEqual(Array.from({ length: count - 1 }, (_, at) => at + 1));
    expect({ next, reads: reads() }).toEqual({ next: count - 1, reads: expectedReads });
    expect(others.taken()).toBeGreaterThanOrEqual(expectedReads - 1);
  },
);

describe("in a file with long rows", () => {
  // One read returns ten rows of 400,000 bytes. A single row of 5,000,000 is returned too.
  const longFrom = (id: number, length: number) =>
    `${currencies} update currency set name = name || hex(zeroblob(${length / 2})) where id >= ${id}`;

  test.for([
    [250, 400_000],
    [1, 400_000],
    [290, 5_000_000],
  ] as const)(
    "from id %d, of %d bytes each, a list is read completely, a few rows per read",
    async ([from, length]) => {
      const { context } = databaseWith(longFrom(from, length).replaceAll(String(count), "300"));
      const { first, rest } = await listCatalog(context, "Currency", {}, {});
      const ids = first.map(({ id }) => id);
      const lengths = [lengthOf(first)];
      for await (const rows of rest!) {
        ids.push(...rows.map(({ id }) => id));
        lengths.push(lengthOf(rows));
      }
      expect(ids).toEqual(Array.from({ length: 300 }, (_, at) => at + 1));
      expect(Math.max(...lengths)).toBeLessThan(11_000_000);
    },
  );

  test("a page ends early, and the next one begins where it ended", async () => {
    const { context } = databaseWith(longFrom(50, 400_000).replaceAll(String(count), "100"));
    const ids: number[] = [];
    let pages = 0;
    let cursor: number | undefined = 0;
    while (cursor !== undefined) {
      const { first, next }: Listing<{ id: number; name: string }> = await listCatalog(
        context,
        "Currency",
        {},
        { limit: 60, cursor },
      );
      expect(lengthOf(first)).toBeLessThan(11_000_000);
      ids.push(...first.map(({ id }) => id));
      pages++;
      cursor = next;
    }
    expect(ids).toEqual(Array.from({ length: 100 }, (_, at) => at + 1));
    expect(pages).toBeGreaterThan(3);
  });

  test("short rows are soon read in large chunks again", async () => {
    await listCatalog(databaseWith(longFrom(1, 400_000)).context, "Currency", {}, {});
    const { context, reads } = counted(databaseWith(currencies).context, true);
    const { first } = await listCatalog(context, "Currency", {}, { limit: count });
    expect(first).toHaveLength(count);
    expect(reads()).toBeLessThan(16);
    const before = reads();
    await listCatalog(context, "Currency", {}, { limit: count });
    expect(reads() - before).toBe(8);
  });
});

const lengthOf = (rows: readonly { readonly name: string }[]) =>
  rows.reduce((sum, { name }) => sum + name.length, 0);

/** The context, on a file or on a database that is a round trip away, and the number of reads. */
function counted(context: Context, isLocal: boolean) {
  let reads = 0;
  const executor: Context["executor"] = {
    ...context.executor,
    isLocal,
    read: (statements) => {
      reads++;
      return context.executor.read(statements);
    },
  };
  return { context: { ...context, executor }, reads: () => reads };
}

/** Counts the passes of the event loop, in which other work can run. */
function countPasses() {
  let taken = 0;
  const others = () => {
    taken++;
    next = setImmediate(others);
  };
  let next = setImmediate(others);
  return { taken: () => taken, end: () => clearImmediate(next) };
}

/** Returns the number of rows of each read, on a database that is a round trip away. */
async function rowsPerRead(rows: string) {
  const { context } = databaseWith(rows);
  const executor = { ...context.executor, isLocal: false, listRows: 100 };
  const { first, rest } = await listCatalog({ ...context, executor }, "Currency", {}, {});
  const taken = [first.length];
  const ids = first.map(({ id }) => id);
  for await (const chunk of rest!) {
    taken.push(chunk.length);
    ids.push(...chunk.map(({ id }) => id));
  }
  expect(ids).toEqual(Array.from({ length: count }, (_, index) => index + 1));
  return taken;
}

test("on a database that is a round trip away, each read of a list doubles the number of rows", async () => {
  expect(await rowsPerRead(currencies)).toEqual([100, 200, 400, 300]);
});

test("while its rows are short; after long rows a read takes fewer", async () => {
  const long = "update currency set name = name || hex(zeroblob(5000))";
  const all = await rowsPerRead(`${currencies} ${long}`);
  expect(Math.max(...all)).toBeLessThan(200);
  const [first, second, third, fourth] = await rowsPerRead(`${currencies} ${long} where id > 300`);
  expect([first, second, third]).toEqual([100, 200, 400]);
  expect(fourth).toBeLessThan(200);
});

test("a list ends even if rows are added while it is read", async () => {
  const { context, database } = databaseWith(currencies);
  const add = database.prepare(`
    insert into currency (rev_no, name, name_key, is_active)
    select 1, 'added' || id, 'added' || id, 1 from currency order by id desc limit 200`);
  const { rest } = await listCatalog(context, "Currency", {}, {});
  let reads = 0;
  for await (const _rows of rest!) {
    expect(++reads).toBeLessThan(20);
    add.run();
  }
  expect(reads).toBeGreaterThan(5);
});

describe("a list that walks over all rows", () => {
  const list = defineList(() => ({
    select: () => query.select({ id: currency.id }).from(currency),
    table: currency,
    filters: { isActive: currency.isActive },
  }));
  const rows = currencies.replaceAll(String(count), "50000");

  /** Lists the active ones of 50,000 rows, and counts the reads. */
  async function listActive(page: Page, isLocal = true) {
    const { context, database } = databaseWith(rows);
    database.exec("update currency set is_active = id in (5, 15000, 35000)");
    const { context: read, reads } = counted(context, isLocal);
    const listed = await list(read, { isActive: true }, page, { isWalk: true });
    return { ids: await idsOf(listed), next: listed.next, reads: reads() };
  }

  async function idsOf({ first, rest }: Listing<{ id: number }>) {
    const ids = first.map(({ id }) => id);
    for await (const chunk of rest ?? []) ids.push(...chunk.map(({ id }) => id));
    return ids;
  }

  test.for<[Page, Awaited<ReturnType<typeof listActive>>]>([
    [{ limit: 1 }, { ids: [5], next: 5, reads: 1 }],
    [{ limit: 2 }, { ids: [5, 15_000], next: 15_000, reads: 2 }],
    [
      { limit: 2, cursor: 15_000 },
      { ids: [35_000], next: undefined, reads: 4 },
    ],
    [{ limit: 3 }, { ids: [5, 15_000, 35_000], next: 35_000, reads: 4 }],
    [{}, { ids: [5, 15_000, 35_000], next: undefined, reads: 5 }],
  ])("takes several reads on a file: %o", async ([page, expected]) => {
    expect(await listActive(page)).toEqual(expected);
  });

  test("takes one read on a database that is a round trip away", async () => {
    expect(await listActive({ limit: 3 }, false)).toEqual({
      ids: [5, 15_000, 35_000],
      next: 35_000,
      reads: 1,
    });
  });

  test("lets other work run between its reads", async () => {
    const { context, database } = databaseWith(rows);
    database.exec("update currency set is_active = id = 50000");
    const others = countPasses();
    const { first } = await list(context, { isActive: true }, { limit: 1 }, { isWalk: true });
    others.end();
    expect(first).toHaveLength(1);
    expect(others.taken()).toBeGreaterThanOrEqual(4);
  });
});

describe("what belongs to many items", () => {
  const items = Array.from({ length: 300 }, (_, index) => index);
  /** Reads it, and returns the numbers of items of each read, and the passes in between. */
  async function partsOf(isLocal: boolean) {
    const { context } = databaseWith("");
    const others = countPasses();
    const parts: number[] = [];
    const read = await readInParts({ ...context.executor, isLocal }, items, async (some) => {
      parts.push(some.length);
      return some.flatMap((item) => (item % 2 === 0 ? [item] : []));
    });
    others.end();
    expect(read).toEqual(items.filter((item) => item % 2 === 0));
    return { parts, passes: others.taken() };
  }

  test("is read from a file in parts, between which other work runs", async () => {
    const { parts, passes } = await partsOf(true);
    expect(parts).toEqual([128, 128, 44]);
    expect(passes).toBeGreaterThanOrEqual(2);
  });

  test("takes one read of a database that is a round trip away", async () => {
    expect((await partsOf(false)).parts).toEqual([300]);
  });
});

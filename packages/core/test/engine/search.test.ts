import { describe, expect, test } from "vitest";
import { query } from "../../src/database/query.ts";
import { currency } from "../../src/database/schema/index.ts";
import type { Context } from "../../src/engine/context.ts";
import type { Listing } from "../../src/engine/read/list.ts";
import { defineSearch, type SearchCursor, type SearchPage } from "../../src/engine/read/search.ts";
import { leading, testing } from "../../src/engine/read/search-filter.ts";
import { prefixRangeOf } from "../../src/values/prefix.ts";
import { sql } from "drizzle-orm";
import { databaseWith } from "../database/empty.ts";

const rowCount = 249_500;
// Names have the opposite order of ids, and the revision stands for an indexed column.
const { context, database } = databaseWith(`
  insert into user (rev_no, name, name_key, is_active) values (1, 'someone', 'someone', 1);
  insert into currency (rev_no, name, name_key, is_active)
    with recursive number (n) as (select 1 union all select n + 1 from number where n < ${rowCount})
    select n % 2, 'c' || n, 'c' || (1000000 - n), n in (5, 95000, 100001, 240000) from number;
  create index currency_revision on currency (rev_no)`);

const search = defineSearch(() => ({
  select: (more) => query.select({ id: currency.id, ...more }).from(currency),
  table: currency,
  filters: {
    revNo: leading(currency.revNo),
    isActive: testing((isActive) => sql`${currency.isActive} = ${isActive}`),
    text: testing((text) => sql`substr(${currency.nameKey}, 1, length(${text})) = ${text}`),
  },
  orders: {
    oldest: {},
    newest: { isDescending: true },
    name: { by: currency.nameKey, covers: ["text"] },
  },
}));
type Searched = Parameters<typeof search.list>[1];

/** The context, on a file or on a database that is a round trip away, and the number of reads. */
function counted(isLocal: boolean) {
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

/** Reads one page, and counts its reads. */
async function pageOf(searched: Searched, page: SearchPage, isLocal = true) {
  const { context: read, reads } = counted(isLocal);
  const { first, next } = await search.list(read, searched, page);
  return { ids: first.map(({ id }) => id), next, reads: reads() };
}

async function idsOf({ first, rest }: Listing<{ id: number }, SearchCursor>) {
  const ids = first.map(({ id }) => id);
  for await (const chunk of rest ?? []) ids.push(...chunk.map(({ id }) => id));
  return ids;
}

const active = { filter: { isActive: true } };

describe("a page whose rows a filter tests", () => {
  test.for([true, false])(
    "ends after 100,000 rows, with a cursor (of a file: %s)",
    async (isLocal) => {
      const limit = 3;
      const searched = { ...active, order: "oldest" } as const;
      const first = await pageOf(searched, { limit }, isLocal);
      expect(first).toMatchObject({ ids: [5, 95_000], reads: 10 });
      const second = await pageOf(searched, { limit, cursor: first.next }, isLocal);
      expect(second).toMatchObject({ ids: [100_001], reads: 10 });
      const third = await pageOf(searched, { limit, cursor: second.next }, isLocal);
      expect(third).toEqual({ ids: [240_000], next: undefined, reads: 5 });
    },
  );

  test("ends as soon as it is full, in one read where its rows are near", async () => {
    const searched = { ...active, order: "newest" } as const;
    const page = await pageOf(searched, { limit: 1 });
    expect(page).toEqual({
      ids: [240_000],
      next: { order: "newest", id: 240_000, value: "240000" },
      reads: 1,
    });
  });

  test("can be empty and have a cursor", async () => {
    const cursor = { order: "name", id: 0, value: "c770000" };
    const { ids, next } = await pageOf({ ...active, order: "name" }, { limit: 9, cursor });
    expect(ids).toEqual([]);
    expect(next).toMatchObject({ order: "name", value: "c869999" });
  });

  test("ends with the range of its order", async () => {
    const range = { first: "c850000", last: "c904990" };
    const { ids, next, reads } = await pageOf({ ...active, order: "name", ...range }, { limit: 9 });
    expect({ ids, next, reads }).toEqual({ ids: [100_001], next: undefined, reads: 6 });
  });

  test("counts only the rows that the leading filter has", async () => {
    const { next, ...page } = await pageOf(
      { filter: { isActive: true, revNo: 0 }, order: "oldest" },
      { limit: 9 },
    );
    // The even ones: 125,000 rows, so 100,000 of them end at 200,000.
    expect(page).toEqual({ ids: [95_000], reads: 10 });
    expect(next).toMatchObject({ value: "200000" });
  });

  test("lets other work run in between", async () => {
    let passes = 0;
    let isDone = false;
    const others = () => {
      passes++;
      if (!isDone) setImmediate(others);
    };
    setImmediate(others);
    await search.list(context, { ...active, order: "oldest" }, { limit: 9 });
    isDone = true;
    expect(passes).toBeGreaterThanOrEqual(9);
  });
});

test("of many equal values, a read passes a part too", async () => {
  const equal = databaseWith(`
    insert into user (rev_no, name, name_key, is_active) values (1, 'someone', 'someone', 1);
    insert into currency (rev_no, name, name_key, is_active)
      with recursive number (n) as (select 1 union all select n + 1 from number where n < 30000)
      select n / 25000, 'c' || n, 'c' || n, n in (7, 24000, 29000) from number;
    create index currency_revision on currency (rev_no)`);
  const byRevision = defineSearch(() => ({
    select: (more) => query.select({ id: currency.id, ...more }).from(currency),
    table: currency,
    filters: { isActive: testing((isActive) => sql`+${currency.isActive} = ${isActive}`) },
    orders: { revision: { by: currency.revNo } },
  }));
  const ends: unknown[] = [];
  const executor: Context["executor"] = {
    ...equal.context.executor,
    read: async (statements) => {
      const results = await equal.context.executor.read(statements);
      ends.push(results.at(-1)![0]!);
      return results;
    },
  };
  const searched = { ...active, order: "revision" } as const;
  const listing = await byRevision.list({ ...equal.context, executor }, searched, { limit: 9 });
  expect(listing.first.map(({ id }) => id)).toEqual([7, 24_000, 29_000]);
  expect(ends).toEqual([
    [0, 10_000],
    [0, 20_000],
    [1, 30_000],
    [null, 0],
  ]);
});

test.for([true, false])("a search without pages has every row (of a file: %s)", async (isLocal) => {
  for (const order of ["oldest", "newest", "name"] as const) {
    const { context: read, reads } = counted(isLocal);
    const ids = await idsOf(await search.list(read, { ...active, order }, {}));
    const expected = [5, 95_000, 100_001, 240_000];
    expect(ids).toEqual(order === "oldest" ? expected : expected.toReversed());
    // Where each read is a query of D1, a part has 100,000 rows.
    expect(reads()).toBe(isLocal ? 25 : 3);
  }
});

test("a count ends at 1,000, or after 100,000 rows that a filter tests", async () => {
  const { context: read, reads } = counted(true);
  const count = (filter: Searched["filter"]) => search.count(read, { filter, order: "oldest" });
  expect(await count({})).toEqual({ count: 1000, isCapped: true });
  expect(await count({ revNo: 0 })).toEqual({ count: 1000, isCapped: true });
  expect(await count({ revNo: 7 })).toEqual({ count: 0, isCapped: false });
  const before = reads();
  expect(await count({ isActive: true })).toEqual({ count: 2, isCapped: true });
  expect(reads() - before).toBe(10);
});

test("after a page of long rows, a count still reaches all rows", async () => {
  const long = databaseWith(`
    insert into user (rev_no, name, name_key, is_active) values (1, 'someone', 'someone', 1);
    insert into currency (rev_no, name, name_key, is_active)
      with recursive number (n) as (select 1 union all select n + 1 from number where n < 1000)
      select 1, 'c' || n, hex(zeroblob(case when n < 9 then 1500000 end)) || n, 1 from number`);
  const withKeys = defineSearch(() => ({
    select: (more) =>
      query.select({ id: currency.id, key: currency.nameKey, ...more }).from(currency),
    table: currency,
    filters: {},
    orders: { oldest: {} },
  }));
  const searched = { filter: {}, order: "oldest" } as const;
  const { first } = await withKeys.list(long.context, searched, { limit: 1000 });
  expect(first.length).toBeLessThan(9);
  expect(await withKeys.count(long.context, searched)).toEqual({ count: 1000, isCapped: false });
  const { first: rest, next } = await withKeys.list(long.context, searched, {
    limit: 990,
    cursor: { order: "oldest", id: 8, value: "8" },
  });
  expect([rest.length, next?.value]).toEqual([990, "998"]);
});

test("the range of a prefix is read by its index, with no row tested", async () => {
  const text = "c99999";
  const searched = { filter: { text }, order: "name", ...prefixRangeOf(text) } as const;
  const whole = await pageOf(searched, { limit: 20 });
  expect(whole).toEqual({ ids: [10, 9, 8, 7, 6, 5, 4, 3, 2, 1], next: undefined, reads: 1 });
  const next = await pageOf(searched, {
    limit: 20,
    cursor: { order: "name", id: 3, value: "c999997" },
  });
  expect(next.ids).toEqual([2, 1]);
});

test("a list ends even if rows are added ahead of it", async () => {
  const add = database.prepare(`
    insert into currency (rev_no, name, name_key, is_active)
    select 1, 'added' || max(id), 'd' || max(id), 1 from currency`);
  const { rest } = await search.list(context, { filter: {}, order: "name", first: "c99" }, {});
  let rows = 0;
  for await (const chunk of rest!) {
    rows += chunk.length;
    expect(rows).toBeLessThan(12_000);
    for (let added = 0; added < 300; added++) add.run();
  }
  expect(rows).toBeGreaterThan(9_800);
});

test("a range of a prefix ends before the next text, by the order of code points", () => {
  expect(prefixRangeOf("Ab")).toEqual({ first: "ab", last: "ac" });
  expect(prefixRangeOf("")).toEqual({ first: "", last: undefined });
  expect(prefixRangeOf("\uD7FF")).toEqual({ first: "\uD7FF", last: "\uE000" });
  expect(prefixRangeOf("a\u{10FFFF}")).toEqual({ first: "a\u{10FFFF}", last: "b" });
  expect(prefixRangeOf("\u{10FFFF}")).toEqual({ first: "\u{10FFFF}", last: undefined });
  expect(prefixRangeOf("😀")).toEqual({ first: "😀", last: "😁" });
});

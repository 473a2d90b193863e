import { expect, test } from "vitest";
import { openPlant } from "#plant";
import type { Answer } from "../plants/plant.ts";
import { atTime, longAgo } from "./at-time.ts";
import { nest, nextOf, pagesOf } from "./nest.ts";
import { expectRefused } from "./refused.ts";

type Item = Answer["body"];
type Fields = Readonly<Record<string, unknown>>;

const plant = await openPlant();
const { product, front, back, receive, build, remove } = await nest(plant);
const paths = ["/api/Genealogy/AsBuilt", "/api/Genealogy/WhereUsed"] as const;
const [asBuilt, whereUsed] = paths;

/** Receives items with these names, in this order. */
async function items<Name extends string>(...names: Name[]): Promise<Record<Name, Item>> {
  const made: [Name, Item][] = [];
  for (const name of names) {
    made.push([name, await receive({ visualSerialNo: plant.unique(name) })]);
  }
  // There is an item for each name.
  return Object.fromEntries(made) as Record<Name, Item>;
}

async function built(parent: Item, child: Item, fields: Fields = {}): Promise<void> {
  const { status, body } = await build(parent, child, fields);
  expect(status, JSON.stringify(body)).toBe(200);
}

async function removed(parent: Item, child: Item, removeQty = 1): Promise<void> {
  const { status, body } = await remove(parent, child, removeQty);
  expect(status, JSON.stringify(body)).toBe(200);
}

/** Writes each place as its level, its serial without the number, and its quantity. */
const linesOf = (places: Item[]) =>
  places.map(({ level, visualSerialNo, qty }: Item) =>
    [level, visualSerialNo.replace(/-\d+$/, ""), qty].join(" "),
  );
const list = async (path: string, body: object) => linesOf((await plant.post(path, body)).body);

test("AsBuilt lists the items in an item, each followed by the items in it", async () => {
  const { top, left, right, leaf } = await atTime(plant, longAgo, () =>
    items("top", "left", "right", "leaf"),
  );
  await built(left, leaf, { builtQty: 3 });
  await built(top, right, { bomSlotID: back });
  await built(top, left, { builtQty: 2, occurredAt: "2026-01-02T03:04:05Z" });
  const { body } = await plant.post(asBuilt, { id: top.id });
  expect(linesOf(body)).toEqual(["1 left 2", "2 leaf 3", "1 right 1"]);
  expect(body[0]).toEqual({
    id: left.id,
    parentID: top.id,
    level: 1,
    visualSerialNo: left.visualSerialNo,
    batchNo: null,
    productID: left.productID,
    productName: product,
    version: "A",
    link: "build",
    bomSlotID: front,
    slot: "Front",
    qty: 2,
    unit: "each",
    at: "2026-01-02T03:04:05.000Z",
    userID: left.lastEditUserID,
    user: body[0].user,
    userNow: body[0].user,
    places: 1,
  });
  expect(body[1]).toMatchObject({ id: leaf.id, parentID: left.id });
});

test("WhereUsed lists the items that an item went into, each followed by those that it went into", async () => {
  const { top, other, mid, leaf } = await items("top", "other", "mid", "leaf");
  await built(mid, leaf, { builtQty: 4 });
  await built(other, leaf, { bomSlotID: back });
  await built(top, mid, { builtQty: 2 });
  const { body } = await plant.post(whereUsed, { visualSerialNo: leaf.visualSerialNo });
  expect(linesOf(body)).toEqual(["1 mid 4", "2 top 2", "1 other 1"]);
  expect(body[1]).toMatchObject({ id: top.id, childID: mid.id, bomSlotID: front, unit: "each" });
});

test("an item is named by its serial without regard to case, by its id, or by both", async () => {
  const { Ärmel: top, leaf } = await items("Ärmel", "leaf");
  await built(top, leaf);
  const visualSerialNo = top.visualSerialNo.toUpperCase();
  expect(visualSerialNo).not.toBe(top.visualSerialNo);
  for (const named of [{ visualSerialNo }, { id: top.id, visualSerialNo }]) {
    expect(await list(asBuilt, named)).toEqual(["1 leaf 1"]);
  }
});

test("the builds of one item into one slot are one place, with all that is built and not removed", async () => {
  const { top, leaf } = await items("top", "leaf");
  await built(top, leaf, { builtQty: 2 });
  await built(top, leaf, { builtQty: 3, bomSlotID: back });
  await built(top, leaf, { builtQty: 4 });
  expect(await list(asBuilt, { id: top.id })).toEqual(["1 leaf 6", "1 leaf 3"]);
  expect(await list(whereUsed, { id: leaf.id })).toEqual(["1 top 6", "1 top 3"]);
  // The latest builds are removed first.
  await removed(top, leaf, 6);
  expect(await list(asBuilt, { id: top.id })).toEqual(["1 leaf 2", "1 leaf 1"]);
  await removed(top, leaf, 3);
  for (const path of paths) expect(await list(path, { id: top.id })).toEqual([]);
  expect(await list(whereUsed, { id: leaf.id })).toEqual([]);
});

test("an item that was removed leads nowhere, and may contain the item that it was in", async () => {
  const { top, mid, leaf } = await items("top", "mid", "leaf");
  await built(top, mid);
  await built(mid, leaf);
  await expectRefused(plant, () => build(leaf, top), [409, "cycle"]);
  await removed(top, mid);
  expect(await list(asBuilt, { id: top.id })).toEqual([]);
  expect(await list(whereUsed, { id: leaf.id })).toEqual(["1 mid 1"]);
  await built(leaf, top);
  expect(await list(asBuilt, { id: mid.id })).toEqual(["1 leaf 1", "2 top 1"]);
  for (const body of [{ id: mid.id }, { id: mid.id, paths: true }]) {
    expect(await list(asBuilt, body)).toHaveLength(2);
  }
});

test("a shared subassembly is listed once, where it stands highest; by paths, everywhere", async () => {
  const { top, left, right, shared, leaf } = await items("top", "left", "right", "shared", "leaf");
  await built(shared, leaf);
  await built(left, shared, { builtQty: 2 });
  await built(right, left);
  await built(right, shared, { builtQty: 3 });
  await built(top, right);
  const { body } = await plant.post(asBuilt, { id: top.id });
  expect(linesOf(body)).toEqual(["1 right 1", "2 left 1", "2 shared 3", "3 leaf 1"]);
  expect(body.map(({ places }: Item) => places)).toEqual([1, 1, 2, 1]);
  expect(await list(asBuilt, { id: top.id, paths: true })).toEqual([
    "1 right 1",
    "2 left 1",
    "3 shared 2",
    "4 leaf 1",
    "2 shared 3",
    "3 leaf 1",
  ]);
  expect(await list(whereUsed, { id: leaf.id })).toEqual([
    "1 shared 1",
    "2 left 2",
    "2 right 3",
    "3 top 1",
  ]);
  const upwards = await list(whereUsed, { id: leaf.id, paths: true });
  expect(upwards).toEqual([
    "1 shared 1",
    "2 left 2",
    "3 right 1",
    "4 top 1",
    "2 right 3",
    "3 top 1",
  ]);
});

test("an item in two slots of another one is followed by its contents once", async () => {
  const { top, mid, leaf } = await items("top", "mid", "leaf");
  await built(mid, leaf);
  await built(top, mid);
  await built(top, mid, { bomSlotID: back });
  const expected = ["1 mid 1", "2 leaf 1", "1 mid 1"];
  expect(await list(asBuilt, { id: top.id })).toEqual(expected);
  expect(await list(asBuilt, { id: top.id, paths: true })).toEqual(expected);
});

test("the requested number of levels is listed", async () => {
  const { top, mid, low, leaf } = await items("top", "mid", "low", "leaf");
  await built(low, leaf);
  await built(mid, low);
  await built(top, mid);
  await built(top, low, { bomSlotID: back });
  const all = ["1 mid 1", "1 low 1", "2 leaf 1"];
  expect(await list(asBuilt, { id: top.id, depth: 1 })).toEqual(["1 mid 1", "1 low 1"]);
  for (const depth of [2, 100, undefined]) {
    expect(await list(asBuilt, { id: top.id, depth })).toEqual(all);
  }
  expect(await list(asBuilt, { id: top.id, depth: 2, paths: true })).toEqual([
    "1 mid 1",
    "2 low 1",
    "1 low 1",
    "2 leaf 1",
  ]);
  expect(await list(whereUsed, { id: leaf.id, depth: 1 })).toEqual(["1 low 1"]);
});

test("at a time, the record is as it was then, items included", async () => {
  const start = Date.now() + 60_000;
  const later = async <Done>(minutes: number, send: () => Promise<Done>): Promise<Done> => {
    plant.now = start + minutes * 60_000;
    const done = await send();
    plant.now = undefined;
    return done;
  };
  const atMinute = (minutes: number) => new Date(start + minutes * 60_000).toISOString();
  const { top, left, right } = await items("top", "left", "right");
  await later(1, () => built(top, left, { builtQty: 3 }));
  await later(2, () => removed(top, left, 1));
  await later(3, () => built(top, right, { bomSlotID: back }));
  const { body: current } = await plant.get(`/api/MaterialItem/Get/${left.id}`);
  const renamed = { ...current, visualSerialNo: `${left.visualSerialNo}-new`, batchNo: "B-2" };
  await later(4, () => plant.done("put", `/api/MaterialItem/Update/${left.id}`, renamed));
  await later(5, () => removed(top, renamed, 2));

  const on = (at: string | undefined, path: string = asBuilt, id = top.id) =>
    plant.post(path, { id, at }).then(({ body }) => body);
  const then = (visualSerialNo: string, batchNo: string | null, qty: number) =>
    expect.objectContaining({ visualSerialNo, batchNo, qty });
  const old = left.visualSerialNo;
  expect(await on(atMinute(0))).toEqual([]);
  expect(await on(atMinute(1))).toEqual([then(old, null, 3)]);
  expect(await on(atMinute(2))).toEqual([then(old, null, 2)]);
  expect(await on(atMinute(2.9))).toEqual([then(old, null, 2)]);
  expect(await on(atMinute(3))).toEqual([then(old, null, 2), then(right.visualSerialNo, null, 1)]);
  expect((await on(atMinute(4)))[0]).toEqual(then(`${old}-new`, "B-2", 2));
  const now = [then(right.visualSerialNo, null, 1)];
  for (const at of [atMinute(5), atMinute(1e6), "9999-12-31", undefined]) {
    expect(await on(at), at).toEqual(now);
  }
  expect(await on(atMinute(4), whereUsed, left.id)).toHaveLength(1);
  expect(await on(atMinute(5), whereUsed, left.id)).toEqual([]);
  // An item that was renamed later still has its own product and slot.
  expect((await on(atMinute(1)))[0]).toMatchObject({ productName: product, slot: "Front" });
});

test("pages are those of one state of the record, whatever is built in the meantime", async () => {
  const { top, ...rest } = await items("top", "a", "b", "c", "d", "e");
  for (const child of Object.values(rest)) await built(top, child);
  const whole = (await plant.post(asBuilt, { id: top.id })).body;
  for (const limit of [1, 2, 5, 6]) {
    const pages = await pagesOf(plant, asBuilt, { id: top.id }, limit);
    expect(pages.flat()).toEqual(whole);
    expect(pages.every((page) => page.length <= limit)).toBe(true);
  }
  const first = await plant.post(`${asBuilt}?limit=2`, { id: top.id });
  const early = await receive();
  await built(rest.a, early);
  await removed(top, rest.c);
  const second = await plant.post(nextOf(first)!, { id: top.id });
  expect([...first.body, ...second.body]).toEqual(whole.slice(0, 4));
  expect(linesOf((await plant.post(asBuilt, { id: top.id })).body)).toEqual([
    "1 a 1",
    "2 SN 1",
    "1 b 1",
    "1 d 1",
    "1 e 1",
  ]);
});

test.for([{}, { at: "2999-01-01T00:00:00Z" }])(
  "pages name each item as the first page would have: %o",
  async (options) => {
    const { top, ...rest } = await items("top", "a", "b");
    for (const child of Object.values(rest)) await built(top, child);
    const asked = { id: top.id, ...options };
    const whole = (await plant.post(asBuilt, asked)).body;
    const first = await plant.post(`${asBuilt}?limit=1`, asked);
    const { a, b } = rest;
    const rename = async (id: number, visualSerialNo: string, batchNo: string) => {
      const { body } = await plant.get(`/api/MaterialItem/Get/${id}`);
      const renamed = { ...body, visualSerialNo, batchNo };
      await plant.done("put", `/api/MaterialItem/Update/${id}`, renamed);
    };
    await rename(a.id, plant.unique("OLD"), "1");
    await rename(b.id, a.visualSerialNo, "2");
    await rename(b.id, plant.unique("OTHER"), "3");
    const second = await plant.post(nextOf(first)!, asked);
    expect([...first.body, ...second.body]).toEqual(whole);
  },
);

test("pages continue where the last one ended, in each place of a shared item", async () => {
  const top = await diamonds(3);
  const whole = (await plant.post(asBuilt, { id: top.id, paths: true })).body;
  expect(whole).toHaveLength(28);
  for (const limit of [1, 3, 28]) {
    const pages = await pagesOf(plant, asBuilt, { id: top.id, paths: true }, limit);
    expect(pages.flat()).toEqual(whole);
  }
});

test("a page is found immediately, however many places are before it", async () => {
  const top = await diamonds(30);
  const first = await plant.post(`${asBuilt}?limit=1`, { id: top.id, paths: true });
  const halfway = nextOf(first)!.replace(/0$/, "1").replace("limit=1", "limit=3");
  const { body } = await plant.post(halfway, { id: top.id, paths: true });
  expect(linesOf(body)).toEqual(["2 end 1", "3 left 1", "4 end 1"]);
});

/** Makes items that are each in two others, which are both in a third. Each doubles the paths. */
async function diamonds(count: number): Promise<Item> {
  let { end } = await items("end");
  for (let made = 0; made < count; made++) {
    const { left, right, end: next } = await items("left", "right", "end");
    for (const side of [left, right]) {
      await built(side, end);
      await built(next, side);
    }
    end = next;
  }
  return end;
}

test("a cursor continues its own request, and no other", async () => {
  const { top, middle, leaf, last, other } = await items("top", "middle", "leaf", "last", "other");
  await built(middle, leaf);
  for (const item of [top, other]) {
    await built(item, middle);
    await built(item, last);
  }
  const request = { id: top.id, depth: 5 };
  const query = nextOf(await plant.post(`${asBuilt}?limit=1`, request))!.split("?")[1]!;
  expect((await plant.post(`${asBuilt}?${query}`, request)).body).toHaveLength(1);
  const others = [
    [asBuilt, { ...request, id: other.id }],
    [whereUsed, request],
    [asBuilt, { ...request, depth: 4 }],
    [asBuilt, { ...request, paths: true }],
    [asBuilt, { ...request, at: "2030-01-01T00:00:00.000Z" }],
  ] as const;
  for (const [path, body] of others) {
    const send = () => plant.post(`${path}?${query}`, body);
    const { detail } = await expectRefused(plant, send, [400, "validation_failed"]);
    expect(detail).toContain("cursor");
  }
});

test.for(["9", "2", "0-9", "0-0-0-0", "999999999999999"])(
  "a cursor whose way %s leads nowhere is refused",
  async (way) => {
    const { top, leaf, last } = await items("top", "leaf", "last");
    await built(top, leaf);
    await built(top, last);
    const next = nextOf(await plant.post(`${asBuilt}?limit=1`, { id: top.id }))!;
    const send = () => plant.post(next.replace(/0$/, way), { id: top.id });
    await expectRefused(plant, send, [400, "validation_failed"]);
  },
);

test.for(["", "1", "-1", "1-", "1-1", "a-b", "1-2-c", "1--2", "1-1234567890123456", " 1-1"])(
  "the cursor %j is refused",
  async (cursor) => {
    const { top } = await items("top");
    const send = () =>
      plant.post(`${asBuilt}?cursor=${encodeURIComponent(cursor)}`, { id: top.id });
    const { detail } = await expectRefused(plant, send, [400, "validation_failed"]);
    expect(detail).toContain("cursor");
  },
);

test.for<[field: string, body: object]>([
  ["", {}],
  ["/depth", { id: 1, depth: 0 }],
  ["/depth", { id: 1, depth: 101 }],
  ["/depth", { id: 1, depth: 1.5 }],
  ["/at", { id: 1, at: "yesterday" }],
  ["/paths", { id: 1, paths: "yes" }],
  ["/visualSerialNo", { visualSerialNo: "" }],
])("a request is refused at %j: %o", async ([pointer, body]) => {
  for (const path of paths) {
    await expectRefused(plant, () => plant.post(path, body), [400, "validation_failed", pointer]);
  }
});

test("an item that does not exist has no genealogy", async () => {
  const { top, leaf } = await items("top", "leaf");
  const unknown = [
    { id: 9_999_999 },
    { visualSerialNo: "none" },
    { id: top.id, visualSerialNo: leaf.visualSerialNo },
  ];
  for (const path of [...paths, "/api/Genealogy/Completeness"]) {
    for (const body of unknown) {
      await expectRefused(plant, () => plant.post(path, body), [404, "not_found"]);
    }
  }
});

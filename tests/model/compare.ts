import { expect } from "vitest";
import { unconserved } from "../plants/invariants.ts";
import type { Plant } from "../plants/plant.ts";
import type { Answer, Requests } from "../plants/requests.ts";
import type { Chance } from "../faults/chance.ts";
import { builtBy, flaggedIn, isMet } from "./completeness.ts";
import { type Ends, highestOf, type Line, placesOf } from "./genealogy.ts";
import { isConserved } from "./items.ts";
import { orderRecordOf } from "./orders.ts";
import { versionThen } from "./versions.ts";
import { reachable } from "./ways.ts";
import { recordOf } from "./holds.ts";
import { timeOf } from "./times.ts";
import {
  fieldsThen,
  isSameBatch,
  type Item,
  orderOf,
  productOf,
  slotsOf,
  wasMoved,
  type World,
} from "./world.ts";

type Body = Answer["body"];

const dayMs = 86_400_000;

async function read(requests: Requests, path: string, body: object): Promise<Body> {
  const answer = await requests.post(path, body);
  expect(answer.status, `${path} ${JSON.stringify(body)}`).toBe(200);
  return answer.body;
}

/** Expects the items of a world's batch, as a list returns them, to match the model's. */
export async function compareBatch(world: World, requests: Requests): Promise<void> {
  const batchNo = world.name.toUpperCase();
  const told = await read(requests, "/api/MaterialItem/List", { batchNo });
  expect(told).toEqual(recordsOf(world, world.items.filter(isOfBatch(world))));
  const found = await read(requests, "/api/MaterialItem/Search", { batchNo, order: "newest" });
  expect(found).toEqual(told.toReversed());
  const held = await read(requests, "/api/MaterialItem/Count", { batchNo, isHeld: true });
  const count = told.filter(({ holdReasonID }: Body) => holdReasonID !== null).length;
  expect(held).toEqual({ count, isCapped: false });
}

const isOfBatch =
  ({ name }: World) =>
  ({ fields }: Item) =>
    isSameBatch(fields.batchNo, name);

/** Expects the matches of a recall by batch or delivery, now or before, to be those of the model. */
async function compareRecalls(world: World, requests: Requests): Promise<void> {
  const { name } = world;
  for (const [field, value] of [
    ["batchNo", name],
    ["deliveryNo", `${name}-d0`],
    ["deliveryNo", `${name}-d1`],
  ] as const) {
    const filter = { [field]: value.toUpperCase() };
    const told: Body[] = await read(requests, "/api/Genealogy/Recall", filter);
    const matches = told.filter(({ level }) => level === 0);
    const expected = world.items.filter((item) => hasOrHad(item, field, value));
    expect(
      matches.map(({ id, formerly }) => [id, formerly.length > 0]),
      `recall of ${value}`,
    ).toEqual(
      expected
        .toSorted((left, right) => left.id - right.id)
        .map(({ id, fields }) => [id, !isSameBatch(fields[field], value)]),
    );
  }
}

type Origin = "batchNo" | "deliveryNo";

/** Whether an item has a batch or a delivery, or had it before a change. */
const hasOrHad = ({ fields, history }: Item, field: Origin, value: string): boolean =>
  [fields[field], ...history.map(({ before }) => before?.[field])].some((one) =>
    isSameBatch((one as string | null | undefined) ?? null, value),
  );

const recordsOf = (world: World, items: readonly Item[]) =>
  items.toSorted((left, right) => left.id - right.id).map((item) => recordOf(world, item));

/**
 * Expects everything that the service returns of a world to match the model. Returns the number of
 * levels of the deepest structure.
 */
export async function compareAll(
  world: World,
  plant: Plant,
  requests: Requests,
  chance: Chance,
): Promise<number> {
  let deepest = 0;
  await compareBatch(world, requests);
  await compareRecalls(world, requests);
  await compareOrders(world, requests);
  for (const item of world.items) {
    expect(isConserved(world, item), `${item.fields.visualSerialNo} is conserved`).toBe(true);
    if (!isOfBatch(world)(item)) {
      const { body } = await requests.get(`/api/MaterialItem/Get/${item.id}`);
      expect(body).toEqual(recordOf(world, item));
    }
    await compareHistory(requests, item);
    deepest = Math.max(deepest, await compareStructures(world, requests, item, chance));
    await compareCompleteness(world, requests, item);
    await compareEarlierCompleteness(world, requests, item, chance);
  }
  const own = new Set<unknown>(world.items.map(({ fields }) => fields.visualSerialNo));
  const broken = (await plant.sql(unconserved)).filter((row) => own.has(row["visual_serial_no"]));
  expect(broken, "items that break the law of material").toEqual([]);
  return deepest;
}

async function compareHistory(requests: Requests, { id, history }: Item): Promise<void> {
  const told: Body[] = await read(requests, "/api/MaterialItem/History", { id });
  const expected = history.map((entry, index) => ({
    entity: "MaterialItem",
    id,
    externalRef: null,
    traceID: null,
    station: null,
    ...entry,
    // For most changes the model can't know the place in the log.
    seq: entry.seq ?? told[index]?.seq,
  }));
  const kept = told.map((entry) => {
    const { user: _user, userNow: _now, keyID: _keyID, operationID: _operationID, ...rest } = entry;
    return rest;
  });
  expect(kept, `the history of item ${id}`).toEqual(expected);
  const places = told.map(({ seq }) => seq);
  expect(places).toEqual(places.toSorted((left, right) => left - right));
}

const ways: readonly { path: string; ends: Ends; whence: string }[] = [
  { path: "/api/Genealogy/AsBuilt", ends: ["parent", "child"], whence: "parentID" },
  { path: "/api/Genealogy/WhereUsed", ends: ["child", "parent"], whence: "childID" },
];

/** An earlier state of a world's record, and the times of a request for it. */
function earlier(world: World, chance: Chance) {
  const during = () => world.since + chance.below(world.now - world.since);
  const [at, knownAt] = [
    chance.percent(70) ? during() : world.since - chance.below(dayMs),
    during(),
  ];
  const [isAt, isKnownAt] = chance.pick([
    [true, false],
    [true, true],
    [false, true],
  ] as const);
  return {
    state: { at: isAt ? at : world.now, knownAt: isKnownAt ? knownAt : world.now },
    times: {
      ...(isAt ? { at: timeOf(at) } : {}),
      ...(isKnownAt ? { knownAt: timeOf(knownAt) } : {}),
    },
  };
}

/** Compares both structures of an item: now, and for some items in another state and depth. */
async function compareStructures(
  world: World,
  requests: Requests,
  item: Item,
  chance: Chance,
): Promise<number> {
  let deepest = 0;
  const now = { at: world.now, knownAt: world.now, depth: 100 };
  const { state: then, times } = earlier(world, chance);
  const view = { ...then, depth: 1 + chance.below(4) };
  for (const { path, ends, whence } of ways) {
    const direction = ends[0] === "parent" ? "down" : "up";
    const compareReached = async (options: object, reached: ReadonlySet<Item>) => {
      const body = { id: item.id, ...options };
      const told: Body[] = await read(requests, path, body);
      // An item that is linked in two ways has a line for each.
      const ids = new Set(told.map(({ id }) => id as number));
      expect(sortedIds(ids), `${path} ${JSON.stringify(body)}`).toEqual(
        sortedIds([...reached].map(({ id }) => id)),
      );
    };
    const compare = async (options: object, lines: readonly Line[]) => {
      const body = { id: item.id, ...options };
      const told: Body[] = await read(requests, path, body);
      const links = told.map((line) => ({ ...pickFields(line, linkNames), from: line[whence] }));
      expect(links, `${path} ${JSON.stringify(body)}`).toEqual(lines.map(linkOf));
    };
    const isLinked = world.builds.some((built) => built[ends[0]] === item);
    // The order of a structure with transfers is not compared, but what it lists.
    if (world.transfers.length > 0) {
      const all = reachable(world, item, direction, now);
      const before = reachable(world, item, direction, view);
      if (isWithTransfers(world, [item, ...all, ...before])) {
        await compareReached({}, all);
        await compareReached({ ...times, depth: view.depth }, before);
        continue;
      }
    }
    // An item that was never built has no structure, so few of them are queried.
    if (!isLinked && !chance.percent(10)) continue;
    const lines = highestOf(world.builds, item, ends, now);
    await compare({}, lines);
    deepest = Math.max(deepest, ...lines.map(({ level }) => level));
    if (!chance.percent(25)) continue;
    const options = { ...times, depth: view.depth };
    await compare(options, highestOf(world.builds, item, ends, view));
    const places = placesOf(world.builds, item, ends, view);
    if (places) await compare({ ...options, paths: true }, places);
  }
  return deepest;
}

const sortedIds = (ids: Iterable<number>) => [...ids].toSorted((left, right) => left - right);

/** Whether one of the items was split or merged. */
const isWithTransfers = (world: World, items: readonly Item[]) =>
  items.some((item) => wasMoved(world, item));

const linkNames = ["level", "id", "bomSlotID", "slot", "qty", "at", "userID"];
const pickFields = (record: Body, names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, record[name]]));

const linkOf = ({ level, to, from, slot, qty, first }: Line) => ({
  level,
  id: to.id,
  from: from.id,
  bomSlotID: slot.id,
  slot: slot.description,
  qty,
  at: timeOf(first.happenedAt),
  userID: first.userID,
});

async function compareCompleteness(world: World, requests: Requests, item: Item): Promise<void> {
  if (productOf(world, item).versions.length === 0) return;
  const slots = slotsOf(world, item);
  const {
    isComplete,
    slots: told,
    ...flagged
  } = await read(requests, "/api/Genealogy/Completeness", { id: item.id });
  const needed = slots.filter(({ isActive, isRequired }) => isActive && isRequired);
  const { unfinished, held } = flaggedIn(world, [item]);
  expect(isComplete, `completeness of item ${item.id}`).toBe(
    needed.every((slot) => isMet(world, item, slot)) && unfinished.length === 0,
  );
  const idsOf = (some: readonly { id: number }[]) => some.map(({ id }) => id);
  expect([idsOf(flagged.unfinished), idsOf(flagged.held)]).toEqual([
    idsOf(unfinished).slice(0, 100),
    idsOf(held).slice(0, 100),
  ]);
  const counts = [flagged.unfinishedCount, flagged.heldCount];
  expect(counts).toEqual([unfinished.length, held.length]);
  expect(told.map((slot: Body) => [slot.bomSlotID, slot.missing === 0])).toEqual(
    slots.map((slot) => [slot.id, isMet(world, item, slot)]),
  );
}

/** Compares what was built into an item, unfinished in it and held in it in an earlier state. */
async function compareEarlierCompleteness(
  world: World,
  requests: Requests,
  item: Item,
  chance: Chance,
): Promise<void> {
  if (slotsOf(world, item).length === 0 || !chance.percent(40)) return;
  const { state, times } = earlier(world, chance);
  const version = versionThen(world, item, state)!;
  const path = "/api/Genealogy/Completeness";
  const told = await read(requests, path, { id: item.id, ...times });
  const { unfinished, held } = flaggedIn(world, [item], state);
  const idsOf = (some: readonly { id: number }[]) => some.map(({ id }) => id);
  const { visualSerialNo, nominalQty } = fieldsThen(item, state);
  const built = version.slots.flatMap(({ candidates }) =>
    candidates.map((one) => [one.id, builtBy(world, item, one, state)]),
  );
  expect(
    {
      ...pickFields(told, ["visualSerialNo", "nominalQty", "bomVersionID"]),
      ...pickFields(told, ["unfinishedCount", "heldCount"]),
      unfinished: idsOf(told.unfinished),
      held: idsOf(told.held),
      built: told.slots.flatMap(({ candidates }: Body) =>
        candidates.map((one: Body) => [one.candidateID, one.built]),
      ),
    },
    `${path} of item ${item.id} ${JSON.stringify(times)}`,
  ).toEqual({
    visualSerialNo,
    nominalQty,
    bomVersionID: version.id,
    unfinishedCount: unfinished.length,
    heldCount: held.length,
    unfinished: idsOf(unfinished).slice(0, 100),
    held: idsOf(held).slice(0, 100),
    built,
  });
}

async function compareOrders(world: World, requests: Requests): Promise<void> {
  for (const order of world.orders) {
    const [told, ...others] = await read(requests, "/api/WorksOrder/List", { id: order.id });
    expect(others).toEqual([]);
    expect(told).toEqual(expect.objectContaining(orderRecordOf(world, order)));
    const filter = { orderNo: order.orderNo.toUpperCase() };
    const items = world.items.filter((item) => orderOf(world, item) === order);
    const toldItems = await read(requests, "/api/MaterialItem/GetByFilter", filter);
    expect(toldItems).toEqual(recordsOf(world, items));
    const changes = await read(requests, "/api/History/List", {
      entity: "WorksOrder",
      id: order.id,
    });
    expect(changes.map(({ action }: Body) => action)).toEqual(order.actions);
    const { orderNo: text } = order;
    const found = await read(requests, "/api/WorksOrder/Search", { text });
    expect(found.find(({ id }: Body) => id === order.id)).toEqual(told);
  }
}

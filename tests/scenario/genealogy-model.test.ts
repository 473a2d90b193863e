import { afterAll, expect, test } from "vitest";
import { openPlant } from "#plant";
import { type Chance, chanceOf } from "../faults/chance.ts";
import type { Answer } from "../plants/plant.ts";
import { nest } from "./nest.ts";

type Item = Answer["body"];
type Ends = readonly [from: "parent" | "child", to: "parent" | "child"];

const plant = await openPlant();
const { front, back, receive, build, remove } = await nest(plant);
afterAll(() => (plant.now = undefined));

/** A build as it was answered, with what was taken back of it. Items are numbers of a list. */
interface Built {
  readonly parent: number;
  readonly child: number;
  readonly slot: number;
  readonly at: number;
  readonly qty: number;
  readonly taken: { readonly at: number; readonly qty: number }[];
}

interface Line {
  readonly to: number;
  readonly from: number;
  readonly slot: number;
  readonly level: number;
  readonly qty: number;
  /** The place in the list of the line that this one stands under. */
  readonly under: number;
}

/** What links an item to others at a time: a line for each slot, in order. */
function linksAt(builds: readonly Built[], item: number, [from, to]: Ends, at: number) {
  const lines: { to: number; slot: number; first: number; qty: number }[] = [];
  for (const [first, one] of builds.entries()) {
    const taken = one.taken.filter((removal) => removal.at <= at);
    const qty = one.qty - taken.reduce((sum, removal) => sum + removal.qty, 0);
    if (one[from] !== item || one.at > at || qty === 0) continue;
    const same = lines.find((line) => line.to === one[to] && line.slot === one.slot);
    if (same) same.qty += qty;
    else lines.push({ to: one[to], slot: one.slot, first, qty });
  }
  return lines.toSorted((left, right) => left.slot - right.slot || left.first - right.first);
}

/** Every place of a structure, written down as it is found. */
function placesOf(builds: readonly Built[], root: number, ends: Ends, at: number, depth: number) {
  const lines: Line[] = [];
  const list = (from: number, level: number, under: number) => {
    const own = new Set<number>();
    for (const { to, slot, qty } of linksAt(builds, from, ends, at)) {
      const place = lines.push({ to, from, slot, level, qty, under }) - 1;
      if (level < depth && !own.has(to)) list(to, level + 1, place);
      own.add(to);
    }
  };
  list(root, 1, -1);
  return lines;
}

/** Of all places those that are highest, and of these the first. */
function highest(lines: readonly Line[]): readonly Line[] {
  const chosen = new Map<number, Line>();
  for (const line of lines) {
    const known = chosen.get(line.to);
    if (!known || line.level < known.level) chosen.set(line.to, line);
  }
  return lines.filter(({ to, level, under }) => {
    const first = chosen.get(to)!;
    return first.level === level && first.under === under;
  });
}

const items = 7;
const steps = 30;

/** When each step was done. */
let clock = Date.now() + 60_000;

/** Does something by chance; where it succeeds, does it in the model, too. */
async function step(builds: Built[], made: readonly Item[], chance: Chance): Promise<void> {
  const [parent, child] = [chance.below(items), chance.below(items)];
  const qty = 1 + chance.below(3);
  const at = (plant.now = clock += 1000);
  if (chance.percent(75)) {
    const slot = chance.pick([front, back]);
    const { status } = await build(made[parent], made[child], { builtQty: qty, bomSlotID: slot });
    if (status === 200) builds.push({ parent, child, slot, at, qty, taken: [] });
    return;
  }
  const { status } = await remove(made[parent], made[child], qty);
  let left = status === 200 ? qty : 0;
  for (const one of builds.toReversed()) {
    if (one.parent !== parent || one.child !== child || left === 0) continue;
    const part = Math.min(left, one.qty - one.taken.reduce((sum, removal) => sum + removal.qty, 0));
    if (part > 0) one.taken.push({ at, qty: part });
    left -= part;
  }
}

const ways = [
  { path: "/api/Genealogy/AsBuilt", ends: ["parent", "child"], whence: "parentID" },
  { path: "/api/Genealogy/WhereUsed", ends: ["child", "parent"], whence: "childID" },
] as const;

/** Asks for a structure in each way in which it can be asked for, and compares it with the model. */
async function compare(
  builds: readonly Built[],
  made: readonly Item[],
  { path, ends, whence }: (typeof ways)[number],
  [root, depth, at]: readonly [root: number, depth: number, at: number | undefined],
): Promise<void> {
  const all = placesOf(builds, root, ends, at ?? clock, Infinity);
  const some = placesOf(builds, root, ends, at ?? clock, depth);
  const asked: [options: object, lines: readonly Line[]][] = [
    [{}, highest(all)],
    [{ paths: true }, all],
    [{ depth }, highest(some)],
    [{ depth, paths: true }, some],
  ];
  for (const [options, lines] of asked) {
    const time = at === undefined ? undefined : new Date(at).toISOString();
    const body = { id: made[root].id, at: time, ...options };
    const answer = await plant.post(path, body);
    const told = answer.body.map((line: Item) => [
      line.level,
      line.id,
      line[whence],
      line.bomSlotID,
      line.qty,
    ]);
    const expected = lines.map((line) => [
      line.level,
      made[line.to].id,
      made[line.from].id,
      line.slot,
      line.qty,
    ]);
    expect(told, JSON.stringify({ path, body })).toEqual(expected);
  }
}

test.for([1, 2])(
  "seed %i: AsBuilt and WhereUsed are what folding the builds and removals makes, at any time",
  async (seed) => {
    const chance = chanceOf(seed);
    const made: Item[] = [];
    for (let item = 0; item < items; item++) made.push(await receive({ qty: 20 }));
    const builds: Built[] = [];
    for (let done = 0; done < steps; done++) await step(builds, made, chance);
    expect(builds.filter(({ taken }) => taken.length > 0)).not.toEqual([]);
    for (let root = 0; root < items; root++) {
      for (const way of ways) {
        const depth = 1 + chance.below(4);
        await compare(builds, made, way, [root, depth, undefined]);
        await compare(builds, made, way, [root, depth, clock - 1000 * chance.below(steps)]);
      }
    }
  },
);

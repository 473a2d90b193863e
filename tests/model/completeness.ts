import { expect } from "vitest";
import type { Candidate, Slot } from "./floor.ts";
import { type Arrival, containedIn, isAfter, waysToContaining } from "./ways.ts";
import { isHeld } from "./holds.ts";
import {
  type Entry,
  everything,
  fieldsThen,
  isFinished,
  type Item,
  must,
  mustBeFormed,
  netOf,
  placeOf,
  Refused,
  slotsOf,
  type State,
  statusOf,
  sum,
  type World,
} from "./world.ts";

/** Thrown if required slots lack material, or units inside are not finished. It names the slots. */
export class Incomplete extends Refused {
  readonly lacking: readonly Lacking[];

  constructor(lacking: Incomplete["lacking"]) {
    super("incomplete");
    this.lacking = lacking;
  }
}
type Lacking = readonly [visualSerialNo: string, bomSlotID: number];

interface Allowances {
  allowIncomplete?: boolean;
  allowHeld?: boolean;
  comment?: string;
}

/** An allowance needs a comment. */
export function mustExplain({ allowIncomplete, allowHeld, comment }: Allowances): void {
  const isAllowing = allowIncomplete === true || allowHeld === true;
  mustBeFormed(!isAllowing || comment !== undefined);
}

/** Everything in some items in a state of the record, at any level, by ascending id. */
function contentsOf(world: World, roots: readonly Item[], state: State = everything): Item[] {
  const found = new Set(roots.flatMap((root) => containedIn(world, root, state)));
  return [...found].toSorted((left, right) => left.id - right.id);
}

/**
 * The units of works orders in some items that are not finished, and the items that are held: now,
 * or in an earlier state of the record.
 */
export function flaggedIn(world: World, roots: readonly Item[], state?: State) {
  const contents = contentsOf(world, roots, state);
  const was = (item: Item) => (state ? { ...item, fields: fieldsThen(item, state) } : item);
  const unfinished = contents.filter((item) => {
    const then = was(item);
    const isInWork = then.fields.scheduleID !== null && !isFinished(world, then);
    return isInWork && statusOf(world, then) !== "Scrapped" && !roots.includes(item);
  });
  const held = contents.filter((item) => isHeld(world, was(item).fields, state));
  return { unfinished, held };
}

/** The net quantity of a candidate that is built into an item, in a state of the record. */
export const builtBy = (
  { builds }: World,
  parent: Item,
  { id }: Candidate,
  state?: State,
): number =>
  sum(
    ...builds
      .filter((built) => built.parent === parent && placeOf(built, state).candidateID === id)
      .map((built) => netOf(built, state)),
  );

/** The total of a candidate for all of an item, rounded half up to the decimals of its product. */
export function wholeOf(perUnit: number, { product }: Candidate, parent: Item): number {
  const inMillionths = BigInt(
    Math.round(perUnit * 1000) * Math.round(parent.fields.nominalQty * 1000),
  );
  const step = BigInt(10 ** (6 - product.places));
  return Number(((inMillionths + step / 2n) / step) * step) / 1e6;
}

/** The quantity of a candidate that is built into an item, or would be. */
export type BuiltQty = (candidate: Candidate) => number;

/** Returns whether the builds into an item meet a slot: their shares of the minima make up 1. */
export const isMet = (world: World, parent: Item, slot: Slot): boolean =>
  isMetBy(parent, slot, (candidate) => builtBy(world, parent, candidate));

/** The same, of quantities that need not be built. */
export function isMetBy(parent: Item, { candidates }: Slot, built: BuiltQty): boolean {
  // A retired candidate requires nothing, but what was built of it still counts.
  const meant = candidates.filter((one) => one.isActive || built(one) > 0);
  if (meant.some((one) => wholeOf(one.minQty, one, parent) === 0)) return true;
  const shares = meant.map((one) => built(one) / wholeOf(one.minQty, one, parent));
  // A sum of shares below 1 is below it by much more than this.
  return shares.reduce((total, share) => total + share, 0) > 1 - 1e-9;
}

const lackingIn = (world: World, item: Item): Lacking[] =>
  slotsOf(world, item)
    .filter((slot) => slot.isRequired && slot.isActive && !isMet(world, item, slot))
    .map(({ id }) => [item.fields.visualSerialNo, id] as const);

const named = (items: readonly Item[]) =>
  items
    .slice(0, 100)
    .map(({ id, fields: { visualSerialNo } }) => expect.objectContaining({ id, visualSerialNo }));

/**
 * Refuses items that lack material or contain what is not finished or held, unless that is allowed.
 * Returns what the history must show of it.
 */
export function passed(world: World, items: readonly Item[], allowed: Allowances): Entry["detail"] {
  const units = items.filter(({ fields }) => fields.scheduleID !== null);
  const lacking = units.flatMap((item) => lackingIn(world, item));
  const { unfinished, held } = flaggedIn(world, items);
  const isIncomplete = lacking.length + unfinished.length > 0;
  if (isIncomplete && allowed.allowIncomplete !== true) throw new Incomplete(lacking);
  must(held.length === 0 || allowed.allowHeld === true, "contains_held");
  if (!isIncomplete && held.length === 0) return null;
  const slots = lacking.map(([visualSerialNo, bomSlotID]) =>
    expect.objectContaining({ visualSerialNo, bomSlotID }),
  );
  const unfinishedCount = unfinished.length;
  const incomplete = {
    slots: slots.slice(0, 100),
    count: lacking.length,
    unfinished: named(unfinished),
    unfinishedCount,
  };
  return {
    ...(isIncomplete ? incomplete : {}),
    ...(held.length > 0 ? { held: named(held), heldCount: held.length } : {}),
  };
}

/** The items that contain an item, at any level, and are themselves in nothing. By id. */
export function topsOf(world: World, item: Item): Item[] {
  const above = waysToContaining(world, item, everything);
  const isWithin = ({ item: child, by, moment }: Arrival) =>
    world.builds.some(
      (built) =>
        built.child === child && netOf(built) > 0 && (by === "build" || isAfter(built, moment)),
    );
  const inside = new Set(above.filter(isWithin).map((one) => one.item));
  const isEmptied = (one: Item) =>
    statusOf(world, one) === "Consumed" && world.transfers.some(({ from }) => from === one);
  return [...new Set(above.map((one) => one.item))]
    .filter((one) => !inside.has(one) && !isEmptied(one))
    .toSorted((left, right) => left.id - right.id);
}

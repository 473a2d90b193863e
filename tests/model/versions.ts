import { expect } from "vitest";
import { type BuiltQty, isMetBy } from "./completeness.ts";
import { type Place, placeIn, roomFor } from "./consumption.ts";
import type { BomVersion, Candidate, Slot } from "./floor.ts";
import { isToFinish, itemsOf, orderNamed, orderRecordOf } from "./orders.ts";
import {
  type Built,
  change,
  found,
  isKnown,
  type Item,
  must,
  netOf,
  type Order,
  productOf,
  type State,
  sum,
  versionOf,
  type World,
} from "./world.ts";

export interface VersionBody {
  id: number;
  version: string;
  items?: { id: number }[];
  comment?: string;
}

/** A unit that went to another version, with the places of what is built into it. */
interface ChangedUnit {
  readonly unit: Item;
  readonly from: BomVersion;
  readonly moves: readonly { readonly built: Built; readonly from: Slot; readonly to: Place }[];
}

/** An order, with what its ChangeVersion has changed. */
export interface ChangedOrder {
  readonly order: Order;
  readonly version: BomVersion;
  readonly units: readonly ChangedUnit[];
}

/** Gives a started order another version of its BoM, with all open units; or only some units. */
export function changeVersion(world: World, body: VersionBody): ChangedOrder {
  const order = orderNamed(world, body);
  must(order.status === "Started", "order_status");
  const version = found(order.product.versions.find(({ number }) => number === body.version));
  must(version.isReleased, "bom_status");
  const asked = body.items
    ? namedUnits(world, order, body.items)
    : itemsOf(world, order).filter((item) => isToFinish(world, item));
  const units = asked
    .map((unit) => ({ unit, from: versionOf(world, unit)! }))
    .filter(({ from }) => from !== version)
    .map((one) => ({ ...one, ...placed(world, one.unit, version) }));
  const unplaced = units.flatMap((one) => one.unplaced);
  const isTaken = ({ child }: Built) =>
    version.slots.some((slot) => placeIn(slot, partOf(world, child)) !== undefined);
  must(unplaced.every(isTaken), "not_in_bom");
  must(unplaced.length === 0, "over_maximum");
  if (!body.items && order.version !== version) {
    order.firstVersion ??= order.version;
    order.version = version;
    order.actions.push("versionChanged");
  }
  for (const { unit, from, moves } of units) go(world, { unit, from, moves }, version, body);
  return { order, version, units };
}

/** Finds units of an order that are not finished. Each is named once. */
function namedUnits(world: World, order: Order, items: readonly { id: number }[]): Item[] {
  const all = itemsOf(world, order);
  const units = items.map(({ id }) => {
    const unit = found(all.find((one) => one.id === id));
    must(isToFinish(world, unit), "item_status");
    return unit;
  });
  must(new Set(units).size === units.length, "validation_failed");
  return units;
}

const partOf = (world: World, child: Item) => ({
  product: productOf(world, child),
  version: child.fields.version,
});

/** Pairs the slots of two versions: those of one name, then those of the same products. */
function matchOf(from: readonly Slot[], to: readonly Slot[], slot: Slot): Slot | undefined {
  const isNamed = (one: Slot) => (other: Slot) => other.description === one.description;
  const named = to.find(isNamed(slot));
  if (named) return named;
  const products = ({ candidates }: Slot) =>
    candidates
      .map(({ product }) => product.name)
      .toSorted()
      .join();
  const isLike = (other: Slot) => products(other) === products(slot);
  const left = from.filter((one) => isLike(one) && !to.some(isNamed(one)));
  const free = to.filter((one) => isLike(one) && !from.some(isNamed(one)));
  return free[left.indexOf(slot)];
}

/**
 * Finds a place in a version for each build of a unit. Those go first that the matching slot has
 * room for. The others go to any slot with room for all of them.
 */
function placed(world: World, unit: Item, version: BomVersion) {
  const quantities = new Map<Candidate, number>();
  const builtQty: BuiltQty = (candidate) => quantities.get(candidate) ?? 0;
  const put = (built: Built, slots: readonly Slot[]): Place | undefined => {
    const part = partOf(world, built.child);
    const place = slots
      .flatMap((slot) => placeIn(slot, part) ?? [])
      .find((one) => roomFor(unit, one, "maxQty", builtQty) >= netOf(built));
    if (place) {
      quantities.set(place.candidate, sum(builtQty(place.candidate), netOf(built)));
    }
    return place;
  };
  const builds = world.builds.filter((one) => one.parent === unit && netOf(one) > 0);
  const before = unit.id === 0 ? [] : versionOf(world, unit)!.slots;
  const places = new Map<Built, Place>();
  for (const built of builds) {
    const match = matchOf(before, version.slots, built.slot);
    const place = match && put(built, [match]);
    if (place) places.set(built, place);
  }
  for (const built of builds.filter((one) => !places.has(one))) {
    const part = partOf(world, built.child);
    const isNeeded = (slot: Slot) =>
      slot.isRequired && slot.isActive && !isMetBy(unit, slot, builtQty);
    const isDefault = (slot: Slot) => placeIn(slot, part)?.candidate.isDefault ?? false;
    const rank = (slot: Slot) => 2 * Number(isNeeded(slot)) + Number(isDefault(slot));
    const byNeed = version.slots.toSorted((left, right) => rank(right) - rank(left));
    const place = put(built, byNeed);
    if (place) places.set(built, place);
  }
  const moves = builds.flatMap((built) => {
    const to = places.get(built);
    return to ? [{ built, from: built.slot, to }] : [];
  });
  return { moves, unplaced: builds.filter((one) => !places.has(one)) };
}

function go(
  world: World,
  { unit, from, moves }: ChangedUnit,
  version: BomVersion,
  { comment }: VersionBody,
): void {
  for (const { built, to } of moves) {
    const { slot, candidateID } = built;
    built.moves.push({ slot, candidateID, at: world.now, happenedAt: world.now });
    Object.assign(built, { slot: to.slot, candidateID: to.candidate.id });
  }
  const detail = { fromVersionID: from.id, toVersionID: version.id, builds: moves.length };
  const patch = { ownBomVersionID: version.id };
  change(world, unit, patch, { action: "versionChanged", comment: comment ?? null, detail });
}

/** The version that an item was built by in a state of the record. */
export function versionThen(world: World, item: Item, state: State): BomVersion | undefined {
  const present = versionOf(world, item);
  if (item.fields.ownBomVersionID === null) return present;
  const later = item.history.find(
    ({ action, at }) =>
      action === "versionChanged" &&
      !isKnown({ at: Date.parse(at), happenedAt: Date.parse(at) }, state),
  );
  if (!later) return present;
  const all = world.floor.products.flatMap(({ versions }) => versions);
  return all.find(({ id }) => id === later.detail?.["fromVersionID"]);
}

/** Returns a change of the version as the service returns it. */
export const changedOrderOf = (world: World, { order, version, units }: ChangedOrder) => ({
  ...orderRecordOf(world, order),
  bomVersionID: order.version.id,
  toBomVersionID: version.id,
  items: units.map(({ unit, from, moves }) => ({
    id: unit.id,
    visualSerialNo: unit.fields.visualSerialNo,
    fromBomVersionID: from.id,
    builds: moves.map(({ built, from: before, to }) => ({
      id: expect.any(Number),
      childSerialNo: built.child.fields.visualSerialNo,
      qty: netOf(built),
      unit: productOf(world, built.child).unit,
      fromBomSlotID: before.id,
      fromSlot: before.description,
      toBomSlotID: to.slot.id,
      toSlot: to.slot.description,
    })),
  })),
});

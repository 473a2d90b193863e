import { type Assertion, type Attribution, relyOn } from "../engine/index.ts";
import { formatQuantity, scale } from "../values/decimal.ts";
import { type HoldReason, holdReasonKeyed } from "../material-item/hold-reason.ts";
import { alsoHeldFor, holdsOf, isHeldFor } from "../material-item/holds.ts";
import {
  type Item,
  measuredProductOf,
  requireItemNamed,
  revisedItem,
} from "../material-item/item.ts";
import { beforeItWas } from "../material-item/item-times.ts";
import { aboutItem } from "../material-item/refused-item.ts";
import { type Reason, requireAssigned, requireReason } from "../material-item/material-reason.ts";
import { isFinished, withStatus, withStatusOfStock } from "../material-item/status.ts";
import { relyOnTracking, requireOneOf } from "../material-item/tracking.ts";
import { namesInWords } from "../rules/named.ts";
import { formatTime, requireHappened } from "../rules/limits.ts";
import { requireDecimalPlaces, requireInRange } from "../rules/limits.ts";
import { Refusal, refusalAt } from "../refusal.ts";
import type { Allocation } from "./allocate.ts";
import type { BuildRow, RemoveFacts, RemoveInput } from "./remove.facts.ts";
import { childPointer, type ChosenSlot, parentPointer, requireChosen } from "./facts.ts";
import { quantityInBaseUnit } from "./child-unit.ts";

export interface RemoveDecision {
  readonly asserts: readonly Assertion[];
  readonly parentBefore: Item;
  readonly parent: Item;
  readonly childBefore: Item;
  readonly child: Item;
  readonly qty: number;
  /** The builds that are taken back, each with the quantity now and in total. */
  readonly builds: readonly {
    readonly id: number;
    readonly qty: number;
    readonly removedQty: number;
  }[];
  readonly allocations: readonly Allocation[];
  /** Whether what is removed is written off instead of returning to stock. */
  readonly scrapped: boolean;
  readonly note: {
    readonly reasonId: number;
    readonly comment: string | null | undefined;
    readonly occurredAt: number | null | undefined;
  };
  readonly at: number;
  readonly userId: number;
  /** The base unit of the child. Absent from decisions recorded before it was added. */
  readonly unit?: string;
}

/**
 * Decides a removal. Refuses, in this order: `validation_failed` of a future time; `backdated`,
 * `not_found`, `reason_not_assigned`, `inactive`, `unit_mismatch`, `decimal_places`, `tracking`, `not_built`,
 * `before_it_was`, `quantity_range`. Source: design 7, Remove.
 */
export function decideRemove(
  facts: RemoveFacts,
  input: RemoveInput,
  by: Attribution,
): RemoveDecision {
  const at = requireHappened(input.occurredAt, by);
  const parent = requireItemNamed(facts.items, input.parentSerialNo, parentPointer);
  const child = requireItemNamed(facts.items, input.childSerialNo, childPointer);
  const reason = requireReason(facts.reasons, input.reasonSUID);
  const slot = requireChosen(facts.chosenSlots, input);
  requireAssigned(reason, "remove");
  const qty = quantityInBaseUnit(facts, input, input.removeQty, "/removeQty");
  const scrapped = reason.disposition === "scrap";
  const { taken, returned } = aboutItem(child, () => {
    requireDecimalPlaces(qty, measuredProductOf(child), "/removeQty");
    requireOneOf(qty, child, "/removeQty");
    const parts = takeBack(facts, parent, child, qty, slot);
    requireBuiltBefore(facts, parent, child, parts, input);
    const state = scrapped
      ? statusOfScrapped(facts, child, parts)
      : stateOfReturned(facts, child, qty);
    return { taken: parts, returned: state };
  });
  const hold = reason.disposition === "hold" ? holdOf(facts.holdReasons, child, reason) : undefined;
  return {
    asserts: [
      relyOn("MaterialReason", reason),
      ...(hold ? [relyOn("HoldReason", hold)] : []),
      // A part can't be removed of a single thing, nor of what is kept without decimals.
      ...(qty % scale === 0 ? [] : [relyOnTracking(child)]),
    ],
    parentBefore: parent,
    parent: revisedItem(parent, opened(facts, parent), by),
    childBefore: child,
    child: revisedItem(child, {}, by, {
      ...returned,
      container: null,
      ...(hold ? alsoHeldFor(child, hold) : {}),
    }),
    qty,
    builds: taken.map(({ build, qty: part }) => ({
      id: build.id,
      qty: part,
      removedQty: build.removedQty + part,
    })),
    allocations: allocationsOf(taken),
    scrapped,
    note: { reasonId: reason.id, comment: input.comments, occurredAt: input.occurredAt },
    at,
    userId: by.userId,
    unit: child.unit,
  };
}

/** Returns the patch that opens a finished unit of a works order: it lacks a part now. */
function opened({ statuses }: RemoveFacts, parent: Item): Partial<Item> {
  const { statusSuidKey: key, orderStatus } = parent;
  const isRunning = orderStatus === "Started" || orderStatus === "Completed";
  if (!isRunning || !isFinished(parent)) return {};
  if (key === "available") return { endAt: null, ...withStatus(statuses, "wip") };
  return key === "consumed" ? { endAt: null } : {};
}

interface Taken {
  readonly build: BuildRow;
  readonly qty: number;
}

/** Whether a build is taken back completely. */
const isWhole = ({ build, qty }: Taken) => build.removedQty + qty === build.qty;

/**
 * Takes a quantity back from the latest builds first, or only from builds into a slot. Refuses
 * (`not_built`) more than is built.
 */
function takeBack(
  { builds }: RemoveFacts,
  parent: Item,
  child: Item,
  qty: number,
  slot: ChosenSlot | undefined,
): Taken[] {
  const taken: Taken[] = [];
  let left = qty;
  for (const build of builds) {
    if (build.parentId !== parent.id || build.childId !== child.id || left === 0) continue;
    if (slot !== undefined && build.bomSlotId !== slot.id) continue;
    const part = Math.min(left, build.qty - build.removedQty);
    taken.push({ build, qty: part });
    left -= part;
  }
  if (left === 0) return taken;
  const { unit, container } = child;
  const place = slot ? `"${slot.description}" (for ${namesInWords(slot.products)}) of ` : "";
  throw refusalAt(
    "not_built",
    left < qty ? "/removeQty" : slot === undefined ? childPointer : "/bomSlotID",
    `Of ${child.visualSerialNo}, ${formatQuantity(qty - left)} ${unit} is built into ` +
      `${place}${parent.visualSerialNo}: ${formatQuantity(qty)} ${unit} can't be removed.`,
    { limit: (qty - left) / scale, ...(container ? { builtInto: container } : {}) },
  );
}

/** Refuses (`before_it_was`) a time before the earliest of the builds that are taken back. */
function requireBuiltBefore(
  { times }: RemoveFacts,
  parent: Item,
  child: Item,
  taken: readonly Taken[],
  { occurredAt }: RemoveInput,
): void {
  if (occurredAt == null) return;
  const happened = new Map(times.map(({ id, happenedAt }) => [id, happenedAt]));
  // They were read with the builds.
  const builtAt = Math.min(...taken.map(({ build }) => happened.get(build.id)!));
  if (occurredAt >= builtAt) return;
  const built = `item ${child.visualSerialNo} was built into ${parent.visualSerialNo}`;
  throw beforeItWas(
    occurredAt,
    `${built} at ${formatTime(builtAt)}`,
    "nothing can be removed before it is built",
    builtAt,
  );
}

/** Returns one allocation for each candidate, also if several of its builds are taken back. */
function allocationsOf(taken: readonly Taken[]): Allocation[] {
  const allocations = new Map<number, Allocation>();
  for (const { build, qty } of taken) {
    const { bomSlotId, candidateId } = build;
    const before = allocations.get(candidateId)?.qty ?? 0;
    allocations.set(candidateId, { bomSlotId, candidateId, qty: before + qty });
  }
  return [...allocations.values()];
}

/**
 * Returns the stock of an item after material returns. An item that was used up is in stock again.
 */
function stateOfReturned({ statuses }: RemoveFacts, child: Item, qty: number): Partial<Item> {
  const actualQty = child.actualQty + qty;
  requireInRange(actualQty, child.unit, `Item ${child.visualSerialNo}`, "/removeQty");
  const isUsedUp = child.statusSuidKey === "consumed" || child.statusSuidKey === "scrapped";
  return { actualQty, ...(isUsedUp ? withStatusOfStock(statuses, child) : {}) };
}

/**
 * Returns the status Scrapped if a write-off leaves an item with nothing in stock and nothing
 * built.
 */
function statusOfScrapped(facts: RemoveFacts, child: Item, taken: readonly Taken[]): Partial<Item> {
  const built = facts.built.find(({ childId }) => childId === child.id);
  const isGone = child.actualQty === 0 && built?.builds === taken.filter(isWhole).length;
  return isGone ? withStatus(facts.statuses, "scrapped") : {};
}

/**
 * Returns the hold reason for removed material: the active one with the SUID or name of the reason,
 * if it is not on hold for that yet. Where there is no such reason, material that is not on hold at
 * all gets the first active one. Refuses (`inactive`) if none is active.
 */
function holdOf(holdReasons: readonly HoldReason[], child: Item, reason: Reason) {
  const own = holdReasonKeyed(holdReasons, [reason.suidKey, reason.nameKey]);
  if (holdsOf(child).length > 0) return own && !isHeldFor(child, own) ? own : undefined;
  const found = own ?? holdReasons[0];
  if (found) return found;
  throw new Refusal(
    "inactive",
    `The reason ${reason.suid} puts items on hold, but no hold reason is active.`,
  );
}

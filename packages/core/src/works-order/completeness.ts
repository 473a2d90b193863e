import {
  isDesigned,
  isFilled,
  needsBuild,
  needsDesign,
  plannedOf,
} from "../completeness/evidence.ts";
import { cachedByFilling } from "../completeness/shortage.ts";
import type { NamedCandidate } from "../consumption/facts.ts";
import { missingAs, mustBeMet, requirementOf } from "../consumption/requirement.ts";
import { type Context, readChecked, rowsByName, statementsOf } from "../engine/index.ts";
import { isFinished } from "../material-item/status.ts";
import {
  listedStockMax,
  loadOrderCompleteness,
  type OrderCompletenessFacts,
  type Stock,
} from "./completeness.facts.ts";
import { type Order, type OrderAddress, requireOrder, versionOfUnit } from "./order.ts";

/** How complete the units of a works order are. Quantities are in millionths. */
export interface OrderCompleteness {
  readonly order: Order;
  readonly isComplete: boolean;
  readonly unitCount: number;
  readonly openCount: number;
  readonly completeCount: number;
  readonly units: readonly UnitCompleteness[];
  readonly missing: readonly MissingSlot[];
  readonly stock: readonly ProductStock[];
}

type Unit = OrderCompletenessFacts["units"][number];

/** A unit of an order, with the number of the slots that it needs and of those that lack nothing. */
export interface UnitCompleteness {
  readonly unit: Unit;
  readonly isOpen: boolean;
  readonly isComplete: boolean;
  readonly hasUnfinished: boolean;
  readonly requiredSlots: number;
  readonly filledSlots: number;
}

/** The material that the open units of an order lack in one slot. */
export interface MissingSlot {
  readonly bomSlotId: number;
  /** The number of units that lack it. */
  readonly units: number;
  /** In the measure of the slot. */
  readonly missing: number;
  readonly measure: NamedCandidate;
  /** The active candidates, the default first, each with the quantity that would do alone. */
  readonly candidates: readonly {
    readonly candidate: NamedCandidate;
    readonly missing: number;
  }[];
}

/** An item in stock that could be built into an order. */
export interface ProductStock {
  readonly item: Stock;
  readonly candidate: NamedCandidate;
}

/** The number of units that a response lists. All are counted. */
const listedUnitsMax = 1000;

/**
 * Compares the units of a works order with its BoM version, by the rule of Complete. Lists what the
 * open units lack, and where that is in stock. Refuses `not_found`.
 */
export async function orderCompleteness(
  context: Context,
  address: OrderAddress,
): Promise<OrderCompleteness> {
  const queries = loadOrderCompleteness(address, context.now());
  const facts = rowsByName(queries, await readChecked(context, statementsOf(queries)));
  return completenessOfOrder(facts, requireOrder(facts.orders, address));
}

/** Compares the units of an order. A pure function of the facts. */
export function completenessOfOrder(
  facts: OrderCompletenessFacts,
  order: Order,
): OrderCompleteness {
  const slotsOf = slotsByVersion(facts);
  const built = new Map(facts.built.map(({ parentId, builtQty }) => [parentId, builtQty]));
  const blocked = new Set(facts.blocked.map(({ id }) => id));
  const sums = new Map<number, Sum>();
  const ofOrder = facts.units.filter(({ worksOrderId }) => worksOrderId === order.id);
  const units = ofOrder.map((unit): UnitCompleteness => {
    const isOpen = isToFinish(unit);
    const slots = slotsOf(versionOfUnit(order, unit));
    let filledSlots = 0;
    for (const slot of slots) {
      const builtQty = built.get(unit.id) ?? nothing;
      const lack = slot.lackOf?.(slot.candidates, builtQty, unit.nominalQty);
      if (!lack && slot.isPossible) filledSlots++;
      if (lack && isOpen) addLack(sums, slot.id, lack);
    }
    const hasUnfinished = blocked.has(unit.id);
    const isComplete = filledSlots === slots.length && !hasUnfinished;
    return { unit, isOpen, isComplete, hasUnfinished, requiredSlots: slots.length, filledSlots };
  });
  const open = units.filter(({ isOpen }) => isOpen);
  const completeCount = open.filter(({ isComplete }) => isComplete).length;
  const missing = missingSlots(facts.candidates, sums);
  return {
    order,
    isComplete: completeCount === open.length,
    unitCount: units.length,
    openCount: open.length,
    completeCount,
    units: [...open, ...units.filter(({ isOpen }) => !isOpen)].slice(0, listedUnitsMax),
    missing,
    stock: stockOf(missing, facts.stock),
  };
}

/** A slot that a unit needs: it is required, or evidence of it is compulsory. */
interface NeededSlot {
  readonly id: number;
  readonly candidates: readonly NamedCandidate[];
  /** Whether the design has what the record must show of it, and material can fill it. */
  readonly isPossible: boolean;
  /** Returns what the slot lacks of its material. Absent if it need not be filled. */
  readonly lackOf: LackOf | undefined;
}

/** Returns a function that finds the needed slots of a version once. */
function slotsByVersion({ slots, candidates }: OrderCompletenessFacts) {
  const inSlot = Map.groupBy(candidates, ({ bomSlotId }) => bomSlotId);
  const ofVersions = Map.groupBy(slots, ({ bomVersionId }) => bomVersionId);
  const found = new Map<number, readonly NeededSlot[]>();
  const lackOfRequired = cachedByFilling(lackIn);
  const lackOfCompulsory = cachedByFilling(lackOfBuild);
  const neededSlot = (slot: (typeof slots)[number]): NeededSlot | [] => {
    const ofSlot = inSlot.get(slot.id) ?? [];
    const [design, build] = [needsDesign(slot), needsBuild(slot)];
    const hasCandidates = ofSlot.length > 0;
    const isRequired = mustBeMet(slot) && hasCandidates;
    if (!isRequired && !design && !build) return [];
    const lackOfNeeded = isRequired ? lackOfRequired : undefined;
    return {
      id: slot.id,
      candidates: ofSlot,
      isPossible: (!design || isDesigned(ofSlot)) && (!build || hasCandidates),
      lackOf: build && hasCandidates ? lackOfCompulsory : lackOfNeeded,
    };
  };
  return (version: number) => {
    let needed = found.get(version);
    if (!needed) found.set(version, (needed = (ofVersions.get(version) ?? []).flatMap(neededSlot)));
    return needed;
  };
}

const nothing: ReadonlyMap<number, number> = new Map();

/** Whether Complete of the order would finish a unit. `isToFinish` of flagged-contents.ts in SQL. */
const isToFinish = (unit: Unit): boolean =>
  !["scrapped", "dispatched", "voided"].includes(unit.statusSuidKey ?? "") && !isFinished(unit);

/** The lack of one filling of a slot: in its measure, and in each active candidate alone. */
interface Lack {
  readonly measure: NamedCandidate;
  readonly missing: number;
  readonly ofCandidates: readonly (readonly [candidateId: number, missing: number])[];
}

type LackOf = typeof lackIn;

function lackIn(
  candidates: readonly NamedCandidate[],
  builtQty: ReadonlyMap<number, number>,
  parentQty: number,
): Lack | undefined {
  const { measure, missing } = requirementOf(candidates, builtQty, parentQty);
  if (missing === 0) return undefined;
  const filling = { candidates, builtQty };
  const missingOf = (one: NamedCandidate) => missingAs(one, filling, parentQty);
  return lackOfEach(candidates, measure?.candidateId, missing, missingOf);
}

/** The lack of a slot that must not be empty: without a minimum, its planned quantity. */
const lackOfBuild: LackOf = (candidates, builtQty, parentQty) => {
  const lack = lackIn(candidates, builtQty, parentQty);
  if (lack || isFilled(candidates, builtQty, parentQty)) return lack;
  const { measure, required } = requirementOf(candidates, builtQty, parentQty);
  const missingOf = (one: NamedCandidate) => plannedOf(one, parentQty);
  return lackOfEach(candidates, measure?.candidateId, Math.max(1, required), missingOf);
};

function lackOfEach(
  candidates: readonly NamedCandidate[],
  measureId: number | undefined,
  missing: number,
  missingOf: (candidate: NamedCandidate) => number,
): Lack {
  const active = candidates.filter(({ candidateIsActive }) => candidateIsActive);
  return {
    // A slot that has no measure lacks nothing.
    measure: candidates.find(({ candidateId }) => candidateId === measureId)!,
    missing,
    ofCandidates: active.map((one) => [one.candidateId, missingOf(one)]),
  };
}

interface Sum {
  units: number;
  missing: number;
  readonly measure: NamedCandidate;
  readonly ofCandidates: Map<number, number>;
}

function addLack(sums: Map<number, Sum>, bomSlotId: number, lack: Lack): void {
  const { measure, missing, ofCandidates } = lack;
  let sum = sums.get(bomSlotId);
  if (!sum) {
    sum = { units: 0, missing: 0, measure, ofCandidates: new Map() };
    sums.set(bomSlotId, sum);
  }
  sum.units++;
  sum.missing += missing;
  for (const [id, qty] of ofCandidates) {
    sum.ofCandidates.set(id, (sum.ofCandidates.get(id) ?? 0) + qty);
  }
}

const missingSlots = (
  candidatesOfAll: readonly NamedCandidate[],
  sums: ReadonlyMap<number, Sum>,
): MissingSlot[] =>
  [...Map.groupBy(candidatesOfAll, (one) => one.bomSlotId)].flatMap(([bomSlotId, candidates]) => {
    const sum = sums.get(bomSlotId);
    if (!sum) return [];
    const { units, missing, measure, ofCandidates } = sum;
    const active = candidates
      .filter(({ candidateId }) => ofCandidates.has(candidateId))
      .toSorted((one, other) => Number(other.isDefault) - Number(one.isDefault))
      .map((candidate) => ({ candidate, missing: ofCandidates.get(candidate.candidateId)! }));
    return { bomSlotId, units, missing, measure, candidates: active };
  });

/** Returns the stock of the missing candidates: by product, the first to expire first. */
function stockOf(
  missing: readonly MissingSlot[],
  found: OrderCompletenessFacts["stock"],
): ProductStock[] {
  const listed = new Map<number, ProductStock>();
  for (const { candidate } of missing.flatMap((one) => one.candidates)) {
    const { productId, version } = candidate;
    const items = found
      .filter((one) => one.productId === productId && one.version === version)
      .flatMap((one) => one.items)
      .toSorted(byExpiry);
    for (const item of items.slice(0, listedStockMax)) listed.set(item.id, { item, candidate });
  }
  return [...listed.values()];
}

const byExpiry = (one: Stock, other: Stock) =>
  (one.expiryAt ?? Infinity) - (other.expiryAt ?? Infinity) || one.id - other.id;

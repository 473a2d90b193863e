import type { Attribution } from "../engine/index.ts";
import { scale } from "../values/decimal.ts";
import { withStatus } from "../material-item/status.ts";
import { Refusal } from "../refusal.ts";
import type { Candidate } from "../consumption/facts.ts";
import { mustBeMet, neededOf, requirementOf } from "../consumption/requirement.ts";
import type { CompleteFacts, CompleteWorksOrderInput } from "./complete.facts.ts";
import type { OrderItem } from "./items.ts";
import { type Order, requireOrder, requireStatus, revisedOrder } from "./order.ts";

export interface CompleteDecision {
  readonly asserts: readonly [];
  readonly before: Order;
  readonly order: Order;
  readonly items: readonly OrderItem[];
  /** The ids of the status that items in work have, and of the status that they get. */
  readonly wip: number;
  readonly available: number;
  readonly at: number;
  readonly userId: number;
  readonly comment: string | undefined;
  /** The shortages of its items, if the order was completed in spite of them. */
  readonly incomplete: Incomplete | undefined;
}

/** A required slot of an item that is under its minimum. Quantities are in units. */
interface Shortage {
  readonly visualSerialNo: string;
  readonly bomSlotID: number;
  readonly description: string;
  /** The minimum of the slot's default candidate, in its base unit. */
  readonly required: number;
  /** The quantity built of all candidates, converted to the default candidate. */
  readonly built: number;
}

/** The shortages of an order: the first of them, and the number of all. */
interface Incomplete {
  readonly slots: readonly Shortage[];
  readonly count: number;
}

/** The shortages of an order, and the number of its items that have any. */
interface Shortages {
  readonly incomplete: Incomplete;
  readonly itemCount: number;
}

/** The number of shortages that a response lists. All are counted. */
const listedShortagesMax = 100;

/** The number of cached fillings of a slot. If all differ, a cache costs more than it saves. */
const cachedFillingsMax = 10_000;

/** Decides a completion. Refuses `not_found`, `order_status` and `incomplete`. */
export function decideComplete(
  facts: CompleteFacts,
  input: CompleteWorksOrderInput,
  by: Attribution,
): CompleteDecision {
  const before = requireOrder(facts.orders, input);
  if (before.status === "Created") {
    throw new Refusal("order_status", `Works order ${before.orderNo} has not been started.`);
  }
  requireStatus(before, ["Started"], "completed");
  const items = facts.items.filter(({ worksOrderId }) => worksOrderId === before.id);
  const shortages = shortagesOf(before, items, facts);
  const isIncomplete = shortages.incomplete.count > 0;
  if (isIncomplete && !input.allowIncomplete) throw refusalOfShortages(before, shortages);
  return {
    asserts: [],
    before,
    order: revisedOrder(before, { status: "Completed", endAt: by.at }),
    items,
    wip: withStatus(facts.statuses, "wip").statusId,
    available: withStatus(facts.statuses, "available").statusId,
    at: by.at,
    userId: by.userId,
    comment: input.comment ?? undefined,
    incomplete: isIncomplete ? shortages.incomplete : undefined,
  };
}

/** Returns the required material that the items of an order lack. Scrapped items are left out. */
function shortagesOf(order: Order, items: readonly OrderItem[], facts: CompleteFacts): Shortages {
  const required = facts.candidates.filter(
    (candidate) => candidate.bomVersionId === order.bomVersionId && mustBeMet(candidate),
  );
  const bySlot = Map.groupBy(required, ({ bomSlotId }) => bomSlotId);
  const built = new Map(facts.built.map(({ parentId, builtQty }) => [parentId, builtQty]));
  const shortageOf = cachedShortage();
  const slots: Shortage[] = [];
  const lacking = new Set<number>();
  let count = 0;
  for (const { id, visualSerialNo, statusSuidKey, nominalQty } of items) {
    if (statusSuidKey === "scrapped") continue;
    for (const [bomSlotID, candidates] of bySlot) {
      const short = shortageOf(candidates, built.get(id)!, nominalQty);
      if (!short) continue;
      count++;
      lacking.add(id);
      if (slots.length === listedShortagesMax) continue;
      const { description } = facts.slots.find((slot) => slot.id === bomSlotID)!;
      slots.push({ visualSerialNo, bomSlotID, description, ...short });
    }
  }
  return { incomplete: { slots, count }, itemCount: lacking.size };
}

/**
 * Returns `shortage` with a cache: most items of an order are filled in the same way. First it
 * looks for one candidate that meets the minimum alone, which is cheap.
 */
function cachedShortage(): typeof shortage {
  const cache = new Map<string, ReturnType<typeof shortage>>();
  const minima = new Map<number, Map<number, number>>();
  return (candidates, builtQty, parentQty) => {
    let ofParent = minima.get(parentQty);
    if (!ofParent) minima.set(parentQty, (ofParent = new Map()));
    for (const candidate of candidates) {
      const { candidateId } = candidate;
      let enough = ofParent.get(candidateId);
      // The minimum is rounded down, so it can lack a part of a millionth.
      if (enough === undefined) {
        ofParent.set(candidateId, (enough = neededOf(candidate, parentQty).min + 1));
      }
      if ((builtQty.get(candidateId) ?? 0) >= enough) return undefined;
    }
    let filling = `${candidates[0]!.bomSlotId} ${parentQty}`;
    for (const { candidateId } of candidates) filling += ` ${builtQty.get(candidateId) ?? 0}`;
    if (cache.has(filling)) return cache.get(filling);
    const short = shortage(candidates, builtQty, parentQty);
    if (cache.size < cachedFillingsMax) cache.set(filling, short);
    return short;
  };
}

/** Returns what a slot lacks of its minimum for a quantity of parent; undefined if it is met. */
export function shortage(
  candidates: readonly Candidate[],
  builtQty: ReadonlyMap<number, number>,
  parentQty: number,
): Pick<Shortage, "required" | "built"> | undefined {
  const { min, missing } = requirementOf(candidates, builtQty, parentQty);
  if (missing === 0) return undefined;
  return { required: min / scale, built: (min - missing) / scale };
}

function refusalOfShortages(order: Order, { incomplete, itemCount }: Shortages): Refusal {
  // It is called only if there is a shortage.
  const [first] = incomplete.slots as [Shortage];
  return new Refusal(
    "incomplete",
    `Works order ${order.orderNo} has ${itemCount} items that lack material, ` +
      `in ${incomplete.count} required slots. The first is "${first.description}" of ` +
      `${first.visualSerialNo}, with ${first.built} of ${first.required}.`,
    { members: { ...incomplete } },
  );
}

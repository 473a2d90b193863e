import type { Attribution, RowsOf } from "../engine/index.ts";
import { scale } from "../values/decimal.ts";
import { withStatus } from "../material-item/status.ts";
import { Refusal } from "../refusal.ts";
import type { Candidate } from "../consumption/facts.ts";
import { mustBeMet, neededOf, requirementOf } from "../consumption/requirement.ts";
import type { CompleteWorksOrderInput, loadComplete } from "./complete.ts";
import type { OrderItem } from "./items.ts";
import { type Order, requireOrder, requireStatus, revisedOrder } from "./order.ts";

export type CompleteFacts = RowsOf<ReturnType<typeof loadComplete>>;

export interface CompleteDecision {
  readonly asserts: readonly [];
  readonly before: Order;
  readonly order: Order;
  readonly items: readonly OrderItem[];
  /** The id of the status that items in work leave, and of the one that they take. */
  readonly wip: number;
  readonly available: number;
  readonly at: number;
  readonly userId: number;
  readonly comment: string | undefined;
  /** What its items lacked, where it was completed all the same. */
  readonly incomplete: Incomplete | undefined;
}

/** A required slot of an item that is under its minimum, in units and not in millionths. */
interface Shortage {
  readonly visualSerialNo: string;
  readonly bomSlotID: number;
  readonly description: string;
  /** The minimum of the slot's default candidate, in its base unit. */
  readonly required: number;
  /** What is built into the slot, of whatever candidate, as a quantity of the default one. */
  readonly built: number;
}

/** The required slots that lack material, the first of them, and how many they are. */
interface Incomplete {
  readonly slots: readonly Shortage[];
  readonly count: number;
}

/** What is told of the shortages of an order, and how many of its items have any. */
interface Shortages {
  readonly told: Incomplete;
  readonly items: number;
}

/** So many shortages are named; all of them are counted. */
const mostNamed = 100;

/** So many ways to fill a slot are remembered: where all differ, that costs more than it saves. */
const mostRemembered = 10_000;

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
  const isIncomplete = shortages.told.count > 0;
  if (isIncomplete && !input.allowIncomplete) throw refusalOf(before, shortages);
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
    incomplete: isIncomplete ? shortages.told : undefined,
  };
}

/** What the items of an order that are not scrapped lack of required material. */
function shortagesOf(order: Order, items: readonly OrderItem[], facts: CompleteFacts): Shortages {
  const required = facts.candidates.filter(
    (candidate) => candidate.bomVersionId === order.bomVersionId && mustBeMet(candidate),
  );
  const bySlot = Map.groupBy(required, ({ bomSlotId }) => bomSlotId);
  const built = new Map(facts.built.map(({ parentId, builtQty }) => [parentId, builtQty]));
  const shortageOnce = rememberedShortage();
  const slots: Shortage[] = [];
  const lacking = new Set<number>();
  let count = 0;
  for (const { id, visualSerialNo, statusSuidKey, nominalQty } of items) {
    if (statusSuidKey === "scrapped") continue;
    for (const [bomSlotID, candidates] of bySlot) {
      const short = shortageOnce(candidates, built.get(id)!, nominalQty);
      if (!short) continue;
      count++;
      lacking.add(id);
      if (slots.length === mostNamed) continue;
      const { description } = facts.slots.find((slot) => slot.id === bomSlotID)!;
      slots.push({ visualSerialNo, bomSlotID, description, ...short });
    }
  }
  return { told: { slots, count }, items: lacking.size };
}

/**
 * `shortage`, worked out once for slots that are filled alike, as in most items of an order. One
 * candidate that meets the minimum alone is enough, whatever else is built: that is seen at a glance.
 */
function rememberedShortage(): typeof shortage {
  const known = new Map<string, ReturnType<typeof shortage>>();
  const enough = new Map<number, Map<number, number>>();
  return (candidates, builtQty, parentQty) => {
    let ofParent = enough.get(parentQty);
    if (!ofParent) enough.set(parentQty, (ofParent = new Map()));
    for (const candidate of candidates) {
      const { candidateId } = candidate;
      let least = ofParent.get(candidateId);
      // Rounded down it may lack a part of a millionth.
      if (least === undefined) {
        ofParent.set(candidateId, (least = neededOf(candidate, parentQty).min + 1));
      }
      if ((builtQty.get(candidateId) ?? 0) >= least) return undefined;
    }
    let filling = `${candidates[0]!.bomSlotId} ${parentQty}`;
    for (const { candidateId } of candidates) filling += ` ${builtQty.get(candidateId) ?? 0}`;
    if (known.has(filling)) return known.get(filling);
    const short = shortage(candidates, builtQty, parentQty);
    if (known.size < mostRemembered) known.set(filling, short);
    return short;
  };
}

/** What a slot lacks of its minimum for so many units of parent; undefined where it is met. */
export function shortage(
  candidates: readonly Candidate[],
  builtQty: ReadonlyMap<number, number>,
  parentQty: number,
): Pick<Shortage, "required" | "built"> | undefined {
  const { min, missing } = requirementOf(candidates, builtQty, parentQty);
  if (missing === 0) return undefined;
  return { required: min / scale, built: (min - missing) / scale };
}

function refusalOf(order: Order, { told, items }: Shortages): Refusal {
  const [first] = told.slots as [Shortage];
  return new Refusal(
    "incomplete",
    `Works order ${order.orderNo} has ${items} items that lack material, in ${told.count} ` +
      `required slots: the first is ${first.description} of ${first.visualSerialNo}, ` +
      `with ${first.built} of ${first.required}.`,
    { members: { ...told } },
  );
}

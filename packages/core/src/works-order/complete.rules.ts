import { contentsOfGroup } from "../completeness/contents.ts";
import { requireEvidence } from "../completeness/evidence.ts";
import { type Passed, passGate } from "../completeness/gate.ts";
import { type Shortages, shortagesOf } from "../completeness/shortage.ts";
import { type Absence, type Assertion, type Attribution, relyOn } from "../engine/index.ts";
import { isFinished, withStatus } from "../material-item/status.ts";
import { Refusal } from "../refusal.ts";
import type { CompleteFacts, CompleteWorksOrderInput } from "./complete.facts.ts";
import type { OrderItem } from "./items.ts";
import {
  type Order,
  orderRefused,
  requireOrder,
  requireStatus,
  revisedOrder,
  versionOfUnit,
} from "./order.ts";

export interface CompleteDecision {
  readonly asserts: readonly Assertion[];
  readonly absences: readonly Absence[];
  readonly before: Order;
  readonly order: Order;
  /** The items that the completion finishes. */
  readonly items: readonly OrderItem[];
  /** The ids of the status that items in work have, and of the status that they get. */
  readonly wip: number;
  readonly available: number;
  readonly at: number;
  readonly userId: number;
  readonly comment: string | undefined;
  /** The shortages and contents that the request let pass. */
  readonly incomplete: Passed | undefined;
}

/**
 * Decides a completion. Refuses `not_found`, `order_status`, `evidence_missing`, `incomplete` and
 * `contains_held`. Items that are finished, dispatched, scrapped or voided are left as they are.
 */
export function decideComplete(
  facts: CompleteFacts,
  input: CompleteWorksOrderInput,
  by: Attribution,
): CompleteDecision {
  const before = requireOrder(facts.orders, input);
  if (before.status === "Created") {
    throw new Refusal("order_status", `Works order ${before.orderNo} has not been started.`, {
      members: orderRefused(before),
    });
  }
  requireStatus(before, ["Started"], "completed");
  const items = facts.items.filter(
    (item) => item.worksOrderId === before.id && isLeft(item) && !isFinished(item),
  );
  const what = { name: `Works order ${before.orderNo}`, members: orderRefused(before) };
  requireEvidence(what, items, (item) => versionOfUnit(before, item), facts);
  const shortages = shortagesOfOrder(before, items, facts);
  const contents = contentsOfGroup(facts.contents, before.id);
  const passed = passGate(what, shortages, contents, input);
  const { unfinishedCount, heldCount } = contents;
  return {
    asserts: otherVersions(before, items, facts),
    absences: [["flaggedContentsOfOrder", before.id, unfinishedCount, heldCount]],
    before,
    order: revisedOrder(before, { status: "Completed", endAt: by.at }),
    items,
    wip: withStatus(facts.statuses, "wip").statusId,
    available: withStatus(facts.statuses, "available").statusId,
    at: by.at,
    userId: by.userId,
    comment: input.comment ?? undefined,
    incomplete: passed,
  };
}

/** The versions of units that are not the order's, which the completion claims. */
const otherVersions = (
  order: Order,
  items: readonly OrderItem[],
  { versions }: CompleteFacts,
): Assertion[] => {
  const ids = new Set(items.map((item) => versionOfUnit(order, item)));
  return versions
    .filter(({ id }) => id !== order.bomVersionId && ids.has(id))
    .map((version) => relyOn("BomVersion", version));
};

/** Returns what the units lack, each by its own version. */
const shortagesOfOrder = (
  order: Order,
  items: readonly OrderItem[],
  facts: CompleteFacts,
): Shortages => shortagesOf(items, (item) => versionOfUnit(order, item), facts);

const isLeft = ({ statusSuidKey }: OrderItem) =>
  !["scrapped", "dispatched", "voided"].includes(statusSuidKey!);

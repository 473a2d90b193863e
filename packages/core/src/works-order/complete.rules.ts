import { contentsOfGroup } from "../completeness/contents.ts";
import { requireEvidence } from "../completeness/evidence.ts";
import { isDeviation, type Passed, passGate } from "../completeness/gate.ts";
import { type Shortages, shortagesOf } from "../completeness/shortage.ts";
import {
  type Absence,
  type Assertion,
  type Attribution,
  type Fields,
  relyOn,
} from "../engine/index.ts";
import { isFinished, withStatus } from "../material-item/status.ts";
import { Refusal, type RefusedSignature } from "../refusal.ts";
import { relyOnRules, requireNoneLacking, signaturesFor } from "../signature/gate.ts";
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
  /** The signatures of the items that needed some, by the ids of the items. */
  readonly signed?: Readonly<Record<number, Fields>> | undefined;
}

/**
 * Decides a completion. Refuses `not_found`, `order_status`, `evidence_missing`, `incomplete`,
 * `contains_held` and `signature_required`. Items that are finished, dispatched, scrapped or voided are
 * left as they are.
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
  const signed = requireSignedUnits(items, before, isDeviation(passed));
  return {
    asserts: [...otherVersions(before, items, facts), ...signed.asserts],
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
    signed: signed.details,
  };
}

/**
 * Returns what the completion of the units relies on, and the signatures that let each pass. Refuses
 * (`signature_required`) if one lacks any.
 */
function requireSignedUnits(
  items: readonly ItemToSign[],
  order: Order,
  isIncomplete: boolean,
): {
  readonly asserts: readonly Assertion[];
  readonly details: Record<number, Fields> | undefined;
} {
  const operations = ["complete", ...(isIncomplete ? (["allowIncomplete"] as const) : [])] as const;
  const lacking: RefusedSignature[] = [];
  const details: Record<number, Fields> = {};
  for (const { id, revNo, visualSerialNo, signing } of items) {
    const record = { entity: "MaterialItem", id, revNo, name: `Item ${visualSerialNo}` } as const;
    const found = signaturesFor(record, signing, operations);
    lacking.push(...found.lacking);
    if (found.detail) details[id] = found.detail;
  }
  requireNoneLacking(lacking, orderRefused(order));
  const [first] = items;
  // The rules of the plant are the same for each.
  const asserts = first ? relyOnRules(first.signing) : [];
  return { asserts, details: Object.keys(details).length > 0 ? details : undefined };
}

type ItemToSign = CompleteFacts["items"][number];

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

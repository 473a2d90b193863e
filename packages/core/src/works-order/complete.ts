import { type Change, claim, update, verb } from "../engine/index.ts";
import { loadComplete } from "./complete.facts.ts";
import { type CompleteDecision, decideComplete } from "./complete.rules.ts";
import { signedConflicts } from "../signature/gate.ts";
import type { Order } from "./order.ts";

function write(decision: CompleteDecision): Change[] {
  const { before, order, items, wip, available, at, userId, comment, incomplete } = decision;
  const note = { action: "completed" as const, comment, detail: incomplete && { ...incomplete } };
  const finished = ({ id }: { readonly id: number }) => ({
    action: "completed" as const,
    detail: decision.signed?.[id],
  });
  const edited = { endAt: at, lastEditAt: at, lastEditUserId: userId };
  const [inWork, others] = [
    items.filter(({ statusId }) => statusId === wip),
    items.filter(({ statusId }) => statusId !== wip),
  ];
  return [
    update("WorksOrder", before, { status: order.status, endAt: order.endAt }, note),
    claim(
      "BomVersion",
      { id: order.bomVersionId, revNo: order.bomVersionRevNo },
      { action: "completed", detail: { orderNo: order.orderNo } },
    ),
    ...inWork.map((item) =>
      update("MaterialItem", item, { statusId: available, ...edited }, finished(item)),
    ),
    ...others.map((item) => update("MaterialItem", item, edited, finished(item))),
  ];
}

const answer = ({ order }: CompleteDecision): Order => order;

/**
 * Completes a works order, and finishes its items that are not finished yet: those in work become
 * available. Source: design 6.
 */
export const completeWorksOrder = verb({
  conflicts: {
    of: ["WorksOrder/Complete"],
    claims: { WorksOrder: "", BomVersion: "", MaterialItem: "its items that are not finished" },
    asserts: { BomVersion: "of units that ChangeVersion gave another one", ...signedConflicts },
    absences: { flaggedContentsOfOrder: "as read" },
  },
  load: loadComplete,
  decide: decideComplete,
  write,
  answer,
});

import { asc, eq, inArray, or } from "drizzle-orm";
import { requireActive } from "../rules/active.ts";
import { relyOn } from "../engine/assertions.ts";
import type { Attribution } from "../engine/changes.ts";
import { execute, type RowsOf } from "../engine/execute.ts";
import type { Context } from "../engine/context.ts";
import { holdReason } from "../database/schema/index.ts";
import { each, query, statement } from "../database/statement.ts";
import { foldCase } from "../values/fold-case.ts";
import { foldedNames } from "../rules/named.ts";
import { requireHappened } from "../rules/occurred.ts";
import { refusalAt } from "../refusal.ts";
import { type AnsweredItem, requireNotOnHold, revised } from "./item.ts";
import {
  answerItemChange,
  type ItemChange,
  itemsReferredTo,
  type ItemVerbInput,
  noteOf,
  requireItem,
  writeItemChange,
} from "./item-change.ts";
import { requireStatusNot } from "./status.ts";

export interface HoldInput extends ItemVerbInput {
  /** The SUID or the name of a hold reason, not case sensitive. */
  readonly holdReason: string;
}

/** Puts an item on hold: nothing is built from it, or into it, until it is released. */
export const holdItem = (context: Context, input: HoldInput): Promise<AnsweredItem> =>
  execute(context, { load, decide, write: writeItemChange, answer: answerItemChange }, input);

const fields = {
  id: holdReason.id,
  revNo: holdReason.revNo,
  name: holdReason.name,
  nameKey: holdReason.nameKey,
  suidKey: holdReason.suidKey,
  isActive: holdReason.isActive,
};

const reasonsByKey = statement(() =>
  query
    .select(fields)
    .from(holdReason)
    .where(
      or(inArray(holdReason.suidKey, each("keys")), inArray(holdReason.nameKey, each("keys"))),
    ),
);

const load = (inputs: readonly HoldInput[]) => ({
  items: itemsReferredTo(inputs),
  holdReasons: reasonsByKey({ keys: foldedNames(inputs.map((input) => input.holdReason)) }),
});

/**
 * Decides a hold. Refuses `validation_failed` of a time to come, `not_found`, `inactive`, `item_status`
 * and `item_on_hold`.
 */
function decide(
  facts: RowsOf<ReturnType<typeof load>>,
  input: HoldInput,
  by: Attribution,
): ItemChange {
  requireHappened(input.occurredAt, by.at);
  const item = requireItem(facts.items, input);
  const reason = holdReasonKeyed(facts.holdReasons, [foldCase(input.holdReason)]);
  if (!reason) {
    throw refusalAt("not_found", "/holdReason", `No hold reason is named ${input.holdReason}.`);
  }
  requireActive(reason, `The hold reason ${reason.name}`, "/holdReason");
  requireStatusNot(item, ["scrapped", "dispatched"], "held");
  requireNotOnHold(item);
  return {
    asserts: [relyOn("HoldReason", reason)],
    before: item,
    after: revised(item, { holdReasonId: reason.id }, by, { holdReason: reason.name }),
    note: noteOf("held", input),
  };
}

/** All active hold reasons, lowest id first. */
export const activeHoldReasons = statement(() =>
  query
    .select(fields)
    .from(holdReason)
    .where(eq(holdReason.isActive, true))
    .orderBy(asc(holdReason.id)),
);
export type HoldReason = ReturnType<ReturnType<typeof activeHoldReasons>["row"]>;

/** The hold reason whose SUID, or else whose name, folds to one of these keys. */
export const holdReasonKeyed = (
  reasons: readonly HoldReason[],
  keys: readonly (string | null)[],
): HoldReason | undefined =>
  reasons.find(({ suidKey }) => suidKey !== null && keys.includes(suidKey)) ??
  reasons.find(({ nameKey }) => keys.includes(nameKey));

import { requireActive } from "../rules/active.ts";
import { relyOn } from "../engine/assertions.ts";
import type { Attribution } from "../engine/changes.ts";
import { execute, type RowsOf } from "../engine/execute.ts";
import type { Context } from "../engine/context.ts";
import { foldedNames } from "../rules/named.ts";
import { requireHappened } from "../rules/occurred.ts";
import { type AnsweredItem, revised } from "./item.ts";
import {
  changingItem,
  type ItemChange,
  itemsReferredTo,
  type ItemVerbInput,
  noteOf,
  requireItem,
} from "./item-change.ts";
import { locationsBySuid, requireLocation } from "./location.ts";
import { requireStatusNot } from "./status.ts";

export interface MoveInput extends ItemVerbInput {
  /** The SUID of the location to move to, as Receive takes it. */
  readonly location: string;
}

/** Moves an item to another location. */
export const moveItem = (context: Context, input: MoveInput): Promise<AnsweredItem> =>
  execute(context, { load, decide, ...changingItem }, input);

const load = (inputs: readonly MoveInput[]) => ({
  items: itemsReferredTo(inputs),
  locations: locationsBySuid({ suids: foldedNames(inputs.map(({ location }) => location)) }),
});

/**
 * Decides a move. Refuses `validation_failed` of a time to come, `not_found`, `inactive`, and
 * `item_status` of a dispatched item.
 */
function decide(
  facts: RowsOf<ReturnType<typeof load>>,
  input: MoveInput,
  by: Attribution,
): ItemChange {
  requireHappened(input.occurredAt, by.at);
  const item = requireItem(facts.items, input);
  const location = requireLocation(facts.locations, input.location);
  requireActive(location, `The location ${location.suid}`, "/location");
  requireStatusNot(item, ["dispatched"], "moved");
  return {
    asserts: [relyOn("Location", location)],
    before: item,
    after: revised(item, { locationId: location.id }, by, { locationSuid: location.suid }),
    note: noteOf("moved", input),
  };
}

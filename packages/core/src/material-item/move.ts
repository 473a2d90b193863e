import { relyOn } from "../engine/index.ts";
import { foldedNames, requireActive } from "../rules/named.ts";
import { batchItemVerb, type ItemVerbInput } from "./item-verb.ts";
import { locationsBySuid, requireLocation } from "./location.ts";
import { partConflicts, type PartInput, partOf } from "./part.ts";
import { requireStatusNot } from "./status.ts";

export interface MoveInput extends ItemVerbInput, PartInput {
  /** The SUID of the location to move to. Case matters, as in Receive. */
  readonly location: string;
}

/**
 * Moves an item, or a part of it, to a location. Where it is already, and without a comment, nothing happened.
 * Refuses `not_found`, `inactive`, and `item_status` of a dispatched item.
 */
export const moveItem = batchItemVerb({
  conflicts: {
    of: ["MaterialItem/Move", "MaterialItem/MoveMany"],
    asserts: { Location: "", ...partConflicts },
  },
  action: "moved",
  part: partOf,
  isIdleUnchanged: true,
  reads: (inputs: readonly MoveInput[]) => ({
    locations: locationsBySuid({ suids: foldedNames(inputs.map(({ location }) => location)) }),
  }),
  decide: ({ item, facts }, input) => {
    const location = requireLocation(facts.locations, input.location);
    requireActive(location, `The location ${location.suid}`, "/location");
    requireStatusNot(item, ["dispatched", "voided"], "moved");
    return {
      asserts: [relyOn("Location", location)],
      patch: { locationId: location.id, locationSuid: location.suid },
    };
  },
});

/** Moves several items, or parts of them, in order. */
export const moveMany = moveItem.many;

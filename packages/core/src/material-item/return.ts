import { relyOn } from "../engine/index.ts";
import { Refusal } from "../refusal.ts";
import { foldedNames, requireActive } from "../rules/named.ts";
import { holdReasonsByKey, requireHoldReason } from "./hold-reason.ts";
import { alsoHeldFor } from "./holds.ts";
import { type ItemVerbInput, itemVerb } from "./item-verb.ts";
import { locationsBySuid, requireLocation } from "./location.ts";
import { serviceStatuses, withStatus } from "./status.ts";

export interface ReturnInput extends ItemVerbInput {
  /** The SUID of the location where it is now. Case matters, as in Receive. */
  readonly location?: string | null | undefined;
  /** The SUID or the name of a hold reason. Case is ignored. */
  readonly holdReason?: string | null | undefined;
  /** Why it came back. */
  readonly comment: string;
}

/**
 * Takes a dispatched item back: it becomes Available, and is on hold if a reason is given. Refuses
 * `not_found`, `inactive`, and `item_status` of an item that is not Dispatched.
 */
export const returnItem = itemVerb({
  conflicts: {
    of: ["MaterialItem/Return"],
    asserts: { Location: "if it is named", HoldReason: "if it is named" },
  },
  action: "returned",
  reads: (inputs: readonly ReturnInput[]) => ({
    locations: locationsBySuid({ suids: foldedNames(inputs.map((input) => input.location)) }),
    holdReasons: holdReasonsByKey({ keys: foldedNames(inputs.map((input) => input.holdReason)) }),
    statuses: serviceStatuses(),
  }),
  decide: ({ item, facts }, input) => {
    const location =
      input.location == null ? undefined : requireLocation(facts.locations, input.location);
    const reason =
      input.holdReason == null ? undefined : requireHoldReason(facts.holdReasons, input.holdReason);
    if (location) requireActive(location, `The location ${location.suid}`, "/location");
    if (item.statusSuidKey !== "dispatched") {
      const why = `Item ${item.visualSerialNo} is ${item.status}: it has not left the plant.`;
      throw new Refusal("item_status", why);
    }
    return {
      asserts: [
        ...(location ? [relyOn("Location", location)] : []),
        ...(reason ? [relyOn("HoldReason", reason)] : []),
      ],
      patch: {
        ...withStatus(facts.statuses, "available"),
        destination: null,
        destinationKey: null,
        ...(location ? { locationId: location.id, locationSuid: location.suid } : {}),
        ...(reason ? alsoHeldFor(item, reason) : {}),
      },
    };
  },
});

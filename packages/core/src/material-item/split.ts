import type { Logged } from "../database/executor.ts";
import { type Assertion, type Attribution, relyOn, type RowsOf, verb } from "../engine/index.ts";
import { requireHappened } from "../rules/limits.ts";
import { foldedNames, requireActive } from "../rules/named.ts";
import { holdersOfSerials } from "./holders.ts";
import { type HoldReason, holdReasonsByKey, requireHoldReason } from "./hold-reason.ts";
import type { AnsweredItem } from "./item.ts";
import { itemsReferredTo, requireItem } from "./item-change.ts";
import { requireInItsLife, timesReferredTo } from "./item-times.ts";
import type { ItemVerbInput } from "./item-verb.ts";
import { type Location, locationsBySuid, requireLocation } from "./location.ts";
import { aboutItem } from "./refused-item.ts";
import { type DividedLot, divideLot, type NewPart, writeSplit } from "./split.rules.ts";
import { serviceStatuses } from "./status.ts";
import { relyOnTracking } from "./tracking.ts";

export interface SplitInput extends ItemVerbInput {
  readonly parts: readonly {
    /** In millionths. */
    readonly qty: number;
    readonly visualSerialNo: string;
    /** The SUID of a location. Case matters, as in Receive. */
    readonly location?: string | null | undefined;
    /** The SUID or the name of a hold reason. Case is ignored. */
    readonly holdReason?: string | null | undefined;
  }[];
}

/** A lot after a Split, and the parts that were taken off it. */
export interface SplitAnswer {
  readonly lot: AnsweredItem;
  readonly parts: readonly AnsweredItem[];
}

function load(inputs: readonly SplitInput[]) {
  const parts = inputs.flatMap((input) => input.parts);
  return {
    items: itemsReferredTo(inputs),
    times: timesReferredTo(inputs),
    holders: holdersOfSerials({
      serials: foldedNames(parts.map(({ visualSerialNo }) => visualSerialNo)),
    }),
    locations: locationsBySuid({ suids: foldedNames(parts.map(({ location }) => location)) }),
    holdReasons: holdReasonsByKey({ keys: foldedNames(parts.map(({ holdReason }) => holdReason)) }),
    statuses: serviceStatuses(),
  };
}
type Facts = RowsOf<ReturnType<typeof load>>;

interface Decision extends DividedLot {
  readonly asserts: readonly Assertion[];
  readonly note: Pick<SplitInput, "comment" | "occurredAt">;
}

/**
 * Decides a split. Refuses `validation_failed` of a future time, `backdated`, `not_found`,
 * `inactive`, what `divideLot` refuses, and `before_it_was`.
 */
function decide(facts: Facts, input: SplitInput, by: Attribution): Decision {
  requireHappened(input.occurredAt, by);
  const lot = requireItem(facts.items, input);
  const { comment, occurredAt } = input;
  return aboutItem(lot, () => {
    const parts = input.parts.map((_part, index) => requirePart(facts, input, index));
    const divided = divideLot(lot, parts, facts, by);
    requireInItsLife(facts.times, lot, input);
    return {
      ...divided,
      asserts: [relyOnTracking(lot), ...parts.flatMap(namedBy)],
      note: { comment, occurredAt },
    };
  });
}

/** Finds the records that a part names; refuses `not_found` and `inactive`. */
function requirePart(facts: Facts, { parts }: SplitInput, index: number): NewPart {
  const { qty, visualSerialNo, location: suid, holdReason: reason } = parts[index]!;
  const base = `/parts/${index}`;
  const at = {
    qty: `${base}/qty`,
    serial: `${base}/visualSerialNo`,
  };
  const ofLocation = `${base}/location`;
  const location = suid == null ? undefined : requireLocation(facts.locations, suid, ofLocation);
  if (location) requireActive(location, `The location ${location.suid}`, ofLocation);
  const holdReason =
    reason == null ? undefined : requireHoldReason(facts.holdReasons, reason, `${base}/holdReason`);
  return { qty, visualSerialNo, location, holdReason, at };
}

const namedBy = ({
  location,
  holdReason,
}: {
  readonly location?: Location | undefined;
  readonly holdReason?: HoldReason | undefined;
}): Assertion[] => [
  ...(location ? [relyOn("Location", location)] : []),
  ...(holdReason ? [relyOn("HoldReason", holdReason)] : []),
];

/** Returns the answer from the decision and the changes of the lot and its parts. */
const answer = ({ after, parts }: Decision, [, ...created]: readonly Logged[]): SplitAnswer => ({
  lot: after,
  parts: parts.map((part, index) => ({ ...part, id: created[index]!.id })),
});

/** Takes parts off a lot, each an item of its own that is linked with the lot. */
export const splitItem = verb({
  conflicts: {
    of: ["MaterialItem/Split"],
    claims: { MaterialItem: "the lot, and its parts (created)" },
    asserts: { Product: "", Location: "if it is named", HoldReason: "if it is named" },
  },
  load,
  decide,
  write: (decision: Decision) => writeSplit(decision, decision.note),
  answer,
});

import {
  type Absence,
  type Assertion,
  type Attribution,
  type Conflicts,
  type ItemAction,
  type Note,
  type Queries,
  type RowsOf,
  verb,
  type Verb,
} from "../engine/index.ts";
import { requireHappened } from "../rules/limits.ts";
import { type AnsweredItem, type Item, revisedItem } from "./item.ts";
import {
  changingItem,
  type ItemChange,
  type ItemReference,
  itemsReferredTo,
  requireItem,
} from "./item-change.ts";
import { requireInItsLife, timesReferredTo } from "./item-times.ts";
import { aboutItem } from "./refused-item.ts";

/** The input of every verb on one item. Times are in milliseconds. */
export interface ItemVerbInput extends ItemReference {
  readonly comment?: string | null | undefined;
  /** When it happened, if that is not now. */
  readonly occurredAt?: number | null | undefined;
}

/** The facts of a decision about one item: the item, what else was read, and the time. */
export interface ItemFacts<Reads extends Queries> {
  readonly item: Item;
  readonly facts: RowsOf<Reads>;
  /** When it happened. */
  readonly at: number;
}

/** The effect of a verb on its item. */
export interface ItemEffect<More> {
  /** The fields of the item that change. */
  readonly patch: Partial<Item>;
  readonly asserts?: readonly Assertion[];
  readonly absences?: readonly Absence[];
  /** More about the change, for the change log. */
  readonly detail?: Note["detail"];
  readonly reasonId?: number;
  /** The adjustment to book, in millionths. */
  readonly adjustment?: ItemChange["adjustment"];
  /** The fields of the answer besides the item. */
  readonly answers?: Partial<More>;
}

/** The definition of a verb on one item. */
interface ItemVerb<Input extends ItemVerbInput, Reads extends Queries, More> {
  readonly conflicts: Omit<Conflicts, "claims">;
  readonly action: ItemAction;
  /** The statements that it reads besides the item. */
  reads(inputs: readonly Input[]): Reads;
  /** Decides the effect, or throws a Refusal. */
  decide(facts: ItemFacts<Reads>, input: Input): ItemEffect<More>;
  /** The place of the item's id in the body. */
  readonly idPointer?: string;
  /** Whether a request that changes nothing and has no comment leaves the item as it is. */
  readonly isIdleUnchanged?: true;
}

type Decision<More> = ItemChange & { readonly answers?: Partial<More> | undefined };

/**
 * Defines a verb on one item. Each refuses `validation_failed` of a time in the future, `backdated`
 * and `not_found` of the item, before its own refusals. After these it refuses `before_it_was`.
 */
export function itemVerb<Input extends ItemVerbInput, Reads extends Queries, More = unknown>(
  definition: ItemVerb<Input, Reads, More>,
): Verb<Input, AnsweredItem & Partial<More>> {
  const { conflicts, action, idPointer } = definition;
  const load = (inputs: readonly Input[]) => ({
    items: itemsReferredTo(inputs),
    times: timesReferredTo(inputs),
    ...definition.reads(inputs),
  });
  const decide = (
    loaded: RowsOf<ReturnType<typeof load>>,
    input: Input,
    by: Attribution,
  ): Decision<More> => {
    const at = requireHappened(input.occurredAt, by);
    // The rows have the names of their statements: these two and those of the verb's own.
    const { items, times } = loaded as RowsOf<{
      items: ReturnType<typeof itemsReferredTo>;
      times: ReturnType<typeof timesReferredTo>;
    }>;
    const item = requireItem(items, input, idPointer);
    const facts = loaded as unknown as RowsOf<Reads>;
    const {
      patch,
      asserts = [],
      absences,
      detail,
      reasonId,
      adjustment,
      answers,
    } = aboutItem(item, () => {
      const effect = definition.decide({ item, facts, at }, input);
      requireInItsLife(times, item, input);
      return effect;
    });
    const { comment, occurredAt } = input;
    return {
      asserts,
      absences,
      before: item,
      after: revisedItem(item, patch, by),
      note: { action, comment, occurredAt, reasonId, detail },
      adjustment,
      answers,
    };
  };
  // A decision without `answers` lacks only what is optional.
  const answer = ({ after, answers }: Decision<More>) =>
    ({ ...after, ...answers }) as AnsweredItem & Partial<More>;
  const unchanged = ({ before }: Decision<More>) => before as AnsweredItem & Partial<More>;
  return verb({
    conflicts: { ...conflicts, claims: { MaterialItem: "" } },
    load,
    decide,
    ...changingItem,
    answer,
    // Such a request is answered with the item before it, which then has to be recorded.
    ...(definition.isIdleUnchanged && { present: unchanged, forgets: [] }),
  });
}

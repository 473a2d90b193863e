import {
  type Assertion,
  type Attribution,
  type Conflicts,
  type ItemAction,
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
export interface ItemEffect {
  /** The fields of the item that change. */
  readonly patch: Partial<Item>;
  readonly asserts?: readonly Assertion[];
  readonly reasonId?: number;
  /** The adjustment to book, in millionths. */
  readonly adjustment?: ItemChange["adjustment"];
}

/** The definition of a verb on one item. */
interface ItemVerb<Input extends ItemVerbInput, Reads extends Queries> {
  readonly conflicts: Omit<Conflicts, "claims">;
  readonly action: ItemAction;
  /** The statements that it reads besides the item. */
  reads(inputs: readonly Input[]): Reads;
  /** Decides the effect, or throws a Refusal. */
  decide(facts: ItemFacts<Reads>, input: Input): ItemEffect;
  /** The place of the item's id in the body. */
  readonly idPointer?: string;
}

/**
 * Defines a verb on one item. Each refuses `validation_failed` of a time in the future and
 * `not_found` of the item, before its own refusals.
 */
export function itemVerb<Input extends ItemVerbInput, Reads extends Queries>(
  definition: ItemVerb<Input, Reads>,
): Verb<Input, AnsweredItem> {
  const { conflicts, action, idPointer } = definition;
  const load = (inputs: readonly Input[]) => ({
    items: itemsReferredTo(inputs),
    ...definition.reads(inputs),
  });
  const decide = (
    loaded: RowsOf<ReturnType<typeof load>>,
    input: Input,
    by: Attribution,
  ): ItemChange => {
    const at = requireHappened(input.occurredAt, by.at);
    // The rows have the names of their statements: `items` and those of the verb's own.
    const { items } = loaded as RowsOf<{ items: ReturnType<typeof itemsReferredTo> }>;
    const item = requireItem(items, input, idPointer);
    const facts = loaded as unknown as RowsOf<Reads>;
    const {
      patch,
      asserts = [],
      reasonId,
      adjustment,
    } = definition.decide({ item, facts, at }, input);
    const { comment, occurredAt } = input;
    return {
      asserts,
      before: item,
      after: revisedItem(item, patch, by),
      note: { action, comment, occurredAt, reasonId },
      adjustment,
    };
  };
  return verb({
    conflicts: { ...conflicts, claims: { MaterialItem: "" } },
    load,
    decide,
    ...changingItem,
  });
}

import {
  type Absence,
  type Assertion,
  type Attribution,
  batchVerb,
  type BatchVerb,
  type Change,
  type Conflicts,
  isIdle,
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
  type ItemChange,
  type ItemReference,
  itemsReferredTo,
  itemsToSign,
  requireItem,
  writeItemChange,
} from "./item-change.ts";
import { requireInItsLife, timesOfReceipt, timesReferredTo } from "./item-times.ts";
import { loadParts, type Part, takePart } from "./part.ts";
import { aboutItem } from "./refused-item.ts";
import { type DividedLot, writeSplit } from "./split.rules.ts";
import { relyOnTracking } from "./tracking.ts";

/** The input of every verb on one item. Times are in milliseconds. */
export interface ItemVerbInput extends ItemReference {
  readonly comment?: string | null | undefined;
  /** When it happened, if that is not now. */
  readonly occurredAt?: number | null | undefined;
}

/** The facts of a decision about one item: the item, what else was read, and the time. */
export interface ItemFacts<Reads extends Queries> {
  /** The item. If the verb acts on a part of it, its stock is the part's. */
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
  /** The rows of its parts that are written with it. */
  readonly parts?: Note["parts"];
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
  /** Returns the part of the item that a request acts on; undefined if on the whole item. */
  readonly part?: (input: NoInfer<Input>) => Part | undefined;
  /** Whether the plant's rules can demand signatures: then its items have `signing`. */
  readonly needsSignatures?: true;
  /** The place of the item's id in the body. */
  readonly idPointer?: string;
  /** Whether a request that changes nothing and has no comment leaves the item as it is. */
  readonly isIdleUnchanged?: true;
}

interface Decision<More> extends ItemChange {
  readonly after: Item;
  readonly answers?: Partial<More> | undefined;
  /** The item that the part was taken off, before and after; the verb changes the part. */
  readonly divided?: DividedLot | undefined;
  readonly lot?: AnsweredItem | undefined;
  /** The item, if the request leaves it as it is. */
  readonly unchanged?: Item | undefined;
}

/** The answer of a verb on one item. If it has acted on a part, it names the lot too. */
export type ChangedItem<More = unknown> = AnsweredItem &
  Partial<More> & { readonly lot?: AnsweredItem };

/** The statements that every verb on one item reads. */
const loadItems = (
  inputs: readonly ItemVerbInput[],
  parts: readonly Part[],
  needsSignatures = false,
) => ({
  items: needsSignatures ? itemsToSign(inputs) : itemsReferredTo(inputs),
  times: timesReferredTo(inputs),
  ...loadParts(parts),
});

/** Writes the division of the lot, if there is one, and then the change of the item. */
const write = ({ divided, ...change }: Decision<unknown>): Change[] => {
  const { comment, occurredAt } = change.note;
  const split = divided ? writeSplit(divided, { comment, occurredAt }, change.before.id) : [];
  return [...split, ...writeItemChange(change)];
};

/** The items, the times and the parts that every verb on one item reads. */
type OwnFacts = RowsOf<ReturnType<typeof loadItems>>;

/** Brings the item up to date, or the lot and the part that was taken off it. */
function advance(facts: OwnFacts, { before, after, divided, note }: Decision<unknown>): void {
  // A later line can be about the same item, and needs the same rules.
  const { signing } = divided?.before ?? before;
  if (!divided) {
    facts.items[facts.items.indexOf(before)] = { ...after, signing };
    return;
  }
  facts.items[facts.items.indexOf(divided.before)] = { ...divided.after, signing };
  facts.items.push({ ...after, signing });
  facts.holders.push(after);
  facts.lastItem[0] = { id: after.id };
  facts.times.push(timesOfReceipt(after.id, note.occurredAt ?? after.lastEditAt));
}

/**
 * Defines a verb on one item. Each refuses `validation_failed` of a time in the future, `backdated`
 * and `not_found` of the item, before its own refusals. Then it refuses what `takePart` refuses, and
 * `before_it_was`. The answer to a request that takes a part off is the part, with its lot.
 */
export const itemVerb = <Input extends ItemVerbInput, Reads extends Queries, More = unknown>(
  definition: ItemVerb<Input, Reads, More>,
): Verb<Input, ChangedItem<More>> => verb(itemCommand(definition));

/**
 * Defines a verb on one item that also takes many in one request. The statements of its `reads` are
 * for all inputs, and each of its decisions finds its own rows in them.
 */
export const batchItemVerb = <Input extends ItemVerbInput, Reads extends Queries, More = unknown>(
  definition: ItemVerb<Input, Reads, More> & Advancing<Reads, More>,
): BatchVerb<Input, ChangedItem<More>> =>
  batchVerb({
    ...itemCommand(definition),
    advance: (facts, decision) => {
      advance(facts, decision);
      definition.advance?.(facts, decision);
    },
  });

interface Advancing<Reads extends Queries, More> {
  /** Brings what it reads besides the item up to date with a decision, if that changes it. */
  readonly advance?: (facts: RowsOf<Reads>, decision: Decision<More>) => void;
}

function itemCommand<Input extends ItemVerbInput, Reads extends Queries, More>(
  definition: ItemVerb<Input, Reads, More>,
) {
  const { conflicts, action, idPointer, part: partIn = () => undefined } = definition;
  const load = (inputs: readonly Input[]) => ({
    ...loadItems(
      inputs,
      inputs.flatMap((input) => partIn(input) ?? []),
      definition.needsSignatures,
    ),
    ...definition.reads(inputs),
  });
  const decide = (
    loaded: RowsOf<ReturnType<typeof load>>,
    input: Input,
    by: Attribution,
  ): Decision<More> => {
    const at = requireHappened(input.occurredAt, by);
    // The rows have the names of their statements: those of every verb, and those of this one.
    const own = loaded as OwnFacts;
    const facts = loaded as unknown as RowsOf<Reads>;
    const item = requireItem(own.items, input, idPointer);
    const part = partIn(input);
    const { effect, taken } = aboutItem(item, () => {
      const judged = part ? { ...item, actualQty: part.qty } : item;
      const decided = definition.decide({ item: judged, facts, at }, input);
      const divided = part && takePart(item, part, own, by);
      requireInItsLife(own.times, item, input);
      return { effect: decided, taken: divided };
    });
    const { patch, asserts = [], absences, detail, reasonId, adjustment, answers } = effect;
    const { comment, occurredAt } = input;
    const before = taken?.item ?? item;
    const decision: Decision<More> = {
      asserts: taken ? [...asserts, relyOnTracking(item)] : asserts,
      absences,
      before,
      after: revisedItem(before, patch, by),
      note: { action, comment, occurredAt, reasonId, detail, parts: effect.parts },
      adjustment,
      answers,
      divided: taken?.divided,
      lot: taken?.divided.after,
    };
    const isUnchanged = definition.isIdleUnchanged && write(decision).every(isIdle);
    return isUnchanged ? { ...decision, unchanged: item } : decision;
  };
  // A decision without `answers` or `lot` lacks only what is optional.
  const answer = ({ after, answers, lot }: Decision<More>) =>
    ({ ...(after as AnsweredItem), ...answers, ...(lot && { lot }) }) as ChangedItem<More>;
  // A decision that was recorded before it had `unchanged` has kept `before`.
  const present = ({ unchanged, before, answers }: Decision<More>) =>
    ({ ...((unchanged ?? before) as AnsweredItem), ...answers }) as ChangedItem<More>;
  return {
    conflicts: { ...conflicts, claims: { MaterialItem: claimed(definition.part) } },
    load,
    decide,
    write,
    answer,
    ...(definition.isIdleUnchanged && { present }),
  };
}

/** The records that a verb claims, as its documentation names them. */
const claimed = (takesPart: unknown) =>
  takesPart === undefined ? "" : "and, if a part is taken off, the part (created)";

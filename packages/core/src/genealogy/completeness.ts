import { sql } from "drizzle-orm";
import { contentsOfGroup, type FlaggedContents } from "../completeness/contents.ts";
import { type Evidence, missingEvidence, type SlotOfRecord } from "../completeness/evidence.ts";
import { factsOfUnits, requirementsEverOfUnit } from "../completeness/facts.ts";
import {
  exactlyRequired,
  mustBeMet,
  neededOf,
  type Requirement,
  requirementOf,
} from "../consumption/requirement.ts";
import { versionBefore, versionChanges } from "../database/former-version.ts";
import { each, query } from "../database/query.ts";
import { statement } from "../database/statement.ts";
import { type Context, readChecked, type RowsOf } from "../engine/index.ts";
import { newestChange, rowsByName, statementsOf } from "../engine/record.ts";
import type { Item } from "../material-item/item.ts";
import {
  type ItemReference,
  itemsReferredTo,
  referencesOf,
  requireItem,
} from "../material-item/item-change.ts";
import { isInState, isPresent, type Times, valuesOfState } from "./as-of.ts";
import { type UnitInState, unitInState } from "./unit-in-state.ts";

/** How complete an item is, by the BoM version that it is built to. Quantities in millionths. */
export interface Completeness extends FlaggedContents {
  readonly item: Item;
  /**
   * Whether every required slot has its minimum, no compulsory evidence lacks, and every unit in the
   * item is finished.
   */
  readonly isComplete: boolean;
  readonly slots: readonly SlotCompleteness[];
}

export interface SlotCompleteness extends Omit<Requirement, "measure"> {
  readonly id: number;
  readonly description: string;
  readonly isRequired: boolean;
  readonly slotIsActive: boolean;
  /** The planned quantity before it is rounded, in units. */
  readonly exact: number;
  /** The compulsory evidence of the device history record that lacks. */
  readonly missingEvidence: readonly Evidence[];
  /** The unit of the slot's quantities; null if the slot has no candidate. */
  readonly unit: string | null;
  readonly candidates: readonly BuiltCandidate[];
}

type NamedCandidate = CompletenessFacts["candidates"][number];
type BuiltCandidate = NamedCandidate & {
  readonly needed: ReturnType<typeof neededOf> & { readonly exact: number };
  readonly built: number;
};

/** The item to compare with its BoM version, and the state of the record that is compared. */
export type CompletenessInput = ItemReference & Times;

/** The statements that read the facts of an item's present completeness. */
export const loadCompleteness = (input: ItemReference) => ({
  items: itemsReferredTo([input]),
  ...factsOfUnits([input]),
});
type CompletenessFacts = RowsOf<ReturnType<typeof loadCompleteness>>;

/**
 * Compares the builds into an item with its BoM version: now, or in an earlier state of the record.
 * Refuses `not_found`.
 */
export async function completeness(
  context: Context,
  input: CompletenessInput,
): Promise<Completeness> {
  if (!isPresent(input)) return earlierCompleteness(context, input);
  const queries = loadCompleteness(input);
  const results = await readChecked(context, statementsOf(queries));
  const facts = rowsByName(queries, results);
  const item = requireItem(facts.items, input);
  // Another process can have renamed the item between the two statements.
  const own = facts.built.find(({ parentId }) => parentId === item.id);
  const builtQty = own?.builtQty ?? new Map<number, number>();
  return completenessOf(facts, {
    item,
    builtQty,
    contents: contentsOfGroup(facts.contents, item.id),
  });
}

/** Reads the version that an item was built by in a state, if ChangeVersion has changed it since. */
const formerVersion = statement(() =>
  query.select({ versionId: versionBefore().as("version_id") }).from(
    sql`${versionChanges(sql`(select id from material_item
        where id in ${each("ids")} or serial_key in ${each("serials")})`)}
        and not (${isInState(sql`turned.seq`)}) order by turned.seq limit 1`,
  ),
);

/** The statements that read the facts of an earlier completeness that are those of now. */
export const loadEarlierCompleteness = (input: CompletenessInput) => ({
  items: itemsReferredTo([input]),
  newest: newestChange(),
  ...requirementsEverOfUnit(input),
  former: formerVersion({
    ...referencesOf([input]),
    ...valuesOfState({ ...input, seq: Number.MAX_SAFE_INTEGER }),
  }),
});

async function earlierCompleteness(
  context: Context,
  input: CompletenessInput,
): Promise<Completeness> {
  const queries = loadEarlierCompleteness(input);
  const results = await readChecked(context, statementsOf(queries));
  const facts = rowsByName(queries, results);
  const item = requireItem(facts.items, input);
  const { at, knownAt } = input;
  const unit = await unitInState(context, item, { seq: facts.newest[0]!.seq, at, knownAt });
  const bomVersionId = facts.former[0]?.versionId ?? item.bomVersionId;
  const isOfVersion = (one: { readonly bomVersionId: number }) => one.bomVersionId === bomVersionId;
  const ofVersion = {
    slots: facts.slots.filter(isOfVersion),
    candidates: facts.candidates.filter(isOfVersion),
  };
  return completenessOf(ofVersion, { ...unit, item: { ...unit.item, bomVersionId } });
}

function completenessOf(
  facts: Pick<CompletenessFacts, "slots" | "candidates">,
  { item, builtQty, contents }: UnitInState,
): Completeness {
  const slots = slotsCompleteness(facts, item.nominalQty, builtQty);
  const isFilled = !slots.some(
    (slot) => (mustBeMet(slot) && slot.missing > 0) || slot.missingEvidence.length > 0,
  );
  return { item, slots, isComplete: isFilled && contents.unfinishedCount === 0, ...contents };
}

/** A slot of a unit's BoM version, as far as its completeness depends on it. */
type SlotOfUnit = SlotOfRecord &
  Pick<SlotCompleteness, "id" | "description" | "isRequired" | "slotIsActive">;

/** Returns what each slot of a unit needs for its quantity, and what is built into it. */
export function slotsCompleteness<Slot extends SlotOfUnit>(
  facts: {
    readonly slots: readonly Slot[];
    readonly candidates: readonly NamedCandidate[];
  },
  nominalQty: number,
  builtQty: ReadonlyMap<number, number>,
): (Slot & SlotCompleteness)[] {
  const ofItem = (candidate: NamedCandidate): BuiltCandidate => ({
    ...candidate,
    needed: {
      ...neededOf(candidate, nominalQty),
      exact: exactlyRequired(candidate, nominalQty),
    },
    built: builtQty.get(candidate.candidateId) ?? 0,
  });
  const bySlot = Map.groupBy(facts.candidates, ({ bomSlotId }) => bomSlotId);
  return facts.slots.map((slot) => {
    const candidates = bySlot.get(slot.id) ?? [];
    const { measure, ...requirement } = requirementOf(candidates, builtQty, nominalQty);
    const unit = candidates.find(({ candidateId }) => candidateId === measure?.candidateId)?.unit;
    return {
      ...slot,
      ...requirement,
      missingEvidence: missingEvidence(slot, candidates, builtQty, nominalQty),
      exact: measure ? exactlyRequired(measure, nominalQty) : 0,
      unit: unit ?? null,
      candidates: candidates.map(ofItem),
    };
  });
}

import { inArray, sql } from "drizzle-orm";
import { each, query } from "../database/query.ts";
import { statement } from "../database/statement.ts";
import { type Context, readChecked, type RowsOf } from "../engine/index.ts";
import { rowsByName, statementsOf } from "../engine/record.ts";
import { builtInto, namedCandidatesOf, versionsOfItems } from "../consumption/facts.ts";
import {
  mustBeMet,
  neededOf,
  type Requirement,
  requirementOf,
} from "../consumption/requirement.ts";
import { bomSlot } from "../database/schema/index.ts";
import type { Item } from "../material-item/item.ts";
import {
  type ItemReference,
  itemsReferredTo,
  referencesOf,
  requireItem,
} from "../material-item/item-change.ts";

/** How complete an item is, by the BoM version that it is built to. Quantities in millionths. */
export interface Completeness {
  readonly item: Item;
  readonly isComplete: boolean;
  readonly slots: readonly SlotCompleteness[];
}

interface SlotCompleteness extends Omit<Requirement, "measure"> {
  readonly id: number;
  readonly description: string;
  readonly isRequired: boolean;
  readonly slotIsActive: boolean;
  /** The unit of the slot's quantities; null if the slot has no candidate. */
  readonly unit: string | null;
  readonly candidates: readonly BuiltCandidate[];
}

type NamedCandidate = CompletenessFacts["candidates"][number];
type BuiltCandidate = NamedCandidate & {
  readonly needed: ReturnType<typeof neededOf>;
  readonly built: number;
};

const slotsOfItems = statement(() =>
  query
    .select({
      id: bomSlot.id,
      description: bomSlot.description,
      isRequired: bomSlot.isRequired,
      slotIsActive: bomSlot.isActive,
    })
    .from(bomSlot)
    .where(inArray(bomSlot.bomVersionId, versionsOfItems()))
    .orderBy(bomSlot.id),
);
const candidatesOfItems = statement(() => namedCandidatesOf(versionsOfItems()));
const builtIntoItems = statement(() =>
  builtInto(sql`(select id from material_item
    where id in ${each("ids")} or serial_key in ${each("serials")})`),
);

/** The statements that read the facts of an item's completeness. */
export function loadCompleteness(input: ItemReference) {
  const references = referencesOf([input]);
  return {
    items: itemsReferredTo([input]),
    slots: slotsOfItems(references),
    candidates: candidatesOfItems(references),
    built: builtIntoItems(references),
  };
}
type CompletenessFacts = RowsOf<ReturnType<typeof loadCompleteness>>;

/** Compares the builds into an item with its BoM version. Refuses `not_found`. */
export async function completeness(context: Context, input: ItemReference): Promise<Completeness> {
  const queries = loadCompleteness(input);
  const results = await readChecked(context, statementsOf(queries));
  return completenessOf(rowsByName(queries, results), input);
}

function completenessOf(facts: CompletenessFacts, input: ItemReference): Completeness {
  const item = requireItem(facts.items, input);
  // Another process can have renamed the item between the two statements.
  const own = facts.built.find(({ parentId }) => parentId === item.id);
  const builtQty = own?.builtQty ?? new Map<number, number>();
  const ofItem = (candidate: NamedCandidate): BuiltCandidate => ({
    ...candidate,
    needed: neededOf(candidate, item.nominalQty),
    built: builtQty.get(candidate.candidateId) ?? 0,
  });
  const bySlot = Map.groupBy(facts.candidates, ({ bomSlotId }) => bomSlotId);
  const slots = facts.slots.map((slot): SlotCompleteness => {
    const candidates = bySlot.get(slot.id) ?? [];
    const { measure, ...requirement } = requirementOf(candidates, builtQty, item.nominalQty);
    const unit = candidates.find(({ candidateId }) => candidateId === measure?.candidateId)?.unit;
    return {
      ...slot,
      ...requirement,
      unit: unit ?? null,
      candidates: candidates.map(ofItem),
    };
  });
  return { item, slots, isComplete: !slots.some((slot) => mustBeMet(slot) && slot.missing > 0) };
}

import { type Change, claim, type RowsOf, verb } from "../engine/index.ts";
import { requireDistinct } from "../rules/distinct.ts";
import { slotWritten } from "./merged.ts";
import {
  loadDefinitions,
  mergeSlotProperties,
  propertyChanges,
  propertyDetail,
  type PropertyInput,
  type PropertyMerge,
} from "./properties.ts";
import {
  requireSlot,
  type SlotProperty,
  storedSlotsById,
  type StoredSlot,
  versionOf,
} from "./slot.ts";

export interface UpsertSlotPropertiesInput {
  readonly bomSlotID: number;
  /** The revision of the slot that was read; without it, the slot is changed as it is. */
  readonly revNo?: number | undefined;
  /** The names are not case sensitive. */
  readonly properties: readonly PropertyInput[];
}

const load = (inputs: readonly UpsertSlotPropertiesInput[]) => ({
  slots: storedSlotsById({
    ids: JSON.stringify(inputs.map(({ bomSlotID }) => bomSlotID)),
    isCounted: false,
  }),
  definitions: loadDefinitions(inputs.flatMap(({ properties }) => properties)),
});
type Facts = RowsOf<ReturnType<typeof load>>;

interface Decision extends PropertyMerge {
  readonly slot: StoredSlot;
}

const here = { field: "properties", isExact: false } as const;

/**
 * Decides the properties. Refuses `validation_failed`, `not_found`, `stale_revision`,
 * `details_contradict`, `inactive` and `too_many`.
 */
function decide(
  facts: Facts,
  { bomSlotID, revNo, properties }: UpsertSlotPropertiesInput,
): Decision {
  const names = properties.map(({ property }) => property);
  requireDistinct(names, (index) => `/properties/${index}/property`, "A property is given twice.");
  const slot = requireSlot(facts.slots, bomSlotID, "/bomSlotID", revNo);
  return { ...mergeSlotProperties(slot, properties, facts.definitions, here), slot };
}

const write = ({ slot, properties }: Decision): Change[] => [
  claim("BomSlot", slot, {
    action: "propertiesChanged",
    detail: propertyDetail(properties),
    parts: propertyChanges(properties, slot.id),
  }),
  claim("BomVersion", versionOf(slot), slotWritten(slot.id)),
];

const answer = ({ properties }: Decision): SlotProperty[] =>
  properties.filter(({ isGiven }) => isGiven).map(({ after }) => after);

/**
 * Sets values of a slot's properties, and returns them in the order of the request.
 * Source: spec.md, PUT /api/BomSlot/UpsertProperties.
 */
export const upsertSlotProperties = verb({
  conflicts: {
    of: ["BomSlot/UpsertProperties"],
    claims: { BomSlot: "", BomVersion: "" },
    asserts: { PropertyDefinition: "" },
  },
  load,
  decide,
  write,
  answer,
  present: answer,
});

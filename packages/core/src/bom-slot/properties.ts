import {
  type Assertion,
  insertPart,
  type PartChange,
  type Pending,
  relyOn,
  updatePart,
} from "../engine/index.ts";
import { propertyDefinition } from "../database/schema/index.ts";
import { foldCase } from "../values/fold-case.ts";
import {
  noFaults,
  refuseContradictions,
  refuseMissing,
  resolveReference,
} from "../rules/id-and-name.ts";
import { requirePartsWithinMax } from "../rules/limits.ts";
import { idsAndNames, type Named, recordsReferredTo, requireActive } from "../rules/named.ts";
import { refusalAt } from "../refusal.ts";
import { type Merged, mergeGiven } from "./merged.ts";
import { type SlotProperty, type StoredSlot } from "./slot.ts";

/** The value of a property, by its name. Without a value, it stays as it is. */
export interface PropertyInput {
  readonly property: string;
  /** The id of its definition, which must be that of the name. */
  readonly propertyID?: number | undefined;
  readonly value?: string | undefined;
}

/** Whether the names of properties in a request are case sensitive. */
interface Match {
  readonly isExact: boolean;
}

/** The place of properties in a body. */
export interface PropertyPlace extends Match {
  readonly field: "Properties" | "properties";
}

/** The properties of a slot after a merge, with what the decision relies on. */
export interface PropertyMerge {
  /** Those of the request come first, in its order. The id of a new one is 0. */
  readonly properties: readonly Merged<SlotProperty>[];
  readonly asserts: readonly Assertion[];
}

const definitionsReferredTo = recordsReferredTo(propertyDefinition);

/** Returns the statement that reads the definitions of properties. */
export const loadDefinitions = (given: readonly PropertyInput[]) =>
  definitionsReferredTo(
    idsAndNames(
      given.map(({ propertyID }) => propertyID),
      given.map(({ property }) => property),
    ),
  );

/** Whether a name in a request means a stored property. */
const isSameProperty = (name: string, sent: string, { isExact }: Match): boolean =>
  isExact ? name === sent : foldCase(name) === foldCase(sent);

/** Returns the property of a slot that a request names. */
export const propertyNamed = (
  slot: StoredSlot | null | undefined,
  sent: string,
  match: Match,
): SlotProperty | undefined =>
  slot?.properties.find(({ property }) => isSameProperty(property, sent, match));

/**
 * Merges properties into those of a slot, by their names. None is cleared. `slot` is null for a new
 * one. Refuses `not_found` (a definition, or the value of a property that is not set yet),
 * `details_contradict`, `inactive` and `too_many`.
 */
export function mergeSlotProperties(
  slot: StoredSlot | null,
  given: readonly PropertyInput[],
  definitions: readonly Named[],
  place: PropertyPlace,
): PropertyMerge {
  const merged = given.map((entry, index) => {
    const { value } = entry;
    const pointer = `/${place.field}/${index}`;
    const definition = requireDefinition(definitions, entry, pointer, place);
    const { id: propertyDefinitionId, name: property } = definition;
    const before = propertyNamed(slot, property, place) ?? null;
    const valueAfter = value ?? before?.value;
    if (valueAfter === undefined) {
      throw refusalAt(
        "not_found",
        `${pointer}/value`,
        `The slot has no property ${property} yet, so it needs a value.`,
      );
    }
    const id = before?.id ?? 0;
    const bomSlotId = slot?.id ?? 0;
    return {
      definition,
      before,
      after: { id, bomSlotId, propertyDefinitionId, property, value: valueAfter },
    };
  });
  for (const [index, { definition, before }] of merged.entries()) {
    if (before) continue;
    const pointer = `/${place.field}/${index}/property`;
    requireActive(definition, `The property definition ${definition.name}`, pointer);
  }
  const stored = slot?.properties ?? [];
  const properties = mergeGiven<SlotProperty>(
    stored,
    merged.map(({ before, after }) => ({ before, after })),
  );
  requirePartsWithinMax("properties", stored.length, properties.length, `/${place.field}`);
  return {
    properties,
    asserts: merged.map(({ definition }) => relyOn("PropertyDefinition", definition)),
  };
}

/** Returns the definition of a property, which its name and its id must both be of. */
function requireDefinition(
  records: readonly Named[],
  { property: name, propertyID: id }: PropertyInput,
  pointer: string,
  match: Match,
): Named {
  const faults = noFaults();
  const { record } = resolveReference(
    {
      noun: "property definition",
      records,
      // The name is the key of the entry, so a property that is set has no other one.
      stored: undefined,
      sent: { id, name },
      pointers: { id: `${pointer}/propertyID`, name: `${pointer}/property` },
      nameOf: (definition) => definition.name,
      isNamed: (definition, sent) => isSameProperty(definition.name, sent, match),
    },
    faults,
  );
  refuseMissing(faults);
  refuseContradictions(faults);
  // The name is never empty, so the definition was found.
  return record!;
}

/** Returns the key of a slot's property: a slot has one value of each. */
export const keyOfProperty = (
  bomSlotId: number,
  { propertyDefinitionId }: Pick<SlotProperty, "propertyDefinitionId">,
) => ({ bomSlotId, propertyDefinitionId });

/** Returns the changes of merged properties. */
export const propertyChanges = (
  properties: readonly Merged<SlotProperty>[],
  bomSlotId: number | Pending,
): PartChange[] =>
  properties.flatMap(({ before, after: { propertyDefinitionId, value } }) => {
    if (!before) return insertPart("slotProperty", { bomSlotId, propertyDefinitionId, value });
    if (before.value === value) return [];
    return updatePart("slotProperty", keyOfProperty(before.bomSlotId, before), { value });
  });

/** Returns the values that change, for the history of the slot. */
export const propertyDetail = (properties: readonly Merged<SlotProperty>[]) => {
  const changed = properties.filter(({ before, after }) => before?.value !== after.value);
  if (changed.length === 0) return undefined;
  return {
    properties: changed.map(({ before, after: { property, value } }) => ({
      property,
      before: before?.value ?? null,
      after: value,
    })),
  };
};

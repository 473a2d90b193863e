import {
  type Absence,
  type Change,
  claim,
  removePart,
  type RowsOf,
  verb,
} from "../engine/index.ts";
import { refusalAt } from "../refusal.ts";
import { slotWritten } from "./merged.ts";
import { keyOfProperty, propertyNamed } from "./properties.ts";
import {
  requireSlot,
  requireSlotUnused,
  slotInWords,
  type SlotProperty,
  storedSlotsById,
  type StoredSlot,
  versionOf,
} from "./slot.ts";

export interface ClearSlotPropertyInput {
  readonly BomSlotId: number;
  /** The revision of the slot that was read; without it, the slot is changed as it is. */
  readonly revNo?: number | undefined;
  /** Not case sensitive. */
  readonly property: string;
}

const load = (inputs: readonly ClearSlotPropertyInput[]) => ({
  slots: storedSlotsById({
    ids: JSON.stringify(inputs.map(({ BomSlotId }) => BomSlotId)),
    isCounted: true,
  }),
});

interface Decision {
  readonly asserts: readonly [];
  readonly absences: readonly Absence[];
  readonly slot: StoredSlot;
  readonly property: SlotProperty;
}

/** Decides a clearing. Refuses `not_found`, `stale_revision` and `in_use`. */
function decide(
  { slots }: RowsOf<ReturnType<typeof load>>,
  { BomSlotId, property: sent, revNo }: ClearSlotPropertyInput,
): Decision {
  const slot = requireSlot(slots, BomSlotId, "/BomSlotId", revNo);
  const property = propertyNamed(slot, sent, { isExact: false });
  if (!property) {
    const detail = `The slot ${slotInWords(slot)} has no property ${sent}.`;
    throw refusalAt("not_found", "/property", detail);
  }
  requireSlotUnused(slot, `Its property ${property.property} can't be cleared.`);
  return { asserts: [], absences: [["buildsOfSlot", BomSlotId]], slot, property };
}

const write = ({ slot, property: cleared }: Decision): Change[] => [
  claim("BomSlot", slot, {
    action: "propertyCleared",
    detail: { property: cleared.property, value: cleared.value },
    parts: [removePart("slotProperty", keyOfProperty(slot.id, cleared))],
  }),
  claim("BomVersion", versionOf(slot), slotWritten(slot.id)),
];

const answer = ({ property }: Decision): SlotProperty => property;

/**
 * Clears a property of an unused slot, and returns it as it was.
 * Source: spec.md, DELETE /api/BomSlot/ClearProperty.
 */
export const clearSlotProperty = verb({
  conflicts: {
    of: ["BomSlot/ClearProperty"],
    claims: { BomSlot: "", BomVersion: "" },
    absences: { buildsOfSlot: "" },
  },
  load,
  decide,
  write,
  answer,
});

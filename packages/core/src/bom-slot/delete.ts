import {
  type Absence,
  type Change,
  claim,
  remove,
  removePart,
  type RowsOf,
  storedRow,
  verb,
} from "../engine/index.ts";
import { removeCandidate } from "./candidate-changes.ts";
import { slotWritten } from "./merged.ts";
import {
  requireSlot,
  requireSlotUnused,
  type Slot,
  storedSlotsById,
  type StoredSlot,
  versionOf,
} from "./slot.ts";

export interface DeleteSlotInput {
  readonly ID: number;
  /** The revision that was read; without it, the slot is deleted as it is. */
  readonly revNo?: number | undefined;
}

const load = (inputs: readonly DeleteSlotInput[]) => ({
  slots: storedSlotsById({ ids: JSON.stringify(inputs.map(({ ID }) => ID)), isCounted: true }),
});

interface Decision {
  readonly asserts: readonly [];
  readonly absences: readonly Absence[];
  readonly slot: StoredSlot;
}

/** Decides a deletion. Refuses `not_found`, `stale_revision` and `in_use`. */
function decide(
  { slots }: RowsOf<ReturnType<typeof load>>,
  { ID, revNo }: DeleteSlotInput,
): Decision {
  const slot = requireSlot(slots, ID, "/ID", revNo);
  requireSlotUnused(slot);
  return { asserts: [], absences: [["buildsOfSlot", ID]], slot };
}

function write({ slot }: Decision): Change[] {
  const { id, candidates, properties } = slot;
  const record = { ...storedRow("BomSlot", slot), properties };
  return [
    claim("BomVersion", versionOf(slot), slotWritten(id)),
    ...candidates.map(removeCandidate),
    remove("BomSlot", record, {
      action: "deleted",
      parts: [removePart("slotProperty", { bomSlotId: id })],
    }),
  ];
}

const answer = ({ slot }: Decision): Slot => slot;

/**
 * Deletes an unused slot with its candidates and properties, and returns it as it was.
 * Source: spec.md, DELETE /api/BomSlot/Delete.
 */
export const deleteSlot = verb({
  conflicts: {
    of: ["BomSlot/Delete"],
    claims: { BomSlot: "", BomVersion: "", SlotCandidate: "the slot's candidates" },
    absences: { buildsOfSlot: "" },
  },
  load,
  decide,
  write,
  answer,
});

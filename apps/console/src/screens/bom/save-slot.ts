import type { Writes } from "../../client/writes.ts";
import type { Slot } from "./bom.ts";
import type { SlotChanges, SlotDraft } from "./draft.rules.ts";

/** Why a slot was not saved, and what of it is stored nevertheless. */
export class SlotFailure extends Error {
  readonly stored: Slot | undefined;

  constructor(cause: unknown, stored: Slot | undefined) {
    super("The slot was not saved.", { cause });
    this.stored = stored;
  }
}

/**
 * Saves a slot: its fields and candidates in one request, then each removal. A change by somebody
 * else is so found before anything is removed. Throws a `SlotFailure`.
 */
export async function saveSlot(
  send: Writes["send"],
  { base }: SlotDraft,
  changes: SlotChanges,
): Promise<void> {
  let stored = base;
  try {
    if (changes.isRemoved && base) {
      await send("bomSlotDelete", { body: { ID: base.id, revNo: base.revNo } });
      return;
    }
    if (changes.upsert) stored = await send("bomSlotUpsert", { body: changes.upsert });
    for (const { id } of changes.removedCandidates) {
      // The request before may have moved the default, and with it the revision of the candidate.
      const { revNo } = stored!.candidates.find((one) => one.id === id)!;
      await send("bomSlotDeleteCandidate", { body: { ID: id, revNo } });
      stored = withoutCandidate(stored!, id);
    }
    for (const property of changes.clearedProperties) {
      const body = { BomSlotId: stored!.id, revNo: stored!.revNo, property };
      await send("bomSlotClearProperty", { body });
      stored = withoutProperty(stored!, property);
    }
  } catch (cause) {
    throw new SlotFailure(cause, stored === base ? undefined : stored);
  }
}

const withoutCandidate = (slot: Slot, id: number): Slot => ({
  ...slot,
  revNo: slot.revNo + 1,
  candidates: slot.candidates.filter((candidate) => candidate.id !== id),
});

const withoutProperty = (slot: Slot, name: string): Slot => ({
  ...slot,
  revNo: slot.revNo + 1,
  Properties: slot.Properties.filter(({ property }) => property !== name),
});

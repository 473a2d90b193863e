import type { Bom, BomVersion } from "./bom.ts";
import { type CandidateDraft, changesOf, type SlotChanges, type SlotDraft } from "./draft.rules.ts";

/** A slot with what has to be sent to save it. */
export interface ChangedSlot {
  readonly draft: SlotDraft;
  readonly changes: SlotChanges;
}

/** Returns the slots that differ from what is stored. */
export function changedSlots(
  drafts: readonly SlotDraft[],
  bom: Bom,
  version: BomVersion,
  locale: string,
): readonly ChangedSlot[] {
  const place = {
    ParentProductName: bom.parentProductName,
    bom: bom.name,
    bomID: bom.id,
    version: version.version,
    bomVersionID: version.id,
  };
  return drafts.flatMap((draft) => {
    const changes = changesOf(draft, place, locale);
    return changes ? [{ draft, changes }] : [];
  });
}

/** How a row differs from the stored one. */
export type RowState = "new" | "changed" | "removed";

export function stateOf(
  slot: SlotDraft,
  candidate: CandidateDraft | undefined,
  changed: readonly ChangedSlot[],
): RowState | undefined {
  if (slot.isRemoved || candidate?.isRemoved) return "removed";
  if (!(candidate ?? slot).base) return "new";
  const changes = changed.find(({ draft }) => draft.key === slot.key)?.changes;
  if (!changes) return undefined;
  if (candidate) return changes.candidateKeys.includes(candidate.key) ? "changed" : undefined;
  const { id: _, revNo: __, candidates: ___, ...own } = changes.upsert ?? {};
  const count = Object.keys(own).length + changes.clearedProperties.length;
  return count > 0 ? "changed" : undefined;
}

import { ProblemError } from "@asbuilt/client";
import { useState } from "react";
import { Unreachable } from "../../client/asbuilt.ts";
import { useWrites } from "../../client/writes.ts";
import type { ChangedSlot } from "./changed.rules.ts";
import type { SlotDraft } from "./draft.rules.ts";
import { saveSlot, SlotFailure } from "./save-slot.ts";
import { flatDraft, rebased } from "./stale.rules.ts";
import type { SlotDrafts } from "./use-slot-drafts.ts";

/** The refusal of a slot. */
export interface SlotProblem {
  readonly error: unknown;
  /** The candidates of the refused request, in its order. */
  readonly candidateKeys: readonly string[];
}

export interface Saving {
  readonly isBusy: boolean;
  /** The number of slots that the last save stored; undefined before it. */
  readonly savedCount: number | undefined;
  readonly problems: ReadonlyMap<string, SlotProblem>;
  readonly save: (changed: readonly ChangedSlot[]) => Promise<void>;
  /** Forgets the refusal of a slot, because a person has decided. */
  readonly settle: (key: string) => void;
  /** Forgets what became of the last save. */
  readonly clear: () => void;
}

/** Saves slot after slot. Each has its own result: one that is refused keeps what was typed. */
export function useSaveSlots({ change, forget }: SlotDrafts, locale: string): Saving {
  const { send, readAgain } = useWrites();
  const [isBusy, setBusy] = useState(false);
  const [savedCount, setSavedCount] = useState<number>();
  const [problems, setProblems] = useState<ReadonlyMap<string, SlotProblem>>(new Map());
  const save = async (changed: readonly ChangedSlot[]) => {
    setBusy(true);
    setSavedCount(undefined);
    const refused = new Map<string, SlotProblem>();
    const saved: string[] = [];
    for (const { draft, changes } of changed) {
      try {
        await saveSlot(send, draft, changes);
        saved.push(draft.key);
      } catch (failure) {
        const { cause, stored } = failure as SlotFailure;
        refused.set(draft.key, { error: cause, candidateKeys: changes.candidateKeys });
        if (stored) change(draft.key, (one) => onTopOf(one, stored, locale));
        // Without an answer, the other slots would fail too.
        if (cause instanceof Unreachable || !(cause instanceof ProblemError)) break;
      }
    }
    // Only then the stored slots have the changes.
    await readAgain();
    forget(saved);
    setProblems(refused);
    setSavedCount(saved.length);
    setBusy(false);
  };
  const settle = (key: string) =>
    setProblems((before) => new Map([...before].filter(([other]) => other !== key)));
  const clear = () => {
    setProblems(new Map());
    setSavedCount(undefined);
  };
  return { isBusy, savedCount, problems, save, settle, clear };
}

/** Returns what of a draft is still to be saved, on top of the part that is stored. */
const onTopOf = (
  draft: SlotDraft,
  stored: NonNullable<SlotFailure["stored"]>,
  locale: string,
): SlotDraft => {
  const old = { ...draft, candidates: draft.candidates.filter(({ base }) => base) };
  return rebased(old, stored, flatDraft(old, locale), locale);
};

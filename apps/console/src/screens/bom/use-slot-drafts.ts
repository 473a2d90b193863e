import { useMemo, useRef, useState } from "react";
import type { Slot } from "./bom.ts";
import {
  type CandidateDraft,
  draftOf,
  newCandidate,
  newSlot,
  type SlotDraft,
} from "./draft.rules.ts";

/** A row of the grid: a slot, or one of its candidates. */
export interface GridRow {
  readonly key: string;
  readonly slot: SlotDraft;
  readonly candidate: CandidateDraft | undefined;
  /** Its position among its siblings, from 1, and their number. */
  readonly position: number;
  readonly siblings: number;
}

export interface SlotDrafts {
  readonly drafts: readonly SlotDraft[];
  readonly rows: readonly GridRow[];
  readonly change: (key: string, change: (draft: SlotDraft) => SlotDraft) => void;
  readonly changeCandidate: (
    row: GridRow,
    change: (candidate: CandidateDraft) => CandidateDraft,
  ) => void;
  readonly addSlot: () => void;
  readonly addCandidate: (slotKey: string) => void;
  /** Takes a new row away, and marks a stored one; a second time, the mark goes. */
  readonly toggleRemoved: (row: GridRow) => void;
  /** Forgets the changes of the slots. */
  readonly forget: (keys: readonly string[]) => void;
}

/** The slots as they are edited: those that nobody has touched are always the stored ones. */
export function useSlotDrafts(slots: readonly Slot[], locale: string): SlotDrafts {
  const [edits, setEdits] = useState<ReadonlyMap<string, SlotDraft>>(new Map());
  const count = useRef(0);
  const newKey = () => `new-${++count.current}`;
  const drafts = useMemo(() => {
    const stored = slots.map((slot) => draftOf(slot, locale));
    const keys = new Set(stored.map(({ key }) => key));
    const others = [...edits.values()].filter(({ key }) => !keys.has(key));
    return [...stored.map((draft) => edits.get(draft.key) ?? draft), ...others];
  }, [slots, edits, locale]);
  const rows = useMemo(() => rowsOf(drafts), [drafts]);

  const put = (draft: SlotDraft) => setEdits((before) => new Map(before).set(draft.key, draft));
  const forget = (keys: readonly string[]) =>
    setEdits((before) => new Map([...before].filter(([key]) => !keys.includes(key))));
  const change: SlotDrafts["change"] = (key, changed) => {
    const draft = drafts.find((one) => one.key === key);
    if (draft) put(changed(draft));
  };
  const changeCandidate: SlotDrafts["changeCandidate"] = ({ slot, candidate }, changed) =>
    change(slot.key, (draft) => ({
      ...draft,
      candidates: draft.candidates.map((one) => (one.key === candidate?.key ? changed(one) : one)),
    }));
  const toggleRemoved: SlotDrafts["toggleRemoved"] = (row) => {
    const { slot, candidate } = row;
    if (!candidate) {
      if (slot.base) put({ ...slot, isRemoved: !slot.isRemoved });
      else forget([slot.key]);
    } else if (candidate.base) {
      changeCandidate(row, (one) => ({ ...one, isRemoved: !one.isRemoved }));
    } else {
      put({ ...slot, candidates: slot.candidates.filter(({ key }) => key !== candidate.key) });
    }
  };
  return {
    drafts,
    rows,
    change,
    changeCandidate,
    // Most slots of a BoM are of one type.
    addSlot: () => put(newSlot(newKey(), drafts.at(-1)?.texts.buildSlotType)),
    addCandidate: (slotKey) =>
      change(slotKey, (draft) => ({
        ...draft,
        candidates: [...draft.candidates, newCandidate(newKey(), draft.candidates.length === 0)],
      })),
    toggleRemoved,
    forget,
  };
}

function rowsOf(drafts: readonly SlotDraft[]): readonly GridRow[] {
  return drafts.flatMap((slot, at) => [
    { key: slot.key, slot, candidate: undefined, position: at + 1, siblings: drafts.length },
    ...slot.candidates.map((candidate, index) => ({
      key: `${slot.key} ${candidate.key}`,
      slot,
      candidate,
      position: index + 1,
      siblings: slot.candidates.length,
    })),
  ]);
}

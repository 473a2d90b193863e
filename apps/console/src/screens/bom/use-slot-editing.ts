import { useLingui } from "@lingui/react/macro";
import { type KeyboardEvent, useMemo, useState } from "react";
import { useFieldErrors } from "../../contract/problem-text.tsx";
import type { Bom, BomVersion, Slot } from "./bom.ts";
import { changedSlots } from "./changed.rules.ts";
import { faultsOf } from "./faults.rules.ts";
import { commandsOf, keyNameOf } from "./commands.ts";
import { faultTexts } from "./fault-texts.ts";
import { type GridRow, useSlotDrafts } from "./use-slot-drafts.ts";
import { useSaveSlots } from "./use-save-slots.ts";

export interface SlotsEditorProps {
  readonly bom: Bom;
  readonly version: BomVersion;
  readonly slots: readonly Slot[];
  readonly isReadOnly: boolean;
}

/** The state of the grid: what is typed, what is wrong with it, and what became of the save. */
export function useSlotEditing({ bom, version, slots, isReadOnly }: SlotsEditorProps) {
  const { i18n } = useLingui();
  const { locale } = i18n;
  const fieldErrorOf = useFieldErrors();
  const drafts = useSlotDrafts(slots, locale);
  const saving = useSaveSlots(drafts, locale);
  const [place, setActive] = useState({ row: 0, column: 0 });
  const { rows, drafts: all } = drafts;
  const active = { ...place, row: Math.max(0, Math.min(place.row, rows.length - 1)) };
  const changed = useMemo(
    () => changedSlots(all, bom, version, locale),
    [all, bom, version, locale],
  );
  const faults = useMemo(
    () => changed.flatMap(({ draft }) => faultsOf(draft, locale)),
    [changed, locale],
  );
  const faultOf = ({ slot, candidate }: GridRow, field: string): string | undefined => {
    const own = faults.find(
      (fault) =>
        fault.slotKey === slot.key &&
        fault.candidateKey === candidate?.key &&
        fault.field === field,
    );
    if (own) return i18n._(faultTexts[own.code]);
    const problem = saving.problems.get(slot.key);
    if (!problem) return undefined;
    if (!candidate) return fieldErrorOf(problem.error, field);
    const at = problem.candidateKeys.indexOf(candidate.key);
    return at < 0 ? undefined : fieldErrorOf(problem.error, `candidates/${at}/${field}`);
  };
  const canSave = changed.length > 0 && faults.length === 0 && !saving.isBusy;
  const save = () => (canSave ? void saving.save(changed) : undefined);
  const commands = commandsOf({ drafts, row: rows[active.row], rows, setActive, save });
  const onKey = (event: KeyboardEvent) => {
    const command = isReadOnly || saving.isBusy ? undefined : commands[keyNameOf(event)];
    command?.();
    return command !== undefined;
  };
  return {
    drafts,
    saving,
    active,
    setActive,
    row: rows[active.row],
    changed,
    faults,
    faultOf,
    canSave,
    save,
    commands,
    onKey,
  };
}

export type SlotEditing = ReturnType<typeof useSlotEditing>;

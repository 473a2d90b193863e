import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { EditGrid } from "../../list/edit-grid.tsx";
import { LeaveGuard } from "../../ui/leave-guard.tsx";
import { Empty } from "../../ui/page.tsx";
import { stateOf } from "./changed.rules.ts";
import { PropertiesDialog } from "./properties-dialog.tsx";
import { SaveBar, SlotActions } from "./slot-actions.tsx";
import { useSlotColumns } from "./slot-columns.tsx";
import { SlotProblems } from "./slot-problems.tsx";
import type { GridRow } from "./use-slot-drafts.ts";
import { type SlotEditing, type SlotsEditorProps, useSlotEditing } from "./use-slot-editing.ts";

type Changed = SlotEditing["changed"];

/** The slots of a version with their candidates, as a grid that is edited in place. */
export function SlotsEditor(props: SlotsEditorProps) {
  const { slots, isReadOnly } = props;
  const { t } = useLingui();
  const editing = useSlotEditing(props);
  const { drafts, saving, changed } = editing;
  const [propertiesKey, setPropertiesKey] = useState<string>();
  const [additions, setAdditions] = useState(0);
  const columns = useSlotColumns({
    drafts,
    faultOf: editing.faultOf,
    onProperties: ({ slot }) => setPropertiesKey(slot.key),
  });
  const edited = drafts.drafts.find(({ key }) => key === propertiesKey);
  return (
    <>
      {isReadOnly ? undefined : (
        <SlotActions
          commands={editing.commands}
          row={editing.row}
          onAdded={() => setAdditions(additions + 1)}
          onProperties={setPropertiesKey}
        />
      )}
      {drafts.rows.length === 0 ? (
        <Empty>
          <Trans>This version has no slots yet.</Trans>
        </Empty>
      ) : (
        <EditGrid
          label={t`Slots and candidates`}
          columns={columns}
          rows={drafts.rows}
          keyOf={({ key }) => key}
          // What is typed while it is saved would be lost.
          isReadOnly={isReadOnly || saving.isBusy}
          active={editing.active}
          onActive={editing.setActive}
          onKey={editing.onKey}
          rowAttributes={(row) => attributesOf(row, changed)}
          calls={additions}
        />
      )}
      {isReadOnly ? undefined : <SaveBar editing={editing} />}
      <SlotProblems slots={slots} drafts={drafts} saving={saving} />
      {edited ? (
        <PropertiesDialog
          slot={edited}
          isReadOnly={isReadOnly}
          onChange={(properties) =>
            drafts.change(edited.key, (draft) => ({ ...draft, properties }))
          }
          onClose={() => setPropertiesKey(undefined)}
        />
      ) : undefined}
      <LeaveGuard isDirty={changed.length > 0} />
    </>
  );
}

function attributesOf({ slot, candidate, position, siblings }: GridRow, changed: Changed) {
  return {
    "data-state": stateOf(slot, candidate, changed),
    "aria-level": candidate ? 2 : 1,
    "aria-posinset": position,
    "aria-setsize": siblings,
    // All slots are open: their candidates are what a person came for.
    "aria-expanded": !candidate && slot.candidates.length > 0 ? true : undefined,
  };
}

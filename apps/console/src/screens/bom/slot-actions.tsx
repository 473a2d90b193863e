import { Plural, Trans } from "@lingui/react/macro";
import { Button } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";
import type { Commands } from "./commands.ts";
import type { GridRow } from "./use-slot-drafts.ts";
import type { SlotEditing } from "./use-slot-editing.ts";

interface SlotActionsProps {
  readonly commands: Commands;
  readonly row: GridRow | undefined;
  /** The grid has a new row, whose cells are typed next. */
  readonly onAdded: () => void;
  readonly onProperties: (slotKey: string) => void;
}

export function SlotActions({ commands, row, onAdded, onProperties }: SlotActionsProps) {
  const isRemoved = row?.candidate?.isRemoved ?? row?.slot.isRemoved;
  const add = commands.Insert;
  const remove = commands["Ctrl+Delete"];
  const adding = (command: (() => void) | undefined) => () => {
    command?.();
    onAdded();
  };
  return (
    <>
      <div className="row">
        <Button onClick={adding(commands["Shift+Insert"])}>
          <Trans>Add a slot</Trans>
        </Button>
        <Button disabled={!add} onClick={adding(add)}>
          <Trans>Add a candidate</Trans>
        </Button>
        <Button disabled={!remove} onClick={remove}>
          {isRemoved ? <Trans>Keep it after all</Trans> : <Trans>Remove</Trans>}
        </Button>
        <Button disabled={!row} onClick={row ? () => onProperties(row.slot.key) : undefined}>
          <Trans>Properties of the slot</Trans>
        </Button>
      </div>
      <p className="field-hint">
        <Trans>
          Arrows move, Enter edits, Tab goes on to the next cell, Escape leaves a cell as it was.
          Insert adds a candidate, Shift and Insert a slot, Ctrl and Delete removes, Ctrl and Enter
          saves.
        </Trans>
      </p>
    </>
  );
}

/** Saves or forgets what was changed, and says what the last save did. */
export function SaveBar({ editing }: { readonly editing: SlotEditing }) {
  const { changed, faults, canSave, save, drafts, saving } = editing;
  const discard = () => {
    drafts.forget(drafts.drafts.map(({ key }) => key));
    saving.clear();
  };
  return (
    <>
      <div className="row">
        <Button kind="main" disabled={!canSave} onClick={save}>
          <Trans>Save</Trans>
        </Button>
        <Button disabled={changed.length === 0} onClick={discard}>
          <Trans>Discard the changes</Trans>
        </Button>
        <output className="soft">
          <Plural
            value={changed.length}
            _0="Nothing is changed."
            one="# slot is changed."
            other="# slots are changed."
          />{" "}
          {faults.length > 0 ? (
            <strong className="field-error">
              <Plural
                value={faults.length}
                one="# cell must be corrected first."
                other="# cells must be corrected first."
              />
            </strong>
          ) : undefined}
        </output>
      </div>
      <SaveResult saved={saving.savedCount} refused={saving.problems.size} />
    </>
  );
}

interface SaveResultProps {
  /** Undefined before the first save. */
  readonly saved: number | undefined;
  readonly refused: number;
}

function SaveResult({ saved, refused }: SaveResultProps) {
  if (saved === undefined || saved + refused === 0) return undefined;
  return (
    <Notice
      meaning={refused > 0 ? "caution" : "good"}
      title={<Plural value={saved} one="# slot is saved." other="# slots are saved." />}
    >
      {refused > 0 ? (
        <p>
          <Plural value={refused} one="# was refused." other="# were refused." />
        </p>
      ) : undefined}
    </Notice>
  );
}

import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { ItemLabels } from "../../label/item-labels.tsx";
import { useMay } from "../../session/session.tsx";
import { Button } from "../../ui/button.tsx";
import { plainActions } from "./actions.tsx";
import type { Item } from "./item.ts";
import { type BulkAction, BulkDialog, bulkActions } from "./bulk-dialog.tsx";

interface BulkBarProps {
  readonly items: readonly Item[];
  readonly onUnmark: () => void;
  readonly actions?: readonly BulkAction[];
}

interface Chosen {
  readonly action: BulkAction | "label";
  /** The items at the time of the choice: an action can take them off the list behind it. */
  readonly items: readonly Item[];
}

/** The actions on all marked items. */
export function BulkBar({ items, onUnmark, actions = bulkActions }: BulkBarProps) {
  const { i18n } = useLingui();
  const may = useMay();
  const [chosen, setChosen] = useState<Chosen>();
  const choose = (action: Chosen["action"]) => setChosen({ action, items });
  return (
    <>
      {items.length > 0 ? (
        <>
          <strong>
            <Trans>{items.length} marked</Trans>
          </strong>
          {actions
            .filter((name) => may(plainActions[name].operation))
            .map((name) => (
              <Button key={name} onClick={() => choose(name)}>
                {i18n._(plainActions[name].name)}
              </Button>
            ))}
          <Button onClick={() => choose("label")}>
            <Trans>Label</Trans>
          </Button>
          <Button kind="plain" onClick={onUnmark}>
            <Trans>Unmark all</Trans>
          </Button>
        </>
      ) : undefined}
      {chosen ? <ChosenDialog chosen={chosen} onClose={() => setChosen(undefined)} /> : undefined}
    </>
  );
}

interface ChosenDialogProps {
  readonly chosen: Chosen;
  readonly onClose: () => void;
}

function ChosenDialog({ chosen: { action, items }, onClose }: ChosenDialogProps) {
  if (action === "label") return <ItemLabels items={items} onClose={onClose} />;
  return <BulkDialog action={action} items={items} onClose={onClose} />;
}

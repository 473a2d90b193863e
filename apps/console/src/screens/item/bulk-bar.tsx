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
}

/** The actions on all marked items. */
export function BulkBar({ items, onUnmark }: BulkBarProps) {
  const { i18n } = useLingui();
  const may = useMay();
  const [action, setAction] = useState<BulkAction>();
  const [labelled, setLabelled] = useState<readonly Item[]>();
  return (
    <>
      <strong>
        <Trans>{items.length} marked</Trans>
      </strong>
      {bulkActions
        .filter((name) => may(plainActions[name].operation))
        .map((name) => (
          <Button key={name} onClick={() => setAction(name)}>
            {i18n._(plainActions[name].name)}
          </Button>
        ))}
      <Button onClick={() => setLabelled(items)}>
        <Trans>Label</Trans>
      </Button>
      <Button kind="plain" onClick={onUnmark}>
        <Trans>Unmark all</Trans>
      </Button>
      {labelled ? (
        <ItemLabels items={labelled} onClose={() => setLabelled(undefined)} />
      ) : undefined}
      {action ? (
        <BulkDialog action={action} items={items} onClose={() => setAction(undefined)} />
      ) : undefined}
    </>
  );
}

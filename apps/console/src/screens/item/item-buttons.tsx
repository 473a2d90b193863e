import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { ItemLabels } from "../../label/item-labels.tsx";
import { Button } from "../../ui/button.tsx";
import { Menu } from "../../ui/menu.tsx";
import { AdjustDialog } from "./adjust-dialog.tsx";
import { ActionDialog } from "./action-dialog.tsx";
import { actionNames, ownHoldsOf, useItemActions } from "./actions.tsx";
import { BulkDialog } from "./bulk-dialog.tsx";
import type { Item } from "./item.ts";
import { arranged, type ItemActionName } from "./item-actions.rules.ts";
import { MergeDialog } from "./merge-dialog.tsx";
import { SplitDialog } from "./split-dialog.tsx";
import { UpdateDialog } from "./update-dialog.tsx";

/** The actions that the item's state and the person's key allow. */
export function ItemButtons({ item }: { readonly item: Item }) {
  const { i18n } = useLingui();
  const [chosen, choose] = useState<ItemActionName>();
  const [labelled, setLabelled] = useState<readonly Item[]>();
  const { buttons, menu, endings } = arranged(useItemActions(item));
  const button = (name: ItemActionName) => (
    <Button
      key={name}
      kind={endings.includes(name) ? "danger" : undefined}
      onClick={() => choose(name)}
    >
      {i18n._(actionNames[name])}
    </Button>
  );
  const close = () => choose(undefined);
  return (
    <>
      <Button onClick={() => setLabelled([item])}>
        <Trans>Label</Trans>
      </Button>
      {buttons.map(button)}
      {menu.length + endings.length > 0 ? (
        <Menu label={<Trans>More</Trans>}>
          {menu.map(button)}
          {endings.length > 1 ? (
            <p className="field-hint">
              <Trans>Scrap what is no good. Void what was recorded by mistake.</Trans>
            </p>
          ) : undefined}
          {endings.map(button)}
        </Menu>
      ) : undefined}
      {labelled ? (
        <ItemLabels items={labelled} onClose={() => setLabelled(undefined)} />
      ) : undefined}
      {chosen ? <ChosenDialog action={chosen} item={item} onClose={close} /> : undefined}
    </>
  );
}

interface ChosenDialogProps {
  readonly action: ItemActionName;
  readonly item: Item;
  readonly onClose: () => void;
}

function ChosenDialog({ action, ...rest }: ChosenDialogProps) {
  // Of several holds, a person ends one or all. Each that ends changes the item behind the dialog.
  const [hasHolds] = useState(() => ownHoldsOf(rest.item).length > 1);
  switch (action) {
    case "adjust":
      return <AdjustDialog {...rest} />;
    case "merge":
      return <MergeDialog {...rest} />;
    case "split":
      return <SplitDialog {...rest} />;
    case "update":
      return <UpdateDialog {...rest} />;
    case "release":
      if (hasHolds) {
        return <BulkDialog action={action} items={[rest.item]} onClose={rest.onClose} />;
      }
      return <ActionDialog {...rest} action={action} />;
    default:
      return <ActionDialog {...rest} action={action} />;
  }
}

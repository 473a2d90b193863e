import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { ItemLabels } from "../../label/item-labels.tsx";
import { Button } from "../../ui/button.tsx";
import { Menu } from "../../ui/menu.tsx";
import { AdjustDialog } from "./adjust-dialog.tsx";
import { ActionDialog } from "./action-dialog.tsx";
import { actionNames, useItemActions } from "./actions.tsx";
import type { Item } from "./item.ts";
import type { ItemActionName } from "./item-actions.rules.ts";
import { UpdateDialog } from "./update-dialog.tsx";

/** Actions that can't be taken back, or only by an exception. */
const dangerous: ReadonlySet<ItemActionName> = new Set(["scrap", "void"]);

/** The number of actions that have a button of their own. Others are in a menu. */
const buttonsMax = 3;

/** The actions that the item's state and the person's key allow. */
export function ItemButtons({ item }: { readonly item: Item }) {
  const { i18n } = useLingui();
  const [chosen, choose] = useState<ItemActionName>();
  const [labelled, setLabelled] = useState<readonly Item[]>();
  const names = useItemActions(item);
  const button = (name: ItemActionName) => (
    <Button
      key={name}
      {...(dangerous.has(name) ? { kind: "danger" } : {})}
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
      {names.slice(0, buttonsMax).map(button)}
      {names.length > buttonsMax ? (
        <Menu label={<Trans>More</Trans>}>{names.slice(buttonsMax).map(button)}</Menu>
      ) : undefined}
      {labelled ? (
        <ItemLabels items={labelled} onClose={() => setLabelled(undefined)} />
      ) : undefined}
      {chosen === "adjust" ? <AdjustDialog item={item} onClose={close} /> : undefined}
      {chosen === "update" ? <UpdateDialog item={item} onClose={close} /> : undefined}
      {chosen && chosen !== "adjust" && chosen !== "update" ? (
        <ActionDialog action={chosen} item={item} onClose={close} />
      ) : undefined}
    </>
  );
}

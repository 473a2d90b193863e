import { Trans } from "@lingui/react/macro";
import { useState } from "react";
import { Button } from "../ui/button.tsx";
import { later } from "../ui/later.tsx";
import { useShortcuts } from "./shortcuts.ts";
import { useGoTo } from "./use-go-to.ts";
import { usePlaces } from "./use-places.ts";

const FindDialog = later(async () => (await import("./find-dialog.tsx")).FindDialog);
const ShortcutList = later(async () => (await import("./shortcut-list.tsx")).ShortcutList);

/** The ways to get everywhere: the search over everything, and the keys. */
export function Finder() {
  const [dialog, setDialog] = useState<"find" | "keys">();
  const close = () => setDialog(undefined);
  const places = usePlaces().flatMap((group) => group.places);
  useShortcuts({
    find: () => setDialog("find"),
    list: () => setDialog("keys"),
    goTo: useGoTo(),
    paths: new Set(places.map(({ path }) => path)),
  });
  return (
    <>
      <Button onClick={() => setDialog("find")}>
        <Trans>Find or scan</Trans>
      </Button>
      {dialog === "find" ? <FindDialog onClose={close} /> : undefined}
      {dialog === "keys" ? <ShortcutList onClose={close} /> : undefined}
    </>
  );
}

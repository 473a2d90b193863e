import { useLingui } from "@lingui/react/macro";
import { useMatches } from "@tanstack/react-router";
import { useState } from "react";
import { Button } from "../ui/button.tsx";
import { later } from "../ui/later.tsx";

const HelpDialog = later(async () => (await import("./help-dialog.tsx")).HelpDialog);

/** The routes without help: the page of the design, and an address that leads nowhere. */
export const withoutHelp: ReadonlySet<string> = new Set(["/design", ""]);

/** Opens the help of the screen that is shown, if it has help. */
export function HelpButton({ title }: { readonly title: string }) {
  const { t } = useLingui();
  const [isOpen, setOpen] = useState(false);
  const path = useMatches().at(-1)?.fullPath ?? "";
  if (withoutHelp.has(path)) return undefined;
  return (
    <>
      <Button kind="plain" aria-label={t`Help`} title={t`Help`} onClick={() => setOpen(true)}>
        ?
      </Button>
      {isOpen ? <HelpDialog path={path} title={title} onClose={() => setOpen(false)} /> : undefined}
    </>
  );
}

import { Trans, useLingui } from "@lingui/react/macro";
import { Link, useMatches } from "@tanstack/react-router";
import { useState } from "react";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { helpOf } from "./help.ts";

/** Opens the help of the screen that is shown, if it has help. */
export function HelpButton({ title }: { readonly title: string }) {
  const { t, i18n } = useLingui();
  const [isOpen, setOpen] = useState(false);
  const help = helpOf(useMatches().at(-1)?.fullPath ?? "");
  if (!help) return undefined;
  return (
    <>
      <Button kind="plain" aria-label={t`Help`} title={t`Help`} onClick={() => setOpen(true)}>
        ?
      </Button>
      {isOpen ? (
        <Dialog title={t`Help: ${title}`} onClose={() => setOpen(false)}>
          <p>{i18n._(help.purpose)}</p>
          <p>
            <strong>
              <Trans>First step:</Trans>
            </strong>{" "}
            {i18n._(help.firstStep)}
          </p>
          {help.offersTour ? (
            <p>
              <Link to="/tour" onClick={() => setOpen(false)}>
                <Trans>Build your first pump: a tour of five minutes</Trans>
              </Link>
            </p>
          ) : undefined}
          <p className="soft">
            <Trans>
              The page docs/console.md of asbuilt guides you through a working day. The key ? lists
              all keys of the console.
            </Trans>
          </p>
          <div className="form-actions">
            <Button kind="main" onClick={() => setOpen(false)}>
              <Trans>Close</Trans>
            </Button>
          </div>
        </Dialog>
      ) : undefined}
    </>
  );
}

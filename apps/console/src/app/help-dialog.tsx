import { Trans, useLingui } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { helpOf } from "./help.ts";

interface HelpDialogProps {
  /** The path of the screen's route. */
  readonly path: string;
  readonly title: string;
  readonly onClose: () => void;
}

/** What a screen is for, and how its work begins. */
export function HelpDialog({ path, title, onClose }: HelpDialogProps) {
  const { t, i18n } = useLingui();
  const help = helpOf(path);
  return (
    <Dialog title={t`Help: ${title}`} onClose={onClose}>
      {help ? (
        <>
          <p>{i18n._(help.purpose)}</p>
          <p>
            <strong>
              <Trans>First step:</Trans>
            </strong>{" "}
            {i18n._(help.firstStep)}
          </p>
        </>
      ) : undefined}
      {help?.offersTour ? (
        <p>
          <Link to="/tour" onClick={onClose}>
            <Trans>Build your first pump: a tour of five minutes</Trans>
          </Link>
        </p>
      ) : undefined}
      <p className="soft">
        <Trans>
          The page docs/tutorials/console.md of asbuilt guides you through a working day. The key ?
          lists all keys of the console.
        </Trans>
      </p>
      <div className="form-actions">
        <Button kind="main" onClick={onClose}>
          <Trans>Close</Trans>
        </Button>
      </div>
    </Dialog>
  );
}

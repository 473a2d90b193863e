import { Trans, useLingui } from "@lingui/react/macro";
import { useBlocker } from "@tanstack/react-router";
import { Button } from "./button.tsx";
import { Dialog } from "./dialog.tsx";

/** Asks before a person leaves a screen with changes that are not saved. */
export function LeaveGuard({ isDirty }: { readonly isDirty: boolean }) {
  const { t } = useLingui();
  const blocker = useBlocker({
    shouldBlockFn: () => isDirty,
    enableBeforeUnload: isDirty,
    withResolver: true,
  });
  if (blocker.status !== "blocked") return undefined;
  return (
    <Dialog title={t`Leave without saving?`} onClose={blocker.reset}>
      <p>
        <Trans>Your changes on this screen are not saved.</Trans>
      </p>
      <div className="form-actions">
        <Button kind="main" onClick={blocker.reset}>
          <Trans>Stay here</Trans>
        </Button>
        <Button kind="danger" onClick={blocker.proceed}>
          <Trans>Leave</Trans>
        </Button>
      </div>
    </Dialog>
  );
}

import { Trans } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { ProblemNotice } from "../contract/problem-text.tsx";
import { Button } from "./button.tsx";
import { Dialog } from "./dialog.tsx";

interface ConfirmProps {
  readonly title: ReactNode;
  readonly action: ReactNode;
  /** By default, it can't be undone. */
  readonly kind?: "danger" | "main";
  readonly isBusy: boolean;
  readonly error: unknown;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
  /** What the action does. */
  readonly children: ReactNode;
}

/** Asks once more before an action, above all before one that can't be undone. */
export const Confirm = (props: ConfirmProps) => (
  <Dialog title={props.title} onClose={props.onClose}>
    {props.children}
    {props.error ? <ProblemNotice error={props.error} /> : undefined}
    <div className="form-actions">
      <Button kind={props.kind ?? "danger"} disabled={props.isBusy} onClick={props.onConfirm}>
        {props.action}
      </Button>
      <Button onClick={props.onClose}>
        <Trans>Cancel</Trans>
      </Button>
    </div>
  </Dialog>
);

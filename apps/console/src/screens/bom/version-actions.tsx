import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { useWrite } from "../../client/queries.ts";
import { Button } from "../../ui/button.tsx";
import { Confirm } from "../../ui/confirm.tsx";
import type { Bom, BomVersion } from "./bom.ts";
import { NewVersionDialog } from "./new-version.tsx";
import { ReleaseDialog } from "./release-dialog.tsx";

interface VersionActionsProps {
  readonly bom: Bom;
  readonly version: BomVersion;
}

/** What can be done with a version: what its status allows. */
export function VersionActions({ bom, version }: VersionActionsProps) {
  const [isReleasing, setReleasing] = useState(false);
  const [next, setNext] = useState<NextStatus>();
  return (
    <>
      <div className="row">
        {version.status === "Released" ? undefined : (
          <Button kind="main" onClick={() => setReleasing(true)}>
            <Trans>Release version {version.version}</Trans>
          </Button>
        )}
        {version.status === "Released" ? (
          <Button onClick={() => setNext("Obsolete")}>
            <Trans>Make version {version.version} obsolete</Trans>
          </Button>
        ) : undefined}
        {version.status === "Draft" ? undefined : (
          <Button onClick={() => setNext("Draft")}>
            <Trans>Take version {version.version} back to draft</Trans>
          </Button>
        )}
      </div>
      {isReleasing ? (
        <ReleaseDialog bom={bom} version={version} onClose={() => setReleasing(false)} />
      ) : undefined}
      {next ? (
        <Withdrawal bom={bom} version={version} next={next} onClose={() => setNext(undefined)} />
      ) : undefined}
    </>
  );
}

/** The statuses in which no works order can be started by a version. */
type NextStatus = Exclude<BomVersion["status"], "Released">;

interface WithdrawalProps extends VersionActionsProps {
  readonly next: NextStatus;
  readonly onClose: () => void;
}

/** Asks before no works order can be started by a version. */
function Withdrawal({ bom, version, next, onClose }: WithdrawalProps) {
  const write = useWrite("bomUpsert");
  const name = `${bom.name} ${version.version}`;
  const isObsolete = next === "Obsolete";
  const setStatus = () =>
    write.mutate(
      { body: { id: bom.id, versions: [{ id: version.id, revNo: version.revNo, status: next }] } },
      { onSuccess: onClose },
    );
  return (
    <Confirm
      title={
        isObsolete ? (
          <Trans>Make {name} obsolete?</Trans>
        ) : (
          <Trans>Take {name} back to draft?</Trans>
        )
      }
      action={isObsolete ? <Trans>Make obsolete</Trans> : <Trans>Back to draft</Trans>}
      kind="main"
      isBusy={write.isPending}
      error={write.error}
      onConfirm={setStatus}
      onClose={onClose}
    >
      <p>
        <Trans>
          No works order can be started by it until it is released again. Orders that were started
          keep it.
        </Trans>
      </p>
    </Confirm>
  );
}

/** A button that makes a new version of a BoM, empty or as a copy. */
export function NewVersion({
  bom,
  from,
}: {
  readonly bom: Bom;
  readonly from: BomVersion | undefined;
}) {
  const { t } = useLingui();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>{t`New version`}</Button>
      {isOpen ? (
        <NewVersionDialog bom={bom} from={from} onClose={() => setOpen(false)} />
      ) : undefined}
    </>
  );
}

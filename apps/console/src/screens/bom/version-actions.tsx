import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { useWrite } from "../../client/queries.ts";
import { ProblemNotice } from "../../contract/problem-text.tsx";
import { Button } from "../../ui/button.tsx";
import type { Bom, BomVersion } from "./bom.ts";
import { NewVersionDialog } from "./new-version.tsx";
import { ReleaseDialog } from "./release-dialog.tsx";

interface VersionActionsProps {
  readonly bom: Bom;
  readonly version: BomVersion;
}

/** What can be done with a version: what its status allows. */
export function VersionActions({ bom, version }: VersionActionsProps) {
  const write = useWrite("bomUpsert");
  const [isReleasing, setReleasing] = useState(false);
  const setStatus = (status: BomVersion["status"]) =>
    write.mutate({
      body: { id: bom.id, versions: [{ id: version.id, revNo: version.revNo, status }] },
    });
  return (
    <>
      <div className="row">
        {version.status === "Released" ? undefined : (
          <Button kind="main" onClick={() => setReleasing(true)}>
            <Trans>Release version {version.version}</Trans>
          </Button>
        )}
        {version.status === "Released" ? (
          <Button disabled={write.isPending} onClick={() => setStatus("Obsolete")}>
            <Trans>Make obsolete</Trans>
          </Button>
        ) : undefined}
        {version.status === "Draft" ? undefined : (
          <Button disabled={write.isPending} onClick={() => setStatus("Draft")}>
            <Trans>Back to draft</Trans>
          </Button>
        )}
      </div>
      {write.error ? <ProblemNotice error={write.error} /> : undefined}
      {isReleasing ? (
        <ReleaseDialog bom={bom} version={version} onClose={() => setReleasing(false)} />
      ) : undefined}
    </>
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

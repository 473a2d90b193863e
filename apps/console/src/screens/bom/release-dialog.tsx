import { Trans, useLingui } from "@lingui/react/macro";
import { useRead, useWrite } from "../../client/queries.ts";
import { ProblemNotice } from "../../contract/problem-text.tsx";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Waiting } from "../../ui/page.tsx";
import type { Bom, BomVersion } from "./bom.ts";
import { previousVersion, versionsToCompare } from "./compare-tab.tsx";
import { useSlots } from "./use-slots.ts";
import { VersionDifferences } from "./version-differences.tsx";

interface ReleaseDialogProps {
  readonly bom: Bom;
  readonly version: BomVersion;
  readonly onClose: () => void;
}

/** Shows what a release changes, and releases the revision of the version that is shown. */
export function ReleaseDialog({ bom, version, onClose }: ReleaseDialogProps) {
  const { t } = useLingui();
  const write = useWrite("bomUpsert");
  const before = previousVersion(bom, version);
  const comparing = useRead("bomCompare", { body: versionsToCompare(bom, before, version) });
  const { slots, error: unread } = useSlots(bom, version);
  const comparison = comparing.data;
  const error = write.error ?? comparing.error ?? unread;
  const release = (revNo: number) =>
    write.mutate(
      { body: { id: bom.id, versions: [{ id: version.id, revNo, status: "Released" }] } },
      { onSuccess: onClose },
    );
  return (
    <Dialog title={t`Release version ${version.version}`} onClose={onClose}>
      <p>
        {before ? (
          <Trans>
            Compared with version {before.version}. The form of a new works order proposes the
            highest released version. Orders that exist keep the version that they name.
          </Trans>
        ) : (
          <Trans>This is the first version. Works orders can start with it from now on.</Trans>
        )}
      </p>
      {slots?.length === 0 ? (
        <Notice meaning="caution" title={t`This version has no slots: nothing can be built in.`} />
      ) : undefined}
      {comparison ? (
        <VersionDifferences comparison={comparison} />
      ) : error ? undefined : (
        <Waiting />
      )}
      {error ? <ProblemNotice error={error} /> : undefined}
      <div className="form-actions">
        <Button
          kind="main"
          disabled={!comparison || !slots || write.isPending}
          onClick={() => release(comparison!.to.revNo)}
        >
          <Trans>Release</Trans>
        </Button>
        <Button onClick={onClose}>
          <Trans>Cancel</Trans>
        </Button>
      </div>
    </Dialog>
  );
}

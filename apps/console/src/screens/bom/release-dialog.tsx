import { Trans, useLingui } from "@lingui/react/macro";
import { useEffect, useState } from "react";
import { useRead, useWrite } from "../../client/queries.ts";
import { ProblemNotice } from "../../contract/problem-text.tsx";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Waiting } from "../../ui/page.tsx";
import type { Bom, BomVersion } from "./bom.ts";
import { previousVersion } from "./compare-tab.tsx";
import { useSlots } from "./use-slots.ts";
import { VersionDifferences } from "./version-differences.tsx";

interface ReleaseDialogProps {
  readonly bom: Bom;
  readonly version: BomVersion;
  readonly onClose: () => void;
}

/**
 * Shows what a release changes, and releases. The version is read before its slots, and its
 * revision counts their changes: a version that changed after that is not released.
 */
export function ReleaseDialog({ bom, version, onClose }: ReleaseDialogProps) {
  const { t } = useLingui();
  const write = useWrite("bomUpsert");
  const before = previousVersion(bom, version);
  const [was, is] = [useSlots(bom, before), useSlots(bom, version)];
  const boms = useRead("bomList", { body: { id: bom.id } });
  const [reviewed, setReviewed] = useState<number>();
  const { refetch: readBom } = boms;
  const { refetch: readSlots } = is;
  useEffect(() => {
    const read = async () => {
      const { data } = await readBom();
      await readSlots();
      setReviewed(data?.[0]?.versions.find(({ id }) => id === version.id)?.revNo);
    };
    void read();
  }, [readBom, readSlots, version.id]);
  const slots = before ? was.slots : [];
  const error = write.error ?? boms.error ?? is.error ?? was.error;
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
      {is.slots?.length === 0 ? (
        <Notice meaning="caution" title={t`This version has no slots: nothing can be built in.`} />
      ) : undefined}
      {reviewed !== undefined && slots && is.slots ? (
        <VersionDifferences before={slots} after={is.slots} />
      ) : error ? undefined : (
        <Waiting />
      )}
      {error ? <ProblemNotice error={error} /> : undefined}
      <div className="form-actions">
        <Button
          kind="main"
          disabled={reviewed === undefined || !slots || !is.slots || write.isPending}
          onClick={() => release(reviewed!)}
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

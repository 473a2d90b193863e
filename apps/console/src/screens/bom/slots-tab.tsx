import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { ProblemNotice } from "../../contract/problem-text.tsx";
import { useMay } from "../../session/session.tsx";
import { Button } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Waiting } from "../../ui/page.tsx";
import type { Bom, BomVersion } from "./bom.ts";
import { SlotsEditor } from "./slots-editor.tsx";
import { useSlots } from "./use-slots.ts";

interface SlotsTabProps {
  readonly bom: Bom;
  readonly version: BomVersion;
}

/** The slots of a version. Those of a released one are changed only by a person who says so. */
export function SlotsTab({ bom, version }: SlotsTabProps) {
  const { t } = useLingui();
  const may = useMay();
  const [isUnlocked, setUnlocked] = useState(false);
  const { slots, error } = useSlots(bom, version);
  if (error) return <ProblemNotice error={error} />;
  if (!slots) return <Waiting />;
  const isEditable = may("bomSlotUpsert");
  const isLocked = version.status !== "Draft" && !isUnlocked;
  return (
    <>
      {isEditable && version.status !== "Draft" ? (
        <Notice
          meaning="caution"
          title={
            isLocked ? t`This version is not a draft.` : t`Every change takes effect immediately.`
          }
        >
          <p>
            <Trans>
              Works orders that were started with it are built by its present slots. Then it takes
              alternates, optional slots and texts, but what it requires stays. Make a new version
              for every other change.
            </Trans>
          </p>
          {isLocked ? (
            <div>
              <Button onClick={() => setUnlocked(true)}>
                <Trans>Change this version anyway</Trans>
              </Button>
            </div>
          ) : undefined}
        </Notice>
      ) : undefined}
      <SlotsEditor bom={bom} version={version} slots={slots} isReadOnly={!isEditable || isLocked} />
    </>
  );
}

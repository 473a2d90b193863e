import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { allowOffline, isOfflineAllowed } from "../../outbox/offline.ts";
import { useSession } from "../../session/session.tsx";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Check, Field } from "../../ui/field.tsx";
import { saveStationOptions, useStationSettings } from "./station-settings.ts";
import type { Reason } from "./station.ts";

interface SettingsProps {
  readonly reasons: readonly Reason[];
  readonly onClose: () => void;
}

/** How this station works. The settings belong to the device. */
export function StationSettingsDialog({ reasons, onClose }: SettingsProps) {
  const { t } = useLingui();
  const { takesMissing, undoReason, identifies } = useStationSettings();
  const { by } = useSession();
  const [isOffline, setOffline] = useState(isOfflineAllowed);
  return (
    <Dialog title={t`Settings of this station`} onClose={onClose}>
      <div className="form" data-density="station">
        <Check
          label={t`Take what a slot lacks from a lot without asking for the quantity`}
          isChecked={takesMissing}
          onChange={(isChecked) => saveStationOptions({ takesMissing: isChecked })}
        />
        <Check
          label={t`Keep scans here while there is no network`}
          isChecked={isOffline}
          onChange={(isChecked) => {
            allowOffline(isChecked);
            setOffline(isChecked);
          }}
        />
        <p className="field-hint">
          <Trans>
            Two stations without a network can build the same serial. The second one is then refused
            and has to be settled. Without this setting, the station refuses to work while there is
            no network.
          </Trans>
        </p>
        {by === "cookie" ? (
          <Check
            label={t`Persons identify with badge and PIN`}
            isChecked={identifies}
            onChange={(isChecked) => saveStationOptions({ identifies: isChecked })}
          />
        ) : undefined}
        <Field label={t`Reason that Undo gives`}>
          {(connected) => (
            <select
              {...connected}
              value={undoReason}
              onChange={({ target }) => saveStationOptions({ undoReason: target.value })}
            >
              {reasons.map(({ suid, name }) => (
                <option key={suid} value={suid}>
                  {name}
                </option>
              ))}
            </select>
          )}
        </Field>
        <div className="form-actions">
          <Button kind="main" onClick={onClose}>
            <Trans>Close</Trans>
          </Button>
        </div>
      </div>
    </Dialog>
  );
}

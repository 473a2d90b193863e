import { Trans } from "@lingui/react/macro";
import { useState } from "react";
import { Button } from "../../ui/button.tsx";
import { later } from "../../ui/later.tsx";
import type { Reason } from "./station.ts";

const StationSettingsDialog = later(
  async () => (await import("./station-settings-dialog.tsx")).StationSettingsDialog,
);

/** Leads to the settings of this station. */
export function StationSettings({ reasons }: { readonly reasons: readonly Reason[] }) {
  const [isSetting, setSetting] = useState(false);
  return (
    <>
      <Button kind="plain" onClick={() => setSetting(true)}>
        <Trans>Settings</Trans>
      </Button>
      {isSetting ? (
        <StationSettingsDialog reasons={reasons} onClose={() => setSetting(false)} />
      ) : undefined}
    </>
  );
}

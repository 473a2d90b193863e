import { Trans, useLingui } from "@lingui/react/macro";
import { useEffect } from "react";
import { useSession } from "../../session/session.tsx";
import { Button } from "../../ui/button.tsx";
import { Page } from "../../ui/page.tsx";
import { Identify } from "./identify.tsx";
import { StationSettings } from "../station/station-settings-button.tsx";
import "../station/station.css";

/** The station's session ends after some time without a request. */
const keepMs = 4 * 60_000;

/** Stands before every screen of a shared station until a person identifies. */
export function StationLock() {
  const { t } = useLingui();
  const { asbuilt, signOut } = useSession();
  useEffect(() => {
    const ask = () => void asbuilt.send("sessionGet", { body: {} }).catch(() => undefined);
    const timer = setInterval(ask, keepMs);
    return () => clearInterval(timer);
  }, [asbuilt]);
  return (
    <div data-density="station" className="station">
      <Page
        title={t`Station`}
        actions={
          <>
            <Button kind="plain" onClick={signOut}>
              <Trans>Sign out</Trans>
            </Button>
            <StationSettings reasons={[]} />
          </>
        }
      >
        <Identify badge="" onCancel={undefined} />
      </Page>
    </div>
  );
}

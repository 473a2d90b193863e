import { Trans } from "@lingui/react/macro";
import { useSyncExternalStore } from "react";
import { Chip } from "../ui/notice.tsx";

function subscribe(listener: () => void): () => void {
  addEventListener("online", listener);
  addEventListener("offline", listener);
  return () => {
    removeEventListener("online", listener);
    removeEventListener("offline", listener);
  };
}

/** Says that the device has no network, before a scan finds out. */
export function NoNetwork() {
  const isOnline = useSyncExternalStore(subscribe, () => navigator.onLine);
  return (
    <output>
      {isOnline ? undefined : (
        <Chip meaning="caution">
          <Trans>No network</Trans>
        </Chip>
      )}
    </output>
  );
}

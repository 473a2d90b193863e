import { useSession } from "../../session/session.tsx";
import { useStationSettings } from "./station-settings.ts";

/** Returns whether each person identifies here, by the session of the station. */
export function useIsShared(): boolean {
  const { identifies } = useStationSettings();
  const { by } = useSession();
  return by === "cookie" && identifies;
}

/** Returns whether a shared station waits for a person. */
export function useIsStationLocked(): boolean {
  const { who } = useSession();
  return useIsShared() && who.station == null;
}

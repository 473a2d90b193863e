import { useMemo } from "react";
import { useRead } from "../../client/queries.ts";
import { useSession } from "../../session/session.tsx";
import { useStationSettings } from "./station-settings.ts";

/** Who is at work at a station that several persons share. */
export interface SharedStation {
  /** The person who acts here; undefined while nobody has identified. */
  readonly person: string | undefined;
  readonly isBadge: (code: string) => boolean;
}

/** Returns whether each person identifies here, by the session of the station. */
function useIsShared(): boolean {
  const { identifies } = useStationSettings();
  const { by } = useSession();
  return by === "cookie" && identifies;
}

/** Returns whether a shared station waits for a person. */
export function useIsStationLocked(): boolean {
  const { who } = useSession();
  return useIsShared() && who.station == null;
}

/** Returns who is at work here; undefined where whoever signed in works alone. */
export function useSharedStation(): SharedStation | undefined {
  const { who } = useSession();
  const isShared = useIsShared();
  const { data } = useRead("userList", { body: { isActive: true } }, isShared);
  const badges = useMemo(
    () => new Set(data?.flatMap(({ badge }) => badge?.toLowerCase() ?? [])),
    [data],
  );
  return useMemo(
    () =>
      isShared
        ? {
            person: who.station == null ? undefined : who.user,
            isBadge: (code) => badges.has(code.trim().toLowerCase()),
          }
        : undefined,
    [isShared, who, badges],
  );
}

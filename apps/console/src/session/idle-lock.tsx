import { useMatches } from "@tanstack/react-router";
import { useEffect } from "react";
import { usePreferences } from "../app/preferences.ts";
import { isIdle } from "../app/preferences.rules.ts";
import { useIsStationLocked } from "../screens/station/use-shared-station.ts";
import { useSession } from "./session.tsx";

declare module "@tanstack/react-router" {
  interface StaticDataRouteOption {
    /** A screen that is only looked at. It stays in sight, and locks at the first late input. */
    readonly isDisplay?: boolean;
  }
}

const inputs = ["pointerdown", "pointermove", "keydown", "wheel", "touchstart"] as const;

/** How often the time since the last input is looked at. */
const checkMs = 5_000;

/** Locks the console after minutes without input. Also after the device slept. */
export function IdleLock() {
  const { lock } = useSession();
  // Nothing is to be locked there, and a lock would ask for the key of the station.
  const isStationLocked = useIsStationLocked();
  const { lockMinutes } = usePreferences();
  const isDisplay = useMatches().some(({ staticData }) => staticData.isDisplay);
  useEffect(() => {
    if (isStationLocked) return undefined;
    let lastInputAt = Date.now();
    const isLate = () => isIdle(lastInputAt, Date.now(), lockMinutes);
    const check = () => {
      if (isLate() && !isDisplay) lock();
    };
    const onInput = (event: Event) => {
      if (!isLate()) {
        lastInputAt = Date.now();
        return;
      }
      // Whoever comes first after such a time touches nothing.
      event.stopImmediatePropagation();
      event.preventDefault();
      lock();
    };
    const timer = setInterval(check, checkMs);
    const options = { capture: true, passive: false };
    for (const input of inputs) addEventListener(input, onInput, options);
    return () => {
      clearInterval(timer);
      for (const input of inputs) removeEventListener(input, onInput, options);
    };
  }, [lock, lockMinutes, isDisplay, isStationLocked]);
  return undefined;
}

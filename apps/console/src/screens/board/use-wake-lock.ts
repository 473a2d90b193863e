import { useEffect } from "react";

/** Keeps the screen of the device on while it shows this page, where the browser can. */
export function useWakeLock(): void {
  useEffect(() => {
    // Only pages with https have it, and not in every browser.
    const wakeLock = navigator.wakeLock as WakeLock | undefined;
    let held: WakeLockSentinel | undefined;
    let isLeft = false;
    const hold = async () => {
      if (document.visibilityState !== "visible") return;
      // A device that saves its battery refuses. The page works without it.
      held = await wakeLock?.request("screen").catch(() => undefined);
      if (isLeft) await held?.release();
    };
    void hold();
    // The browser releases the lock whenever the page is hidden.
    document.addEventListener("visibilitychange", hold);
    return () => {
      isLeft = true;
      document.removeEventListener("visibilitychange", hold);
      void held?.release();
    };
  }, []);
}

import type { AppOptions } from "./environment.ts";

/** The same warning is logged once in this time. */
const warningIntervalMs = 1000;

/**
 * Returns a function that logs problems which the client can't fix, with their reason. It logs the
 * first warning immediately, and then one a second with the number of those it left out.
 */
export function warner({ log, now }: AppOptions) {
  const warned = new Map<string, { since: number; suppressed: number }>();
  return (message: string, requestId: string, reason?: string) => {
    const at = now();
    const last = warned.get(message);
    // If the clock was set back, the time since the last warning is unknown.
    if (last && at >= last.since && at - last.since < warningIntervalMs) {
      last.suppressed++;
      return;
    }
    warned.set(message, { since: at, suppressed: 0 });
    log({
      level: "warn",
      message,
      requestId,
      ...(reason === undefined ? {} : { reason }),
      ...(last?.suppressed ? { suppressed: last.suppressed } : {}),
    });
  };
}

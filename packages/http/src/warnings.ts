import type { AppOptions, LogEntry } from "./environment.ts";

/** Entries with the same message are logged once in this time. */
const loggedEveryMs = 1000;

/**
 * Returns a function that logs what a flood of requests can repeat. It logs the first entry of a
 * message immediately, and then one a second with the number of those it left out.
 */
export function logOncePerSecond({ log, now }: Pick<AppOptions, "log" | "now">) {
  const logged = new Map<string, { since: number; suppressed: number }>();
  return (entry: LogEntry) => {
    const at = now();
    const last = logged.get(entry.message);
    // If the clock was set back, the time since the last entry is unknown.
    if (last && at >= last.since && at - last.since < loggedEveryMs) {
      last.suppressed++;
      return;
    }
    logged.set(entry.message, { since: at, suppressed: 0 });
    log({ ...entry, ...(last?.suppressed ? { suppressed: last.suppressed } : {}) });
  };
}

/** Returns a function that logs problems which the client can't fix, with their reason. */
export function warner(options: Pick<AppOptions, "log" | "now">) {
  const log = logOncePerSecond(options);
  return (message: string, requestId: string, reason?: string) =>
    log({ level: "warn", message, requestId, ...(reason === undefined ? {} : { reason }) });
}

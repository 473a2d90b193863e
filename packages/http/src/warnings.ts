import type { AppOptions } from "./environment.ts";

/** How often the same warning is written at most. */
const everyMs = 1000;

/**
 * Warns of what the client can't help, with what is behind it: at once, and then once a second with
 * how many there were.
 */
export function warner({ log, now }: AppOptions) {
  const warned = new Map<string, { since: number; more: number }>();
  return (message: string, requestId: string, reason?: string) => {
    const at = now();
    const last = warned.get(message);
    // Where the clock was set back, nobody knows how long it has been.
    if (last && at >= last.since && at - last.since < everyMs) {
      last.more++;
      return;
    }
    warned.set(message, { since: at, more: 0 });
    log({
      level: "warn",
      message,
      requestId,
      ...(reason === undefined ? {} : { reason }),
      ...(last?.more ? { alsoBefore: last.more } : {}),
    });
  };
}

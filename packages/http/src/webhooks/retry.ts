const secondMs = 1000;
const minuteMs = 60 * secondMs;
const hourMs = 60 * minuteMs;

/** The pauses before the second and later attempts; the last one is repeated. */
const pausesMs = [
  5 * secondMs,
  30 * secondMs,
  2 * minuteMs,
  10 * minuteMs,
  30 * minuteMs,
  hourMs,
  2 * hourMs,
  4 * hourMs,
];

/** An event is retried for this long after it was listed. */
const retryMsMax = 24 * hourMs;

/**
 * Returns the time of the next attempt after this number of attempts; undefined if there is none. A
 * chance from 0 to 1 varies each pause by a quarter, so that a receiver that was away is not called
 * by everybody at the same time.
 */
export function nextAttempt(
  { attempts, listedAt, now }: { attempts: number; listedAt: number; now: number },
  chance: number,
): number | undefined {
  const end = listedAt + retryMsMax;
  if (now >= end) return undefined;
  const pauseMs = pausesMs[Math.min(attempts, pausesMs.length) - 1]!;
  // The last attempt is exactly at the end.
  return Math.min(end, now + Math.round(pauseMs * (0.75 + chance / 2)));
}

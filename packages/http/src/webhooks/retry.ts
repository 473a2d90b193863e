const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;

/** After so long each further attempt comes, the last again and again. */
const pauses = [
  5 * second,
  30 * second,
  2 * minute,
  10 * minute,
  30 * minute,
  hour,
  2 * hour,
  4 * hour,
];

/** So long after it was first to be delivered an event is given up. */
const patienceMs = 24 * hour;

/**
 * When an event is tried again that has been tried so often; undefined where it is given up. The
 * pause is from three quarters to five quarters of its length, by a number from 0 to 1, so that
 * receivers that were away are not called by everybody at once.
 */
export function nextAttempt(
  { attempts, listedAt, now }: { attempts: number; listedAt: number; now: number },
  chance: number,
): number | undefined {
  const end = listedAt + patienceMs;
  if (now >= end) return undefined;
  const pause = pauses[Math.min(attempts, pauses.length) - 1]!;
  // The last attempt comes when the time is up, and no later.
  return Math.min(end, now + Math.round(pause * (0.75 + chance / 2)));
}

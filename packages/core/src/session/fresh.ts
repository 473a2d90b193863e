/** The minutes for which a sign-in is fresh: it shows the person as well as the PIN does. */
export const freshMinutes = 5;

/**
 * Returns whether a session is fresh. The newest change of the log counts for the time, so that a clock
 * that was set back makes no session fresh again.
 */
export const isFresh = (createdAt: number, at: number, newest: number): boolean =>
  Math.max(at, newest) - createdAt <= freshMinutes * 60_000;

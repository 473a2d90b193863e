/** The sign of a wait: nothing, a bar, a word, a way to ask again. */
export type Slowness = "unnoticed" | "noticed" | "slow" | "stuck";

/** From these milliseconds on. Nobody notices less than the first. */
const beginsAtMs = { noticed: 150, slow: 3_000, stuck: 8_000 } as const;

export function slownessAfter(ms: number): Slowness {
  if (ms >= beginsAtMs.stuck) return "stuck";
  if (ms >= beginsAtMs.slow) return "slow";
  return ms >= beginsAtMs.noticed ? "noticed" : "unnoticed";
}

/** Returns the whole seconds that are left: 1 until the moment itself, never 0 too early. */
export const secondsLeft = (until: number, now: number): number =>
  Math.max(0, Math.ceil((until - now) / 1_000));

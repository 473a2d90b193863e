const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** A run takes less. */
const runMsMax = hourMs / 2;

/** The time in all pictures, so that two runs draw the same. */
const now = Date.parse("2026-03-02T10:30:00Z");

const floorTo = (time: number, step: number): number => time - (time % step);

/** Returns the time of the pictures, and a function that moves the times of an answer to it. */
export function picturedTime(startedAt: number) {
  const move = (time: number): number => {
    // The hours of the board and the last days of material stay whole.
    if (time < startedAt) return time + floorTo(now, hourMs) - floorTo(startedAt, hourMs);
    if (time > startedAt + runMsMax) return time + floorTo(now, dayMs) - floorTo(startedAt, dayMs);
    return now;
  };
  const rewrite = (answer: string): string =>
    answer.replaceAll(/"(\d{4}-\d\d-\d\dT[\d:.]+Z)"/g, (_, time: string) =>
      JSON.stringify(new Date(move(Date.parse(time)))),
    );
  return { now, rewrite };
}

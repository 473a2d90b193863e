/**
 * A day of the calendar, as the number of days from 1970-01-01 to it. A day of a time zone begins
 * and ends when its clocks say so: it can have 23 hours, or 25, or none.
 */
export type Day = number;

export const dayMs = 86_400_000;

/** The time zone of a plant whose configuration names none. */
const utc = "UTC";

const formats = new Map<string, Intl.DateTimeFormat>();

/** Returns the format whose text ends with the offset of a zone. Throws for an unknown zone. */
function formatOf(timeZone: string): Intl.DateTimeFormat {
  let format = formats.get(timeZone);
  if (!format) {
    format = new Intl.DateTimeFormat("en-US", { timeZone, timeZoneName: "longOffset" });
    formats.set(timeZone, format);
  }
  return format;
}

/** Whether a text is the IANA name of a time zone, and not an offset, which has no clock changes. */
export function isTimeZone(name: string): boolean {
  // A format takes a moment to make, and the service starts with this zone by default.
  if (name === utc) return true;
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    return Boolean(formatOf(name));
  } catch {
    return false;
  }
}

/** Returns how far the clocks of a zone are ahead of UTC at a time, in milliseconds. */
function offsetAt(at: number, timeZone: string): number {
  if (timeZone === utc) return 0;
  const [, sign, ...parts] =
    /GMT(?:(\D)(\d\d):(\d\d)(?::(\d\d))?)?$/.exec(formatOf(timeZone).format(at)) ?? [];
  const [hours = 0, minutes = 0, seconds = 0] = parts.map((part) => Number(part ?? 0));
  const size = ((hours * 60 + minutes) * 60 + seconds) * 1000;
  // The sign for less can be a minus or a hyphen.
  return sign === "+" ? size : -size;
}

/** Returns the day that a time has in a zone. */
export const dayOf = (at: number, timeZone = utc): Day =>
  Math.floor((at + offsetAt(at, timeZone)) / dayMs);

/** Returns the first millisecond of a day in a zone. */
export function startOfDay(day: Day, timeZone = utc): number {
  const { before, after, changeAt } = midnightOf(day, timeZone);
  return before < changeAt ? before : Math.max(after, changeAt);
}

/** Returns the last millisecond of a day in a zone. */
export function endOfDay(day: Day, timeZone = utc): number {
  const { before, after, changeAt } = midnightOf(day + 1, timeZone);
  return (after > changeAt ? after : Math.min(before, changeAt)) - 1;
}

/**
 * Returns the midnight with which a day begins, by the offsets before and after a change of the
 * clocks near it, and when they change. Clocks that skip or repeat midnight do so at the change.
 */
function midnightOf(day: Day, timeZone: string) {
  const midnight = day * dayMs;
  // No offset is as large as a day.
  const [earlier, later] = [midnight - dayMs, midnight + dayMs];
  const [offset, nextOffset] = [offsetAt(earlier, timeZone), offsetAt(later, timeZone)];
  return {
    before: midnight - offset,
    after: midnight - nextOffset,
    changeAt: offset === nextOffset ? later : changeOf(offset, earlier, later, timeZone),
  };
}

/** Returns when a zone's offset is another one, between a time that has it and a time that hasn't. */
function changeOf(offset: number, earlier: number, later: number, timeZone: string): number {
  let [last, first] = [earlier, later];
  while (first - last > 1) {
    const middle = Math.floor((last + first) / 2);
    if (offsetAt(middle, timeZone) === offset) last = middle;
    else first = middle;
  }
  return first;
}

/** Returns when material expires that is received at a time: its last day counts as a whole. */
export const endOfShelfLife = (receivedAt: number, days: number, timeZone?: string): number =>
  endOfDay(dayOf(receivedAt, timeZone) + days, timeZone);

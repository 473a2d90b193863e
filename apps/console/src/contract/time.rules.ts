/**
 * Returns the time of a day and clock in a time zone, such as `2026-11-27T08:00`, as RFC 3339. An
 * hour that the clocks leave out is read by the offset before it.
 */
export function zonedTime(local: string, timeZone: string): string {
  const asUtc = Date.parse(`${local}Z`);
  const first = offsetOf(asUtc, timeZone);
  const offset = offsetOf(asUtc - minutesOf(first) * 60_000, timeZone);
  return `${local.length === 16 ? `${local}:00` : local}${offset}`;
}

/** Returns the day and clock of a time in a time zone, as an input of the browser has it. */
export function localTime(at: string, timeZone: string): string {
  const ms = Date.parse(at);
  if (Number.isNaN(ms)) return "";
  const local = new Date(ms + minutesOf(offsetOf(ms, timeZone)) * 60_000);
  return local.toISOString().slice(0, 16);
}

function offsetOf(ms: number, timeZone: string): string {
  const format = new Intl.DateTimeFormat("en", { timeZone, timeZoneName: "longOffset" });
  const part = format.formatToParts(ms).find(({ type }) => type === "timeZoneName");
  return part?.value.slice("GMT".length, "GMT+00:00".length) || "+00:00";
}

function minutesOf(offset: string): number {
  const [hours = 0, minutes = 0] = offset.slice(1).split(":").map(Number);
  return (hours * 60 + minutes) * (offset.startsWith("-") ? -1 : 1);
}

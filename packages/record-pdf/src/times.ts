const formats = new Map<string, Intl.DateTimeFormat>();

// To make a format takes longer than to use it.
function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known) return known;
  const made = new Intl.DateTimeFormat("en-GB", {
    timeZone,
    calendar: "gregory",
    numberingSystem: "latn",
    hourCycle: "h23",
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
    timeZoneName: "longOffset",
  });
  formats.set(timeZone, made);
  return made;
}

/** Writes a time of the record as the clocks of a zone show it, with the offset from UTC. */
export function timeText(at: string, timeZone: string): string {
  const parts: Partial<Record<Intl.DateTimeFormatPartTypes, string>> = {};
  for (const { type, value } of formatOf(timeZone).formatToParts(new Date(at))) {
    parts[type] = value;
  }
  const offset = (parts.timeZoneName ?? "").replace("GMT", "") || "+00:00";
  const day = `${parts.year}-${parts.month}-${parts.day}`;
  return `${day} ${parts.hour}:${parts.minute}:${parts.second} ${offset}`;
}

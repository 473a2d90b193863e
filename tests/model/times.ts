const dayMs = 86_400_000;

export const timeOf = (at: number): string => new Date(at).toISOString();

/** The time zone of the plant. Its clocks never change: they are 5:45 hours ahead of UTC. */
export const timeZone = "Asia/Kathmandu";
const offset = "+05:45";

/** Returns the time that a request means. A date without a time is at this time of that day. */
export const meant = (sent: string, timeOfDay: string): number =>
  Date.parse(sent.length === 10 ? `${sent}T${timeOfDay}${offset}` : sent);

/** Returns an expiry as the service returns it. Null is none. Of a date, the whole day counts. */
export const expiryOf = (sent: string | null): string | null =>
  sent === null ? null : timeOf(meant(sent, "23:59:59.999"));

/** Returns the date in the plant, a number of days after the date that a time has there. */
export const dateAfter = (at: number, days: number): string =>
  timeOf(at + days * dayMs + 5.75 * 3_600_000).slice(0, 10);

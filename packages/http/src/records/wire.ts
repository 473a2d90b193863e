import { scale } from "@asbuilt/core";

/** Returns a quantity or cost in wire form: a decimal number. */
export const wireDecimal = (millionths: number): number => millionths / scale;
/** Returns a quantity or cost in wire form, or null. */
export const wireDecimalOrNull = (millionths: number | null): number | null =>
  millionths === null ? null : millionths / scale;

const msPerDay = 86_400_000;
/** The day of the last time, in days since 1970, and its date as text. */
let lastDay = Number.NaN;
let lastDate = "";

/**
 * Returns a time in wire form: RFC 3339 in UTC with milliseconds. It keeps the last date, because
 * most times are of the same day: Date alone takes as long as the rest of a record.
 */
export function wireTime(milliseconds: number): string {
  const day = Math.floor(milliseconds / msPerDay);
  if (day !== lastDay) {
    lastDay = day;
    lastDate = new Date(milliseconds).toISOString().slice(0, -13);
  }
  const inDay = milliseconds - day * msPerDay;
  const seconds = Math.floor(inDay / 1000);
  const minutes = Math.floor(seconds / 60);
  const clock = `${two[Math.floor(minutes / 60)]}:${two[minutes % 60]}:${two[seconds % 60]}`;
  return `${lastDate}${clock}.${String(inDay % 1000).padStart(3, "0")}Z`;
}

/** The numbers of a clock in two digits. */
const two = Array.from({ length: 60 }, (_, number) => String(number).padStart(2, "0"));

/** Returns a time in wire form, or null. */
export const wireTimeOrNull = (milliseconds: number | null): string | null =>
  milliseconds === null ? null : wireTime(milliseconds);

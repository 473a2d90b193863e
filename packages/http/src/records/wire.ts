import { scale } from "@asbuilt/core";

/** A quantity or cost as the wire has it: a decimal number. */
export const decimal = (millionths: number): number => millionths / scale;
export const decimalOrNull = (millionths: number | null): number | null =>
  millionths === null ? null : millionths / scale;

const dayMs = 86_400_000;
let day = Number.NaN;
let date = "";

/**
 * A time as the wire has it: RFC 3339 in UTC with milliseconds. The date is kept for the times that
 * follow, most of them of the same day: Date would take as long as all else of a record.
 */
export function time(milliseconds: number): string {
  const itsDay = Math.floor(milliseconds / dayMs);
  if (itsDay !== day) {
    day = itsDay;
    date = new Date(milliseconds).toISOString().slice(0, -13);
  }
  const inDay = milliseconds - itsDay * dayMs;
  const seconds = Math.floor(inDay / 1000);
  const minutes = Math.floor(seconds / 60);
  const clock = `${two[Math.floor(minutes / 60)]}:${two[minutes % 60]}:${two[seconds % 60]}`;
  return `${date}${clock}.${String(inDay % 1000).padStart(3, "0")}Z`;
}

const two = Array.from({ length: 60 }, (_, number) => String(number).padStart(2, "0"));

export const timeOrNull = (milliseconds: number | null): string | null =>
  milliseconds === null ? null : time(milliseconds);

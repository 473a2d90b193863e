import { scale } from "@asbuilt/core";

/** A quantity or cost as the wire has it: a decimal number. */
export const decimal = (millionths: number): number => millionths / scale;
export const decimalOrNull = (millionths: number | null): number | null =>
  millionths === null ? null : millionths / scale;

/** A time as the wire has it: RFC 3339 in UTC with milliseconds. */
export const time = (milliseconds: number): string => new Date(milliseconds).toISOString();
export const timeOrNull = (milliseconds: number | null): string | null =>
  milliseconds === null ? null : time(milliseconds);

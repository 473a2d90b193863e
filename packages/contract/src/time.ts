import * as z from "zod";
import { ruleText } from "./schema.ts";

/** The days of a plant. A day is the number of days from 1970-01-01 to it. */
export interface Calendar {
  /** Returns the first millisecond of a day. */
  readonly startOf: (day: number) => number;
  /** Returns the last millisecond of a day. */
  readonly endOf: (day: number) => number;
  /** Returns the present time. */
  readonly now: () => number;
}

/** The calendar of the value that is being parsed. */
let calendar: Calendar | undefined;

/**
 * Parses a value by a schema. A date without a time in it is a day of this calendar. All services of
 * a process share the schemas, and a schema parses without waiting: so the calendar is set here.
 */
export function parseWith<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  ofPlant: Calendar,
): z.ZodSafeParseResult<z.output<Schema>> {
  calendar = ofPlant;
  try {
    return schema.safeParse(value);
  } finally {
    calendar = undefined;
  }
}

const dateTime =
  /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])(?:[Tt ](?:[01]\d|2[0-3]):[0-5]\d:(?:[0-5]\d|60)(?:\.\d{1,9})?(?:[Zz]|[+-](?:[01]\d|2[0-3]):[0-5]\d))?$/;

type InstantOf = (day: number, calendar: Calendar) => number;

const timeText = (instantOf: InstantOf, rule: string) =>
  z
    .string()
    .transform((value, context) => {
      const parsed = parseTime(value, instantOf);
      if (parsed !== undefined) return parsed;
      context.addIssue({
        code: "custom",
        message: "An RFC 3339 time such as 2026-01-31T08:00:00Z, or a date.",
      });
      return z.NEVER;
    })
    .meta({ format: "date-time", [ruleText]: rule });

const dayMs = 86_400_000;

function parseTime(value: string, instantOf: InstantOf): number | undefined {
  if (!dateTime.test(value)) return undefined;
  const date = value.slice(0, 10);
  // Date.parse turns 31 February into a day of March: a day that changes does not exist.
  const midnight = Date.parse(`${date}T00:00:00Z`);
  if (Number.isNaN(midnight) || !new Date(midnight).toISOString().startsWith(date)) {
    return undefined;
  }
  if (value.length === 10) return instantOfDay(midnight / dayMs, instantOf);
  const parsed = Date.parse(value.replace(" ", "T").replace(/:60(?=\.|[Zz+-])/, ":59"));
  return parsed >= timeMsMin && parsed <= timeMsMax ? parsed : undefined;
}

function instantOfDay(day: number, instantOf: InstantOf): number {
  if (!calendar) throw new Error("A date without a time is parsed by parseWith.");
  // 9999-12-31 says that something never ends, although it ends elsewhere in the year 10000.
  return Math.min(Math.max(instantOf(day, calendar), timeMsMin), timeMsMax);
}

// An offset can lead to a year without four digits, which no response can contain.
const timeMsMin = Date.parse("0000-01-01T00:00:00.000Z");
const timeMsMax = Date.parse("9999-12-31T23:59:59.999Z");

/**
 * An RFC 3339 time. A date without a time is the start of that day. Parsed to milliseconds since
 * 1970, as the other times are.
 */
export const instant = () =>
  timeText(
    (day, { startOf }) => startOf(day),
    "A date without a time is the start of that day in the plant's time zone.",
  );

/**
 * When something happened. A date without a time is the end of that day, or now if the day has not
 * ended: what was received on a day can be used on that day.
 */
export const happening = () =>
  timeText(
    (day, { startOf, endOf, now }) => Math.max(startOf(day), Math.min(endOf(day), now())),
    "A date without a time is the end of that day in the plant's time zone, or now if that is today.",
  );

const wholeDay =
  "A date without a time is that day in the plant's time zone, and the whole day counts.";

/** A time until which something holds, itself included. Of a date without a time, all of the day. */
export const lastInstant = () => timeText((day, { endOf }) => endOf(day), wholeDay);

/** The expiry that a receipt states. Null is none; if it is absent, the product decides. */
export const receiptExpiry = () =>
  lastInstant()
    .nullish()
    .meta({ [ruleText]: `${wholeDay} If absent, the product's shelf life decides.` });

/** The time with which a range ends, itself not included. A date without a time is included. */
export const exclusiveEnd = () =>
  timeText(
    (day, { endOf }) => endOf(day) + 1,
    "A date without a time is that day in the plant's time zone, and the whole day is included.",
  );

/** The note on each field that filters by the time of recording. */
export const lateRecordsNote =
  "On a libSQL server or D1, changes in progress can still be added to the last 10 seconds.";

import * as z from "zod";

/** Quantities and costs leave the contract as integers of millionths. */
const millionths = 1_000_000;
const decimalMax = 999_999_999.999999;

/** The id of a record: an integer from 1 to 9,999,999,999 (NUMBER(10,0)). */
export const id = () =>
  z.int().min(1, "An id is at least 1.").max(9_999_999_999, "An id is at most 9999999999.");

const utf8 = new TextEncoder();

/** Text of at most `max` bytes in UTF-8: VARCHAR2(max BYTE). */
export const textBytes = (max: number) =>
  z
    .string()
    .refine((value) => value.length * 3 <= max || utf8.encode(value).length <= max, {
      error: `At most ${max} bytes in UTF-8.`,
    })
    .meta({ maxLength: max, "x-maxBytes": max });

/** Text of at most `max` characters: VARCHAR2(max). */
export const textChars = (max: number) =>
  z
    .string()
    .refine((value) => value.length <= max || Array.from(value).length <= max, {
      error: `At most ${max} characters.`,
    })
    .meta({ maxLength: max });

type Text = ReturnType<typeof textBytes>;

/** The longest stored name: an update can send it back unchanged. */
const storedBytesMax = 4000;

/** The number of a works order. */
export const orderNo = () => filled(textBytes(250));

/** Text of an update. It can be longer than the `limit` in words if it is stored like that. */
export const storedText = (limit: string) =>
  textBytes(storedBytesMax).meta({
    description: `At most ${limit}, unless the stored value is longer.`,
  });

/** A derived field of a record: an upsert accepts what a list returned. */
export const ignored = () =>
  z.unknown().optional().meta({ readOnly: true, description: "Ignored." });

/**
 * An update if there is an id, or else a creation. A plain union would report the errors of the
 * wrong branch when these are only a refinement and a surplus key.
 */
export const updateOrCreation = <Update extends z.ZodType, Creation extends z.ZodType>(
  update: Update,
  creation: Creation,
) => z.xor([update, creation]);

/** Text that must not be empty. */
export const filled = (text: Text) =>
  text.refine((value) => value.length > 0, { error: "Must not be empty." }).meta({ minLength: 1 });

// A double holds fifteen digits exactly, so scaling and rounding finds the decimal that was sent.
const isExact = (value: number) => Math.round(value * millionths) / millionths === value;

const decimal = (
  range: { minimum: number } | { exclusiveMinimum: number },
  isIn: (value: number) => boolean,
  rule: string,
) =>
  z
    .number()
    .refine(isIn, { error: rule, abort: true })
    .refine((value) => Math.abs(value) <= decimalMax, {
      error: "At most 9 digits before the point.",
      abort: true,
    })
    .refine(isExact, { error: "At most 6 decimals." })
    .transform((value) => Math.round(value * millionths))
    .meta({ ...range, maximum: decimalMax, "x-maxDecimals": 6 });

/** A quantity above 0: at most 9 digits before the point and 6 after. Parsed to millionths. */
export const quantity = () =>
  decimal({ exclusiveMinimum: 0 }, (value) => value > 0, "Must be above 0.");

/** A quantity, cost or number of 0 or more. Parsed to millionths. */
export const amount = () => decimal({ minimum: 0 }, (value) => value >= 0, "Must be 0 or more.");

/** A signed change of quantity, not 0. Parsed to millionths. */
export const signedQuantity = () =>
  decimal({ minimum: -decimalMax }, (value) => value !== 0, "Must not be 0.").meta({
    not: { const: 0 },
  });

/** A whole number of 0 or more. */
export const wholeNumber = (max: number) =>
  z.int().min(0, "Must be 0 or more.").max(max, `At most ${max}.`);

const versionRule = 'A version such as "1.0", or {"major": 1, "minor": 0}.';
const versionPartMax = 999_999_999;

/** A version of a BoM: "major.minor", or an object with both. Parsed to `{ major, minor }`. */
export const bomVersion = () =>
  z.union([
    z
      .string({ error: versionRule })
      .regex(/^(?:0|[1-9]\d{0,8})\.(?:0|[1-9]\d{0,8})$/, { error: versionRule })
      .transform((value) => {
        const point = value.indexOf(".");
        return { major: Number(value.slice(0, point)), minor: Number(value.slice(point + 1)) };
      }),
    z.strictObject({ major: wholeNumber(versionPartMax), minor: wholeNumber(versionPartMax) }),
  ]);

const dateTime =
  /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])(?:[Tt ](?:[01]\d|2[0-3]):[0-5]\d:(?:[0-5]\d|60)(?:\.\d{1,9})?(?:[Zz]|[+-](?:[01]\d|2[0-3]):[0-5]\d))?$/;

const timeText = (timeOfDay: string) =>
  z.string().transform((value, context) => {
    const parsed = parseTime(value, timeOfDay);
    if (parsed !== undefined) return parsed;
    context.addIssue({
      code: "custom",
      message: "An RFC 3339 time such as 2026-01-31T08:00:00Z, or a date.",
    });
    return z.NEVER;
  });

function parseTime(value: string, timeOfDay: string): number | undefined {
  if (!dateTime.test(value)) return undefined;
  const day = value.slice(0, 10);
  // Date.parse turns 31 February into a day of March: a day that changes does not exist.
  const midnight = Date.parse(`${day}T00:00:00Z`);
  if (Number.isNaN(midnight) || !new Date(midnight).toISOString().startsWith(day)) return undefined;
  if (value.length === 10) return Date.parse(`${day}T${timeOfDay}Z`);
  const parsed = Date.parse(value.replace(" ", "T").replace(/:60(?=\.|[Zz+-])/, ":59"));
  return parsed >= timeMsMin && parsed <= timeMsMax ? parsed : undefined;
}

// An offset can lead to a year without four digits, which no response can contain.
const timeMsMin = Date.parse("0000-01-01T00:00:00.000Z");
const timeMsMax = Date.parse("9999-12-31T23:59:59.999Z");

/**
 * An RFC 3339 time. A date alone is the start of that day in UTC. Parsed to milliseconds since
 * 1970.
 */
export const instant = () => timeText("00:00:00.000").meta({ format: "date-time" });

/** The note on each field that filters by the time of recording. */
export const lateRecordsNote =
  "On a libSQL server or D1, changes in progress can still be added to the last 10 seconds.";

/** An expiry. A date alone is the end of that day in UTC. Parsed to milliseconds since 1970. */
export const expiry = () => timeText("23:59:59.999").meta({ format: "date-time" });

/** Reports each entry of an array whose `field` equals that of an earlier entry. */
export const distinct =
  <Entry>(field: string, keyOf: (entry: Entry) => string | number | null | undefined) =>
  (entries: readonly Entry[], context: z.RefinementCtx): void => {
    const met = new Set<string | number>();
    for (const [index, entry] of entries.entries()) {
      const key = keyOf(entry);
      if (key == null) continue;
      if (met.has(key))
        context.addIssue({ code: "custom", path: [index, field], message: repeated });
      met.add(key);
    }
  };
const repeated = "An entry before this one has the same.";

/** The fields that address an item: its id, its serial, or both. Both must then match. */
export const itemAddress = () => ({
  id: id().optional(),
  visualSerialNo: filled(textBytes(400)).optional().meta({ description: "Not case sensitive." }),
});

/** Returns whether a request addresses an item. */
export const hasItemAddress = (sent: {
  id?: number | undefined;
  visualSerialNo?: string | undefined;
}) => sent.id !== undefined || sent.visualSerialNo !== undefined;
/** The error of a request that addresses no item. */
export const itemAddressMissing = { error: "id or visualSerialNo is required." };

/** The plain values of a record in a response. */
export const record = {
  id: () => z.int(),
  text: () => z.string(),
  number: () => z.number(),
  flag: () => z.boolean(),
  time: () => z.string().meta({ format: "date-time" }),
};

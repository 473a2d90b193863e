import * as z from "zod";
import { ruleText } from "./schema.ts";
import { filledBytes, filledChars, invisibleIn, nameBytes, nameText } from "./text.ts";

export {
  filled,
  filledBytes,
  filledChars,
  nameBytes,
  nameChars,
  nameStart,
  nameText,
  textBytes,
  textChars,
} from "./text.ts";
export {
  exclusiveEnd,
  happening,
  instant,
  lastInstant,
  lateRecordsNote,
  receiptExpiry,
} from "./time.ts";

/** Quantities and costs leave the contract as integers of millionths. */
const millionths = 1_000_000;
const decimalMax = 999_999_999.999999;

/** The id of a record: an integer from 1 to 9,999,999,999 (NUMBER(10,0)). */
export const id = () =>
  z.int().min(1, "An id is at least 1.").max(9_999_999_999, "An id is at most 9999999999.");

/** The longest stored name: an update can send it back unchanged. */
const storedBytesMax = 4000;

/** The number of a works order. */
export const orderNo = () => filledBytes(250);

/** A name in an update. It can be longer than the `limit` in words if it is stored like that. */
export const storedName = (limit: string) =>
  nameBytes(storedBytesMax).meta({
    [ruleText]: `At most ${limit}, unless the stored value is longer.`,
  });

/** The rule of a name or serial that is compared without regard to case. */
export const notCaseSensitive = { [ruleText]: "Not case sensitive." };

/** The rule of the reason of an adjustment. */
export const adjustReason = { [ruleText]: "It must be assigned to `adjust`. Not case sensitive." };

/**
 * A field that only the service sets: a request accepts what a list returned. `setter` is the
 * beginning of its description.
 */
export const setByService = (setter: string) =>
  z
    .unknown()
    .optional()
    .meta({ readOnly: true, description: `${setter}, and ignored here.` });

/** The rule of an id or a name in an update, next to the field that stands for the same record. */
export const besides = (other: string) => ({
  [ruleText]: `If it and \`${other}\` disagree, the one that changed counts.`,
});

/** The revision of a record. */
export const revision = () => z.int().min(1, "A revision is at least 1.");

/** The revision of the record that a request changes or deletes. */
export const readRevision = () =>
  revision()
    .optional()
    .meta({
      [ruleText]: "If it is sent and not the current one, the request is refused.",
    });

/**
 * A field that has a default, and that no record has empty. For a creation null counts as absent. An
 * update refuses it (see `upsert`).
 */
export const defaulted = <Field extends z.ZodType>(field: Field) =>
  field.nullish().transform((value) => value ?? undefined);

type Sent = Readonly<Record<string, unknown>>;

const isPresent = (value: unknown) => value !== undefined && value !== null;
const isObject = (value: unknown) =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/**
 * The rule that at least one of some fields is present. JSON Schema says it as `if` and `else`,
 * because generators of clients ignore these. They make a union of types of `anyOf`.
 */
export const atLeastOne = (...names: [string, string, ...string[]]) => {
  const [first, ...others] = names.map((name) => requiring([name]));
  return {
    isMet: (sent: object) => names.some((name) => isPresent((sent as Sent)[name])),
    error: `${names.length === 2 ? "" : "At least one of "}${inWords(names)} is required.`,
    jsonSchema: { if: first, else: others.length === 1 ? others[0] : { anyOf: others } },
  };
};

/** Returns the JSON Schema that requires fields. Linters of documents expect what it says besides. */
export const requiring = (names: readonly string[]) => ({
  required: names,
  properties: Object.fromEntries(names.map((name) => [name, {}])),
  additionalProperties: true,
});

const asCode = (name: string) => `\`${name}\``;

const inWords = (names: readonly string[]) => `${names.slice(0, -1).join(", ")} or ${names.at(-1)}`;

/** Makes the schema of a request that needs at least one of some of its fields. */
export const needingOne = <Schema extends z.ZodType<object>>(
  request: Schema,
  ...names: Parameters<typeof atLeastOne>
): Schema => {
  const { isMet, error, jsonSchema } = atLeastOne(...names);
  return request.refine(isMet, { error }).meta({ ...jsonSchema, [ruleText]: error });
};

interface Upsert<Key extends string, Needed extends z.ZodRawShape, Others extends z.ZodRawShape> {
  /** The name of the field that holds the id of the record to update. */
  readonly key: Key;
  /** The fields that a creation needs. */
  readonly needed: Needed;
  /** A creation needs at least one of these. */
  readonly neededOne?: Parameters<typeof atLeastOne>;
  readonly others: Others;
  /**
   * Lower limits that only a creation has: an update can send back a name that another resource
   * stored under a higher limit.
   */
  readonly limits?: Readonly<Record<string, z.ZodType>>;
}

type Parsed<Fields extends z.ZodRawShape> = z.output<z.ZodObject<Fields>>;
type Given<Fields> = { [Name in keyof Fields]?: Fields[Name] | undefined };

/** The parsed value of an Upsert. */
type Upserted<Key extends string, Needed extends z.ZodRawShape, Others extends z.ZodRawShape> =
  | ({ [Name in Key]: number } & { revNo?: number | undefined } & Given<Parsed<Needed>> &
      Parsed<Others>)
  | ({ [Name in Key | "revNo"]?: undefined } & Parsed<Needed> & Parsed<Others>);

/**
 * Makes the schema of an Upsert: an update if it has an id, or else a creation. An update keeps
 * the fields that it leaves out. It is one object and no union, because generators of clients send
 * neither type of a union correctly.
 */
export function upsert<
  Key extends string,
  Needed extends z.ZodRawShape,
  Others extends z.ZodRawShape,
>({ key, needed, neededOne, others, limits = {} }: Upsert<Key, Needed, Others>) {
  const names = Object.keys(needed);
  const oneRule = neededOne && atLeastOne(...neededOne);
  const keyField = { [key]: id().optional() } as Record<Key, z.ZodOptional<ReturnType<typeof id>>>;
  const checkFields = (sent: Sent, context: z.RefinementCtx) => {
    const atFault = (field: string, message: string) =>
      context.addIssue({ code: "custom", path: [field], message });
    if (sent[key] !== undefined) {
      for (const [name, value] of Object.entries(sent)) {
        // Of a field that was sent: JSON has no undefined, so `defaulted` made it of null.
        if (value === undefined) atFault(name, "Must not be null in an update.");
      }
      return;
    }
    if (sent["revNo"] !== undefined) atFault("revNo", `revNo belongs to an update, with ${key}.`);
    for (const name of names) {
      if (sent[name] === undefined) atFault(name, `Required without ${key}.`);
    }
    if (oneRule?.isMet(sent) === false) atFault(neededOne![0], oneRule.error);
    for (const [name, limit] of Object.entries(limits)) {
      if (typeof sent[name] !== "string") continue;
      for (const { message } of limit.safeParse(sent[name]).error?.issues ?? []) {
        atFault(name, message);
      }
    }
  };
  const list = [...names.map(asCode), ...(neededOne ? [inWords(neededOne.map(asCode))] : [])];
  const schema = z
    .strictObject({
      ...keyField,
      revNo: readRevision(),
      ...z.object(needed).partial().shape,
      ...others,
    })
    .superRefine(checkFields, { when: ({ value }) => isObject(value) })
    .meta({
      ...(list.length > 0 && {
        if: requiring([key]),
        else: oneRule?.jsonSchema ?? requiring(names),
      }),
      [ruleText]:
        `An update if it has \`${key}\`: fields that are left out keep their values. Otherwise a ` +
        `creation${list.length > 0 ? `, which needs ${list.join(", ")}` : ""}.`,
    });
  // The check makes it one of the two. The types of zod can't say that.
  return schema as unknown as z.ZodType<Upserted<Key, Needed, Others>>;
}

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

/** A length in millimetres. Parsed to millionths. */
export const millimetres = (minimum: number, maximum: number) =>
  decimal(
    { minimum },
    (value) => value >= minimum && value <= maximum,
    `From ${minimum} to ${maximum}.`,
  ).meta({ maximum });

/** A whole number of 0 or more. */
export const wholeNumber = (max: number) =>
  z.int().min(0, "Must be 0 or more.").max(max, `At most ${max}.`);

const bomVersionNote = { description: "A version of a BoM: `major.minor`.", example: "1.0" };

const versionRule = 'A version such as "1.0", or {"major": 1, "minor": 0}.';
const versionPartMax = 999_999_999;

const versionText = /^(?:0|[1-9]\d{0,8})\.(?:0|[1-9]\d{0,8})$/;

const faultOfVersion = (sent: unknown) =>
  (typeof sent === "string" ? invisibleIn(sent.trim()) : undefined) ?? versionRule;

/**
 * A version of a BoM: "major.minor". Parsed to `{ major, minor }`, which a request can also send.
 * Only the text is documented: a union would cost every generated client a type of its own.
 */
export const bomVersion = () =>
  z
    .union(
      [
        nameText()
          .regex(versionText)
          .transform((value) => {
            const point = value.indexOf(".");
            return { major: Number(value.slice(0, point)), minor: Number(value.slice(point + 1)) };
          }),
        z.strictObject({ major: wholeNumber(versionPartMax), minor: wholeNumber(versionPartMax) }),
      ],
      { error: ({ input }) => faultOfVersion(input) },
    )
    .meta({ type: "string", pattern: versionText.source, ...bomVersionNote });

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

/** Makes the schema of a request about one item. An id, a serial, or both that match address it. */
export const addressingItem = <Fields extends z.ZodRawShape>(fields: Fields) =>
  needingOne(
    z.strictObject({
      id: id()
        .optional()
        .meta({ [ruleText]: "If the serial is sent too, both must be of one item." }),
      visualSerialNo: filledBytes(400).optional(),
      ...fields,
    }),
    "id",
    "visualSerialNo",
  );

const withComment = { [ruleText]: "It needs a comment, and the history lists what passed." };

/** The fields that let an incomplete unit, or one with held contents, pass. */
export const allowances = () => ({
  allowIncomplete: z
    .boolean()
    .nullish()
    .meta({
      description:
        "Lets it pass although required slots are below their minimum, or a contained unit is not " +
        "finished.",
      ...withComment,
    }),
  allowHeld: z
    .boolean()
    .nullish()
    .meta({ description: "Lets it pass although something in it is on hold.", ...withComment }),
});

/** Requires a comment with each field of `allowances` that is true. */
export const commentedAllowances = <
  Schema extends z.ZodType<{
    allowIncomplete?: boolean | null | undefined;
    allowHeld?: boolean | null | undefined;
    comment?: string | null | undefined;
  }>,
>(
  request: Schema,
): Schema =>
  (["allowIncomplete", "allowHeld"] as const).reduce<Schema>(
    (checked, name) =>
      checked.refine((sent) => !sent[name] || (sent.comment ?? "").trim() !== "", {
        path: ["comment"],
        error: `Required with ${name}.`,
      }),
    request,
  );

/** The unit of a quantity: its code has at most 20 characters, its name 30 and its SUID 50. */
export const unitOfQuantity = (of: "child" | "product") =>
  filledChars(50)
    .nullish()
    .meta({
      description:
        "The name, SUID or UN/ECE code of the unit of the quantity, not case sensitive. If null or " +
        `absent, it is the base unit of the ${of}. The quantity must be exact in the base unit.`,
    });

/** The rule of a field that the response of an earlier request does not have. */
export const sinceAdded = {
  [ruleText]: "Absent only from the repeated response of a request before it was added.",
};

/** The plain values of a record in a response. */
export const record = {
  id: () => z.int(),
  revision: () => z.int(),
  text: () => z.string(),
  number: () => z.number(),
  flag: () => z.boolean(),
  time: () => z.string().meta({ format: "date-time" }),
  bomVersion: () => z.string().meta(bomVersionNote),
};

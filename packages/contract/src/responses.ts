import * as z from "zod";
import { Content } from "./content.ts";
import { id, nameText } from "./fields.ts";
import { problemFacts } from "./problem-facts.ts";
import { type ProblemCode, problemCodes, problemKinds } from "./problems.ts";
import { memoized, schema } from "./schema.ts";

/** Declares the JSON body of a request, which is required. */
export const body = <Schema extends z.ZodType>(payload: Schema, example: object) => ({
  required: true as const,
  content: { "application/json": { schema: payload, example } },
});

/** Declares a successful response. */
export const okResponse = <Schema extends z.ZodType>(
  payload: Schema,
  description: string,
  example: object,
) => ({ description, content: { "application/json": { schema: payload, example } } });

const FieldError = schema("FieldError", "A field of the request that breaks a rule.", () =>
  z.object({
    pointer: z.string().meta({
      description: "The JSON pointer of the field in the body.",
      example: "/builtQty",
    }),
    detail: z.string().meta({ description: "The rule that it breaks." }),
  }),
);

const Code = schema(
  "ProblemCode",
  "The code of a problem, for programs. A newer service can send codes that are not listed here.",
  () => z.enum(problemCodes),
);

const problemFields = () =>
  z.object({
    type: z.string().meta({
      description: "The address of the page that explains the code.",
      example: "/problems/not_found",
    }),
    title: z.string(),
    status: z.int().meta({ description: "The HTTP status." }),
    detail: z.string().meta({ description: "The problem of this request, in words." }),
    code: Code(),
    errors: z.array(FieldError()).optional().meta({
      description: "The invalid fields, as JSON pointers into the body. At most the first 100.",
    }),
    line: z.int().optional().meta({ description: "The refused line of a batch, starting at 0." }),
    ...problemFacts(),
  });

/** The contents of a unit that a refusal of Complete or Dispatch names. */
const containedFacts = () => ({
  unfinished: z.array(Content()).optional().meta({
    description: "`incomplete`: the contained units that are not finished. At most 100.",
  }),
  unfinishedCount: z.int().optional().meta({
    description: "`incomplete`: the number of contained units that are not finished.",
  }),
  held: z.array(Content()).optional().meta({
    description: "`contains_held`: the contained items that are on hold. At most 100.",
  }),
  heldCount: z.int().optional().meta({
    description: "`contains_held`: the number of contained items that are on hold.",
  }),
});

export const Problem = schema(
  "Problem",
  "The refusal or failure of a request: a problem document (RFC 9457) with a code.",
  () =>
    problemFields().extend({
      requestId: z.string(),
      counts: z.record(z.string(), z.int()).optional().meta({
        description:
          "`in_use` and `fixed`: the number of records of each kind that depend on this one.",
      }),
      current: z
        .record(z.string(), z.unknown())
        .optional()
        .meta({
          description:
            "`stale_revision`: the record as it is now, as its Get or List returns it. It can be " +
            "sent with the changes made again.",
        }),
      ...containedFacts(),
    }),
);

export const LineProblem = schema(
  "LineProblem",
  "The refusal of one line of a batch, as the line would get it alone.",
  () => problemFields().extend(containedFacts()),
);

type StatusOf<Code extends ProblemCode> = (typeof problemKinds)[Code]["status"];
type ProblemResponse = {
  description: string;
  content: { "application/problem+json": { schema: ReturnType<typeof Problem> } };
};

/** The problems of every route. Routes with a body, and writes, have more. */
const codesOfAll = [
  "unauthorized",
  "forbidden",
  "cross_site",
  "other_user",
  "key_bound",
  "rate_limited",
  "internal",
  "overloaded",
  "unavailable",
  "directory_unreachable",
] as const;
const codesOfBody = [
  "validation_failed",
  "malformed_body",
  "too_large",
  "unsupported_media_type",
] as const;
const codesOfWrite = ["idempotency_conflict", "outcome_unknown"] as const;

const declareProblems = <Code extends ProblemCode>(codes: readonly Code[]) => {
  const byStatus = new Map<number, ProblemCode[]>();
  for (const code of codes) {
    const { status } = problemKinds[code];
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  const responses: Record<number, object> = {};
  for (const [status, declared] of [...byStatus].toSorted(([left], [right]) => left - right)) {
    responses[status] = declareProblem(declared);
  }
  // The keys are the statuses of the codes, which the mapped type says.
  return responses as Record<StatusOf<Code>, ProblemResponse>;
};

const declareProblem = (codes: readonly ProblemCode[]) => ({
  description: codes.map((code) => `\`${code}\`: ${problemKinds[code].title}.`).join(" "),
  content: {
    "application/problem+json": {
      schema: Problem(),
      examples: Object.fromEntries(
        codes.map((code) => [code, { $ref: `#/components/examples/${code}` }]),
      ),
    },
  },
});

/** Returns an example of a problem document with this code. */
export const problemExample = (code: ProblemCode) => ({
  type: `/problems/${code}`,
  title: problemKinds[code].title,
  status: problemKinds[code].status,
  detail: problemKinds[code].explanation,
  code,
  requestId: "asbuilt-0190c2f0-7d3a-7cc3-98b2-2f6a4f0e9c11",
});

/** Declares the problems of a read without a body. */
export const problemsOfGet = <Code extends ProblemCode = never>(...codes: Code[]) =>
  declareProblems([...codesOfAll, ...codes]);

/** Declares the problems of a read with a body. */
export const problemsOfRead = <Code extends ProblemCode = never>(...codes: Code[]) =>
  declareProblems([...codesOfAll, ...codesOfBody, ...codes]);

/** Declares the problems of a write: those of a read, of Idempotency-Key and of its own rules. */
export const problemsOfWrite = <Code extends ProblemCode = never>(...codes: Code[]) =>
  declareProblems([...codesOfAll, ...codesOfBody, ...codesOfWrite, ...codes]);

/** A name for a write: printable ASCII, because a header holds nothing else. */
export const idempotencyKey = memoized(() =>
  z
    .string()
    .min(1)
    .max(255)
    .regex(/^[ -~]*$/, "Printable ASCII characters."),
);

/** The header that names a write, so that repetitions take effect once. */
export const writeHeaders = memoized(() =>
  z.object({
    "Idempotency-Key": idempotencyKey()
      .optional()
      .meta({
        // No example: the docs page would send it, and a second try would be a repetition.
        description:
          "A name for this write: 1 to 255 printable ASCII characters, regardless of " +
          "surrounding spaces. The same request with the same key takes effect once within 7 " +
          "days. A repetition gets the same response, with `Idempotency-Replayed: true`.",
      }),
  }),
);

/** A whole number in a path or query: decimal digits only. */
export function digitsToNumber() {
  return z
    .string()
    .regex(/^\d{1,15}$/, "A whole number, in digits.")
    .transform(Number);
}

/** The id in a path. */
export const pathId = memoized(() =>
  z.object({
    id: digitsToNumber()
      .pipe(id())
      .meta({ type: "integer", minimum: 1, example: 17, description: "The record's id." }),
  }),
);

/** The maximum number of records on a page. Without it a list is returned whole. */
const pageLimit = () =>
  digitsToNumber()
    .pipe(z.int().min(1, "At least 1.").max(1000, "At most 1000."))
    .optional()
    .meta({
      type: "integer",
      minimum: 1,
      maximum: 1000,
      description:
        "The maximum number of records. A page has fewer if they are long. Continue while there " +
        "is a `Link`.",
    });

const pageCursor = () =>
  digitsToNumber().optional().meta({
    type: "integer",
    description: "The cursor in the `Link` header of the previous page.",
  });

/** The parameter that chooses the fields of the records of a list. */
const chosenFields = () =>
  nameText()
    .transform((text) => text.split(","))
    .optional()
    .meta({
      type: "string",
      description:
        "The names of the fields that each record has, separated by commas. Case, spaces, `_` and " +
        "`-` in a name do not count. Without it, a record has all fields. With it, a record lacks " +
        "the others, also those that this document requires.",
    });

/** The query that pages a list. */
export const pageQuery = memoized(() =>
  z.strictObject({ limit: pageLimit(), cursor: pageCursor(), fields: chosenFields() }),
);

/** The query that pages a list inside of a document, whose parts belong together. */
export const pageOfDocument = memoized(() =>
  z.strictObject({ limit: pageLimit(), cursor: pageCursor() }),
);

/**
 * The query that pages a structure. Its cursor holds the state of the record that the first page
 * read, the request it belongs to, and the path to the last entry of the previous page.
 */
export const pageOfRecord = memoized(() =>
  z.strictObject({
    limit: pageLimit(),
    cursor: nameText()
      .regex(/^\d{1,15}(?:-\d{1,15}){2,}$/, "The cursor in the Link header of the previous page.")
      .transform((text) => {
        const [seq, of, ...way] = text.split("-").map(Number) as [number, number, ...number[]];
        return { seq, of, way };
      })
      .optional()
      .meta({
        type: "string",
        description: "The cursor in the `Link` header of the previous page.",
      }),
    fields: chosenFields(),
  }),
);

const cursorRule = "The cursor in the Link header of the previous page.";

/**
 * The query that pages a list in one of several orders. Its cursor holds the order, and the place
 * where the page ended. In the order of ids, that place alone: a list without orders has the same.
 */
export const pageOfSearch = memoized(() =>
  z.strictObject({
    limit: pageLimit().meta({
      description:
        "The maximum number of records. A page has fewer, or none, if they are long, or if it has " +
        "tested 100,000 records. Continue while there is a `Link`.",
    }),
    cursor: nameText()
      .regex(/^(?:\d{1,15}|\w+-\d{1,16}-\S*)$/, cursorRule)
      .transform((text, context) => {
        if (/^\d+$/.test(text)) return { order: "oldest", id: Number(text), value: text };
        const [, order, recordId, value] = /^(\w+)-(\d+)-(.*)$/.exec(text)!;
        try {
          return { order: order!, id: Number(recordId), value: decodeURIComponent(value!) };
        } catch {
          context.addIssue({ code: "custom", message: cursorRule });
          return z.NEVER;
        }
      })
      .optional()
      .meta({
        type: "string",
        description: "The cursor in the `Link` header of the previous page.",
      }),
    fields: chosenFields(),
  }),
);

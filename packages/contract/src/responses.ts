import * as z from "zod";
import { id, record } from "./fields.ts";
import { MaterialItem } from "./material-item-record.ts";
import { type ProblemCode, problemKinds } from "./problems.ts";
import { memoized, schema } from "./schema.ts";

/** The body of a request, which must be there: JSON. */
export const body = <Schema extends z.ZodType>(payload: Schema, example: object) => ({
  required: true as const,
  content: { "application/json": { schema: payload, example } },
});

/** A successful answer. */
export const okResponse = <Schema extends z.ZodType>(
  payload: Schema,
  description: string,
  example: object,
) => ({ description, content: { "application/json": { schema: payload, example } } });

/** A required slot of an item that lacks material, in the measure of its default candidate. */
const Shortage = schema("Shortage", () =>
  z.object({
    visualSerialNo: record.text(),
    bomSlotID: record.id(),
    description: record.text(),
    required: z.number().meta({ description: "The slot's minimum." }),
    built: z.number(),
  }),
);

const problemFields = () =>
  z.object({
    type: z.string().meta({ example: "/problems/not_found" }),
    title: z.string(),
    status: z.int(),
    detail: z.string(),
    // Documented as text: a client must bear a code that it does not know yet.
    code: z.string().meta({ example: "not_found" }),
    errors: z
      .array(z.object({ pointer: z.string().meta({ example: "/builtQty" }), detail: z.string() }))
      .optional()
      .meta({ description: "The fields at fault, as JSON pointers into the body; the first 100." }),
    line: z.int().optional().meta({ description: "In a batch, the line at fault, from 0." }),
  });

/** RFC 9457, with a code from the table of problems. */
export const Problem = schema("Problem", () =>
  problemFields().extend({
    requestId: z.string(),
    counts: z.record(z.string(), z.int()).optional().meta({
      description: "`in_use` and `fixed`: how many records of each kind rest on this one.",
    }),
    // `stale_revision` of an item. A description here would put the schema in place of its name.
    current: MaterialItem().optional(),
    slots: z
      .array(Shortage())
      .optional()
      .meta({ description: "`incomplete`: the slots that lack material, the first 100." }),
    count: z.int().optional().meta({ description: "`incomplete`: how many slots lack material." }),
  }),
);

/** The problem of one line of a request, in the place of the line's answer. */
export const LineProblem = schema("LineProblem", () => problemFields());

type StatusOf<Code extends ProblemCode> = (typeof problemKinds)[Code]["status"];
type ProblemResponse = {
  description: string;
  content: { "application/problem+json": { schema: ReturnType<typeof Problem> } };
};

/** What any route can answer, and what any route with a body can answer besides. */
const codesOfAll = [
  "unauthorized",
  "forbidden",
  "rate_limited",
  "internal",
  "overloaded",
  "unavailable",
] as const;
const codesOfBody = [
  "validation_failed",
  "malformed_body",
  "too_large",
  "unsupported_media_type",
] as const;
const codesOfWrite = ["idempotency_conflict", "outcome_unknown"] as const;

const problemResponses = <Code extends ProblemCode>(codes: readonly Code[]) => {
  const byStatus = new Map<number, ProblemCode[]>();
  for (const code of codes) {
    const { status } = problemKinds[code];
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  const responses: Record<number, object> = {};
  for (const [status, declared] of [...byStatus].toSorted(([left], [right]) => left - right)) {
    responses[status] = problemResponse(declared);
  }
  // The keys are the statuses of the codes, which the mapped type says.
  return responses as Record<StatusOf<Code>, ProblemResponse>;
};

const problemResponse = (codes: readonly ProblemCode[]) => ({
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

/** A problem document of that code, as an example. */
export const problemExample = (code: ProblemCode) => ({
  type: `/problems/${code}`,
  title: problemKinds[code].title,
  status: problemKinds[code].status,
  detail: problemKinds[code].explanation,
  code,
  requestId: "0190c2f0-7d3a-7cc3-98b2-2f6a4f0e9c11",
});

/** The problems of a read without a body. */
export const problemsOfGet = <Code extends ProblemCode = never>(...codes: Code[]) =>
  problemResponses([...codesOfAll, ...codes]);

/** The problems of a read with a body. */
export const problemsOfRead = <Code extends ProblemCode = never>(...codes: Code[]) =>
  problemResponses([...codesOfAll, ...codesOfBody, ...codes]);

/** The problems of a write: those of a read, of Idempotency-Key and of its own rules. */
export const problemsOfWrite = <Code extends ProblemCode = never>(...codes: Code[]) =>
  problemResponses([...codesOfAll, ...codesOfBody, ...codesOfWrite, ...codes]);

/** A name for a write: printable ASCII, since a header bears no more. */
export const idempotencyKey = memoized(() =>
  z
    .string()
    .min(1)
    .max(255)
    .regex(/^[ -~]*$/),
);

/** The header that names a write, so that a repetition takes effect once. */
export const writeHeaders = memoized(() =>
  z.object({
    "Idempotency-Key": idempotencyKey()
      .optional()
      .meta({
        // Without an example: the docs page would send that, and a second try would be a repetition.
        description:
          "A name for this write, of 1 to 255 printable ASCII characters, without regard to spaces " +
          "around it. The same request with the same key within 7 days takes effect once, and is " +
          "answered alike with `Idempotency-Replayed: true`.",
      }),
  }),
);

/** A whole number in a path or query: decimal digits, and no other spelling of a number. */
function digitsToNumber() {
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

/** How many records a page has at most; without it a list is answered whole. */
const pageLimit = () =>
  digitsToNumber().pipe(z.int().min(1, "At least 1.").max(1000, "At most 1000.")).optional().meta({
    type: "integer",
    minimum: 1,
    maximum: 1000,
    description: "At most so many, fewer where they are long: while there is a `Link`, go on.",
  });

/** How a list is paged. */
export const pageQuery = memoized(() =>
  z.strictObject({
    limit: pageLimit(),
    cursor: digitsToNumber()
      .optional()
      .meta({ type: "integer", description: "As the `Link` header of the page before gives it." }),
  }),
);

/**
 * How a structure is paged: its cursor says which state of the record the first page read, of which
 * request it is, and the way to the last place of the page before.
 */
export const pageOfRecord = memoized(() =>
  z.strictObject({
    limit: pageLimit(),
    cursor: z
      .string()
      .regex(/^\d{1,15}(?:-\d{1,15}){2,}$/, "As the Link header of the page before gives it.")
      .transform((text) => {
        const [seq, of, ...way] = text.split("-").map(Number) as [number, number, ...number[]];
        return { seq, of, way };
      })
      .optional()
      .meta({ type: "string", description: "As the `Link` header of the page before gives it." }),
  }),
);

import { type ProblemCode, problemKinds } from "@asbuilt/contract";
import { PinRefusal, Refusal, type RefusalExtras, StaleRecord } from "@asbuilt/core";
import { type FieldError, fieldErrorsMax } from "../body/field-error.ts";
import { UnreadableBody } from "../body/strict-json.ts";
import { extrasWithCurrent } from "../records/current.ts";
import { responseHeaders } from "./response-headers.ts";

/** A request that HTTP itself refuses, before any rule of core is checked. */
export class RequestRefusal extends Error {
  override readonly name = "RequestRefusal";
  readonly code: ProblemCode;
  readonly extras: RefusalExtras;
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    code: ProblemCode,
    detail: string,
    extras: RefusalExtras = {},
    headers: Readonly<Record<string, string>> = {},
  ) {
    super(detail);
    this.code = code;
    this.extras = extras;
    this.headers = headers;
  }
}

const repeatedErrorsMax = 3;

/** Refuses a request that breaks the contract. The detail repeats its first three errors. */
export function invalid(
  found: readonly FieldError[],
  toSentence: (error: FieldError) => string,
): RequestRefusal {
  const errors = found.slice(0, fieldErrorsMax);
  const more = errors.length - repeatedErrorsMax;
  const sentences = errors.slice(0, repeatedErrorsMax).map(toSentence);
  if (more > 0) sentences.push(`And ${more} more in errors.`);
  return new RequestRefusal("validation_failed", sentences.join(" "), { errors });
}

/** Returns whether an error is a refusal meant for the client; any other error is a defect. */
export const isRefusal = (error: unknown): error is Refusal | RequestRefusal | UnreadableBody =>
  error instanceof Refusal || error instanceof RequestRefusal || error instanceof UnreadableBody;

/** Returns whether HTTP refused the request before it read the database. */
export const isUnread = (error: unknown): boolean =>
  error instanceof RequestRefusal || error instanceof UnreadableBody;

/** Returns the code of the problem that a thrown value is answered with. */
export function codeOf(error: unknown): ProblemCode {
  if (error instanceof UnreadableBody) return "malformed_body";
  return error instanceof RequestRefusal || error instanceof Refusal ? error.code : "internal";
}

/** Converts any thrown value into a problem document; of a defect, it shows only the request id. */
export function toProblem(error: unknown, requestId: string, headers: HeaderFields = {}): Response {
  if (error instanceof UnreadableBody) {
    const errors = [{ pointer: error.pointer, detail: error.detail }];
    return toResponse("malformed_body", error.detail, requestId, { errors }, headers);
  }
  if (error instanceof RequestRefusal) {
    const all = { ...headers, ...error.headers };
    return toResponse(error.code, error.message, requestId, error.extras, all);
  }
  if (error instanceof PinRefusal && error.retryAfterS !== undefined) {
    const all = { ...headers, "Retry-After": String(error.retryAfterS) };
    return toResponse(error.code, error.message, requestId, error.extras, all);
  }
  if (error instanceof Refusal) {
    const extras = error instanceof StaleRecord ? extrasWithCurrent(error) : error.extras;
    return toResponse(error.code, error.message, requestId, extras, headers);
  }
  return toResponse("internal", problemKinds.internal.explanation, requestId, {}, headers);
}

/** Returns a problem as a document, without the id of its request. */
export function problemDocument(
  code: ProblemCode,
  detail: string,
  { errors, members }: RefusalExtras,
) {
  const { status, title } = problemKinds[code];
  const type = `/problems/${code}`;
  const faults = errors ? { errors: [...errors] } : {};
  return { type, title, status, detail, code, ...faults, ...members };
}

type HeaderFields = Readonly<Record<string, string>>;

/** A response as it is sent. */
export interface PlainResponse {
  readonly code: ProblemCode;
  readonly status: number;
  readonly headers: HeaderFields;
  readonly body: string;
}

/** Returns a problem for a runtime that needs no Response. */
export function plainProblem(
  code: ProblemCode,
  detail: string,
  requestId: string,
  extras: RefusalExtras = {},
  headers: HeaderFields = {},
): PlainResponse {
  const { status } = problemKinds[code];
  return {
    code,
    status,
    headers: {
      ...responseHeaders,
      "Content-Type": "application/problem+json",
      "X-Request-Id": requestId,
      ...(status === 401 ? { "WWW-Authenticate": "Bearer" } : {}),
      ...(status === 503 ? { "Retry-After": "1" } : {}),
      ...headers,
    },
    body: JSON.stringify({ ...problemDocument(code, detail, extras), requestId }),
  };
}

function toResponse(...problem: Parameters<typeof plainProblem>): Response {
  const { status, headers, body } = plainProblem(...problem);
  return new Response(body, { status, headers });
}

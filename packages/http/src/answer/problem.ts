import { type ProblemCode, problemKinds } from "@asbuilt/contract";
import { Refusal, type RefusalExtras } from "@asbuilt/core";
import { answerHeaders } from "./answer-headers.ts";
import { UnreadableBody } from "../body/strict-json.ts";

/** A request that HTTP itself refuses, before any rule is asked. */
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

/** Whether an error is the service's word to the client; anything else is a defect. */
export const isRefusal = (error: unknown): error is Refusal | RequestRefusal | UnreadableBody =>
  error instanceof Refusal || error instanceof RequestRefusal || error instanceof UnreadableBody;

/** Whether HTTP has refused the request, before anything was read of the database. */
export const isUnread = (error: unknown): boolean =>
  error instanceof RequestRefusal || error instanceof UnreadableBody;

/** Makes anything thrown a problem document. Of a defect it tells the request id only. */
export function toProblem(error: unknown, requestId: string, headers: Headed = {}): Response {
  if (error instanceof UnreadableBody) {
    const errors = [{ pointer: error.pointer, detail: error.detail }];
    return problemResponse("malformed_body", error.detail, requestId, { errors }, headers);
  }
  if (error instanceof RequestRefusal) {
    const all = { ...headers, ...error.headers };
    return problemResponse(error.code, error.message, requestId, error.extras, all);
  }
  if (error instanceof Refusal) {
    return problemResponse(error.code, error.message, requestId, error.extras, headers);
  }
  return problemResponse("internal", problemKinds.internal.explanation, requestId, {}, headers);
}

/** A problem as a document, but for the id of the request. */
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

type Headed = Readonly<Record<string, string>>;

/** An answer as it stands on the wire. */
export interface PlainAnswer {
  readonly status: number;
  readonly headers: Headed;
  readonly body: string;
}

/** A problem for a runtime that needs no Response. */
export function plainProblem(
  code: ProblemCode,
  detail: string,
  requestId: string,
  extras: RefusalExtras = {},
  headers: Headed = {},
): PlainAnswer {
  const { status } = problemKinds[code];
  return {
    status,
    headers: {
      ...answerHeaders,
      "Content-Type": "application/problem+json",
      "X-Request-Id": requestId,
      ...(status === 401 ? { "WWW-Authenticate": "Bearer" } : {}),
      ...(status === 503 ? { "Retry-After": "1" } : {}),
      ...headers,
    },
    body: JSON.stringify({ ...problemDocument(code, detail, extras), requestId }),
  };
}

function problemResponse(...problem: Parameters<typeof plainProblem>): Response {
  const { status, headers, body } = plainProblem(...problem);
  return new Response(body, { status, headers });
}

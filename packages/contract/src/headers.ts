import { pageOfRecord, pageQuery } from "./responses.ts";
import type { Operation } from "./route.ts";

const text = { type: "string" as const };

/** The headers of answers that mean something to a client, as the document describes them. */
export const documentedHeaders = {
  "X-Request-Id": {
    description: "The request's own `X-Request-Id` where it is plain, else a new one.",
    schema: text,
  },
  Link: { description: 'The next page: `<path>; rel="next"`. None after the last.', schema: text },
  "Idempotency-Replayed": {
    description:
      "`true` where a request with this `Idempotency-Key` or `externalRef` took effect before.",
    schema: text,
  },
  "WWW-Authenticate": { description: "`Bearer`.", schema: text },
  "Retry-After": { description: "Seconds to wait.", schema: { type: "integer" as const } },
  "RateLimit-Policy": {
    description: "What is counted, with how many requests (`q`) in how many seconds (`w`).",
    schema: text,
  },
  RateLimit: {
    description: "Of what is counted, how many requests remain (`r`) for how many seconds (`t`).",
    schema: text,
  },
};

type HeaderName = keyof typeof documentedHeaders;

const isPaged = (query: unknown) => query === pageQuery() || query === pageOfRecord();

/** The headers that a route's answers of that status may have. */
export function headersOf({ request, isWrite }: Operation, status: number): readonly HeaderName[] {
  const of: HeaderName[] = ["X-Request-Id", "RateLimit-Policy", "RateLimit"];
  if (status === 200 && isPaged(request?.query)) of.push("Link");
  if (status === 200 && isWrite) of.push("Idempotency-Replayed");
  if (status === 401) of.push("WWW-Authenticate");
  if (status === 429 || status === 503) of.push("Retry-After");
  return of;
}

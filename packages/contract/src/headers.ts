import { bookmarkedStatuses, bookmarkHeader } from "./bookmark.ts";
import { pageOfDocument, pageOfRecord, pageOfSearch, pageQuery } from "./responses.ts";
import type { Operation } from "./route.ts";

const text = { type: "string" as const };

/** The response headers that matter to a client, as the document describes them. */
export const documentedHeaders = {
  "X-Request-Id": {
    description:
      "The request's own `X-Request-Id` if it is plain, or else a new one, which begins with " +
      "`asbuilt-`.",
    schema: text,
  },
  Link: {
    description: 'The next page: `<path>; rel="next"`. Absent on the last page.',
    schema: text,
  },
  "Idempotency-Replayed": {
    description:
      "`true` if a request with this `Idempotency-Key` or `externalRef` took effect before.",
    schema: text,
  },
  [bookmarkHeader]: {
    description:
      "The state of the record that the response is from, where the service reads replicas. A request " +
      "with this header reads nothing older. Of several, send the greatest text. A text that is no " +
      "bookmark is refused (`validation_failed`).",
    schema: text,
  },
  "Set-Cookie": {
    description: "The cookie of a session that was created, or its end.",
    schema: text,
  },
  "Content-Disposition": {
    description: "`attachment`, with the name of the file.",
    schema: text,
  },
  "Repr-Digest": {
    description: "The SHA-256 digest of the content, as RFC 9530 writes it.",
    schema: text,
  },
  "WWW-Authenticate": { description: "`Bearer`.", schema: text },
  "Retry-After": {
    description: "The number of seconds to wait.",
    schema: { type: "integer" as const },
  },
  "RateLimit-Policy": {
    description: "The limits: the number of requests (`q`) in a number of seconds (`w`).",
    schema: text,
  },
  RateLimit: {
    description: "The number of requests that remain (`r`) for a number of seconds (`t`).",
    schema: text,
  },
};

type HeaderName = keyof typeof documentedHeaders;

/** Returns whether an operation lists records in pages. */
export const isPaged = (route: Pick<Operation, "request">): boolean =>
  isList(route) || route.request?.query === pageOfDocument();

/** Whether an operation lists records, in pages if the client wants. */
export const isList = ({ request }: Pick<Operation, "request">): boolean =>
  [pageQuery, pageOfRecord, pageOfSearch].some((paged) => request?.query === paged());

const setsCookie: ReadonlySet<string> = new Set(["sessionActAs", "sessionCreate", "sessionDelete"]);

/** Returns the headers that a route's responses with this status can have. */
export function headersOf(route: Operation, status: number): readonly HeaderName[] {
  const { isWrite } = route;
  const of: HeaderName[] = ["X-Request-Id", "RateLimit-Policy", "RateLimit"];
  if (status === 200 && isPaged(route)) of.push("Link");
  if (status === 200 && isWrite) of.push("Idempotency-Replayed");
  if (bookmarkedStatuses.has(status)) of.push(bookmarkHeader);
  if (status === 200 && setsCookie.has(route.operationId ?? "")) of.push("Set-Cookie");
  if (status === 200 && route.operationId === "attachmentContent") {
    of.push("Content-Disposition", "Repr-Digest");
  }
  if (status === 401) of.push("WWW-Authenticate");
  // Of a person's session that had ended before: the station has its own again.
  if (status === 401 && route.operationId === "sessionDelete") of.push("Set-Cookie");
  if (status === 429 || status === 503) of.push("Retry-After");
  return of;
}

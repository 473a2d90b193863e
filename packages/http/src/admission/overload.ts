import { memoized, operations } from "@asbuilt/contract";
import type { AppOptions } from "../environment.ts";
import { plainProblem, type PlainResponse, RequestRefusal } from "../response/problem.ts";
import { requestIdFrom, requestLine } from "../request-log.ts";
import { traceIdIn } from "../trace.ts";
import { warner } from "../warnings.ts";

const overloadDetail = "The service has too much to do at the moment.";

// One refusal for all requests: a new stack for each costs too much under overload. It is made on
// first use: for an error made while modules load, a Worker's runtime reads the bundle twice.
export const overloadRefusal = memoized(() => new RequestRefusal("overloaded", overloadDetail));

/** A request before it becomes one of `fetch`: the names of its headers are in lower case. */
export interface Incoming {
  readonly method?: string | undefined;
  readonly url?: string | undefined;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
}

/**
 * Returns the refusal of a write when too many wait, for a server that can respond without a
 * `Request`; undefined leaves the request to the app. At twice the load that the service can
 * handle, it would otherwise spend most of its time on requests that it refuses.
 */
export function overloadGuard(
  options: AppOptions,
): (incoming: Incoming) => PlainResponse | undefined {
  const { executor, requestLog } = options;
  const writes = operations.filter(({ isWrite }) => isWrite);
  const operationAt = new Map(
    writes.map(({ method, path, operationId }) => [`${method.toUpperCase()} ${path}`, operationId]),
  );
  const warn = warner(options);
  return ({ method, url, headers }) => {
    // The app alone sets the CORS headers.
    if (headers["origin"] !== undefined) return undefined;
    const operation = operationAt.get(`${method} ${url}`);
    if (operation === undefined || !executor.isFull()) return undefined;
    const requestId = requestIdFrom(oneOf(headers["x-request-id"]));
    warn(overloadDetail, requestId);
    const refused = plainProblem("overloaded", overloadDetail, requestId);
    if (requestLog) {
      const { status, body } = refused;
      const traceId = traceIdIn(oneOf(headers["traceparent"]));
      const facts = { operation, method, path: url, requestId, traceId, status, ms: 0 };
      // A problem is ASCII: it has a byte for each character.
      options.log(requestLine(requestLog, { ...facts, bytes: body.length }));
    }
    return refused;
  };
}

/** Returns a header that was sent once. */
const oneOf = (header: string | readonly string[] | undefined) =>
  typeof header === "string" ? header : undefined;

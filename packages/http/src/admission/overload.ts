import { memoized, operations } from "@asbuilt/contract";
import type { AppOptions } from "../environment.ts";
import { plainProblem, type PlainResponse, RequestRefusal } from "../response/problem.ts";
import { requestIdFrom } from "../request-log.ts";
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
  const { executor, logsRequests } = options;
  const writes = operations.filter(({ isWrite }) => isWrite);
  const paths = new Set(writes.map(({ method, path }) => `${method.toUpperCase()} ${path}`));
  const warn = warner(options);
  return ({ method, url, headers }) => {
    // The app alone logs requests and sets the CORS headers.
    if (logsRequests || headers["origin"] !== undefined) return undefined;
    if (!paths.has(`${method} ${url}`) || !executor.isFull()) return undefined;
    const given = headers["x-request-id"];
    const requestId = requestIdFrom(typeof given === "string" ? given : undefined);
    warn(overloadDetail, requestId);
    return plainProblem("overloaded", overloadDetail, requestId);
  };
}

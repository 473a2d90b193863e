import { memoized, operations } from "@asbuilt/contract";
import type { AppOptions } from "../environment.ts";
import { plainProblem, type PlainAnswer, RequestRefusal } from "../answer/problem.ts";
import { requestIdFrom } from "../request-id.ts";
import { warner } from "../warnings.ts";

const detail = "The service has too much to do at the moment.";

// One for all: under overload a refusal must cost next to nothing, and each has a stack to fill. For
// that of an error made as it loads, a Worker's runtime reads the whole bundle a second time.
export const tooMuch = memoized(() => new RequestRefusal("overloaded", detail));

/** What is known of a request before it is one of `fetch`: names of headers are in lower case. */
interface Incoming {
  readonly method?: string | undefined;
  readonly url?: string | undefined;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
}

/**
 * Refuses a write that the app would refuse because too many wait, for a server that can answer
 * without a `Request`: at twice the load that the service can bear, most of its time would go into
 * what it refuses. Undefined is for the app to answer.
 */
export function overloadGuard(
  options: AppOptions,
): (incoming: Incoming) => PlainAnswer | undefined {
  const { executor, logsRequests } = options;
  const writes = operations.filter(({ isWrite }) => isWrite);
  const paths = new Set(writes.map(({ method, path }) => `${method.toUpperCase()} ${path}`));
  const warn = warner(options);
  return ({ method, url, headers }) => {
    // What is logged of each request, or told to browsers, is the app's to say.
    if (logsRequests || headers["origin"] !== undefined) return undefined;
    if (!paths.has(`${method} ${url}`) || !executor.isFull()) return undefined;
    const given = headers["x-request-id"];
    const requestId = requestIdFrom(typeof given === "string" ? given : undefined);
    warn(detail, requestId);
    return plainProblem("overloaded", detail, requestId);
  };
}

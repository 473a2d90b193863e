import { plainProblem, type PlainResponse } from "../response/problem.ts";
import { requestIdFrom } from "../request-log.ts";
import type { Incoming } from "./overload.ts";

const targetRule =
  "The target of a request is a path that begins with one slash, without a host, a fragment, a " +
  "backslash or the segments . and ..";

/**
 * Refuses a request target that a URL parser would turn into another path, for a server that sees
 * targets as they were sent. A proxy's rules for a path would not hold for it.
 */
export function refuseTarget({ url = "", headers }: Incoming): PlainResponse | undefined {
  if (isPlainPath(url)) return undefined;
  const given = headers["x-request-id"];
  const requestId = requestIdFrom(typeof given === "string" ? given : undefined);
  const errors = [{ pointer: "", detail: targetRule }];
  return plainProblem("validation_failed", targetRule, requestId, { errors });
}

/** A segment `.` or `..`, whose dots can be escaped. */
const dotSegment = /\/(?:\.|%2e){1,2}(?:\/|$)/i;

function isPlainPath(target: string): boolean {
  if (!target.startsWith("/") || target.includes("#")) return false;
  const query = target.indexOf("?");
  const path = query < 0 ? target : target.slice(0, query);
  return !path.includes("\\") && !dotSegment.test(path);
}

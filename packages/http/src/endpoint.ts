import type { Calendar, Operation } from "@asbuilt/contract";
import { endOfDay, type Principal, Refusal, startOfDay } from "@asbuilt/core";
import type { Handler } from "hono";
import { type Authenticator, requireRole } from "./admission/authenticate.ts";
import type { Limiter } from "./admission/limiter.ts";
import { overloadRefusal } from "./admission/overload.ts";
import { paramsStep } from "./body/params-step.ts";
import { externalRefsOf, idempotencyOf } from "./body/request-names.ts";
import { bodyStep } from "./body/step.ts";
import type { AppSettings, Environment } from "./environment.ts";
import { requestIdOf } from "./request-log.ts";
import { isUnread } from "./response/problem.ts";
import { responseHeaders } from "./response/response-headers.ts";

/** The checks that admit a request. */
export interface Admission {
  readonly keys: Authenticator;
  readonly limiter: Limiter | undefined;
}

/** Combines a route and its handler into one function: admission, key, role, input, handler. */
export function endpoint(
  route: Operation,
  handler: Handler<Environment>,
  options: AppSettings,
  { keys, limiter }: Admission,
): Handler<Environment> {
  const { sha256, timeZone, now } = options;
  const readBody = bodyStep(route, calendarOf(timeZone, now));
  // An endpoint without a path parameter is made for its first request: reading its query makes its
  // schemas just before they are needed.
  const hasParams = route.path.includes("{") || route.request?.query !== undefined;
  const readParams = hasParams ? paramsStep(route) : undefined;
  const { isWrite, role } = route;

  return async (c, next) => {
    const requestId = requestIdOf(c);
    const headers: Record<string, string> = { ...responseHeaders, "X-Request-Id": requestId };
    c.set("requestId", requestId);
    c.set("headers", headers);
    if (isWrite && options.executor.isFull()) throw overloadRefusal();
    const authorization = c.req.header("Authorization");
    const addressOf = () => options.limits?.addressOf(c) ?? "";
    if (limiter) await limiter.countAddress(c);
    const principal = await keys.identify(authorization, addressOf);
    if (limiter) await limiter.countKey(c, principal.keyId);
    try {
      requireRole(principal, role);
      readParams?.(c);
      const body = await readBody(c);
      const idempotency = isWrite ? await idempotencyOf(c, body, sha256) : undefined;
      const externalRefs = isWrite ? await externalRefsOf(c, body, sha256) : undefined;
      c.set("context", {
        executor: options.executor,
        principal,
        requestId,
        now: options.now,
        timeZone,
        idempotency,
        externalRefs,
        backdatingHours: options.backdatingHours,
        onReplay: () => {
          headers["Idempotency-Replayed"] = "true";
        },
      });
      return await handler(c, next);
    } catch (error) {
      const refusal = isUnread(error) ? await unlessKeyInvalid(keys, principal, error) : error;
      if (refusal instanceof Refusal && refusal.code === "unauthorized") {
        await keys.reject(authorization, addressOf);
      }
      throw refusal;
    }
  };
}

/** Returns the days of a plant in a time zone. */
const calendarOf = (timeZone: string | undefined, now: () => number): Calendar => ({
  now,
  startOf: (day) => startOfDay(day, timeZone),
  endOf: (day) => endOfDay(day, timeZone),
});

/**
 * Replaces a refusal by that of the key if the key is invalid: a client without a valid key learns
 * nothing else. HTTP refused before any load that would have read the key.
 */
async function unlessKeyInvalid(keys: Authenticator, principal: Principal, refusal: unknown) {
  try {
    await keys.requireValid(principal);
    return refusal;
  } catch (keyRefusal) {
    return keyRefusal;
  }
}

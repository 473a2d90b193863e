import type { Operation } from "@asbuilt/contract";
import { type Principal, Refusal } from "@asbuilt/core";
import type { Handler } from "hono";
import { type Authenticator, requireRole } from "./admission/authenticate.ts";
import { answerHeaders } from "./answer/answer-headers.ts";
import { bodyStep } from "./body/step.ts";
import type { AppSettings, Environment } from "./environment.ts";
import { tooMuch } from "./admission/overload.ts";
import { isUnread } from "./answer/problem.ts";
import { paramsStep } from "./body/params-step.ts";
import type { Limiter } from "./admission/rate-limit.ts";
import { externalRefsOf, idempotencyOf } from "./body/repeated.ts";
import { requestIdOf } from "./request-id.ts";

/** What each request is admitted by. */
export interface Admission {
  readonly keys: Authenticator;
  readonly limiter: Limiter | undefined;
}

/** Makes a route and its handler one function: who asks, may they, what do they send, do it. */
export function endpoint(
  route: Operation,
  handler: Handler<Environment>,
  options: AppSettings,
  { keys, limiter }: Admission,
): Handler<Environment> {
  const readBody = bodyStep(route);
  const readParams = paramsStep(route);
  const { isWrite, role } = route;
  const { sha256 } = options;

  return async (c, next) => {
    const requestId = requestIdOf(c);
    const headers: Record<string, string> = { ...answerHeaders, "X-Request-Id": requestId };
    c.set("requestId", requestId);
    c.set("headers", headers);
    if (isWrite && options.executor.isFull()) throw tooMuch();
    const authorization = c.req.header("Authorization");
    const addressOf = () => options.limits?.addressOf(c) ?? "";
    if (limiter) await limiter.countAddress(c);
    const principal = await keys.identify(authorization, addressOf);
    if (limiter) await limiter.countKey(c, principal.keyId);
    try {
      requireRole(principal, role);
      readParams(c);
      const body = await readBody(c);
      const idempotency = isWrite ? await idempotencyOf(c, body, sha256) : undefined;
      const externalRefs = isWrite ? await externalRefsOf(c, body, sha256) : undefined;
      c.set("context", {
        executor: options.executor,
        principal,
        requestId,
        now: options.now,
        idempotency,
        externalRefs,
        onReplay: () => {
          headers["Idempotency-Replayed"] = "true";
        },
      });
      return await handler(c, next);
    } catch (error) {
      const refusal = isUnread(error) ? await whyInvalid(keys, principal, error) : error;
      if (refusal instanceof Refusal && refusal.code === "unauthorized") {
        await keys.reject(authorization, addressOf);
      }
      throw refusal;
    }
  };
}

/** Whoever has no valid key learns nothing else: a request refused unread has not asked for it. */
async function whyInvalid(keys: Authenticator, principal: Principal, error: unknown) {
  try {
    await keys.requireValid(principal);
    return error;
  } catch (invalid) {
    return invalid;
  }
}

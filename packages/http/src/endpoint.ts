import { once, type OperationId, roles } from "@asbuilt/contract";
import { newUuid, type Principal, Refusal, type Role } from "@asbuilt/core";
import type { RouteConfig } from "@hono/zod-openapi";
import type { Context, Handler } from "hono";
import { type Authenticator, requireRole } from "./authenticate.ts";
import { answerHeaders } from "./answer-headers.ts";
import { bodyStep } from "./body/step.ts";
import type { AppSettings, Environment } from "./environment.ts";
import { isUnread, RequestRefusal } from "./problem.ts";
import { paramsStep } from "./params-step.ts";
import type { Limiter } from "./rate-limit.ts";
import { externalRefsOf, idempotencyOf } from "./repeated.ts";

/** What each request is admitted by. */
export interface Admission {
  readonly keys: Authenticator;
  readonly limiter: Limiter | undefined;
}

// One for all: under overload a refusal must cost next to nothing, and each has a stack to fill. For
// that of an error made as it loads, a Worker's runtime reads the whole bundle a second time.
const tooMuch = once(
  () => new RequestRefusal("overloaded", "The service has too much to do at the moment."),
);

/**
 * Makes a route and its handler one function: who asks, may they, what do they send, do it.
 * A route without a role fails the start of the app.
 */
export function endpoint(
  route: RouteConfig,
  handler: Handler<Environment>,
  options: AppSettings,
  { keys, limiter }: Admission,
): Handler<Environment> {
  const role = roleOf(route);
  const readBody = bodyStep(route);
  const readParams = paramsStep(route);
  const writes = route.method !== "get" && role.writes;
  const { sha256 } = options;

  return async (c, next) => {
    const requestId = requestIdOf(c);
    const headers: Record<string, string> = { ...answerHeaders, "X-Request-Id": requestId };
    c.set("requestId", requestId);
    c.set("headers", headers);
    if (writes && options.executor.isFull()) throw tooMuch();
    const authorization = c.req.header("Authorization");
    const addressOf = () => options.limits?.addressOf(c) ?? "";
    if (limiter) await limiter.countAddress(c);
    const principal = await keys.identify(authorization, addressOf);
    if (limiter) await limiter.countKey(c, principal.keyId);
    try {
      requireRole(principal, role.least);
      readParams(c);
      const body = await readBody(c);
      const idempotency = writes ? await idempotencyOf(c, body, sha256) : undefined;
      const externalRefs = writes ? await externalRefsOf(c, body, sha256) : undefined;
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

function roleOf({ operationId }: RouteConfig): { least: Role; writes: boolean } {
  const least = roles[operationId as OperationId];
  if (least === undefined) throw new Error(`The operation ${operationId} has no role.`);
  return { least, writes: least !== "viewer" };
}

/** The client's own request id where it is plain, else a new one. */
export function requestIdOf(c: Context): string {
  const given = c.req.header("X-Request-Id");
  return given !== undefined && /^[\w.-]{1,64}$/.test(given) ? given : newUuid();
}

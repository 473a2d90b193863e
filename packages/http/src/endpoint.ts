import { type Calendar, isPaged, memoized, type Operation } from "@asbuilt/contract";
import {
  callerOf,
  type Context as CoreContext,
  endOfDay,
  type Executor,
  operationIdsOf,
  type Principal,
  Refusal,
  RightsChanged,
  startOfDay,
} from "@asbuilt/core";
import type { Handler } from "hono";
import { type Authenticator, requireRole } from "./admission/authenticate.ts";
import {
  cookieAfter,
  credentialOf,
  requireMeantUser,
  requireOwnPage,
} from "./admission/credential.ts";
import { requireSystem, requireWithinBounds } from "./admission/key-bounds.ts";
import type { Limiter } from "./admission/limiter.ts";
import type { Reading } from "./admission/long-reads.ts";
import { overloadRefusal } from "./admission/overload.ts";
import { networkOf } from "./admission/rate-limit.ts";
import { handledNear } from "./bookmark.ts";
import { fileStep } from "./body/file-step.ts";
import { paramsStep } from "./body/params-step.ts";
import { externalRefsOf, idempotencyOf } from "./body/request-names.ts";
import { bodyStep } from "./body/step.ts";
import type { AppSettings, Environment, ReportOf, RequestContext } from "./environment.ts";
import { readLog, requestFacts, requestIdOf } from "./request-log.ts";
import { isUnread } from "./response/problem.ts";
import { responseHeaders } from "./response/response-headers.ts";
import { traceparentIn } from "./trace.ts";

/** The checks that admit a request. */
export interface Admission {
  readonly keys: Authenticator;
  readonly limiter: Limiter | undefined;
  readonly readingOf: (keyId: number) => Reading;
}

/** Combines a route and its handler into one function: admission, key, role, input, handler. */
export function endpoint(
  route: Operation,
  handler: Handler<Environment>,
  options: AppSettings,
  { keys, limiter, readingOf }: Admission,
): Handler<Environment> {
  const { sha256, executor } = options;
  const reportBy = reporter(options);
  const readBody = bodyStepOf(route, options);
  // An endpoint without a path parameter is made for its first request: reading its query makes its
  // schemas just before they are needed.
  const hasParams = route.path.includes("{") || route.request?.query !== undefined;
  const readParams = hasParams ? paramsStep(route) : undefined;
  const { isWrite, operationId = "" } = route;
  const isList = !isWrite && readParams !== undefined && isPaged(route);
  const noteDone = doneNotes(route, options);

  return async (c, next) => {
    const ids = named(c, options, operationId);
    if (isWrite && executor.isFull()) throw overloadRefusal();
    const sending = sendingOf(c, options, keys, operationId);
    const { addressOf } = sending;
    if (limiter) await limiter.countAddress(c);
    sending.requireOwnPage();
    const first = await sending.identify();
    const caller = callerOf(first);
    c.set("sender", first);
    c.set("report", reportBy(c, addressOf));
    if (limiter) await limiter.countKey(c, caller);
    const reading = isWrite ? undefined : readingOf(caller);
    if (reading) c.set("reading", reading);
    const bodyOf = memoized(() => readBody(c, () => sendersIn(options, caller, addressOf)));
    const handleAs = async (principal: Principal) => {
      await requireAllowed(principal, route, addressOf);
      readParams?.(c);
      const body = await bodyOf();
      const externalRefs = isWrite ? await ownRefs(c, principal, body, sha256) : undefined;
      const idempotency = isWrite ? await idempotencyOf(c, body, sha256) : undefined;
      const within = { principal, ...ids, idempotency, externalRefs };
      const handle = async (database: Executor) => {
        c.set("context", contextOf(c, options, { ...within, executor: database }));
        if (isList) await executor.yieldToOthers(caller, true);
        return handler(c, next);
      };
      const own = reading?.executor ?? executor;
      const response = await (own.replicas
        ? handledNear(c, { route, executor: own, replicas: own.replicas }, handle)
        : handle(own));
      noteDone(c, principal, body);
      return response;
    };
    try {
      return await handled(handleAs, first, sending);
    } finally {
      reading?.end();
      await c.get("file")?.received.discard();
    }
  };
}

/** The part of a context that is a request's own. */
type OwnContext = Pick<
  CoreContext,
  "executor" | "principal" | "requestId" | "traceparent" | "idempotency" | "externalRefs"
>;

/** Returns the context of a verb for a request. */
const contextOf = (
  c: RequestContext,
  { now, timeZone, backdatingHours, scrypt, deflate }: AppSettings,
  own: OwnContext,
): CoreContext => ({
  ...own,
  now,
  timeZone,
  backdatingHours,
  scrypt,
  deflate,
  onForeignSystem: (system) => c.get("report")?.("reference_refused", { system }),
  onReplay: () => void (c.get("headers")["Idempotency-Replayed"] = "true"),
});

/** Returns the step that reads the bodies of a route: JSON, or a file. */
const bodyStepOf = (route: Operation, { attachments, timeZone, now }: AppSettings) =>
  takesFile(route) ? fileStep(attachments) : bodyStep(route, calendarOf(timeZone, now));

/** Whether the body of a route is a file. One with a path parameter has none: it makes no schema. */
const takesFile = (route: Operation): boolean =>
  !route.path.includes("{") &&
  route.request?.body?.content["application/octet-stream"] !== undefined;

/** The sender of a request: its key or session, and the address that it is sent from. */
function sendingOf(
  c: RequestContext,
  { limits, oidc }: Pick<AppSettings, "limits" | "oidc">,
  keys: Authenticator,
  operationId: string,
) {
  const credential = credentialOf(c, operationId, oidc?.audience !== undefined);
  const addressOf = () => limits?.addressOf(c) ?? "";
  // A person's session that has ended itself ends all the same: the station has its own again.
  const endCookie = () => {
    if (operationId !== sessionEnd || credential?.kind !== "session") return;
    c.get("headers")["Set-Cookie"] = cookieAfter(c);
  };
  return {
    addressOf,
    requireOwnPage: () => requireOwnPage(c, credential),
    identify: async () => {
      const principal = await keys.identify(credential, addressOf).catch((error: unknown) => {
        endCookie();
        throw error;
      });
      requireMeantUser(c, principal);
      return principal;
    },
    forget: () => keys.forget(credential),
    reject: () => {
      endCookie();
      return keys.reject(credential, addressOf);
    },
    requireValid: (principal: Principal) => keys.requireValid(principal),
  };
}

/** The operation that ends a session. */
const sessionEnd = "sessionDelete";

/** The times that a request is admitted again, if the roles of its key change each time. */
const readmissionsMax = 3;

/**
 * Handles a request as its sender. Where the roles of the key are others than those that are
 * remembered, it is admitted again with these, and nothing was done before.
 */
async function handled<Answer>(
  handleAs: (principal: Principal) => Promise<Answer>,
  principal: Principal,
  sending: ReturnType<typeof sendingOf>,
  readmissions = 0,
): Promise<Answer> {
  try {
    return await handleAs(principal);
  } catch (error) {
    const refusal = isUnread(error) ? await unlessKeyInvalid(sending, principal, error) : error;
    if (refusal instanceof Refusal && refusal.code === "unauthorized") await sending.reject();
    if (!(refusal instanceof RightsChanged) || readmissions === readmissionsMax) throw refusal;
  }
  sending.forget();
  return handled(handleAs, await sending.identify(), sending, readmissions + 1);
}

/**
 * Gives a request its id and its trace, and its response the headers that each has and how it is
 * compressed.
 */
function named(c: RequestContext, { principal, codingFor }: AppSettings, operationId: string) {
  const requestId = requestIdOf(c, principal !== undefined);
  const isNew = requestId !== c.req.header("X-Request-Id");
  const headers: Record<string, string> = { ...responseHeaders, "X-Request-Id": requestId };
  c.set("requestId", requestId);
  c.set("operation", operationId);
  c.set("headers", headers);
  if (codingFor && !showsSecret.has(operationId)) c.set("codingFor", codingFor);
  return {
    requestId,
    operationIds: isNew ? operationIdsOf(requestId) : undefined,
    traceparent: traceparentIn(c.req.header("traceparent")),
  };
}

/** Returns the references of a request's lines. Refuses (`forbidden`) systems beyond the key's. */
async function ownRefs(
  c: RequestContext,
  principal: Principal,
  body: unknown,
  sha256: AppSettings["sha256"],
) {
  const refs = await externalRefsOf(c, body, sha256);
  for (const ref of refs ?? []) if (ref) requireSystem(principal, ref.system);
  return refs;
}

/** Refuses (`forbidden`) an operation that the bounds of a key, or its role, do not allow. */
async function requireAllowed(
  principal: Principal,
  operation: Operation,
  addressOf: () => string,
): Promise<void> {
  const { bounds } = principal;
  const { operationId = "" } = operation;
  if (bounds) await requireWithinBounds(bounds, { address: addressOf(), operationId });
  requireRole(principal, operation);
}

/** Returns the key and the address of a request, for the bounds of what each can hold. */
const sendersIn = (
  { principal, limits }: AppSettings,
  keyId: number,
  addressOf: () => string,
): string[] => (principal ? [] : [`key ${keyId}`, ...(limits ? [networkOf(addressOf())] : [])]);

/** Returns a function that makes the reports of a request to the security log. */
const reporter =
  ({ security }: AppSettings) =>
  (c: RequestContext, addressOf: () => string): ReportOf =>
  (kind, facts) => {
    const { method: _method, path: _path, ...known } = requestFacts(c);
    security({ kind, address: addressOf() || undefined, ...known, ...facts });
  };

/** Returns a function that notes a request that was not refused: the key's use, exports, reads. */
function doneNotes({ isWrite, operationId = "" }: Operation, options: AppSettings) {
  const logRead = options.logsReads && !isWrite ? readLog(options, operationId) : undefined;
  const isExport = exports.has(operationId);
  return (c: RequestContext, principal: Principal, body: unknown) => {
    options.onKeyUse?.(principal.keyId, principal.sessionId);
    if (isExport) c.get("report")?.("export");
    logRead?.(c, principal, body);
  };
}

/** The operations that take the record out of the service. */
const exports: ReadonlySet<string> = new Set(["auditVerify", "epcisQuery", "historyList"]);

/**
 * The operations whose responses show a secret. They are never compressed: the size of a compressed
 * response can reveal a secret that stands next to a text of an attacker (BREACH).
 */
const showsSecret: ReadonlySet<string> = new Set(["apiKeyCreate", "webhookUpsert"]);

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
async function unlessKeyInvalid(
  keys: Pick<Authenticator, "requireValid">,
  principal: Principal,
  refusal: unknown,
) {
  try {
    await keys.requireValid(principal);
    return refusal;
  } catch (keyRefusal) {
    return keyRefusal;
  }
}

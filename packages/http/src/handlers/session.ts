import {
  operations,
  operationsOfAll,
  type sessionRoutes,
  type StoredSessionRecord,
  version,
} from "@asbuilt/contract";
import {
  actAs,
  callerOf,
  createSession,
  endSession,
  listSessions,
  newSessionToken,
  type OwnKey,
  ownKey,
  type Principal,
  type Session,
} from "@asbuilt/core";
import { mayUse } from "../admission/authenticate.ts";
import { cookieAfter, cookieOf, cookieOfPerson } from "../admission/credential.ts";
import type { AppSettings, Handlers } from "../environment.ts";
import { wireTime, wireTimeOrNull } from "../records/wire.ts";
import { respond, respondList } from "../response/respond.ts";

/** Returns the handlers of sessions. */
export const sessionHandlers = ({
  sha256,
  timeZone = "UTC",
  sessionIdleMinutes: idleMinutes,
  sessionHours: hours,
  actMinutes: minutes,
}: AppSettings): Handlers<typeof sessionRoutes> => ({
  get: async (c) => {
    const context = c.get("context");
    return respond(c, { ...toCaller(context.principal, await ownKey(context)), timeZone, version });
  },
  create: async (c) => {
    const token = newSessionToken();
    const hash = await sha256(token, "hex");
    const made = await createSession(c.get("context"), { hash, idleMinutes, hours });
    // For a repetition, core returns the first request's record: its token is stored nowhere.
    if (made.hash === hash) {
      c.get("headers")["Set-Cookie"] = cookieOf(token);
      c.get("report")?.("session_created", { ofSessionId: made.id });
    }
    return respond(c, toStoredSession(made));
  },
  actAs: async (c) => {
    const token = newSessionToken();
    const hash = await sha256(token, "hex");
    const made = await actAs(c.get("context"), { ...c.req.valid("json"), hash, minutes });
    if (made.hash === hash) {
      c.get("headers")["Set-Cookie"] = cookieOfPerson(token, c);
      c.get("report")?.("session_created", { ofSessionId: made.id, ofUserId: made.userId });
    }
    return respond(c, toStoredSession(made));
  },
  list: (c) =>
    respondList(
      c,
      listSessions(c.get("context"), c.req.valid("json"), c.req.valid("query")),
      toStoredSession,
    ),
  delete: async (c) => {
    const context = c.get("context");
    const ended = await endSession(context, c.req.valid("json"));
    const { id, keyId, userId } = ended;
    if (id === context.principal.sessionId) c.get("headers")["Set-Cookie"] = cookieAfter(c);
    const of = { ofSessionId: id, ofKeyId: keyId ?? undefined, ofUserId: userId };
    c.get("report")?.("session_ended", of);
    return respond(c, toStoredSession(ended));
  },
});

const toCaller = (principal: Principal, { user, key, session }: OwnKey) => ({
  user: user.name,
  userID: user.id,
  role: key?.role ?? user.roles?.[0] ?? "",
  roles: user.roles && [...user.roles],
  keyID: key?.id ?? callerOf(principal),
  keyName: key?.name ?? "",
  station: principal.isActing ? (key?.name ?? null) : null,
  expiresAt: wireTimeOrNull(
    session?.expiresAt ?? key?.expiresAt ?? principal.tokenExpiresAt ?? null,
  ),
  keyExpiresAt: wireTimeOrNull(key?.expiresAt ?? null),
  sessionID: session?.id ?? null,
  idleMinutes: session?.idleMinutes ?? null,
  operations: operationsOf(principal, key?.operations ?? null),
  externalSystems: key?.externalSystems ? [...key.externalSystems] : null,
});

const toStoredSession = (session: Session): StoredSessionRecord => ({
  id: session.id,
  keyID: session.keyId,
  keyName: session.keyName,
  user: session.user,
  userID: session.userId,
  station: session.personId === null ? null : session.keyName,
  createdAt: wireTime(session.createdAt),
  expiresAt: wireTime(session.expiresAt),
  idleMinutes: session.idleMinutes,
  lastUsedAt: wireTimeOrNull(session.lastUsedAt),
  endedAt: wireTimeOrNull(session.endedAt),
});

/** Returns the ids of the operations that a caller can use, within the bounds of its key. */
const operationsOf = (principal: Principal, bound: readonly string[] | null): string[] =>
  operations
    .filter((operation) => mayUse(principal, operation))
    .map(({ operationId }) => operationId)
    .filter((id) => bound === null || bound.includes(id) || operationsOfAll.has(id));

import { and, eq, getTableColumns, inArray, isNull, sql } from "drizzle-orm";
import { apiKey, session, sessionUse, user } from "../database/schema/index.ts";
import { each, query } from "../database/query.ts";
import { statement } from "../database/statement.ts";
import { toBase64Url } from "../values/digest.ts";

/** Makes the token of a new session: 256 random bits. Its prefix shows what it is, if it has leaked. */
export const newSessionToken = (): string =>
  `abs_${toBase64Url(crypto.getRandomValues(new Uint8Array(32)))}`;

/** Selects sessions with the names of their users, and of their keys if they have one. Verbs and lists add conditions. */
export const selectSessions = () =>
  query
    .select({
      ...getTableColumns(session),
      keyName: apiKey.name,
      userId: user.id,
      user: user.name,
      lastUsedAt: sessionUse.at,
    })
    .from(session)
    .leftJoin(apiKey, eq(apiKey.id, session.keyId))
    .innerJoin(user, eq(user.id, sql`coalesce(${session.personId}, ${apiKey.userId})`))
    .leftJoin(sessionUse, eq(sessionUse.sessionId, session.id));

/** A session with its user and its key if it has one, never its token. Times are in milliseconds. */
export type Session = ReturnType<ReturnType<typeof sessionsById>["row"]>;

/** Reads the sessions with these ids (a JSON array). */
export const sessionsById = statement(() =>
  selectSessions().where(inArray(session.id, each("ids"))),
);

/** Reads the sessions of persons that were made with these sessions of stations (a JSON array). */
export const openSessionsAt = statement(() =>
  selectSessions().where(
    and(inArray(session.stationSessionId, each("stationIds")), isNull(session.endedAt)),
  ),
);

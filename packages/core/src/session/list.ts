import { type SQL, sql } from "drizzle-orm";
import { type Context, defineList, idleAtSql, type Listing, type Page } from "../engine/index.ts";
import { apiKey, session, user } from "../database/schema/index.ts";
import { foldGiven } from "../values/fold-case.ts";
import { selectSessions, type Session } from "./session.ts";

export interface SessionFilter {
  readonly id?: number | undefined;
  readonly keyID?: number | undefined;
  /** The name of the user. Case is ignored. */
  readonly user?: string | undefined;
  readonly userID?: number | undefined;
  /** Whether requests can still be sent with it. */
  readonly isValid?: boolean | undefined;
}

const isValidAt = (at: SQL) => sql`(${session.endedAt} is null and ${session.expiresAt} > ${at}
  and ${sql.raw(idleAtSql)} > ${at} and ${apiKey.revokedAt} is null and ${user.isActive})`;

const list = defineList(() => ({
  select: selectSessions,
  table: session,
  filters: {
    id: session.id,
    keyId: session.keyId,
    userNameKey: user.nameKey,
    userId: user.id,
    validAt: isValidAt,
    invalidAt: (at) => sql`not ${isValidAt(at)}`,
  },
}));

/** Lists the sessions that match, by id. */
export const listSessions = (
  context: Context,
  { id, keyID, user: named, userID, isValid }: SessionFilter,
  page: Page,
): Promise<Listing<Session>> => {
  const at = isValid === undefined ? {} : { [isValid ? "validAt" : "invalidAt"]: context.now() };
  const filter = { id, keyId: keyID, userNameKey: foldGiven(named), userId: userID };
  return list(context, { ...filter, ...at }, page);
};

import { getTableColumns, eq, inArray } from "drizzle-orm";
import { apiKey, user } from "../database/schema/index.ts";
import { each, query } from "../database/query.ts";
import { statement } from "../database/statement.ts";
import { type Context, readChecked } from "../engine/index.ts";
import { Refusal } from "../refusal.ts";
import { type Session, sessionsById } from "../session/session.ts";

const keyWithUser = statement(() =>
  query
    .select({ ...getTableColumns(apiKey), user: user.name, userRoles: user.roles })
    .from(apiKey)
    .innerJoin(user, eq(user.id, apiKey.userId))
    .where(inArray(apiKey.id, each("ids"))),
);

/** The key of a caller with its user, and the session that the request was sent with. */
export interface OwnKey {
  readonly key: ReturnType<ReturnType<typeof keyWithUser>["row"]>;
  readonly session: Session | undefined;
}

/** Reads the key of the caller. Refuses (`unauthorized`) a caller without one. Source: design 5. */
export async function ownKey(context: Context): Promise<OwnKey> {
  const { keyId, sessionId } = context.principal;
  const own = keyWithUser({ ids: JSON.stringify([keyId]) });
  const ofRequest = sessionsById({ ids: JSON.stringify([sessionId ?? 0]) });
  const [keys, sessions] = await readChecked(context, [own, ofRequest]);
  const row = keys?.[0];
  if (!row) throw new Refusal("unauthorized", "The caller has no key.");
  const session = sessions?.[0];
  return { key: own.row(row), session: session && ofRequest.row(session) };
}

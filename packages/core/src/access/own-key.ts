import { inArray } from "drizzle-orm";
import { user } from "../database/schema/index.ts";
import { each, query } from "../database/query.ts";
import { statement } from "../database/statement.ts";
import { type Context, readChecked } from "../engine/index.ts";
import { Refusal } from "../refusal.ts";
import { type Session, sessionsById } from "../session/session.ts";
import { keysById } from "./key.ts";

const userById = statement(() =>
  query
    .select({ id: user.id, name: user.name, roles: user.roles })
    .from(user)
    .where(inArray(user.id, each("ids"))),
);

/** The user of a caller, its key, and the session that the request was sent with, if it has one. */
export interface OwnKey {
  readonly user: ReturnType<ReturnType<typeof userById>["row"]>;
  readonly key: ReturnType<ReturnType<typeof keysById>["row"]> | undefined;
  readonly session: Session | undefined;
}

/** Reads who the caller is. Refuses (`unauthorized`) one without a user. Source: design 5. */
export async function ownKey(context: Context): Promise<OwnKey> {
  const { keyId, sessionId, userId } = context.principal;
  const own = keysById({ ids: JSON.stringify([keyId]) });
  const owner = userById({ ids: JSON.stringify([userId]) });
  const ofRequest = sessionsById({ ids: JSON.stringify([sessionId ?? 0]) });
  const [keys, users, sessions] = await readChecked(context, [own, owner, ofRequest]);
  const [key, session] = [keys?.[0], sessions?.[0]];
  const row = users?.[0];
  if (!row) throw new Refusal("unauthorized", "The caller has no user.");
  return {
    user: owner.row(row),
    key: key && own.row(key),
    session: session && ofRequest.row(session),
  };
}

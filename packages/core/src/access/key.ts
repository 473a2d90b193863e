import { eq, getTableColumns, inArray } from "drizzle-orm";
import { apiKey, user } from "../database/schema/index.ts";
import { each, query } from "../database/query.ts";
import { statement } from "../database/statement.ts";

/** The select of keys with the names of their users, for verbs and lists to narrow. */
export const selectKeys = () =>
  query
    .select({ ...getTableColumns(apiKey), user: user.name })
    .from(apiKey)
    .innerJoin(user, eq(user.id, apiKey.userId));

/** A key: its hash and what it is bound to, never the key itself. Times are milliseconds. */
export type Key = ReturnType<ReturnType<typeof keysById>["row"]>;

/** The keys with these ids (a JSON array). */
export const keysById = statement(() => selectKeys().where(inArray(apiKey.id, each("ids"))));

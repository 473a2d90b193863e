import { eq, getTableColumns, inArray } from "drizzle-orm";
import { apiKey, apiKeyUse, user } from "../database/schema/index.ts";
import { each, query } from "../database/query.ts";
import { statement } from "../database/statement.ts";
import { toBase64Url } from "../values/digest.ts";

/** Makes a new key: 256 random bits. Its prefix shows that it is a key, if it has leaked. */
export const newKey = (): string => `ab_${toBase64Url(crypto.getRandomValues(new Uint8Array(32)))}`;

/** Selects keys with the names of their users. Verbs and lists add conditions. */
export const selectKeys = () =>
  query
    .select({ ...getTableColumns(apiKey), user: user.name, lastUsedAt: apiKeyUse.at })
    .from(apiKey)
    .innerJoin(user, eq(user.id, apiKey.userId))
    .leftJoin(apiKeyUse, eq(apiKeyUse.keyId, apiKey.id));

/** A key with its hash, user and role, never the key itself. Times are in milliseconds. */
export type Key = ReturnType<ReturnType<typeof keysById>["row"]>;

/** Reads the keys with these ids (a JSON array). */
export const keysById = statement(() => selectKeys().where(inArray(apiKey.id, each("ids"))));

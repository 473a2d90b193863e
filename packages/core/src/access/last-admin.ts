import { and, desc, eq, inArray, isNull, notInArray, or, sql } from "drizzle-orm";
import { each, query } from "../database/query.ts";
import { statement } from "../database/statement.ts";
import { type Assertion, relyOn } from "../engine/index.ts";
import { apiKey, user } from "../database/schema/index.ts";
import { refusalAt } from "../refusal.ts";

/**
 * An administrator's key that is not revoked or bound to some operations, of an active user whose
 * roles permit it. It can have expired.
 */
export interface AdminKey {
  readonly id: number;
  readonly revNo: number;
  readonly userId: number;
  readonly userRevNo: number;
  readonly expiresAt: number | null;
}

/** The keys that a request takes away: by their own ids, or all keys of users. */
interface Leaving {
  readonly keyIds?: readonly number[];
  readonly userIds?: readonly number[];
}

const selectAdminKeys = () =>
  query
    .select({
      id: apiKey.id,
      revNo: apiKey.revNo,
      userId: apiKey.userId,
      userRevNo: user.revNo,
      expiresAt: apiKey.expiresAt,
    })
    .from(apiKey)
    .innerJoin(user, eq(user.id, apiKey.userId));

const isAdmins = () =>
  and(
    eq(apiKey.role, "admin"),
    isNull(apiKey.revokedAt),
    isNull(apiKey.operations),
    user.isActive,
    sql`(${user.roles} is null or 'admin' in (select value from json_each(${user.roles})))`,
  );

// The one that is valid for longest: if it has expired, so have all others.
const lastingFirst = () => [desc(sql`${apiKey.expiresAt} is null`), desc(apiKey.expiresAt)];

const leavingKey = statement(() =>
  selectAdminKeys()
    .where(
      and(isAdmins(), or(inArray(apiKey.id, each("keyIds")), inArray(user.id, each("userIds")))),
    )
    .orderBy(...lastingFirst())
    .limit(1),
);

const stayingKey = statement(() =>
  selectAdminKeys()
    .where(
      and(isAdmins(), notInArray(apiKey.id, each("keyIds")), notInArray(user.id, each("userIds"))),
    )
    .orderBy(...lastingFirst())
    .limit(1),
);

/** The records that a verb relies on if it takes an administrator's key away. */
export const otherAdmin = {
  ApiKey: "of another administrator, when an administrator's key is taken away",
  User: "of that key",
} as const;

/** Returns the statements that find whether administrators' keys leave, and whether one stays. */
export function adminKeys({ keyIds = [], userIds = [] }: Leaving) {
  const ids = { keyIds: JSON.stringify(keyIds), userIds: JSON.stringify(userIds) };
  return { leaving: leavingKey(ids), staying: stayingKey(ids) };
}

/**
 * Refuses (`last_admin`) to take away the last valid key of an administrator. Returns the key that
 * stays, with its user, which the decision relies on.
 */
export function requireOtherAdmin(
  leaving: readonly AdminKey[],
  staying: readonly AdminKey[],
  now: number,
  pointer: string,
): Assertion[] {
  const isValid = ({ expiresAt }: AdminKey) => expiresAt === null || expiresAt > now;
  if (!leaving.some(isValid)) return [];
  const other = staying.find(isValid);
  if (!other) {
    throw refusalAt(
      "last_admin",
      pointer,
      "Nobody could administer the service then: no other active user has a valid key with the " +
        "role admin. Create one first.",
    );
  }
  return [relyOn("ApiKey", other), relyOn("User", { id: other.userId, revNo: other.userRevNo })];
}

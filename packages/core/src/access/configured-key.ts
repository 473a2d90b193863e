import { and, eq, isNotNull, isNull } from "drizzle-orm";
import type { Executor, Logged } from "../database/executor.ts";
import { given, query } from "../database/query.ts";
import { apiKey, user } from "../database/schema/index.ts";
import { statement } from "../database/statement.ts";
import {
  type Assertion,
  execute,
  type Principal,
  relyOn,
  type RowsOf,
  service,
  update,
} from "../engine/index.ts";
import { type Key, selectKeys } from "./key.ts";
import { createAdminKey, createdPrincipal, firstUser } from "./service-users.ts";

/** The key of the environment, and those that it has ended. */
export interface ConfiguredKey {
  readonly principal: Principal;
  /** The keys of earlier values, which are revoked now. */
  readonly ended: readonly Key[];
  /** Whether the value is that of a key that nobody can administer with any more. */
  readonly isUnusable: boolean;
}

const keyWithHash = statement(() => selectKeys().where(eq(apiKey.hash, given("hash"))));
const ownerWithHash = statement(() =>
  query
    .select({ id: user.id, revNo: user.revNo, isActive: user.isActive, roles: user.roles })
    .from(user)
    .innerJoin(apiKey, eq(apiKey.userId, user.id))
    .where(eq(apiKey.hash, given("hash"))),
);
const keysConfigured = statement(() =>
  selectKeys().where(and(isNotNull(apiKey.configuredAt), isNull(apiKey.revokedAt))),
);

const load = ([hash]: readonly string[]) => ({
  keys: keyWithHash({ hash }),
  configured: keysConfigured(),
  users: firstUser(),
  owners: ownerWithHash({ hash }),
});

interface Decision {
  readonly asserts: readonly Assertion[];
  readonly found: Key | undefined;
  readonly ended: readonly Key[];
  readonly userId: number | undefined;
  readonly isUnusable: boolean;
  readonly hash: string;
  readonly at: number;
}

/** Decides what the value makes and ends. It ends nothing unless its own key can administer. */
function decide(
  { keys, configured, users, owners }: RowsOf<ReturnType<typeof load>>,
  hash: string,
  { at }: { at: number },
): Decision {
  const [[found], [owner]] = [keys, keys.length > 0 ? owners : users];
  const isValid =
    !found ||
    (found.role === "admin" &&
      found.revokedAt === null &&
      found.operations === null &&
      (found.expiresAt === null || found.expiresAt > at));
  const isBounded = owner?.roles?.includes("admin") === false;
  const isUnusable = !isValid || isBounded || owner?.isActive === false;
  const ended = isUnusable ? [] : configured.filter(({ id }) => id !== found?.id);
  // Otherwise nobody could administer, if the new key or its user left at the same time.
  const asserts = [
    ...(ended.length > 0 && found ? [relyOn("ApiKey", found)] : []),
    ...(ended.length > 0 && owner ? [relyOn("User", owner)] : []),
  ];
  return { asserts, found, ended, userId: owner?.id, isUnusable, hash, at };
}

function write({ found, ended, isUnusable, ...made }: Decision) {
  const { at } = made;
  const configuredAt = isUnusable ? null : at;
  return [
    ...ended.map((key) => update("ApiKey", key, { revokedAt: at }, { action: "revoked" })),
    ...(found ? [] : createAdminKey({ ...made, configuredAt })),
    ...(found && !isUnusable && found.configuredAt === null
      ? [update("ApiKey", found, { configuredAt }, { action: "configured" })]
      : []),
  ];
}

const answer = (decision: Decision, logged: readonly Logged[]): ConfiguredKey => {
  const { found, userId, ended, isUnusable } = decision;
  const principal: Principal = found
    ? { keyId: found.id, userId: found.userId, role: found.role }
    : createdPrincipal(userId, logged);
  return { principal, ended, isUnusable };
};

const command = { load, decide, write, answer };

/**
 * Makes the administrator's key that the environment configures, unless a key with this hash exists.
 * Ends the keys of earlier values, unless nobody could administer with this one.
 */
export function configureAdminKey(
  executor: Executor,
  hash: string,
  now: () => number,
): Promise<ConfiguredKey> {
  const context = { executor, principal: service, requestId: "start", now };
  return execute(context, command, hash);
}

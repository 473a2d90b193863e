import { eq } from "drizzle-orm";
import { plainSql } from "../database/bound.ts";
import type { Executor, Logged } from "../database/executor.ts";
import { given, query } from "../database/query.ts";
import { apiKey, configuredKey, user } from "../database/schema/index.ts";
import { statement } from "../database/statement.ts";
import { writeUnread } from "../database/unlogged.ts";
import {
  type Assertion,
  execute,
  insertPart,
  own,
  type Principal,
  relyOn,
  removePart,
  type RowsOf,
  service,
  update,
} from "../engine/index.ts";
import { type Key, selectKeys } from "./key.ts";
import { adminKeyName, createAdminKey, createdPrincipal, firstUser } from "./service-users.ts";

/** The key of the environment, and the one that it has ended. */
export interface ConfiguredKey {
  readonly principal: Principal;
  /** The key of an earlier value, which is revoked now. */
  readonly ended: Key | undefined;
  /** Whether the value is that of a key that nobody can administer with any more. */
  readonly isUnusable: boolean;
}

const keyWithHash = statement(() => selectKeys().where(eq(apiKey.hash, given("hash"))));
const ownerWithHash = statement(() =>
  query
    .select({ id: user.id, revNo: user.revNo, isActive: user.isActive })
    .from(user)
    .innerJoin(apiKey, eq(apiKey.userId, user.id))
    .where(eq(apiKey.hash, given("hash"))),
);
const keyConfigured = statement(() =>
  selectKeys().innerJoin(configuredKey, eq(configuredKey.keyId, apiKey.id)),
);

const load = ([hash]: readonly string[]) => ({
  keys: keyWithHash({ hash }),
  configured: keyConfigured(),
  users: firstUser(),
  owners: ownerWithHash({ hash }),
});

interface Decision {
  readonly asserts: readonly Assertion[];
  readonly found: Key | undefined;
  readonly ended: Key | undefined;
  readonly userId: number | undefined;
  readonly isUnusable: boolean;
  readonly isKnown: boolean;
  readonly hash: string;
  readonly at: number;
}

/** Decides what the value makes and ends. It ends nothing unless its own key can administer. */
function decide(
  { keys, configured, users, owners }: RowsOf<ReturnType<typeof load>>,
  hash: string,
  { at }: { at: number },
): Decision {
  const [[found], [before], [owner]] = [keys, configured, keys.length > 0 ? owners : users];
  const isValid =
    !found ||
    (found.role === "admin" &&
      found.revokedAt === null &&
      found.operations === null &&
      (found.expiresAt === null || found.expiresAt > at));
  const isUnusable = !isValid || owner?.isActive === false;
  const isKnown = before !== undefined && before.id === found?.id;
  const ended = isUnusable || isKnown || before?.revokedAt !== null ? undefined : before;
  // Otherwise nobody could administer, if the new key or its user left at the same time.
  const asserts = [
    ...(ended && found ? [relyOn("ApiKey", found)] : []),
    ...(ended && owner ? [relyOn("User", owner)] : []),
  ];
  return { asserts, found, ended, userId: owner?.id, isUnusable, isKnown, hash, at };
}

function write({ found, ended, isUnusable, ...made }: Decision) {
  const unlogged = [
    removePart("configuredKey", { only: 1 }),
    insertPart("configuredKey", { only: 1, keyId: found ? found.id : own.id }),
  ];
  const { at: revokedAt } = made;
  return [
    ...(ended
      ? [
          update(
            "ApiKey",
            ended,
            { revokedAt },
            { action: "revoked", ...(found ? { unlogged } : {}) },
          ),
        ]
      : []),
    ...(found ? [] : createAdminKey(made, isUnusable ? undefined : unlogged)),
  ];
}

const command = {
  load,
  decide,
  write,
  answer: (decision: Decision, logged: readonly Logged[]): ConfiguredKey & Decision => {
    const { found, userId } = decision;
    const principal: Principal = found
      ? { keyId: found.id, userId: found.userId, role: found.role }
      : createdPrincipal(userId, logged);
    return { ...decision, principal };
  },
};

/**
 * Makes the administrator's key that the environment configures, unless a key with this hash exists.
 * Ends the key of an earlier value, unless nobody could administer with the new one.
 */
export async function configureAdminKey(
  executor: Executor,
  hash: string,
  now: () => number,
): Promise<ConfiguredKey> {
  const context = { executor, principal: service, requestId: "start", now };
  const made = await execute(context, command, hash);
  const { found, ended, isUnusable, isKnown } = made;
  // Version 0.1 made such keys, but did not note the one that the environment configures.
  if (found?.name === adminKeyName && !ended && !isUnusable && !isKnown) {
    await writeUnread(executor, [plainSql(adoptSql, [found.id])]);
  }
  return made;
}

const adoptSql = `insert into configured_key (only, key_id) values (1, ?)
  on conflict (only) do update set key_id = excluded.key_id`;

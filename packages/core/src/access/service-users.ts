import { desc, eq, or } from "drizzle-orm";
import type { Executor, Logged } from "../database/executor.ts";
import { query } from "../database/query.ts";
import { rowsOf } from "../database/executor.ts";
import { statement } from "../database/statement.ts";
import { apiKey, user } from "../database/schema/index.ts";
import {
  create,
  type Creation,
  execute,
  type Pending,
  type Principal,
  service,
} from "../engine/index.ts";
import { keyByHash } from "./authenticate.ts";

/**
 * Reads a user that the service creates for itself, by SUID, else by name: a user with that name
 * can have been loaded before.
 */
const serviceUser = ({ suidKey, nameKey }: { suidKey: string; nameKey: string }) =>
  statement(() =>
    query
      .select({ id: user.id, revNo: user.revNo, isActive: user.isActive, roles: user.roles })
      .from(user)
      .where(or(eq(user.suidKey, suidKey), eq(user.nameKey, nameKey)))
      .orderBy(desc(eq(user.suidKey, suidKey)))
      .limit(1),
  );

const ofNoDirectory = { roles: null, issuer: null, subject: null, rolesAt: null };

/** A user without a badge and a PIN. */
const withoutBadge = { badge: null, badgeKey: null, pinSetAt: null };

const administrator = {
  suid: "ADMIN",
  suidKey: "admin",
  name: "Administrator",
  nameKey: "administrator",
  description: "The first user",
  isActive: true,
  ...ofNoDirectory,
  ...withoutBadge,
};

/** Finds the first administrator. */
export const firstUser = serviceUser(administrator);

/** The name of the keys that the service itself makes. */
export const adminKeyName = "First administrator key";

/** Returns the changes that create a key of the first administrator, who can be still to create. */
export function createAdminKey(made: {
  readonly hash: string;
  readonly userId: number | undefined;
  readonly at: number;
  readonly configuredAt: number | null;
}): Creation[] {
  const keyOf = (of: number | Pending) =>
    create(
      "ApiKey",
      {
        name: adminKeyName,
        hash: made.hash,
        userId: of,
        role: "admin",
        createdAt: made.at,
        expiresAt: null,
        revokedAt: null,
        configuredAt: made.configuredAt,
        addresses: null,
        externalSystems: null,
        operations: null,
      },
      { action: "created" },
    );
  if (made.userId !== undefined) return [keyOf(made.userId)];
  const created = create("User", administrator, { action: "created" });
  return [created, keyOf(created.id)];
}

/** Returns who has a key that `createAdminKey` has created. */
export const createdPrincipal = (
  userId: number | undefined,
  logged: readonly Logged[],
): Principal => ({
  keyId: logged.at(-1)!.id,
  userId: userId ?? logged.at(-2)!.id,
  role: "admin",
});

/** Creates the first administrator's key, unless a key with this hash exists. */
export function makeAdminKey(
  executor: Executor,
  hash: string,
  now: () => number,
): Promise<Principal> {
  const context = { executor, principal: service, requestId: "start", now };
  return execute(context, adminKeyCommand, hash);
}

/**
 * Creates the first administrator's key, unless the database has a key. Returns whether it did: of
 * several processes that start together, one does.
 */
export function makeFirstKey(
  executor: Executor,
  hash: string,
  now: () => number,
): Promise<boolean> {
  const context = { executor, principal: service, requestId: "start", now };
  return execute(context, firstKeyCommand, hash);
}

const anyKey = statement(() => query.select({ id: apiKey.id }).from(apiKey).limit(1));

const firstKeyCommand = {
  load: () => ({ keys: anyKey(), users: firstUser() }),
  decide: (
    { keys, users }: { keys: object[]; users: { id: number }[] },
    hash: string,
    { at }: { at: number },
  ): FirstKeyDecision => ({
    asserts: [],
    isFirst: keys.length === 0,
    userId: users[0]?.id,
    hash,
    at,
  }),
  write: ({ isFirst, ...made }: FirstKeyDecision) =>
    isFirst ? createAdminKey({ ...made, configuredAt: null }) : [],
  answer: ({ isFirst }: FirstKeyDecision): boolean => isFirst,
};

interface FirstKeyDecision {
  readonly asserts: readonly [];
  readonly isFirst: boolean;
  readonly userId: number | undefined;
  readonly hash: string;
  readonly at: number;
}

const adminKeyCommand = {
  load: ([hash]: readonly string[]) => ({ keys: keyByHash(hash!), users: firstUser() }),
  decide: (
    facts: { keys: Principal[]; users: { id: number }[] },
    hash: string,
    { at }: { at: number },
  ): AdminKeyDecision => ({
    asserts: [],
    key: facts.keys[0],
    userId: facts.users[0]?.id,
    hash,
    at,
  }),
  write: ({ key, ...made }: AdminKeyDecision) =>
    key ? [] : createAdminKey({ ...made, configuredAt: null }),
  answer: ({ key, userId }: AdminKeyDecision, logged: readonly Logged[]): Principal =>
    key ?? createdPrincipal(userId, logged),
};

interface AdminKeyDecision {
  readonly asserts: readonly [];
  readonly key: Principal | undefined;
  readonly userId: number | undefined;
  readonly hash: string;
  readonly at: number;
}

const commandLineFields = {
  suid: "COMMAND-LINE",
  suidKey: "command-line",
  name: "Command line",
  nameKey: "command line",
  description: "The command line, run on the machine of the database",
  isActive: true,
  ...ofNoDirectory,
  ...withoutBadge,
};

const commandLineUser = serviceUser(commandLineFields);

/**
 * Returns the principal of the command line: a user of that name, without a key, because its caller
 * can open the database. It creates the user when it is first needed.
 */
export async function commandLine(executor: Executor, now: () => number): Promise<Principal> {
  const [known] = await rowsOf(executor, commandLineUser());
  if (known) return principalOf(known.id);
  const context = { executor, principal: service, requestId: "command-line", now };
  return execute(context, ensureCommandLineUser, undefined);
}

const principalOf = (userId: number): Principal => ({
  keyId: service.keyId,
  userId,
  role: "admin",
});

interface EnsureUserDecision {
  readonly asserts: readonly [];
  readonly userId: number | undefined;
}

const ensureCommandLineUser = {
  load: () => ({ users: commandLineUser() }),
  decide: ({ users }: { users: { id: number }[] }): EnsureUserDecision => ({
    asserts: [],
    userId: users[0]?.id,
  }),
  write: ({ userId }: EnsureUserDecision) =>
    userId === undefined ? [create("User", commandLineFields, { action: "created" })] : [],
  answer: ({ userId }: EnsureUserDecision, logged: readonly Logged[]): Principal =>
    principalOf(userId ?? logged[0]!.id),
};

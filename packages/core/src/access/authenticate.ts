import type { Bound } from "../database/bound.ts";
import { type Executor, type Logged, rowsOf } from "../database/executor.ts";
import {
  type Context,
  create,
  execute,
  type Pending,
  type Principal,
  readChecked,
  service,
} from "../engine/index.ts";
import { ownUser } from "./own-user.ts";
import type { Role } from "../database/schema/index.ts";

// Written out, as what each load asks of a key: it is the first thing that a start asks.
const keyByHash = (hash: string): Bound<Principal> => ({
  sql: "select id, user_id, role from api_key where hash = ?",
  params: [hash],
  // The columns are those of the select, and roles are all that is ever stored.
  row: (raw) => {
    const [keyId, userId, role] = raw as [number, number, Role];
    return { keyId, userId, role };
  },
});

/**
 * Who the key with this hash is, whether or not it is still valid: each request's own load finds
 * that out. The hash is SHA-256 in lower-case hexadecimal.
 */
export async function findKey(executor: Executor, hash: string): Promise<Principal | undefined> {
  const [found] = await rowsOf(executor, keyByHash(hash));
  return found;
}

/** Refuses (`unauthorized`) a key that is not valid, where nothing else is to be read. */
export async function requireKey(
  context: Pick<Context, "executor" | "principal" | "now">,
): Promise<void> {
  await readChecked(context, []);
}

const administrator = {
  suid: "ADMIN",
  suidKey: "admin",
  name: "Administrator",
  nameKey: "administrator",
  description: "The first user",
  isActive: true,
};

const firstUser = ownUser(administrator);

/** Makes the first administrator's key, unless a key with this hash exists. */
export function makeAdminKey(
  executor: Executor,
  hash: string,
  now: () => number,
): Promise<Principal> {
  const context = { executor, principal: service, requestId: "start", now };
  return execute(context, adminKeyCommand, hash);
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
  write: ({ key, userId, hash, at }: AdminKeyDecision) => {
    if (key) return [];
    const keyOf = (of: number | Pending) =>
      create(
        "ApiKey",
        {
          name: "First administrator key",
          hash,
          userId: of,
          role: "admin",
          createdAt: at,
          expiresAt: null,
          revokedAt: null,
        },
        { action: "created" },
      );
    if (userId !== undefined) return [keyOf(userId)];
    const created = create("User", administrator, { action: "created" });
    return [created, keyOf(created.id)];
  },
  answer: ({ key, userId }: AdminKeyDecision, logged: readonly Logged[]): Principal =>
    key ?? { keyId: logged.at(-1)!.id, userId: userId ?? logged[0]!.id, role: "admin" },
};

interface AdminKeyDecision {
  readonly asserts: readonly [];
  readonly key: Principal | undefined;
  readonly userId: number | undefined;
  readonly hash: string;
  readonly at: number;
}

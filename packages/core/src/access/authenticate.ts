import type { Bound, RawRow } from "../database/bound.ts";
import type { Executor } from "../database/executor.ts";
import {
  type Context,
  type KeyBounds,
  type Principal,
  readChecked,
  rightsOf,
  rightsSql,
  stampSql,
} from "../engine/index.ts";

const callerColumns = `api_key.id, user.id as user_id, role, addresses, external_systems, operations,
    ${stampSql}, ${rightsSql}`;

// Written out as SQL: a start reads it first, and does not need Drizzle for it.
export const keyByHash = (hash: string): Bound<Principal> => ({
  sql: `select ${callerColumns}
    from api_key join user on user.id = api_key.user_id where hash = ?`,
  params: [hash],
  row: principalOf,
});

const sessionByHash = (hash: string): Bound<Principal> => ({
  sql: `select ${callerColumns}, session.id as session_id, directory_session.ask_at,
    session.person_id is not null and session.key_id is not null
    from session left join api_key on api_key.id = session.key_id
    join user on user.id = coalesce(session.person_id, api_key.user_id)
    left join directory_session on directory_session.session_id = session.id
    where session.hash = ?`,
  params: [hash],
  row: principalOf,
});

type CallerRow = [number | null, number, string | null, ...(string | null)[]];

/** A caller with a token of the directory, and what the directory said of it last. */
export interface TokenCaller {
  readonly principal: Principal;
  readonly roles: readonly string[];
  readonly rolesAt: number;
}

/** Finds the user of an identity in the directory, as the caller with a token of it. */
export const callerOfIdentity = (
  { issuer, subject }: { readonly issuer: string; readonly subject: string },
  tokenExpiresAt: number,
): Bound<TokenCaller> => ({
  sql: `select ${callerColumns}, user.roles, user.roles_at
    from user left join api_key on false where user.issuer = ? and user.subject = ?`,
  params: [issuer, subject],
  row: (raw) => ({
    principal: { ...principalOf(raw.slice(0, 8)), tokenExpiresAt },
    // The column holds JSON.
    roles: JSON.parse((raw[8] as string | null) ?? "[]") as readonly string[],
    rolesAt: Number(raw[9] ?? 0),
  }),
});

function principalOf(raw: RawRow): Principal {
  // The columns are those of the selects.
  const [keyId, userId, role, ...rest] = raw as CallerRow;
  const bounds = rest.slice(0, 3);
  // Those of a session alone.
  const [sessionId, askAt, isActing] = raw.slice(8) as [number?, (number | null)?, (0 | 1)?];
  const rights = rightsOf(role, { stamp: rest[3] ?? null, facts: rest[4] ?? null }, isActing === 1);
  return {
    keyId: keyId ?? 0,
    userId,
    role: role ?? "",
    ...(sessionId !== undefined && { sessionId }),
    ...(askAt != null && { askAt }),
    ...(isActing === 1 && { isActing: true as const }),
    ...(rights && { rights }),
    ...(bounds.some((bound) => bound !== null) && { bounds: boundsOf(bounds) }),
  };
}

/** Returns the bounds of a key from their columns: arrays of texts, as JSON. */
function boundsOf(columns: readonly (string | null)[]): KeyBounds {
  const [addresses, externalSystems, operations] = columns.map((text) =>
    text === null ? undefined : (JSON.parse(text) as string[]),
  );
  return { addresses, externalSystems, operations };
}

/**
 * Finds the principals of keys by their hashes, SHA-256 in lower-case hexadecimal, in one round
 * trip; undefined for each unknown key. A key can be invalid by now: the load of each request checks
 * that.
 */
export const findKeys: FindPrincipals = (executor, hashes) =>
  principalsBy(executor, hashes.map(keyByHash));

/** Finds the principals of sessions in the same way, by the hashes of their tokens. */
export const findSessions: FindPrincipals = (executor, hashes) =>
  principalsBy(executor, hashes.map(sessionByHash));

type FindPrincipals = (
  executor: Executor,
  hashes: readonly string[],
) => Promise<(Principal | undefined)[]>;

async function principalsBy(executor: Executor, asked: readonly Bound<Principal>[]) {
  const results = await executor.read(asked);
  return results.map(([row], index) => row && asked[index]!.row(row));
}

/** Refuses (`unauthorized`) a key that is not valid, for a request that reads nothing else. */
export async function requireKey(
  context: Pick<Context, "executor" | "principal" | "now">,
): Promise<void> {
  await readChecked(context, []);
}

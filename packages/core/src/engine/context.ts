import type { Assertion } from "./assertions.ts";
import type { Executor } from "../database/executor.ts";
import type { Role } from "../database/schema/index.ts";
import type { Bound } from "../database/statement.ts";
import { Refusal } from "../refusal.ts";

/** Who is asking: a key, the user that it is bound to, and what that key may do. */
export interface Principal {
  readonly keyId: number;
  readonly userId: number;
  readonly role: Role;
}

/** The service itself, which acts before there is any key: it makes the first one. */
export const service: Principal = { keyId: 0, userId: 0, role: "admin" };

/** All that a verb needs besides its input. */
export interface Context {
  readonly executor: Executor;
  readonly principal: Principal;
  readonly requestId: string;
  /** Milliseconds since 1970 in UTC. */
  readonly now: () => number;
  readonly idempotency?: Idempotency | undefined;
  /** Of each input of the request in order, under which reference another system sent it. */
  readonly externalRefs?: readonly (ExternalRef | undefined)[] | undefined;
  /** Called when a write is answered wholly from its earlier, recorded decision. */
  readonly onReplay?: (() => void) | undefined;
}

/** A client's name for one write, with what identifies the request. */
export interface Idempotency {
  readonly method: string;
  readonly path: string;
  readonly key: string;
  /** SHA-256 of the canonical body, hexadecimal. */
  readonly bodyHash: string;
}

/** Another system's name for one thing that it sends, ever, with what identifies the request. */
export interface ExternalRef {
  readonly system: string;
  readonly id: string;
  readonly method: string;
  readonly path: string;
  /** SHA-256 of the canonical body, hexadecimal. */
  readonly bodyHash: string;
}

/** What a key and its user are now. */
interface KeyState {
  readonly userId: number;
  readonly userRevNo: number;
  readonly revNo: number;
  readonly expiresAt: number | null;
  readonly revokedAt: number | null;
  readonly userIsActive: boolean;
}

type KeyRow = readonly [number, number, number, number | null, number | null, number];

// Written out: a start that refuses its first request needs nothing of Drizzle for it.
const keyById = (keyId: number): Bound<KeyState> => ({
  sql: `select user.id as user_id, user.rev_no as user_rev_no, api_key.rev_no as key_rev_no,
    api_key.expires_at, api_key.revoked_at, user.is_active
    from api_key join user on user.id = api_key.user_id where api_key.id = ?`,
  params: [keyId],
  isOne: true,
  // The columns are those of the select, which the schema has as numbers.
  row: (raw) => {
    const [userId, userRevNo, revNo, expiresAt, revokedAt, isActive] = raw as KeyRow;
    return { userId, userRevNo, revNo, expiresAt, revokedAt, userIsActive: isActive === 1 };
  },
});

const checks = new WeakMap<Principal, Bound<KeyState>>();

/**
 * Reads the key anew with every load, so that a cached key can't outlive its revocation. It is bound
 * once for each principal: reads that run together know by that that they ask the same.
 */
export function keyCheck(principal: Principal): Bound<KeyState> {
  let check = checks.get(principal);
  if (!check) checks.set(principal, (check = keyById(principal.keyId)));
  return check;
}

/**
 * Refuses (`unauthorized`) a key that is revoked or expired, or whose user is not active. Answers
 * what a write then rests on: the key and its user as they were read.
 */
export function requireValidKey(
  { now, principal }: Pick<Context, "now" | "principal">,
  [key]: readonly KeyState[],
): readonly Assertion[] {
  if (principal.keyId === service.keyId) return [];
  if (!key || key.revokedAt !== null) {
    throw new Refusal("unauthorized", "The key has been revoked.");
  }
  if (!key.userIsActive) throw new Refusal("unauthorized", "The key's user is retired.");
  if (key.expiresAt !== null && key.expiresAt <= now()) {
    throw new Refusal("unauthorized", "The key has expired.");
  }
  return [
    ["ApiKey", principal.keyId, key.revNo],
    ["User", key.userId, key.userRevNo],
  ];
}

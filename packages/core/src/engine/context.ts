import { eq, sql } from "drizzle-orm";
import type { Assertion } from "./assertions.ts";
import type { Executor } from "../database/executor.ts";
import { apiKey, type Role, user } from "../database/schema/index.ts";
import { type Bound, query, statement } from "../database/statement.ts";
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

const keyById = statement(() =>
  query
    .select({
      userId: user.id,
      userRevNo: user.revNo,
      revNo: apiKey.revNo,
      expiresAt: apiKey.expiresAt,
      revokedAt: apiKey.revokedAt,
      userIsActive: user.isActive,
    })
    .from(apiKey)
    .innerJoin(user, eq(user.id, apiKey.userId))
    .where(eq(apiKey.id, sql.placeholder("keyId"))),
);
type KeyState = ReturnType<ReturnType<typeof keyById>["row"]>;

const checks = new WeakMap<Principal, Bound<KeyState>>();

/**
 * Reads the key anew with every load, so that a cached key can't outlive its revocation. It is bound
 * once for each principal: reads that run together know by that that they ask the same.
 */
export function keyCheck(principal: Principal): Bound<KeyState> {
  let check = checks.get(principal);
  if (!check) checks.set(principal, (check = keyById({ keyId: principal.keyId })));
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

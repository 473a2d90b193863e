import { findKey, makeAdminKey, type Principal, requireKey, type Role } from "@asbuilt/core";
import type { AppSettings } from "../environment.ts";
import { failedAttempts } from "./failed-attempts.ts";
import { RequestRefusal } from "../answer/problem.ts";

/** How many keys are remembered. A key's validity is not: each request's own load rereads it. */
const remembered = 10_000;

/** Knows who sends a request by its key. */
export interface Authenticator {
  /**
   * Finds who has the key of this `Authorization`. Refuses `unauthorized` where nobody has, and
   * `rate_limited` where too many such keys came from the address: a known key is never kept off.
   */
  identify(authorization: string | undefined, addressOf: () => string): Promise<Principal>;
  /** Reads anew whether the key is valid; refuses (`unauthorized`) one that is not. */
  requireValid(principal: Principal): Promise<void>;
  /** Forgets a key that is no longer valid, and counts the attempt. */
  reject(authorization: string | undefined, addressOf: () => string): Promise<void>;
}

export function authenticator(options: AppSettings): Authenticator {
  const { executor, adminKey, now, principal: embedded, limits, sha256 } = options;
  if (embedded) {
    const nothing = () => Promise.resolve();
    return { identify: () => Promise.resolve(embedded), requireValid: nothing, reject: nothing };
  }
  const principals = new Map<string, Principal>();
  const failed = failedAttempts(limits, now);

  const look = async (key: string): Promise<Principal | undefined> => {
    const hash = await sha256(key, "hex");
    const found = await findKey(executor, hash);
    if (found || adminKey === undefined || !isSame(hash, await sha256(adminKey, "hex")))
      return found;
    return makeAdminKey(executor, hash, now);
  };

  return {
    identify: async (authorization, addressOf) => {
      const key = keyIn(authorization);
      if (key === undefined) {
        throw new RequestRefusal("unauthorized", "Send a key as `Authorization: Bearer <key>`.");
      }
      const known = principals.get(key);
      if (known) return known;
      failed.requireFew(addressOf());
      const found = await look(key);
      if (!found) {
        await failed.count(addressOf());
        throw new RequestRefusal("unauthorized", "The key is not known.");
      }
      if (principals.size >= remembered) principals.clear();
      principals.set(key, found);
      return found;
    },
    requireValid: (principal) => requireKey({ executor, principal, now }),
    reject: (authorization, addressOf) => {
      principals.delete(keyIn(authorization) ?? "");
      return failed.count(addressOf());
    },
  };
}

const keyIn = (authorization: string | undefined): string | undefined =>
  authorization?.match(/^Bearer +(\S+)$/i)?.[1];

const ranks: Readonly<Record<Role, number>> = { viewer: 0, operator: 1, engineer: 2, admin: 3 };

/** Refuses (`forbidden`) a principal whose role is below the one that the operation needs. */
export function requireRole(principal: Principal, role: Role): void {
  if (ranks[principal.role] >= ranks[role]) return;
  throw new RequestRefusal(
    "forbidden",
    `This needs the role ${role}; the key has the role ${principal.role}.`,
  );
}

// Comparing digests digit for digit takes the same time wherever the keys differ.
function isSame(one: string, other: string): boolean {
  let difference = 0;
  for (let index = 0; index < one.length; index++) {
    difference |= one.charCodeAt(index) ^ other.charCodeAt(index);
  }
  return difference === 0;
}

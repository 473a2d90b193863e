import { findKey, makeAdminKey, type Principal, type Role } from "@asbuilt/core";
import type { AppOptions } from "./environment.ts";
import { RequestRefusal } from "./problem.ts";

/** How many keys are remembered. A key's validity is not: each request's own load rereads it. */
const remembered = 10_000;

/** Knows who sends a request by its key. */
export interface Authenticator {
  /** Finds who has the key of this `Authorization`; refuses (`unauthorized`) where nobody has. */
  identify(authorization: string | undefined): Promise<Principal>;
  /** Forgets a key that a verb has refused. */
  forget(authorization: string | undefined): void;
}

export function authenticator({ executor, adminKey, now, principal }: AppOptions): Authenticator {
  if (principal) return { identify: () => Promise.resolve(principal), forget: () => {} };
  const principals = new Map<string, Principal>();

  const look = async (key: string): Promise<Principal | undefined> => {
    const hash = await sha256(key);
    const found = await findKey(executor, hash);
    if (found || adminKey === undefined || !(await isSame(key, adminKey))) return found;
    return makeAdminKey(executor, hash, now);
  };

  return {
    identify: async (authorization) => {
      const key = keyIn(authorization);
      if (key === undefined) {
        throw new RequestRefusal("unauthorized", "Send a key as `Authorization: Bearer <key>`.");
      }
      const known = principals.get(key) ?? (await look(key));
      if (!known) throw new RequestRefusal("unauthorized", "The key is not known.");
      if (principals.size >= remembered) principals.clear();
      principals.set(key, known);
      return known;
    },
    forget: (authorization) => principals.delete(keyIn(authorization) ?? ""),
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

/** SHA-256 of a text's UTF-8, in lower-case hexadecimal. */
export async function sha256(text: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

// Comparing digests byte for byte takes the same time wherever the keys differ.
async function isSame(left: string, right: string): Promise<boolean> {
  const [one, other] = await Promise.all([sha256(left), sha256(right)]);
  let difference = 0;
  for (let index = 0; index < one.length; index++) {
    difference |= one.charCodeAt(index) ^ other.charCodeAt(index);
  }
  return difference === 0;
}

import { type Operation, sessionOperation } from "@asbuilt/contract";
import { findKeys, isGranted, type Principal, requireKey } from "@asbuilt/core";
import type { AppSettings } from "../environment.ts";
import { RequestRefusal } from "../response/problem.ts";
import { applyAdminKey } from "./admin-key.ts";
import { failedAttempts } from "./failed-attempts.ts";
import { keyLookUps } from "./key-lookups.ts";
import { networkOf } from "./rate-limit.ts";

/** Only who has a key is remembered. Each request's own load reads again whether it is valid. */
const rememberedKeysMax = 10_000;

/** Identifies the sender of a request by its key. */
export interface Authenticator {
  /**
   * Returns who has the key in `Authorization`. If nobody has it, refuses `unauthorized`, or
   * `rate_limited` if the address sent too many such keys. A key that somebody has is never blocked.
   */
  identify(authorization: string | undefined, addressOf: () => string): Promise<Principal>;
  /** Forgets who has a key, so that the next request reads it again. */
  forget(authorization: string | undefined): void;
  /** Reads again whether the key is valid; refuses (`unauthorized`) an invalid one. */
  requireValid(principal: Principal): Promise<void>;
  /** Forgets a key that is no longer valid, and counts the attempt. */
  reject(authorization: string | undefined, addressOf: () => string): Promise<void>;
}

/** Returns the authenticator of an app; an app with a principal of its own checks no keys. */
export function authenticator(options: AppSettings): Authenticator {
  const { executor, adminKey, now, principal: embedded, limits, sha256, sharesReads } = options;
  if (embedded) {
    const nothing = () => Promise.resolve();
    const identify = () => Promise.resolve(embedded);
    return { identify, forget: () => {}, requireValid: nothing, reject: nothing };
  }
  const principals = new Map<string, Principal>();
  const countFailure = failedAttempts(limits);
  const readKeys = (hashes: readonly string[]) => findKeys(executor, hashes);
  const lookUpShared = keyLookUps(readKeys);

  const forget = (authorization: string | undefined) =>
    void principals.delete(keyIn(authorization) ?? "");

  const findPrincipal = async (key: string, address: string): Promise<Principal | undefined> => {
    const hash = await sha256(key, "hex");
    const found = sharesReads
      ? await lookUpShared(hash, networkOf(address))
      : (await readKeys([hash]))[0];
    if (found || adminKey === undefined || !isSameDigest(hash, await sha256(adminKey, "hex")))
      return found;
    return applyAdminKey(options);
  };

  return {
    identify: async (authorization, addressOf) => {
      const key = keyIn(authorization);
      if (key === undefined) {
        throw new RequestRefusal("unauthorized", "Send a key as `Authorization: Bearer <key>`.");
      }
      const known = principals.get(key);
      if (known) return known;
      const found = await findPrincipal(key, addressOf());
      if (!found) {
        await countFailure(addressOf());
        throw new RequestRefusal("unauthorized", "The key is not known.");
      }
      if (principals.size >= rememberedKeysMax) principals.clear();
      principals.set(key, found);
      return found;
    },
    forget,
    requireValid: (principal) => requireKey({ executor, principal, now }),
    reject: (authorization, addressOf) => {
      forget(authorization);
      return countFailure(addressOf());
    },
  };
}

/** Returns the key in a header `Authorization`. */
export const keyIn = (authorization: string | undefined): string | undefined =>
  authorization?.match(/^Bearer +(\S+)$/i)?.[1];

/** Returns whether the roles of a key and its user permit an operation. */
export const mayUse = (
  principal: Principal,
  { operationId = "", roles }: Pick<Operation, "operationId" | "roles">,
): boolean =>
  operationId === sessionOperation || isGranted(principal, { operation: operationId, roles });

/** Refuses (`forbidden`) a principal whose roles do not permit the operation. */
export function requireRole(principal: Principal, operation: Operation): void {
  if (mayUse(principal, operation)) return;
  const { role, rights } = principal;
  const others = rights ? ", and for roles of the plant that have it" : "";
  const bound = rights?.ofUser ? ", within those of its user" : "";
  throw new RequestRefusal(
    "forbidden",
    `This is for the roles ${operation.roles.join(", ")}${others}; the key has the role ` +
      `${role}${bound}.`,
  );
}

// Compares every digit, so that its time does not show where the keys differ.
function isSameDigest(one: string, other: string): boolean {
  let difference = 0;
  for (let index = 0; index < one.length; index++) {
    difference |= one.charCodeAt(index) ^ other.charCodeAt(index);
  }
  return difference === 0;
}

import { givesRights, type Operation, operationsOfAll } from "@asbuilt/contract";
import {
  askAgainMs,
  findKeys,
  findSessions,
  isGranted,
  isToAsk,
  type Principal,
  requireKey,
} from "@asbuilt/core";
import { lookingUp } from "../bookmark.ts";
import type { AppSettings } from "../environment.ts";
import type { Directory } from "../oidc/directory.ts";
import { RequestRefusal } from "../response/problem.ts";
import { applyAdminKey } from "./admin-key.ts";
import type { Credential } from "./credential.ts";
import { failedAttempts } from "./failed-attempts.ts";
import { keyLookUps } from "./key-lookups.ts";
import { networkOf } from "./rate-limit.ts";

/**
 * Only who has a key or a session is remembered. Each request's own load reads again whether it is
 * valid.
 */
const rememberedMax = 10_000;

/** Identifies the sender of a request by its key, or by the session of its cookie. */
export interface Authenticator {
  /**
   * Returns whose the credential is. If it is nobody's, refuses `unauthorized`, or `rate_limited` if
   * the address sent too many such ones. One that is somebody's is never blocked.
   */
  identify(credential: Credential | undefined, addressOf: () => string): Promise<Principal>;
  /** Forgets whose a credential is, so that the next request reads it again. */
  forget(credential: Credential | undefined): void;
  /** Reads again whether the key is valid; refuses (`unauthorized`) an invalid one. */
  requireValid(principal: Principal): Promise<void>;
  /** Forgets a credential that is no longer valid, and counts the attempt with a key. */
  reject(credential: Credential | undefined, addressOf: () => string): Promise<void>;
}

/** Returns the authenticator of an app; an app with a principal of its own checks no keys. */
export function authenticator(options: AppSettings, directory?: Directory): Authenticator {
  const { executor, now, principal: embedded, limits } = options;
  if (embedded) {
    const nothing = () => Promise.resolve();
    const identify = () => Promise.resolve(embedded);
    return { identify, forget: () => {}, requireValid: nothing, reject: nothing };
  }
  // Texts of either kind can be the same: a key that the environment configures is any text.
  const principals = {
    key: new Map<string, Principal>(),
    session: new Map<string, Principal>(),
    token: new Map<string, Principal>(),
  };
  const countFailure = failedAttempts(limits);
  const find = {
    key: keyFinder(options),
    session: sessionFinder(options, directory),
    token: tokenFinder(directory),
  };

  const forget = (credential: Credential | undefined) =>
    void (credential && principals[credential.kind].delete(credential.secret));

  return {
    identify: async (credential, addressOf) => {
      if (credential === undefined) {
        throw new RequestRefusal("unauthorized", "Send a key as `Authorization: Bearer <key>`.");
      }
      const { kind, secret } = credential;
      const remembered = principals[kind];
      const known = remembered.get(secret);
      if (known && !isAskedAgain(known, now)) return known;
      const found = await find[kind](secret, addressOf()).catch(async (error: unknown) => {
        // The directory was to be asked again, and is down: who was let in stays so until the end.
        if (known && hasCode(error, "directory_unreachable")) {
          return { ...known, askAt: now() + askAgainMs };
        }
        if (kind === "token" && hasCode(error, "unauthorized")) await countFailure(addressOf());
        throw error;
      });
      if (!found) {
        await countFailure(addressOf());
        throw new RequestRefusal("unauthorized", `The ${kind} is not known.`);
      }
      if (remembered.size >= rememberedMax) remembered.clear();
      remembered.set(secret, found);
      return found;
    },
    forget,
    requireValid: (principal) => requireKey({ executor, principal, now }),
    reject: async (credential, addressOf) => {
      forget(credential);
      // Each session ends some time, and its pages notice: that is no attempt.
      if (credential?.kind !== "session") await countFailure(addressOf());
    },
  };
}

type Find = (secret: string, address: string) => Promise<Principal | undefined>;

/** Returns a function that finds whose a secret is in the database. */
function finder({ executor, sha256, sharesReads }: AppSettings, of: typeof findKeys): Find {
  const read = lookingUp(executor, of);
  const lookUpShared = keyLookUps(read);
  return async (secret, address) => {
    const hash = await sha256(secret, "hex");
    return sharesReads ? lookUpShared(hash, networkOf(address)) : (await read([hash]))[0];
  };
}

/** Returns a function that finds whose a key is, and makes the one that the environment configures. */
function keyFinder(options: AppSettings): Find {
  const { adminKey, sha256 } = options;
  const findKey = finder(options, findKeys);
  return async (key, address) => {
    const found = await findKey(key, address);
    if (found || adminKey === undefined) return found;
    const isAdminKey = isSameDigest(await sha256(key, "hex"), await sha256(adminKey, "hex"));
    return isAdminKey ? applyAdminKey(options) : undefined;
  };
}

const hasCode = (error: unknown, code: RequestRefusal["code"]): boolean =>
  error instanceof RequestRefusal && error.code === code;

/** Whether the directory is to be asked again about who was let in by it. */
export const isAskedAgain = ({ askAt }: Principal, now: () => number): boolean =>
  askAt !== undefined && isToAsk(askAt, now());

/** Returns a function that finds whose a session is. It asks the directory first, if it is time to. */
function sessionFinder(options: AppSettings, directory: Directory | undefined): Find {
  const findSession = finder(options, findSessions);
  return async (secret, address) => {
    const found = await findSession(secret, address);
    if (found?.sessionId === undefined || !isAskedAgain(found, options.now)) return found;
    if (!directory) {
      const detail = "The session is of a directory that is not configured. Sign in again.";
      throw new RequestRefusal("unauthorized", detail);
    }
    await directory.askAbout(secret, found.sessionId);
    return findSession(secret, address);
  };
}

/** Returns a function that finds whose a token of the directory is. */
const tokenFinder =
  (directory: Directory | undefined): Find =>
  (token) =>
    directory ? directory.callerOf(token) : Promise.resolve(undefined);

/** Returns whether the roles of a key and its user permit an operation. */
export const mayUse = (
  principal: Principal,
  { operationId = "", roles }: Pick<Operation, "operationId" | "roles">,
): boolean =>
  operationsOfAll.has(operationId) ||
  (isGranted(principal, { operation: operationId, roles }) &&
    // A PIN is not enough to give rights.
    !(principal.isActing && givesRights.has(operationId)));

/** Refuses (`forbidden`) a principal whose roles do not permit the operation. */
export function requireRole(principal: Principal, operation: Operation): void {
  if (mayUse(principal, operation)) return;
  const { keyId, role, rights, isActing } = principal;
  if (isActing) {
    throw new RequestRefusal(
      "forbidden",
      `This is for the roles ${operation.roles.join(", ")}; the person who acts at this station has ` +
        "other ones, or it gives rights, for which a PIN is not enough.",
    );
  }
  const others = rights ? ", and for roles of the plant that have it" : "";
  const bound = rights?.ofUser ? ", within those of its user" : "";
  const own = keyId === 0 ? "the user has none of them" : `the key has the role ${role}${bound}`;
  throw new RequestRefusal(
    "forbidden",
    `This is for the roles ${operation.roles.join(", ")}${others}; ${own}.`,
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

import { sessionActing, sessionCreation } from "@asbuilt/contract";
import type { Principal } from "@asbuilt/core";
import type { RequestContext } from "../environment.ts";
import { RequestRefusal } from "../response/problem.ts";

/** The proof of a request's sender: a key, a token of the directory, or a session's in a cookie. */
export interface Credential {
  readonly kind: "key" | "session" | "token";
  readonly secret: string;
}

/**
 * The name of the cookie. A browser takes a cookie with this prefix only from a secure origin, and
 * gives it to no other host.
 */
const cookieName = "__Host-asbuilt";

const inCookie = new RegExp(`(?:^|;) *${cookieName}=([^; ]+)`);

/** A JSON Web Token: its header begins with `{"`. Without a signature, its last part is empty. */
const webToken = /^eyJ[\w-]*\.[\w-]+\.[\w-]*$/;

/** The token of a page's session, and that of its station where a person acts there. */
interface Tokens {
  readonly own: string;
  readonly station: string | undefined;
}

/** Returns the tokens in the cookie of a request: one, or those of a person and the station. */
function tokensOf(c: RequestContext): Tokens | undefined {
  const value = inCookie.exec(c.req.header("Cookie") ?? "")?.[1];
  const [own, station] = value?.split(".") ?? [];
  return own ? { own, station } : undefined;
}

/** Returns the key in a header `Authorization`. */
export const keyIn = (authorization: string | undefined): string | undefined =>
  authorization?.match(/^Bearer +(\S+)$/i)?.[1];

/**
 * Returns what a request shows of its sender. With `Authorization` no cookie counts. A session is
 * made with the key itself, or it could prolong itself forever. Where the directory's tokens are
 * taken, a text of their form is one.
 */
export function credentialOf(
  c: RequestContext,
  operationId: string,
  takesTokens = false,
): Credential | undefined {
  const authorization = c.req.header("Authorization");
  if (authorization !== undefined || operationId === sessionCreation) {
    const secret = keyIn(authorization);
    if (secret === undefined) return undefined;
    return { kind: takesTokens && webToken.test(secret) ? "token" : "key", secret };
  }
  const tokens = tokensOf(c);
  if (!tokens) return undefined;
  // The station sends the next badge, also while a person acts there.
  const secret = operationId === sessionActing ? (tokens.station ?? tokens.own) : tokens.own;
  return { kind: "session", secret };
}

/**
 * Refuses (`cross_site`) a request with a cookie that does not come from a page of the service
 * itself: a browser adds cookies also to requests that other pages make.
 */
export function requireOwnPage(c: RequestContext, credential: Credential | undefined): void {
  if (credential?.kind !== "session") return;
  if (c.req.header("Sec-Fetch-Site") === "same-origin") return;
  throw new RequestRefusal(
    "cross_site",
    "A request with a session's cookie needs `Sec-Fetch-Site: same-origin`: it comes from a page of " +
      "the service itself. A program sends its key in `Authorization`.",
  );
}

// It has no Max-Age: a browser drops it at its end, and the service ends the session before.
const attributes = "Path=/; HttpOnly; Secure; SameSite=Strict";

const cookieWith = (value: string): string => `${cookieName}=${value}; ${attributes}`;

/** Returns the `Set-Cookie` of a session. */
export const cookieOf = (token: string): string => cookieWith(token);

/** Returns the `Set-Cookie` of a person at a station, whose own token stays in it. */
export function cookieOfPerson(token: string, c: RequestContext): string {
  const credential = credentialOf(c, sessionActing);
  return cookieWith(credential?.kind === "session" ? `${token}.${credential.secret}` : token);
}

/** Returns the `Set-Cookie` that ends a session: the station has its own again. */
export function cookieAfter(c: RequestContext): string {
  const station = tokensOf(c)?.station;
  return station === undefined ? `${cookieWith("")}; Max-Age=0` : cookieWith(station);
}

/**
 * Refuses (`other_user`) a request that a page made for another user than its sender: a person signed
 * in meanwhile, and the browser added that person's cookie.
 */
export function requireMeantUser(c: RequestContext, { userId }: Pick<Principal, "userId">): void {
  const meant = c.req.header("Asbuilt-User");
  if (meant === undefined || meant === String(userId)) return;
  throw new RequestRefusal(
    "other_user",
    `The request is meant for the user with the id ${meant}, and was sent by the user ${userId}.`,
  );
}

import type { Begun } from "./answers.ts";

/** The cookie that binds a sign-in to its browser. It comes back from the page of the directory. */
const cookieName = "__Host-asbuilt-sign-in";

/** A sign-in takes no longer. */
const secondsMax = 600;

/** A sign-in that was begun, and the screen that the person wants. */
export interface BegunSignIn extends Begun {
  readonly to: string;
}

// Lax: the directory's page leads here, and a browser sends no strict cookie then.
const attributes = "Path=/; HttpOnly; Secure; SameSite=Lax";

/** Returns the `Set-Cookie` of a sign-in that begins. */
export function begunCookie({ state, nonce, verifier, to }: BegunSignIn): string {
  const value = [state, nonce, verifier, encodeURIComponent(to)].join(".");
  return `${cookieName}=${value}; ${attributes}; Max-Age=${secondsMax}`;
}

/** The `Set-Cookie` that takes the cookie back. */
export const noBegunCookie = `${cookieName}=; ${attributes}; Max-Age=0`;

const inCookie = new RegExp(`(?:^|;) *${cookieName}=([\\w-]+)\\.([\\w-]+)\\.([\\w-]+)\\.([^;. ]+)`);

/** Returns the sign-in that a browser has begun; undefined if it has not. */
export function begunIn(cookies: string | undefined): BegunSignIn | undefined {
  const [, state, nonce, verifier, to] = inCookie.exec(cookies ?? "") ?? [];
  if (!state || !nonce || !verifier || !to) return undefined;
  return { state, nonce, verifier, to: screenIn(decoded(to)) };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return "";
  }
}

const home = "/console/";

/** Returns the screen of the console that a text names, and its first one for any other text. */
export const screenIn = (text: string | undefined): string =>
  text !== undefined && /^\/console\/[\w\-./~%?=&]*$/.test(text) && text.length <= 500
    ? text
    : home;

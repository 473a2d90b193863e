import type { Claims } from "./claims.rules.ts";

/** The values that bind a sign-in to the browser that began it. */
export interface Begun {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
}

/** The word of the directory about a person, and how it can be asked again. */
export interface Answered {
  readonly claims: Claims & { readonly sub: string };
  /** In milliseconds. */
  readonly saidAt: number;
  readonly refreshToken: string | undefined;
}

/** A token of a machine, whose signature and bounds were checked. Times are in milliseconds. */
export interface VerifiedToken {
  readonly claims: Claims & { readonly sub: string };
  readonly saidAt: number;
  readonly expiresAt: number;
}

/** The sessions that the directory says have ended. */
export interface LoggedOut {
  readonly subject: string | undefined;
  readonly sid: string | undefined;
}

/** The directory as the service asks it. */
export interface Provider {
  /** Begins a sign-in: where to lead the browser, and what it must come back with. */
  begin(): Promise<Begun & { readonly url: string }>;
  /** Ends a sign-in with what the browser came back with. */
  finish(returned: URLSearchParams, begun: Begun): Promise<Answered>;
  /** Asks again about a person. */
  askAgain(refreshToken: string, subject: string): Promise<Answered>;
  /** Checks the token of a machine. */
  verifyToken(token: string): Promise<VerifiedToken>;
  /** Checks a message that sessions have ended at the directory. */
  verifyLogout(token: string): Promise<LoggedOut>;
  /** Returns where a browser signs out of the directory; undefined if it has no such place. */
  signOutUrl(): Promise<string | undefined>;
}

import type { Answer } from "@asbuilt/client";
import { type Asbuilt, connect } from "../client/asbuilt.ts";

export type Who = Answer<"sessionGet">;

/** How a person is signed in: with the cookie of a session, or with the key itself. */
type SignedInBy = "cookie" | "key";

/** The result of a sign-in. */
export interface Entered {
  readonly by: SignedInBy;
  /** The hash of the key, for an unlock without a network; or the key, where that is kept anyway. */
  readonly proof: string;
  readonly who: Who;
  readonly asbuilt: Asbuilt;
  /** Whether the service has told who it is since the page was loaded. */
  readonly isConfirmed: boolean;
}

// A tab's own storage. It has the key only where the browser keeps no cookie of a session.
const keyName = "asbuilt.key";
const whoName = "asbuilt.who";
const proofName = "asbuilt.proof";
/** All tabs have this: whether the browser has the cookie of a session. */
const cookieName = "asbuilt.cookie";

const keptProof = (): string => sessionStorage.getItem(proofName) ?? "";

export const keptKey = (): string | undefined => sessionStorage.getItem(keyName) ?? undefined;

/** Whether a new tab is signed in already, by the cookie that another tab got. */
export const mayHaveCookie = (): boolean => localStorage.getItem(cookieName) !== null;

/**
 * Whether the browser keeps the cookie of a session: over https, and at the machine of the service
 * itself. Elsewhere the tab keeps the key.
 */
export const keepsCookies = (): boolean => isSecureContext;

/** Signs in with the cookie that the browser has. Throws a ProblemError if that is of no session. */
export async function resume(proof: string = keptProof()): Promise<Entered> {
  const who = await connect({ userID: undefined }).send("sessionGet", { body: {} });
  const asbuilt = connect({ userID: who.userID });
  return kept({ by: "cookie", proof, who, asbuilt, isConfirmed: true });
}

/** Keeps who is signed in for the time after a reload. */
export function kept(entered: Entered): Entered {
  const { by, proof, who } = entered;
  sessionStorage.setItem(whoName, JSON.stringify(who));
  sessionStorage.setItem(proofName, proof);
  if (by === "key") sessionStorage.setItem(keyName, proof);
  else {
    sessionStorage.removeItem(keyName);
    localStorage.setItem(cookieName, "1");
  }
  return entered;
}

/** Returns the session of this tab as it was before the page was loaded again. */
export function keptSession(): Entered | undefined {
  const [text, proof] = [sessionStorage.getItem(whoName), sessionStorage.getItem(proofName)];
  if (text === null || proof === null) return undefined;
  // Only `kept` writes it.
  const who = JSON.parse(text) as Who;
  const key = keptKey();
  return key === undefined
    ? { by: "cookie", proof, who, asbuilt: connect({ userID: who.userID }), isConfirmed: false }
    : { by: "key", proof, who, asbuilt: connect({ key }), isConfirmed: false };
}

/** Forgets all that a tab keeps: it belongs to its person. */
export const forgetTab = (): void => sessionStorage.clear();

/** Lets no tab that is loaded from now on sign in by itself. */
export function forgetSignIn(): void {
  for (const name of [keyName, whoName, proofName]) sessionStorage.removeItem(name);
  localStorage.removeItem(cookieName);
}

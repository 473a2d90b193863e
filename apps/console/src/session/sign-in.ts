import { ProblemError } from "@asbuilt/client";
import { type Asbuilt, connect, Unreachable } from "../client/asbuilt.ts";
import { type Entered, keepsCookies, kept, resume } from "./resume.ts";

/** Signs in with a key. Throws a ProblemError if the service refuses it. */
export async function signIn(key: string): Promise<Entered> {
  const proof = await proofOf(key);
  const byKey = connect({ key });
  const exchanged = keepsCookies() ? await exchange(byKey, proof) : undefined;
  if (exchanged) return exchanged;
  const who = await byKey.send("sessionGet", { body: {} });
  return kept({ by: "key", proof, who, asbuilt: byKey, isConfirmed: true });
}

/** Exchanges a key for a session. Returns undefined where the browser keeps no cookie of it. */
async function exchange(byKey: Asbuilt, proof: string): Promise<Entered | undefined> {
  await byKey.send("sessionCreate", { body: {} });
  try {
    return await resume(proof);
  } catch (error) {
    if (error instanceof ProblemError && error.problem.status === 401) return undefined;
    throw error;
  }
}

/** The key is 256 random bits: its hash tells nobody the key. */
async function proofOf(key: string): Promise<string> {
  if (!keepsCookies()) return key;
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(key));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Signs in after a lock. Without a network, it is enough that the key is the same. */
export async function unlock(key: string, locked: Entered): Promise<Entered> {
  try {
    const entered = await signIn(key);
    const { sessionID, keyID } = locked.who;
    // The session before is one of the same key, which may end it.
    if (entered.by === "cookie" && sessionID !== null && keyID === entered.who.keyID) {
      entered.asbuilt.send("sessionDelete", { body: { id: sessionID } }).catch(() => undefined);
    }
    return entered;
  } catch (error) {
    if (!(error instanceof Unreachable) || (await proofOf(key)) !== locked.proof) throw error;
    return kept({ ...locked, isConfirmed: false });
  }
}

import { type OperationName, ProblemError } from "@asbuilt/client";
import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useMemo,
  useRef,
  useState,
} from "react";
import { type Asbuilt, connect, Unreachable } from "../client/asbuilt.ts";
import { stopActing } from "./acting.ts";
import {
  type Entered,
  forgetSignIn,
  forgetTab,
  kept,
  keepsCookies,
  keptSession,
  resume,
  type Who,
} from "./resume.ts";

/** The person, what it may do, and the service as that person sees it. */
export interface Session extends Entered {
  readonly confirm: (who: Who) => void;
  /** Ends the session, and forgets it here. */
  readonly signOut: () => void;
  /** Forgets what the service no longer takes. */
  readonly forget: () => void;
  /** Goes on without a sign-in that has ended: at a station with that of the station. */
  readonly expire: () => void;
  /**
   * Hides everything until the key is given again. What is open stays as it is. At a station, the
   * person who acts there ends.
   */
  readonly lock: () => void;
  /** Goes on as another person, or as the station. */
  readonly enter: (entered: Entered) => void;
}

const SessionContext = createContext<Session | undefined>(undefined);

/** Returns the session. Only screens behind the sign-in call it. */
export function useSession(): Session {
  const session = useContext(SessionContext);
  if (!session) throw new Error("This screen is shown without a session.");
  return session;
}

/** Returns whether the person may use an operation. */
export function useMay(): (operation: OperationName) => boolean {
  const { who } = useSession();
  return useMemo(() => {
    const operations = new Set(who.operations);
    return (operation) => operations.has(operation);
  }, [who]);
}

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

/** Whom the entries of the outbox, and all that is read, belong to. */
export const identityOf = ({ keyID, userID }: Pick<Who, "keyID" | "userID">): string =>
  `${keyID}.${userID}`;

export interface SessionState {
  readonly session: Session | undefined;
  readonly isLocked: boolean;
  readonly enter: (entered: Entered) => void;
}

/** Holds who is signed in. `onForget` drops everything that this person's key has read. */
export function useSessionState(onForget: () => void): SessionState {
  const [entered, setEntered] = useState(keptSession);
  const [isLocked, setLocked] = useState(false);
  const identity = useRef(entered && identityOf(entered.who));
  const enter = useCallback(
    (next: Entered) => {
      const entering = identityOf(next.who);
      if (identity.current !== entering) onForget();
      identity.current = entering;
      setEntered(next);
      setLocked(false);
    },
    [onForget],
  );
  const confirm = useCallback((who: Who) => {
    setEntered((last) => last && kept({ ...last, who, isConfirmed: true }));
  }, []);
  const forget = useCallback(() => {
    forgetTab();
    setEntered(undefined);
    setLocked(false);
    onForget();
  }, [onForget]);
  // Only a session with a cookie is one of a person at a station.
  const acting = entered && entered.who.station != null ? entered : undefined;
  const asbuilt = entered?.by === "cookie" ? entered.asbuilt : undefined;
  const signOut = useCallback(() => {
    forgetSignIn();
    // Without a network it ends when it is idle.
    asbuilt?.send("sessionDelete", { body: {} }).catch(() => undefined);
    forget();
  }, [asbuilt, forget]);
  const lock = useCallback(() => {
    const hide = () => {
      // Loading the page again opens nothing.
      forgetSignIn();
      setLocked(true);
    };
    if (acting) stopActing(acting.proof).then(enter, hide);
    else hide();
  }, [acting, enter]);
  const expire = useCallback(() => {
    if (acting) stopActing(acting.proof).then(enter, forget);
    else forget();
  }, [acting, enter, forget]);
  const session = useMemo(
    () => entered && { ...entered, confirm, signOut, forget, expire, lock, enter },
    [entered, confirm, signOut, forget, expire, lock, enter],
  );
  return { session, isLocked, enter };
}

export const SessionProvider = ({
  session,
  children,
}: {
  readonly session: Session;
  readonly children: ReactNode;
}) => <SessionContext value={session}>{children}</SessionContext>;

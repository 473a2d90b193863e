import type { Answer, OperationName } from "@asbuilt/client";
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

export type Who = Answer<"sessionGet">;

/** The person's key, what it may do, and the service as that key sees it. */
export interface Session {
  readonly key: string;
  readonly who: Who;
  readonly asbuilt: Asbuilt;
  /** Whether the service has told who it is since the page was loaded. */
  readonly isConfirmed: boolean;
  readonly confirm: (who: Who) => void;
  readonly signOut: () => void;
  /** Hides everything until the key is given again. What is open stays as it is. */
  readonly lock: () => void;
}

/** What signing in gives. */
export type Entered = Pick<Session, "key" | "who" | "asbuilt" | "isConfirmed">;

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

// A tab's own storage: the key is gone when the tab is closed.
const keyName = "asbuilt.key";
const whoName = "asbuilt.who";

export const keptKey = (): string | undefined => sessionStorage.getItem(keyName) ?? undefined;

/** Stands for a key where the browser has the cookie of a session, which no script can read. */
export const byCookie = "";

/** Reads who a key is. Throws a ProblemError if the service refuses it. */
export async function signIn(key: string): Promise<Entered> {
  const asbuilt = connect(key);
  const who = await asbuilt.send("sessionGet", { body: {} });
  keepSession(key, who);
  return { key, who, asbuilt, isConfirmed: true };
}

/** Signs in after a lock. Without a network, it is enough that the key is the same. */
export async function unlock(key: string, locked: Entered): Promise<Entered> {
  try {
    return await signIn(key);
  } catch (error) {
    if (!(error instanceof Unreachable) || key !== locked.key) throw error;
    keepSession(key, locked.who);
    return { ...locked, isConfirmed: false };
  }
}

function keepSession(key: string, who: Who): void {
  sessionStorage.setItem(keyName, key);
  sessionStorage.setItem(whoName, JSON.stringify(who));
}

/** Returns the session of this tab as it was before the page was loaded again. */
function keptSession(): Entered | undefined {
  const key = keptKey();
  const who = sessionStorage.getItem(whoName);
  if (key === undefined || who === null) return undefined;
  // Only `keepSession` writes it.
  return { key, who: JSON.parse(who) as Who, asbuilt: connect(key), isConfirmed: false };
}

export interface SessionState {
  readonly session: Session | undefined;
  readonly isLocked: boolean;
  readonly enter: (entered: Entered) => void;
}

/**
 * Holds who is signed in. `onForget` drops everything that this person's key has read. `leave` ends
 * the session of a cookie: nobody else at this browser can continue with it.
 */
export function useSessionState(
  onForget: () => void,
  leave: (isLocked?: boolean) => void,
): SessionState {
  const [entered, setEntered] = useState(keptSession);
  const [isLocked, setLocked] = useState(false);
  const keyID = useRef(entered?.who.keyID);
  const enter = useCallback(
    (next: Entered) => {
      if (keyID.current !== next.who.keyID) onForget();
      keyID.current = next.who.keyID;
      setEntered(next);
      setLocked(false);
    },
    [onForget],
  );
  const key = entered?.key;
  const confirm = useCallback(
    (who: Who) => {
      if (key !== undefined) keepSession(key, who);
      setEntered((last) => last && { ...last, who, isConfirmed: true });
    },
    [key],
  );
  const signOut = useCallback(() => {
    if (key === byCookie) leave();
    // All that a tab keeps belongs to its person.
    sessionStorage.clear();
    setEntered(undefined);
    setLocked(false);
    onForget();
  }, [key, onForget, leave]);
  const lock = useCallback(() => {
    if (key === byCookie) leave(true);
    // Loading the page again opens nothing.
    sessionStorage.removeItem(keyName);
    sessionStorage.removeItem(whoName);
    setLocked(true);
  }, [key, leave]);
  const session = useMemo(
    () => entered && { ...entered, confirm, signOut, lock },
    [entered, confirm, signOut, lock],
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

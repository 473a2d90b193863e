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
import { type Asbuilt, connect } from "../client/asbuilt.ts";

export type Who = Answer<"sessionGet">;

/** The person's key, what it may do, and the service as that key sees it. */
export interface Session {
  readonly who: Who;
  readonly asbuilt: Asbuilt;
  readonly signOut: () => void;
  /** Hides everything until the key is given again. What is open stays as it is. */
  readonly lock: () => void;
}

/** What signing in gives. */
export type Entered = Pick<Session, "who" | "asbuilt">;

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

export const keptKey = (): string | undefined => sessionStorage.getItem(keyName) ?? undefined;

/** Reads who a key is. Throws a ProblemError if the service refuses it. */
export async function signIn(key: string): Promise<Entered> {
  const asbuilt = connect(key);
  const who = await asbuilt.send("sessionGet", { body: {} });
  sessionStorage.setItem(keyName, key);
  return { who, asbuilt };
}

export interface SessionState {
  readonly session: Session | undefined;
  readonly isLocked: boolean;
  readonly enter: (entered: Entered) => void;
}

/** Holds who is signed in. `onForget` drops everything that this person's key has read. */
export function useSessionState(onForget: () => void): SessionState {
  const [entered, setEntered] = useState<Entered>();
  const [isLocked, setLocked] = useState(false);
  const keyID = useRef<number>(undefined);
  const enter = useCallback(
    (next: Entered) => {
      if (keyID.current !== next.who.keyID) onForget();
      keyID.current = next.who.keyID;
      setEntered(next);
      setLocked(false);
    },
    [onForget],
  );
  const signOut = useCallback(() => {
    // All that a tab keeps belongs to its person.
    sessionStorage.clear();
    setEntered(undefined);
    setLocked(false);
    onForget();
  }, [onForget]);
  const lock = useCallback(() => {
    // Loading the page again opens nothing.
    sessionStorage.removeItem(keyName);
    setLocked(true);
  }, []);
  const session = useMemo(() => entered && { ...entered, signOut, lock }, [entered, signOut, lock]);
  return { session, isLocked, enter };
}

export const SessionProvider = ({
  session,
  children,
}: {
  readonly session: Session;
  readonly children: ReactNode;
}) => <SessionContext value={session}>{children}</SessionContext>;

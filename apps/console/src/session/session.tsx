import type { OperationName } from "@asbuilt/client";
import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useMemo,
  useRef,
  useState,
} from "react";
import { type Entered, forgetSignIn, forgetTab, kept, keptSession, type Who } from "./resume.ts";

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

/** Whom the entries of the outbox, and all that is read, belong to. */
export const identityOf = ({ keyID, userID }: Pick<Who, "keyID" | "userID">): string =>
  `${keyID}.${userID}`;

/** Ends the person at a station. Few sign-ins are of one, so its code is loaded then. */
const endActing = async (acting: Entered): Promise<Entered> =>
  (await import("./acting.ts")).stopActing(acting);

/** Whether the company's directory let the person in, who has no key. */
const isOfDirectory = ({ who }: Entered): boolean => who.keyID < 0;

const leaveDirectory = async (): Promise<void> =>
  (await import("./directory.tsx")).leaveDirectory();

/** Ends a session with a cookie. Without a network it ends when it is idle. */
const end = async ({ asbuilt }: Entered): Promise<void> =>
  void (await asbuilt.send("sessionDelete", { body: {} }).catch(() => undefined));

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
  const withCookie = entered?.by === "cookie" ? entered : undefined;
  const ofDirectory = entered && isOfDirectory(entered) ? entered : undefined;
  const signOut = useCallback(() => {
    forgetSignIn();
    const ended = withCookie && end(withCookie);
    if (ofDirectory) void ended?.then(leaveDirectory);
    forget();
  }, [withCookie, ofDirectory, forget]);
  const lock = useCallback(() => {
    const hide = () => {
      // Loading the page again opens nothing.
      forgetSignIn();
      setLocked(true);
    };
    if (acting) endActing(acting).then(enter, hide);
    else hide();
    // No key unlocks it: the directory lets the same person in again.
    if (ofDirectory) void end(ofDirectory);
  }, [acting, ofDirectory, enter]);
  const expire = useCallback(() => {
    if (acting) endActing(acting).then(enter, forget);
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

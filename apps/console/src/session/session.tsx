import type { Answer, OperationName } from "@asbuilt/client";
import { createContext, type ReactNode, useCallback, useContext, useMemo, useState } from "react";
import { type Asbuilt, connect } from "../client/asbuilt.ts";

export type Who = Answer<"sessionGet">;

/** The person's key, what it may do, and the service as that key sees it. */
export interface Session {
  readonly who: Who;
  readonly asbuilt: Asbuilt;
  readonly signOut: () => void;
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

// A tab's own storage: the key is gone when the tab is closed.
const keyName = "asbuilt.key";

export const keptKey = (): string | undefined => sessionStorage.getItem(keyName) ?? undefined;

/** Reads who a key is. Throws a ProblemError if the service refuses it. */
export async function signIn(key: string): Promise<Omit<Session, "signOut">> {
  const asbuilt = connect(key);
  const who = await asbuilt.send("sessionGet", { body: {} });
  sessionStorage.setItem(keyName, key);
  return { who, asbuilt };
}

export interface SessionState {
  readonly session: Session | undefined;
  readonly enter: (session: Omit<Session, "signOut">) => void;
}

export function useSessionState(onSignOut: () => void): SessionState {
  const [entered, enter] = useState<Omit<Session, "signOut">>();
  const signOut = useCallback(() => {
    sessionStorage.removeItem(keyName);
    enter(undefined);
    onSignOut();
  }, [onSignOut]);
  const session = useMemo(() => entered && { ...entered, signOut }, [entered, signOut]);
  return { session, enter };
}

export const SessionProvider = ({
  session,
  children,
}: {
  readonly session: Session;
  readonly children: ReactNode;
}) => <SessionContext value={session}>{children}</SessionContext>;

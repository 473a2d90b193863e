import { Trans, useLingui } from "@lingui/react/macro";
import { lazy, Suspense, useEffect } from "react";
import { Button } from "../ui/button.tsx";
import { KeyForm } from "./key-form.tsx";
import { type Entered, keepsCookies } from "./resume.ts";
import type { Session } from "./session.tsx";

// Who is signed in needs none of it.
const DirectorySignIn = lazy(async () => {
  const { DirectorySignIn: button } = await import("./directory.tsx");
  return { default: button };
});

interface SignInProps {
  readonly onEnter: (entered: Entered) => void;
}

/** Asks for a key, and exchanges it for a session where the browser keeps one. */
export const SignInScreen = ({ onEnter }: SignInProps) => (
  <KeyForm
    title={
      <h1 className="brand">
        <img src="/console/icon.svg" alt="" width="40" height="40" />
        asbuilt
      </h1>
    }
    submitLabel={<Trans>Sign in</Trans>}
    signIn={async (key) => (await import("./sign-in.ts")).signIn(key)}
    onEnter={onEnter}
  >
    <Suspense>
      <DirectorySignIn onEnter={onEnter} />
    </Suspense>
    {keepsCookies() ? undefined : (
      <p className="soft">
        <Trans>
          This page has no https, so the browser keeps no session of it. Until you sign out, this
          tab keeps the key.
        </Trans>
      </p>
    )}
  </KeyForm>
);

/**
 * Stands before everything after some time without input. The same key goes on where it was; with
 * another one, nothing of the person before is shown.
 */
export function LockScreen({ session, onEnter }: { readonly session: Session } & SignInProps) {
  const { who, signOut } = session;
  const { t } = useLingui();
  useEffect(() => {
    document.title = t`Locked · asbuilt`;
  }, [t]);
  return (
    <KeyForm
      title={
        <>
          <h1>
            <Trans>Locked</Trans>
          </h1>
          <p className="soft">
            <Trans>{who.user} was at work here. The same key continues where it was.</Trans>
          </p>
        </>
      }
      submitLabel={<Trans>Unlock</Trans>}
      signIn={async (key) => (await import("./sign-in.ts")).unlock(key, session)}
      onEnter={onEnter}
    >
      <Suspense>
        <DirectorySignIn />
      </Suspense>
      <Button onClick={signOut}>
        <Trans>Sign out</Trans>
      </Button>
    </KeyForm>
  );
}

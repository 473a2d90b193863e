import { Trans, useLingui } from "@lingui/react/macro";
import { useEffect } from "react";
import { Button } from "../ui/button.tsx";
import { DirectorySignIn } from "./directory.tsx";
import { KeyForm } from "./key-form.tsx";
import { type Entered, keepsCookies } from "./resume.ts";
import type { Session } from "./session.tsx";
import { signIn, unlock } from "./sign-in.ts";

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
    signIn={signIn}
    onEnter={onEnter}
  >
    <DirectorySignIn onEnter={onEnter} />
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
      signIn={(key) => unlock(key, session)}
      onEnter={onEnter}
    >
      <DirectorySignIn />
      <Button onClick={signOut}>
        <Trans>Sign out</Trans>
      </Button>
    </KeyForm>
  );
}

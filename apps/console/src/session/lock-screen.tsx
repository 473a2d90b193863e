import { Trans, useLingui } from "@lingui/react/macro";
import { useEffect } from "react";
import { Button } from "../ui/button.tsx";
import { DirectorySignIn } from "./directory.tsx";
import { KeyForm } from "./key-form.tsx";
import type { Session } from "./session.tsx";
import type { SignInProps } from "./sign-in-screen.tsx";
import { unlock } from "./sign-in.ts";

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

import { Trans } from "@lingui/react/macro";
import { DirectorySignIn } from "./directory.tsx";
import { KeyForm } from "./key-form.tsx";
import { type Entered, keepsCookies } from "./resume.ts";
import { signIn } from "./sign-in.ts";

export interface SignInProps {
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

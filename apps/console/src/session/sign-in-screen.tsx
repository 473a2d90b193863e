import { Trans, useLingui } from "@lingui/react/macro";
import { type FormEvent, useState } from "react";
import { ProblemNotice } from "../contract/problem-text.tsx";
import { Button } from "../ui/button.tsx";
import { Field } from "../ui/field.tsx";
import { type Session, signIn } from "./session.tsx";

interface SignInProps {
  readonly onEnter: (session: Omit<Session, "signOut">) => void;
}

/** Asks for a key. It stays in this tab only. */
export function SignInScreen({ onEnter }: SignInProps) {
  const { t } = useLingui();
  const [key, setKey] = useState("");
  const [error, setError] = useState<unknown>();
  const [isBusy, setBusy] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    setError(undefined);
    try {
      onEnter(await signIn(key.trim()));
    } catch (refused) {
      setError(refused);
    } finally {
      setBusy(false);
    }
  };
  return (
    <main className="sign-in">
      <form className="card form" onSubmit={submit}>
        <h1>asbuilt</h1>
        <Field
          label={t`Key`}
          hint={t`It begins with ab_. An administrator creates it; npm start prints the first one.`}
          isRequired
        >
          {(connected) => (
            <input
              {...connected}
              type="password"
              autoComplete="current-password"
              value={key}
              onChange={(event) => setKey(event.target.value)}
            />
          )}
        </Field>
        {error ? <ProblemNotice error={error} /> : undefined}
        <Button type="submit" kind="main" disabled={isBusy || key.trim() === ""}>
          <Trans>Sign in</Trans>
        </Button>
      </form>
    </main>
  );
}

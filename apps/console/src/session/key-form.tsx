import { useLingui } from "@lingui/react/macro";
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { ProblemNotice } from "../contract/problem-text.tsx";
import { Button } from "../ui/button.tsx";
import { Field } from "../ui/field.tsx";
import type { Entered } from "./resume.ts";

interface KeyFormProps {
  readonly title: ReactNode;
  readonly submitLabel: ReactNode;
  readonly signIn: (key: string) => Promise<Entered>;
  readonly onEnter: (entered: Entered) => void;
  readonly children?: ReactNode;
}

/** Asks for a key and signs in with it. */
export function KeyForm({ title, submitLabel, signIn, onEnter, children }: KeyFormProps) {
  const { t } = useLingui();
  const [key, setKey] = useState("");
  const [error, setError] = useState<unknown>();
  const [isBusy, setBusy] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.focus(), []);
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
        {title}
        <Field
          label={t`Key`}
          hint={t`It begins with ab_. An administrator creates it; npm start prints the first one.`}
          isRequired
        >
          {(connected) => (
            <input
              {...connected}
              ref={input}
              type="password"
              autoComplete="current-password"
              value={key}
              onChange={(event) => setKey(event.target.value)}
            />
          )}
        </Field>
        {error ? <ProblemNotice error={error} /> : undefined}
        <Button type="submit" kind="main" disabled={isBusy || key.trim() === ""}>
          {submitLabel}
        </Button>
        {children}
      </form>
    </main>
  );
}

import { Trans } from "@lingui/react/macro";
import { type FormEvent, useState } from "react";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";

interface CodeBoxProps {
  readonly label: string;
  readonly hint?: string;
  readonly isBusy: boolean;
  readonly onCode: (code: string) => void;
}

/** Where a code is typed that can't be scanned. */
export function CodeBox({ label, hint, isBusy, onCode }: CodeBoxProps) {
  const [code, setCode] = useState("");
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (code.trim() === "" || isBusy) return;
    onCode(code.trim());
    setCode("");
  };
  return (
    <form className="code-box" onSubmit={submit} noValidate>
      <Field label={label} hint={hint} isRequired>
        {(connected) => (
          <input
            {...connected}
            autoComplete="off"
            value={code}
            onChange={(event) => setCode(event.target.value)}
          />
        )}
      </Field>
      <Button type="submit" disabled={isBusy}>
        <Trans>Enter</Trans>
      </Button>
    </form>
  );
}

import { ProblemError } from "@asbuilt/client";
import { Trans, useLingui } from "@lingui/react/macro";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { newIdempotencyKey } from "../../client/idempotency-key.ts";
import { connect } from "../../client/asbuilt.ts";
import { ProblemNotice } from "../../contract/problem-text.tsx";
import { useScan } from "../../scan/use-scan.ts";
import { actAs } from "../../session/acting.ts";
import { useSession } from "../../session/session.tsx";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";

interface IdentifyProps {
  /** The badge that was scanned; empty before. */
  readonly badge: string;
  /** Goes back to the person who is at work; undefined if nobody is. */
  readonly onCancel: (() => void) | undefined;
}

/** The badge and the PIN as they are given, and who they let in. */
function useIdentification(scanned: string) {
  const { proof, enter } = useSession();
  const [badge, setBadge] = useState(scanned);
  const [scans, setScans] = useState(0);
  const [pin, setPin] = useState("");
  const [newPin, setNewPin] = useState<string>();
  const [error, setError] = useState<unknown>();
  const [isBusy, setBusy] = useState(false);
  useScan(({ code }) => {
    setBadge(code);
    setScans((count) => count + 1);
    setPin("");
    setNewPin(undefined);
    setError(undefined);
  });
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    setError(undefined);
    try {
      if (newPin !== undefined) await changePin({ badge, currentPin: pin, pin: newPin });
      enter(await actAs(badge, newPin ?? pin, proof));
    } catch (refused) {
      // The PIN of an administrator is right, and is changed first.
      if (isTemporary(refused)) setNewPin("");
      else setError(refused);
      if (isWrong(refused)) setPin("");
    } finally {
      setBusy(false);
    }
  };
  const isNew = newPin !== undefined;
  const typing = { isNew, typed: newPin ?? pin, type: isNew ? setNewPin : setPin };
  return { badge, setBadge, scans, ...typing, error, isBusy, submit };
}

/** Asks who is at work at a shared station: a badge by a scan or typed, and a PIN on a pad. */
export function Identify({ badge: scanned, onCancel }: IdentifyProps) {
  const { t } = useLingui();
  const { badge, setBadge, scans, error, submit, ...typing } = useIdentification(scanned);
  const { isNew, typed, type, isBusy } = typing;
  const isWhole = badge.trim() !== "" && typed.length >= pinLengthMin;
  return (
    <form className="card station-pad" onSubmit={submit} aria-label={t`Who is at work here?`}>
      <h2>
        <Trans>Scan your badge</Trans>
      </h2>
      <Field label={t`Badge`}>
        {(connected) => (
          <input
            {...connected}
            autoComplete="off"
            readOnly={isNew}
            value={badge}
            onChange={({ target }) => setBadge(target.value)}
          />
        )}
      </Field>
      <PinField key={`${scans} ${isNew}`} {...typing} />
      {error ? <ProblemNotice error={error} /> : undefined}
      <div className="form-actions">
        <Button type="submit" kind="main" disabled={isBusy || !isWhole}>
          <Trans>OK</Trans>
        </Button>
        {onCancel ? (
          <Button onClick={onCancel}>
            <Trans>Cancel</Trans>
          </Button>
        ) : undefined}
      </div>
      <DigitKeys text={typed} isBusy={isBusy} onChange={type} />
    </form>
  );
}

const pinLengthMin = 6;

interface PinFieldProps {
  readonly isNew: boolean;
  readonly typed: string;
  readonly type: (pin: string) => void;
  readonly isBusy: boolean;
}

/** Takes the PIN. It has the focus after each scan, and not while a badge is typed. */
function PinField({ isNew, typed, type, isBusy }: PinFieldProps) {
  const { t } = useLingui();
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.focus(), []);
  return (
    <Field
      label={isNew ? t`Your new PIN` : t`PIN`}
      hint={isNew ? t`6 to 12 digits that nobody guesses.` : undefined}
    >
      {(connected) => (
        <input
          {...connected}
          ref={input}
          type="password"
          inputMode="none"
          autoComplete="off"
          readOnly={isBusy}
          value={typed}
          onChange={({ target }) => type(target.value.replaceAll(/\D/g, ""))}
        />
      )}
    </Field>
  );
}

interface DigitKeysProps {
  readonly text: string;
  readonly isBusy: boolean;
  readonly onChange: (text: string) => void;
}

function DigitKeys({ text, isBusy, onChange }: DigitKeysProps) {
  const { t } = useLingui();
  return (
    <div className="station-keys">
      {["7", "8", "9", "4", "5", "6", "1", "2", "3", "0"].map((digit) => (
        <Button key={digit} disabled={isBusy} onClick={() => onChange(text + digit)}>
          {digit}
        </Button>
      ))}
      <Button
        aria-label={t`Delete the last digit`}
        disabled={isBusy}
        onClick={() => onChange(text.slice(0, -1))}
      >
        ⌫
      </Button>
    </div>
  );
}

/** Sets the own PIN of a person at the station, which sends it. */
const changePin = (body: { badge: string; currentPin: string; pin: string }) =>
  connect({ userID: undefined }).send("userSetPin", { body, idempotencyKey: newIdempotencyKey() });

const codeOf = (error: unknown) => (error instanceof ProblemError ? error.problem.code : undefined);
const isTemporary = (error: unknown) => codeOf(error) === "pin_temporary";
const isWrong = (error: unknown) => codeOf(error) === "pin_refused";

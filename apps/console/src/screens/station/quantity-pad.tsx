import { Trans, useLingui } from "@lingui/react/macro";
import { type FormEvent, type ReactNode, useEffect, useRef } from "react";
import { numberSigns } from "../../contract/decimal.rules.ts";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import type { StationEvent } from "./station.ts";

interface QuantityPadProps {
  /** The item whose quantity is asked. */
  readonly name: string;
  readonly text: string;
  readonly unit: string | null | undefined;
  readonly tell: (event: StationEvent) => void;
  readonly children?: ReactNode;
}

/** Asks for a quantity, by keys, by touch or by scans. The first digit replaces what is shown. */
export function QuantityPad({ name, text, unit, tell, children }: QuantityPadProps) {
  const { t, i18n } = useLingui();
  const input = useRef<HTMLInputElement>(null);
  const isFresh = useRef(true);
  useEffect(() => {
    input.current?.focus();
    input.current?.select();
  }, []);
  const change = (changed: string) => {
    isFresh.current = false;
    tell({ kind: "quantity", text: changed });
  };
  const press = (sign: string) => change((isFresh.current ? "" : text) + sign);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    tell({ kind: "command", command: { name: "OK" } });
  };
  const { decimal } = numberSigns(i18n.locale);
  return (
    <form className="card station-pad" onSubmit={submit} aria-label={t`Quantity of ${name}`}>
      {children}
      <Field label={unit ? t`Quantity in ${unit}` : t`Quantity`}>
        {(connected) => (
          <input
            {...connected}
            ref={input}
            className="input station-quantity"
            inputMode="none"
            autoComplete="off"
            value={text}
            onChange={(event) => change(event.target.value)}
          />
        )}
      </Field>
      <div className="form-actions">
        <Button type="submit" kind="main">
          <Trans>OK</Trans>
        </Button>
        <Button onClick={() => tell({ kind: "command", command: { name: "CANCEL" } })}>
          <Trans>Cancel</Trans>
        </Button>
      </div>
      <div className="station-keys">
        {["7", "8", "9", "4", "5", "6", "1", "2", "3", decimal, "0"].map((sign) => (
          <Button key={sign} onClick={() => press(sign)}>
            {sign}
          </Button>
        ))}
        <Button aria-label={t`Delete the last digit`} onClick={() => change(text.slice(0, -1))}>
          ⌫
        </Button>
      </div>
    </form>
  );
}

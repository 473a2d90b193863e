import { ProblemError } from "@asbuilt/client";
import { Trans, useLingui } from "@lingui/react/macro";
import { type ReactNode, useId, useState } from "react";
import { Button } from "../ui/button.tsx";
import { Notice } from "../ui/notice.tsx";
import { formatDecimal } from "./decimal.rules.ts";
import {
  type Divergence,
  divergencesOf,
  mergeThreeWay,
  type Side,
  type ThreeWay,
  type Values,
} from "./three-way.rules.ts";
import "./stale-changes.css";

/** Returns the record as it is now, if that is why a change was refused. */
export function staleRecordOf(error: unknown): Values | undefined {
  if (!(error instanceof ProblemError) || error.problem.code !== "stale_revision") return undefined;
  return error.problem.current;
}

interface StaleChangesProps extends ThreeWay {
  readonly nameOf: (name: string) => ReactNode;
  /** Gets the record as it is now with the person's changes. Nothing is saved by it. */
  readonly onMerge: (merged: Values) => void;
}

/**
 * Shows what somebody else changed since the record was read, beside the person's own changes.
 * The person decides about each field that both changed.
 */
export function StaleChanges({ nameOf, onMerge, ...three }: StaleChangesProps) {
  const { t } = useLingui();
  const [choices, setChoices] = useState<Readonly<Record<string, Side>>>({});
  const divergences = divergencesOf(three);
  const isDecided = divergences.every(({ name, isConflict }) => !isConflict || choices[name]);
  return (
    <Notice
      meaning="bad"
      title={t`Somebody else changed this meanwhile. Your changes are not saved yet.`}
    >
      <p>
        <Trans>Decide about each field that both of you changed. All other changes are kept.</Trans>
      </p>
      <ul className="stale">
        {divergences.map((divergence) => (
          <StaleField
            key={divergence.name}
            divergence={divergence}
            label={nameOf(divergence.name)}
            choice={choices[divergence.name]}
            onChoice={(side) => setChoices({ ...choices, [divergence.name]: side })}
          />
        ))}
      </ul>
      <div className="form-actions">
        <Button disabled={!isDecided} onClick={() => onMerge(mergeThreeWay(three, choices))}>
          <Trans>Continue with these values</Trans>
        </Button>
      </div>
    </Notice>
  );
}

interface StaleFieldProps {
  readonly divergence: Divergence;
  readonly label: ReactNode;
  readonly choice: Side | undefined;
  readonly onChoice: (side: Side) => void;
}

function StaleField({ divergence, label, choice, onChoice }: StaleFieldProps) {
  const { base, mine, now, isConflict } = divergence;
  const id = useId();
  const valueOf = { mine, now } as const;
  const names = { mine: <Trans>Yours</Trans>, now: <Trans>Now</Trans> } as const;
  return (
    <li>
      <fieldset className="stale-field" data-conflict={isConflict || undefined}>
        <legend>{label}</legend>
        <span className="stale-value">
          <span className="soft">
            <Trans>When you opened it</Trans>
          </span>
          <span>{<Value value={base} />}</span>
        </span>
        {(["now", "mine"] as const).map((side) => (
          <label key={side} className="stale-value">
            <span className="soft">{names[side]}</span>
            <span className="row">
              {isConflict ? (
                <input
                  type="radio"
                  name={id}
                  checked={choice === side}
                  onChange={() => onChoice(side)}
                />
              ) : undefined}
              <Value value={valueOf[side]} />
            </span>
          </label>
        ))}
      </fieldset>
    </li>
  );
}

/** A value of any field, as a person reads it. */
export function Value({ value }: { readonly value: unknown }) {
  const { t, i18n } = useLingui();
  if (value === undefined || value === null || value === "") return "—";
  if (typeof value === "boolean") return value ? t`Yes` : t`No`;
  if (typeof value === "number") return formatDecimal(value, i18n.locale);
  return typeof value === "string" ? value : JSON.stringify(value);
}

import { Trans, useLingui } from "@lingui/react/macro";
import { formatDecimal } from "../contract/decimal.rules.ts";

interface CappedProps {
  /** A number that the service counts up to a limit. */
  readonly of: { readonly count: number; readonly isCapped: boolean };
}

export function Capped({ of: { count, isCapped } }: CappedProps) {
  const { i18n } = useLingui();
  return (
    <span className="number">
      {formatDecimal(count, i18n.locale)}
      {isCapped ? "+" : ""}
    </span>
  );
}

interface ProgressBarProps {
  readonly label: string;
  readonly done: number;
  readonly of: number;
}

/** How much of a known number is done, as a bar and in figures. */
export const ProgressBar = ({ label, done, of }: ProgressBarProps) => (
  <span className="progress">
    <progress aria-label={label} value={done} max={Math.max(of, 1)} />
    <span className="number">
      <Trans>
        {done} of {of}
      </Trans>
    </span>
  </span>
);

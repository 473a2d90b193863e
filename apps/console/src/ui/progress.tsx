import { Trans } from "@lingui/react/macro";

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

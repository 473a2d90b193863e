import type { OperationName } from "@asbuilt/client";
import { ProblemError } from "@asbuilt/client";
import { Plural, Trans, useLingui } from "@lingui/react/macro";
import type { Bulk, BulkLine, Outcome } from "../client/bulk.ts";
import { Button } from "../ui/button.tsx";
import { Notice } from "../ui/notice.tsx";
import "./bulk-results.css";

interface BulkResultsProps<Name extends OperationName> {
  readonly bulk: Bulk<Name>;
  readonly onClose: () => void;
}

/** How far many writes have come, and the result of each. Those refused can be sent again. */
export function BulkResults<Name extends OperationName>({ bulk, onClose }: BulkResultsProps<Name>) {
  const { lines, outcomes, isRunning, run, stop } = bulk;
  const isIn = (state: Outcome["state"]) => (line: BulkLine<Name>) =>
    (outcomes.get(line.id)?.state ?? "waiting") === state;
  const [refused, waiting] = [lines.filter(isIn("refused")), lines.filter(isIn("waiting"))];
  const done = lines.length - refused.length - waiting.length;
  return (
    <div className="form">
      {isRunning ? (
        <Progress value={done + refused.length} count={lines.length} />
      ) : (
        <Summary done={done} refused={refused.length} waiting={waiting.length} />
      )}
      <ul className="bulk-results">
        {/* Refusals need a decision, so they come first. */}
        {[...refused, ...lines.filter(isIn("done"))].map((line) => (
          <ResultLine key={line.id} name={line.name} outcome={outcomes.get(line.id)!} />
        ))}
      </ul>
      <div className="form-actions">
        {isRunning ? (
          <Button onClick={stop}>
            <Trans>Stop</Trans>
          </Button>
        ) : (
          <>
            <Button kind="main" onClick={onClose}>
              <Trans>Close</Trans>
            </Button>
            {refused.length + waiting.length > 0 ? (
              <Button onClick={() => run([...refused, ...waiting])}>
                {refused.length > 0 ? (
                  <Trans>Retry the refused</Trans>
                ) : (
                  <Trans>Continue with the rest</Trans>
                )}
              </Button>
            ) : undefined}
          </>
        )}
      </div>
    </div>
  );
}

function Progress({ value, count }: { readonly value: number; readonly count: number }) {
  const { t } = useLingui();
  return (
    <div>
      <progress className="bulk-progress" value={value} max={count} aria-label={t`Progress`} />
      <p className="soft">
        <Trans>
          {value} of {count}
        </Trans>
      </p>
    </div>
  );
}

type Counts = Readonly<Record<Outcome["state"], number>>;

function Summary({ done, refused, waiting }: Counts) {
  const title = <Plural value={done} one="# done" other="# done" />;
  return (
    <Notice meaning={refused + waiting > 0 ? "caution" : "good"} title={title}>
      {refused > 0 ? (
        <p>
          <Plural value={refused} one="# was refused" other="# were refused" />
        </p>
      ) : undefined}
      {waiting > 0 ? (
        <p>
          <Plural value={waiting} one="# was not sent" other="# were not sent" />
        </p>
      ) : undefined}
    </Notice>
  );
}

function ResultLine({ name, outcome }: { readonly name: string; readonly outcome: Outcome }) {
  const { t } = useLingui();
  return (
    <li data-state={outcome.state}>
      <span className="bulk-name">{name}</span>
      <span>{outcome.state === "refused" ? reasonOf(outcome.error) : t`Done`}</span>
    </li>
  );
}

const reasonOf = (error: unknown): string =>
  error instanceof ProblemError
    ? (error.problem.detail ?? error.problem.title)
    : error instanceof Error
      ? error.message
      : String(error);

import { type OperationName, ProblemError } from "@asbuilt/client";
import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { WriteEntry, WriteMany } from "../client/write-many.ts";
import { Unreachable } from "../client/asbuilt.ts";
import { Button } from "../ui/button.tsx";
import { Chip } from "../ui/notice.tsx";
import { ProgressBar } from "../ui/progress.tsx";
import { useProblemText } from "./problem-text.tsx";
import "./write-results.css";

interface WriteResultsProps<Name extends OperationName> {
  readonly label: string;
  readonly writes: WriteMany<Name>;
  /** Shows a note next to a subject. */
  readonly renderNote?: (entry: WriteEntry<Name>) => ReactNode;
  readonly renderActions?: (entry: WriteEntry<Name>) => ReactNode;
}

/**
 * The result of each of several writes, the newest first, and a second try for the refused. The
 * rest can be stopped.
 */
export function WriteResults<Name extends OperationName>(props: WriteResultsProps<Name>) {
  const { label, writes, renderNote, renderActions } = props;
  const { entries } = writes;
  // Refusals need a decision, so they come first.
  const isRefused = ({ state }: WriteEntry<Name>) => state === "refused";
  const newestFirst = entries.toReversed();
  const shown = [
    ...newestFirst.filter(isRefused),
    ...newestFirst.filter((entry) => !isRefused(entry)),
  ];
  if (entries.length === 0) return undefined;
  return (
    <section className="results" aria-label={label}>
      <Summary writes={writes} />
      <ol className="results-list">
        {shown.map((entry) => (
          <li key={entry.key} className="result">
            <div className="row">
              <StateChip entry={entry} /> <strong>{entry.subject}</strong> {renderNote?.(entry)}
            </div>
            <div className="row result-actions">
              {renderActions?.(entry)}
              {entry.state === "refused" ? (
                <Button kind="plain" onClick={() => writes.drop(entry.key)}>
                  <Trans>Drop</Trans>
                </Button>
              ) : undefined}
              {entry.state === "kept" ? (
                <Link to="/outbox">
                  <Trans>Outbox</Trans>
                </Link>
              ) : undefined}
            </div>
            {entry.error === undefined ? undefined : <Refused error={entry.error} />}
          </li>
        ))}
      </ol>
    </section>
  );
}

/** How many are through, and what can be done about the others. */
function Summary<Name extends OperationName>({ writes }: { readonly writes: WriteMany<Name> }) {
  const { t } = useLingui();
  const { entries, isBusy, stop, resume, retryRefused } = writes;
  const count = (wanted: WriteEntry<Name>["state"]) =>
    entries.filter(({ state }) => state === wanted).length;
  const [done, refused, waiting] = [count("done"), count("refused"), count("waiting")];
  const open = waiting + count("sent") + count("kept");
  return (
    <div className="row">
      <output>
        <Trans>
          {done} done, {refused} refused, {open} not sent yet
        </Trans>
      </output>
      {isBusy && waiting > 0 ? (
        <>
          <ProgressBar label={t`Progress`} done={done + refused} of={entries.length} />
          <Button onClick={stop}>
            <Trans>Stop</Trans>
          </Button>
        </>
      ) : undefined}
      {!isBusy && waiting > 0 ? (
        <Button onClick={resume}>
          <Trans>Continue with the rest</Trans>
        </Button>
      ) : undefined}
      {refused > 0 ? (
        <Button onClick={retryRefused} disabled={isBusy}>
          <Plural value={refused} one="Retry the # refused" other="Retry the # refused" />
        </Button>
      ) : undefined}
    </div>
  );
}

function StateChip<Name extends OperationName>({ entry }: { readonly entry: WriteEntry<Name> }) {
  const { t } = useLingui();
  switch (entry.state) {
    case "done":
      return <Chip meaning="good">{t`Done`}</Chip>;
    case "refused":
      return <Chip meaning="bad">{t`Refused`}</Chip>;
    case "sent":
      return <Chip>{t`Sending`}</Chip>;
    case "kept":
      return <Chip meaning="caution">{t`In the outbox`}</Chip>;
    default:
      return <Chip>{t`Waiting`}</Chip>;
  }
}

/** Why one of many was refused, in its line. */
function Refused({ error }: { readonly error: unknown }) {
  const { t } = useLingui();
  const textOf = useProblemText();
  if (error instanceof Unreachable)
    return <p className="field-error">{t`The service can't be reached.`}</p>;
  if (!(error instanceof ProblemError)) return <p className="field-error">{String(error)}</p>;
  const { title, detail, detailLang, action } = textOf(error.problem);
  return (
    <div className="field-error">
      <p>{title}</p>
      <p lang={detailLang}>{detail}</p>
      {action ? <p>{action}</p> : undefined}
    </div>
  );
}

import { Plural, Trans, useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { Button } from "../ui/button.tsx";
import { Notice } from "../ui/notice.tsx";
import { Empty, Page } from "../ui/page.tsx";
import { Moment } from "../ui/values.tsx";
import { EntryFacts, EntryTitle } from "./entry-facts.tsx";
import { decide } from "./outbox.ts";
import type { Entry } from "./outbox.rules.ts";
import { SettleEntry } from "./settle-entry.tsx";
import { useSentCount, useSortedEntries } from "./use-outbox.ts";
import "./outbox.css";

/** The writes of this browser that the service has not confirmed. */
export function OutboxScreen() {
  const { t } = useLingui();
  const { waiting, stopped, toSettle, dropped, ofOthers } = useSortedEntries();
  const sent = useSentCount();
  const isEmpty = [waiting, stopped, toSettle, ofOthers].every(({ length }) => length === 0);
  return (
    <Page title={t`Outbox`}>
      {sent > 0 ? (
        <output>
          {toSettle.length > 0 ? (
            <Trans>
              {sent} sent, {toSettle.length} to settle
            </Trans>
          ) : (
            <Trans>{sent} sent</Trans>
          )}
        </output>
      ) : undefined}
      {isEmpty ? (
        <Empty>
          <Trans>Everything that was done at this device is sent and confirmed.</Trans>
        </Empty>
      ) : undefined}
      <Section title={t`To settle`} entries={toSettle}>
        {(entry) => <SettleEntry entry={entry} />}
      </Section>
      <Section title={t`Not sent yet`} entries={waiting}>
        {(entry) => <WaitingEntry entry={entry} />}
      </Section>
      <Section title={t`Stopped behind what is to settle`} entries={stopped}>
        {(entry) => <WaitingEntry entry={entry} />}
      </Section>
      <Section title={t`Of other people`} entries={ofOthers}>
        {({ owner }) => (
          <p>
            <Trans>
              It waits for {owner.user}. It is sent when {owner.user} signs in here with the same
              key.
            </Trans>
          </p>
        )}
      </Section>
      <Section title={t`Dropped`} entries={dropped}>
        {({ comment, droppedBy }) => (
          <p>
            <Trans>
              Dropped by {droppedBy}: {comment}
            </Trans>
          </p>
        )}
      </Section>
    </Page>
  );
}

interface SectionProps {
  readonly title: string;
  readonly entries: readonly Entry[];
  readonly children: (entry: Entry) => ReactNode;
}

function Section({ title, entries, children }: SectionProps) {
  if (entries.length === 0) return undefined;
  return (
    <section className="outbox-part" aria-label={title}>
      <h2>
        {title} <span className="soft">{entries.length}</span>
      </h2>
      <ol className="outbox-list">
        {entries.map((entry) => (
          <li key={entry.key} className="card outbox-entry">
            <EntryTitle entry={entry} />
            <EntryFacts entry={entry} />
            <p className="soft">
              {entry.owner.user}, <Moment at={new Date(entry.madeAtMs).toISOString()} />
            </p>
            {children(entry)}
          </li>
        ))}
      </ol>
    </section>
  );
}

function WaitingEntry({ entry }: { readonly entry: Entry }) {
  const { t } = useLingui();
  if (entry.attempts === 0) return undefined;
  const takeOut = () => decide({ ...entry, state: "settle", reason: "taken_out" });
  return (
    <>
      <Notice
        meaning="caution"
        title={
          <Plural
            value={entry.attempts}
            one="Sent once without a clear response."
            other="Sent # times without a clear response."
          />
        }
      >
        <p>
          <Trans>
            It is sent again until it is clear. It takes effect once, however often it is sent.
          </Trans>
        </p>
      </Notice>
      <div className="form-actions">
        <Button onClick={takeOut} title={t`A person then looks whether it took effect.`}>
          <Trans>Stop sending and settle it</Trans>
        </Button>
      </div>
    </>
  );
}

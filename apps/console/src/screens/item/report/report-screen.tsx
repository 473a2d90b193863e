import { Trans, useLingui } from "@lingui/react/macro";
import { Link, useParams, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { useRead } from "../../../client/queries.ts";
import { useSaveAnswer } from "../../../client/save-answer.ts";
import { useSaveRecordPdf } from "../../../client/save-record-pdf.ts";
import { ProblemNotice } from "../../../contract/problem-text.tsx";
import { useSession } from "../../../session/session.tsx";
import { Button } from "../../../ui/button.tsx";
import { CopyLink } from "../../../ui/copy.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { Facts, Page, Waiting } from "../../../ui/page.tsx";
import { Moment } from "../../../ui/values.tsx";
import { Time } from "../as-built-tab.tsx";
import { ItemFacts } from "../item-facts.tsx";
import type { Item } from "../item.ts";
import { givenTimes, type Times } from "../times.ts";
import { ReportTree } from "./report-tree.tsx";
import "../../../ui/print.css";

/** The as-built record of one item on paper: all of it, and what proves that it is unchanged. */
export function ReportScreen() {
  const { t } = useLingui();
  const { id } = useParams({ from: "/items/$id/report" });
  const times = useSearch({ from: "/items/$id/report" });
  const item = useRead("materialItemGet", { path: { id: Number(id) } });
  if (item.isPending) return <Waiting />;
  if (item.error) return <ProblemNotice error={item.error} />;
  // The answer is an empty list if there is no item.
  if (Array.isArray(item.data)) {
    return <Notice meaning="caution" title={t`There is no item with the id ${id}.`} />;
  }
  const { visualSerialNo } = item.data;
  return (
    <Page
      title={t`As-built record of ${visualSerialNo}`}
      actions={
        <>
          <Link
            to="/items/$id"
            params={{ id }}
            search={{ tab: "as-built", ...givenTimes(times) }}
            className="button"
          >
            <Trans>Back to the item</Trans>
          </Link>
          <CopyLink />
        </>
      }
    >
      <Report item={item.data} times={times} />
    </Page>
  );
}

function Report({ item, times }: { readonly item: Item; readonly times: Times }) {
  const { t } = useLingui();
  const built = useRead("genealogyAsBuilt", { body: { id: item.id, ...givenTimes(times) } });
  const anchor = useRead("auditAnchor", { body: {} });
  const history = useSaveAnswer("deviceHistoryRecordGet", `${item.visualSerialNo}.dhr.json`);
  const pdf = useSaveRecordPdf(`${item.visualSerialNo}.dhr.pdf`);
  const record = { body: { id: item.id, ...givenTimes(times) } };
  const error = built.error ?? anchor.error;
  if (error) return <ProblemNotice error={error} />;
  // `null` is the anchor of a record that has no seal yet.
  if (!built.data || anchor.data === undefined) return <Waiting />;
  return (
    <>
      <div className="only-screen row">
        <Button kind="main" onClick={() => print()}>
          <Trans>Print</Trans>
        </Button>
        <Button disabled={pdf.isPending} onClick={() => pdf.save(record)}>
          <Trans>Save the device history record as PDF</Trans>
        </Button>
        <Button disabled={history.isPending} onClick={() => history.save(record)}>
          <Trans>Save the device history record as JSON</Trans>
        </Button>
      </div>
      {pdf.error ? <ProblemNotice error={pdf.error} /> : undefined}
      {history.error ? <ProblemNotice error={history.error} /> : undefined}
      <section className="card" aria-label={t`Item`}>
        <ItemFacts item={item} />
        {times.at || times.knownAt ? (
          <p>
            <Trans>
              The facts above are the current ones. The contents are those of the earlier time.
            </Trans>
          </p>
        ) : undefined}
      </section>
      <section className="card" aria-label={t`Record`}>
        <RecordFacts times={times} count={built.data.length} anchor={anchor.data} />
      </section>
      <section className="card wide" tabIndex={0} aria-label={t`As built`}>
        <ReportTree rows={built.data} />
      </section>
    </>
  );
}

interface RecordFactsProps {
  readonly times: Times;
  readonly count: number;
  readonly anchor: { readonly id: number; readonly lastSeq: number; readonly hash: string } | null;
}

function RecordFacts({ times, count, anchor }: RecordFactsProps) {
  const { t, i18n } = useLingui();
  const { who } = useSession();
  const [madeAt] = useState(() => new Date().toISOString());
  return (
    <Facts
      facts={[
        [t`Made`, <Moment key="made" at={madeAt} />],
        [t`Made by`, who.user],
        [t`Time zone of the plant`, who.timeZone],
        [t`As it was on`, times.at && <Time key="at" time={times.at} />],
        [t`As it was known on`, times.knownAt && <Time key="known" time={times.knownAt} />],
        [t`Built items`, i18n.number(count)],
        [t`Newest seal`, anchor ? i18n.number(anchor.id) : t`none yet`],
        [t`It covers changes up to`, anchor && i18n.number(anchor.lastSeq)],
        [t`Hash of the seal`, anchor && <code key="hash">{anchor.hash}</code>],
        [t`Version of the service`, who.version],
      ]}
    />
  );
}

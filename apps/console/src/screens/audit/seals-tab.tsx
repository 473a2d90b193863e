import type { Answer } from "@asbuilt/client";
import { Trans, useLingui } from "@lingui/react/macro";
import { useRead } from "../../client/queries.ts";
import { ProblemNotice } from "../../contract/problem-text.tsx";
import { useMay } from "../../session/session.tsx";
import { Button } from "../../ui/button.tsx";
import { CopyButton } from "../../ui/copy.tsx";
import { Empty, Facts, Waiting } from "../../ui/page.tsx";
import { saveJson } from "../../ui/save-file.ts";
import { Moment } from "../../ui/values.tsx";
import { Verification } from "./verification.tsx";
import "./audit.css";

type Anchor = NonNullable<Answer<"auditAnchor">>;

/** The newest seal, to keep elsewhere, and the check of all of them. */
export function SealsTab() {
  const may = useMay();
  const anchor = useRead("auditAnchor", { body: {} });
  return (
    <>
      {anchor.error ? <ProblemNotice error={anchor.error} /> : undefined}
      {anchor.isPending ? <Waiting /> : undefined}
      {anchor.data ? <NewestSeal anchor={anchor.data} /> : undefined}
      {anchor.data === null ? (
        <Empty>
          <Trans>
            Nothing is sealed yet. The service seals new changes after a short time by itself.
          </Trans>
        </Empty>
      ) : undefined}
      {may("auditVerify") ? <Verification /> : undefined}
    </>
  );
}

function NewestSeal({ anchor }: { readonly anchor: Anchor }) {
  const { t, i18n } = useLingui();
  return (
    <section className="card form" aria-labelledby="newest-seal">
      <h2 id="newest-seal">{t`Newest seal`}</h2>
      <p>
        <Trans>
          Each seal covers all changes before it. Keep this one in a place that nobody of the plant
          can change: with it, a verification shows later whether the record is still the same.
        </Trans>
      </p>
      <Facts
        facts={[
          [t`Number`, i18n.number(anchor.id)],
          [t`Sealed`, <Moment key="at" at={anchor.at} />],
          [t`Covers changes up to`, i18n.number(anchor.lastSeq)],
        ]}
      />
      <Facts
        facts={[
          [t`Hash`, <code key="hash">{anchor.hash}</code>],
          [t`Signature`, <code key="signature">{anchor.signature}</code>],
          [t`Public key`, <code key="key">{anchor.publicKey}</code>],
        ]}
      />
      <div className="row">
        <CopyButton text={() => JSON.stringify(anchor)}>
          <Trans>Copy</Trans>
        </CopyButton>
        <Button onClick={() => saveJson(`seal-${anchor.id}.json`, anchor)}>
          <Trans>Save as a file</Trans>
        </Button>
      </div>
    </section>
  );
}

import { Trans, useLingui } from "@lingui/react/macro";
import { useRead } from "../../client/queries.ts";
import { ProblemNotice } from "../../contract/problem-text.tsx";
import { useMay } from "../../session/session.tsx";
import { Empty, Waiting } from "../../ui/page.tsx";
import { SealFacts, type Seal } from "./seal-facts.tsx";
import { SealList } from "./seal-list.tsx";
import { Verification } from "./verification.tsx";
import "./audit.css";

/** The newest seal, to keep elsewhere, the check of all of them, and their list. */
export function SealsTab() {
  const may = useMay();
  const anchor = useRead("auditAnchor", { body: {} });
  return (
    <>
      {anchor.error ? <ProblemNotice error={anchor.error} /> : undefined}
      {anchor.isPending ? <Waiting /> : undefined}
      {anchor.data ? <NewestSeal seal={anchor.data} /> : undefined}
      {anchor.data === null ? (
        <Empty>
          <Trans>
            Nothing is sealed yet. The service seals new changes after a short time by itself.
          </Trans>
        </Empty>
      ) : undefined}
      {may("auditVerify") ? <Verification /> : undefined}
      {anchor.data ? <SealList /> : undefined}
    </>
  );
}

function NewestSeal({ seal }: { readonly seal: Seal }) {
  const { t } = useLingui();
  return (
    <section className="card form" aria-labelledby="newest-seal">
      <h2 id="newest-seal">{t`Newest seal`}</h2>
      <p>
        <Trans>
          Each seal covers all changes before it. Keep this one in a place that nobody of the plant
          can change: with it, a verification shows later whether the record is still the same.
        </Trans>
      </p>
      <SealFacts seal={seal} />
    </section>
  );
}

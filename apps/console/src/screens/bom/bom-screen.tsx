import { Trans, useLingui } from "@lingui/react/macro";
import { Link, useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { usePages, useRead } from "../../client/queries.ts";
import { DeleteRecord } from "../../contract/delete-record.tsx";
import { ProblemNotice } from "../../contract/problem-text.tsx";
import { ChangeList } from "../../list/change-list.tsx";
import { useMay } from "../../session/session.tsx";
import { ActiveChip } from "../../ui/active-chip.tsx";
import { Button } from "../../ui/button.tsx";
import { CopyLink } from "../../ui/copy.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Empty, Page, Waiting } from "../../ui/page.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Signatures } from "../../signature/signatures.tsx";
import { BomForm } from "../boms/bom-form.tsx";
import { VersionChip } from "../boms/version-chip.tsx";
import type { Bom, BomVersion } from "./bom.ts";
import { CompareTab } from "./compare-tab.tsx";
import { SlotsTab } from "./slots-tab.tsx";
import { useShownVersion } from "./use-slots.ts";
import { NewVersion, VersionActions } from "./version-actions.tsx";
import { draftAbove } from "./version-number.rules.ts";
import "../../ui/tabs.css";
import "./bom.css";

/** One BoM: its versions, and the slots of the one that is chosen. */
export function BomScreen() {
  const { t } = useLingui();
  const { id } = useParams({ from: "/boms/$id" });
  const boms = useRead("bomList", { body: { id: Number(id) } });
  if (boms.error) return <ProblemNotice error={boms.error} />;
  if (!boms.data) return <Waiting />;
  const [bom] = boms.data;
  if (!bom) return <Notice meaning="caution" title={t`There is no BoM with the id ${id}.`} />;
  return <BomPage key={bom.id} bom={bom} />;
}

function BomPage({ bom }: { readonly bom: Bom }) {
  const may = useMay();
  const { version: chosen, tab = "slots" } = useSearch({ from: "/boms/$id" });
  const [isEdited, setEdited] = useState(false);
  const { version, isPending } = useShownVersion(bom, chosen);
  if (isPending) return <Waiting />;
  return (
    <Page
      title={`${bom.parentProductName} · ${bom.name}`}
      actions={
        <>
          <ActiveChip isActive={bom.isActive} />
          {may("bomUpsert") ? (
            <Button onClick={() => setEdited(true)}>
              <Trans>Edit the BoM</Trans>
            </Button>
          ) : undefined}
          {may("bomUpsert") ? <NewVersion bom={bom} from={version} /> : undefined}
          <CopyLink />
        </>
      }
    >
      <p>
        <Link to="/products/$id" params={{ id: String(bom.parentProductID) }}>
          {bom.parentProductName}
        </Link>{" "}
        {bom.description}
      </p>
      <div className="row version-head">
        <VersionLinks bom={bom} version={version} />
        {version && may("bomUpsert") ? (
          <VersionActions key={version.id} bom={bom} version={version} />
        ) : undefined}
      </div>
      {version ? (
        <>
          <DraftLink bom={bom} version={version} />
          <VersionPart key={version.id} bom={bom} version={version} tab={tab} />
        </>
      ) : (
        <Empty>
          {chosen === undefined ? (
            <Trans>This BoM has no version yet.</Trans>
          ) : (
            <Trans>This BoM has no such version. Choose another one.</Trans>
          )}
        </Empty>
      )}
      {isEdited ? <EditBom bom={bom} onClose={() => setEdited(false)} /> : undefined}
    </Page>
  );
}

function VersionLinks({
  bom,
  version,
}: {
  readonly bom: Bom;
  readonly version?: BomVersion | undefined;
}) {
  const { t } = useLingui();
  const { tab } = useSearch({ from: "/boms/$id" });
  return (
    <nav className="versions" aria-label={t`Versions`}>
      {bom.versions.map((one) => (
        <Link
          key={one.id}
          to="/boms/$id"
          params={{ id: String(bom.id) }}
          search={{ version: String(one.id), ...(tab ? { tab } : {}) }}
          aria-current={one === version ? "page" : undefined}
        >
          <VersionChip version={one} />
        </Link>
      ))}
    </nav>
  );
}

/** Says that a newer version is in work, which is not what is shown. */
function DraftLink({ bom, version }: { readonly bom: Bom; readonly version: BomVersion }) {
  const draft = draftAbove(bom.versions, version);
  if (!draft) return undefined;
  const { id, version: number } = draft;
  return (
    <p>
      <Trans>
        A newer version is a draft:{" "}
        <Link to="/boms/$id" params={{ id: String(bom.id) }} search={{ version: String(id) }}>
          version {number}
        </Link>
        .
      </Trans>
    </p>
  );
}

interface VersionPartProps {
  readonly bom: Bom;
  readonly version: BomVersion;
  readonly tab: string;
}

function VersionPart({ bom, version, tab }: VersionPartProps) {
  const { t } = useLingui();
  const names = {
    slots: t`Slots`,
    compare: t`Compare`,
    history: t`History`,
    signatures: t`Signatures`,
  };
  return (
    <>
      <nav className="tabs" aria-label={t`Parts of the record`}>
        {Object.entries(names).map(([name, text]) => (
          <Link
            key={name}
            to="/boms/$id"
            params={{ id: String(bom.id) }}
            search={{ version: String(version.id), tab: name }}
            aria-current={name === tab ? "page" : undefined}
          >
            {text}
          </Link>
        ))}
      </nav>
      {tab === "compare" ? <CompareTab bom={bom} version={version} /> : undefined}
      {tab === "history" ? <BomHistory bom={bom} version={version} /> : undefined}
      {tab === "signatures" ? (
        <Signatures
          record={{ entity: "BomVersion", id: version.id, revNo: version.revNo }}
          name={`${bom.name} ${version.version}`}
        />
      ) : undefined}
      {tab === "slots" ? <SlotsTab bom={bom} version={version} /> : undefined}
    </>
  );
}

function EditBom({ bom, onClose }: { readonly bom: Bom; readonly onClose: () => void }) {
  const may = useMay();
  const navigate = useNavigate();
  return (
    <Dialog title={bom.name} onClose={onClose}>
      <BomForm initial={bom} onSaved={onClose} onCancel={onClose} />
      {may("bomDelete") ? (
        <DeleteRecord
          operation="bomDelete"
          body={{ id: bom.id, revNo: bom.revNo }}
          onDeleted={() => navigate({ to: "/boms" })}
        >
          <Trans>Delete this BoM</Trans>
        </DeleteRecord>
      ) : undefined}
    </Dialog>
  );
}

function BomHistory({ bom, version }: { readonly bom: Bom; readonly version: BomVersion }) {
  const query = { limit: 100 };
  const changes = usePages("historyList", {
    body: { entity: "BomVersion", id: version.id, order: "newest" },
    query,
  });
  const ofBom = usePages("historyList", {
    body: { entity: "Bom", id: bom.id, order: "newest" },
    query,
  });
  const none = <Trans>Nothing has been changed.</Trans>;
  return (
    <>
      <h2>
        <Trans>Version {version.version}</Trans>
      </h2>
      <ChangeList changes={changes} whenEmpty={none} />
      <h2>
        <Trans>The BoM itself</Trans>
      </h2>
      <ChangeList changes={ofBom} whenEmpty={none} />
    </>
  );
}

import type { Answer } from "@asbuilt/client";
import { Trans, useLingui } from "@lingui/react/macro";
import { Link, useParams } from "@tanstack/react-router";
import { useState } from "react";
import { usePages, useWrite } from "../../client/queries.ts";
import { DeleteRecord } from "../../contract/delete-record.tsx";
import { type Draft, FieldForm } from "../../contract/field-form.tsx";
import { type FieldOf, neededFirst } from "../../contract/field.ts";
import { requestFields } from "../../contract/fields.gen.ts";
import { RecordFacts } from "../../contract/record-facts.tsx";
import { OperationsInput } from "../../list/operations-input.tsx";
import { RecordList } from "../../list/record-list.tsx";
import type { Column } from "../../list/virtual-grid.tsx";
import { useMay } from "../../session/session.tsx";
import { ActiveChip } from "../../ui/active-chip.tsx";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Page } from "../../ui/page.tsx";
import { ImportLink } from "../import/import-link.tsx";
import { type ResourceName, resources } from "./resources.ts";
import "./reference.css";

/** The fields that every resource has. Others are shown by the fields of its form. */
type Row = Answer<"locationList">[number];

/** One resource of reference data: its records, and the form to create or change one. */
export function ReferenceScreen() {
  const { i18n, t } = useLingui();
  const { resource } = useParams({ from: "/reference/$resource" });
  // The router lets only names of resources pass.
  const key = resource as ResourceName;
  const { name } = resources[key];
  return (
    <div className="reference">
      <nav aria-label={t`Reference data`} className="reference-list">
        {Object.entries(resources).map(([other, { name: otherName }]) => (
          <Link key={other} to="/reference/$resource" params={{ resource: other }}>
            {i18n._(otherName)}
          </Link>
        ))}
      </nav>
      <ResourcePage key={key} resource={key} title={i18n._(name)} />
    </div>
  );
}

interface ResourcePageProps {
  readonly resource: ResourceName;
  readonly title: string;
}

function ResourcePage({ resource, title }: ResourcePageProps) {
  const { t } = useLingui();
  const may = useMay();
  const { list, upsert } = resources[resource];
  const pages = usePages(list, { body: {} });
  const [edited, setEdited] = useState<Partial<Row>>();
  const isEditable = may(upsert);
  return (
    <Page
      title={title}
      actions={
        isEditable ? (
          <>
            <ImportLink of={upsert} />
            <Button kind="main" onClick={() => setEdited({})}>
              <Trans>New</Trans>
            </Button>
          </>
        ) : undefined
      }
    >
      <RecordList<Row>
        label={title}
        columns={useColumns()}
        pages={pages}
        keyOf={({ id }) => id}
        onOpen={setEdited}
        whenEmpty={<Trans>There are no records yet.</Trans>}
      />
      {edited ? (
        <Dialog title={edited.name ?? t`New record`} onClose={() => setEdited(undefined)}>
          <RecordForm
            resource={resource}
            record={edited}
            isEditable={isEditable}
            onClose={() => setEdited(undefined)}
          />
        </Dialog>
      ) : undefined}
    </Page>
  );
}

function useColumns(): readonly Column<Row>[] {
  const { t } = useLingui();
  return [
    { name: t`Name`, widthRem: 12, share: 2, show: (row) => row.name },
    { name: t`Code`, widthRem: 8, share: 1, show: (row) => row.suid },
    { name: t`Description`, widthRem: 14, share: 3, show: (row) => row.description },
    {
      name: t`State`,
      widthRem: 7,
      share: 0.5,
      show: (row) => <ActiveChip isActive={row.isActive} />,
    },
  ];
}

interface RecordFormProps {
  readonly resource: ResourceName;
  readonly record: Partial<Row>;
  readonly isEditable: boolean;
  readonly onClose: () => void;
}

// Roles alone have such a field.
const inputs = { operations: OperationsInput };

function RecordForm({ resource, record, isEditable, onClose }: RecordFormProps) {
  const { t } = useLingui();
  const may = useMay();
  const { upsert, remove } = resources[resource];
  const write = useWrite(upsert);
  const all: readonly FieldOf[] = requestFields[upsert];
  const fields = neededFirst(all.filter(({ name }) => name !== "id" && name !== "revNo"));
  const { id } = record;
  if (!isEditable) {
    return (
      <>
        <RecordFacts record={record} />
        <div className="form-actions">
          <Button onClick={onClose}>
            <Trans>Close</Trans>
          </Button>
        </div>
      </>
    );
  }
  const save = (changes: Draft, base: Draft) => {
    const key = id === undefined ? {} : { id, revNo: base.revNo };
    // The form has read the values by the types of the contract, and the service checks them.
    write.mutate({ body: { ...changes, ...key } as never }, { onSuccess: onClose });
  };
  return (
    <FieldForm
      fields={fields}
      initial={id === undefined ? { isActive: true } : record}
      inputs={inputs}
      submitLabel={t`Save`}
      error={write.error}
      isBusy={write.isPending}
      onSubmit={save}
      onCancel={onClose}
    >
      {id !== undefined && may(remove) ? (
        <DeleteRecord
          operation={remove}
          body={{ id, revNo: record.revNo } as never}
          onDeleted={onClose}
        >
          <Trans>Delete</Trans>
        </DeleteRecord>
      ) : undefined}
    </FieldForm>
  );
}

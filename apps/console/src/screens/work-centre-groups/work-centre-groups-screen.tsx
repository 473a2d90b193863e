import type { Answer } from "@asbuilt/client";
import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { usePages, useWrite } from "../../client/queries.ts";
import { DeleteRecord } from "../../contract/delete-record.tsx";
import { type Draft, FieldForm, type InputProps } from "../../contract/field-form.tsx";
import { requestFields } from "../../contract/fields.gen.ts";
import { RecordFacts } from "../../contract/record-facts.tsx";
import { RecordList } from "../../list/record-list.tsx";
import { useMay } from "../../session/session.tsx";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Check } from "../../ui/field.tsx";
import { Page } from "../../ui/page.tsx";

type Group = Answer<"workCentreGroupList">[number];

/** The groups of work centres, and the form to create or change one. */
export function WorkCentreGroupsScreen() {
  const { t } = useLingui();
  const may = useMay();
  const pages = usePages("workCentreGroupList", { body: {} });
  const [edited, setEdited] = useState<Partial<Group>>();
  const close = () => setEdited(undefined);
  return (
    <Page
      title={t`Work centre groups`}
      actions={
        may("workCentreGroupUpsert") ? (
          <Button kind="main" onClick={() => setEdited({})}>
            <Trans>New</Trans>
          </Button>
        ) : undefined
      }
    >
      <RecordList<Group>
        label={t`Work centre groups`}
        columns={[
          { name: t`Name`, widthRem: 12, share: 2, show: (group) => group.Name },
          { name: t`Code`, widthRem: 8, share: 1, show: (group) => group.SUID },
          {
            name: t`Work centres`,
            widthRem: 14,
            share: 3,
            show: (group) => group.WorkCentres.join(", "),
          },
        ]}
        pages={pages}
        keyOf={({ ID }) => ID}
        onOpen={setEdited}
        whenEmpty={<Trans>There are no records yet.</Trans>}
      />
      {edited ? (
        <Dialog title={edited.Name ?? t`New record`} onClose={close}>
          {may("workCentreGroupUpsert") ? (
            <GroupForm group={edited} onClose={close} />
          ) : (
            <>
              <RecordFacts record={edited} />
              <div className="form-actions">
                <Button onClick={close}>
                  <Trans>Close</Trans>
                </Button>
              </div>
            </>
          )}
        </Dialog>
      ) : undefined}
    </Page>
  );
}

const others = new Set(["ID", "revNo", "workCentreIDs"]);
const fields = requestFields.workCentreGroupUpsert.filter(({ name }) => !others.has(name));

interface GroupFormProps {
  readonly group: Partial<Group>;
  readonly onClose: () => void;
}

function GroupForm({ group, onClose }: GroupFormProps) {
  const { t } = useLingui();
  const may = useMay();
  const write = useWrite("workCentreGroupUpsert");
  const { ID, revNo } = group;
  const save = (changes: Draft, base: Draft) => {
    const key = ID === undefined ? {} : { ID, revNo: base.revNo };
    // The form has read the values by the types of the contract.
    write.mutate({ body: { ...changes, ...key } as never }, { onSuccess: onClose });
  };
  return (
    <FieldForm
      fields={fields}
      inputs={inputs}
      initial={group}
      submitLabel={t`Save`}
      error={write.error}
      isBusy={write.isPending}
      onSubmit={save}
      onCancel={onClose}
    >
      {ID !== undefined && may("workCentreGroupDelete") ? (
        <DeleteRecord
          operation="workCentreGroupDelete"
          body={{ ID, ...(revNo === undefined ? {} : { revNo }) }}
          onDeleted={onClose}
        >
          <Trans>Delete this group</Trans>
        </DeleteRecord>
      ) : undefined}
    </FieldForm>
  );
}

const inputs = {
  // The contract has a number, 0 or 1.
  isControlled: ({ value, onChange }: InputProps) => (
    <Check
      label={<Trans>Controlled</Trans>}
      isChecked={value === 1}
      onChange={(isChecked) => onChange(isChecked ? 1 : 0)}
    />
  ),
};

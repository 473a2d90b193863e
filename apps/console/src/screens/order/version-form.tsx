import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useRead, useWrite } from "../../client/queries.ts";
import { FieldForm, type InputProps, RequestField } from "../../contract/field-form.tsx";
import { requestFields } from "../../contract/fields.gen.ts";
import { Select } from "../../list/pickers.tsx";
import { Button } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Waiting } from "../../ui/page.tsx";
import { newestFirst } from "../bom/version-number.rules.ts";
import type { Order } from "./order.ts";

interface VersionFormProps {
  readonly order: Order;
  readonly onClose: () => void;
}

const fields = requestFields.worksOrderChangeVersion.filter(
  ({ name }) => name === "version" || name === "comment",
);

/** Gives a running order, and its units that are not finished, another version of its BoM. */
export function VersionForm({ order, onClose }: VersionFormProps) {
  const { t } = useLingui();
  const write = useWrite("worksOrderChangeVersion");
  const found = useRead("bomList", { body: { id: order.bomID } });
  if (write.data) return <Moved count={write.data.items.length} onClose={onClose} />;
  const [bom] = found.data ?? [];
  if (!bom) return <Waiting />;
  const others = newestFirst(bom.versions).filter(
    ({ status, version }) => status === "Released" && version !== order.version,
  );
  if (others.length === 0) {
    return (
      <p>
        <Trans>Its BoM has no other released version.</Trans>
      </p>
    );
  }
  const versions = others.map(({ version }) => version);
  return (
    <>
      <p>
        <Trans>
          The units that are not finished go to it, with what is built into them. Further units are
          started by it too.
        </Trans>
      </p>
      <FieldForm
        fields={fields}
        inputs={inputsFor(versions)}
        initial={{ version: versions[0]! }}
        submitLabel={t`Change the BoM version`}
        error={write.error}
        isBusy={write.isPending}
        onSubmit={(changes) =>
          write.mutate({
            body: { version: versions[0]!, ...changes, id: order.id, revNo: order.revNo },
          })
        }
        onCancel={onClose}
      />
    </>
  );
}

const inputsFor = (versions: readonly string[]) => ({
  version: ({ field, value, error, onChange }: InputProps) => (
    <RequestField field={field} error={error}>
      {(connected) => (
        <Select
          connected={connected}
          value={typeof value === "string" ? value : ""}
          onChange={onChange}
          options={versions.map((version) => ({ value: version, label: version }))}
        />
      )}
    </RequestField>
  ),
});

const Moved = ({ count, onClose }: { readonly count: number; readonly onClose: () => void }) => (
  <Notice
    meaning="good"
    title={
      <Plural
        value={count}
        one="# unit went to the version."
        other="# units went to the version."
      />
    }
  >
    <div className="form-actions">
      <Button kind="main" onClick={onClose}>
        <Trans>Close</Trans>
      </Button>
    </div>
  </Notice>
);

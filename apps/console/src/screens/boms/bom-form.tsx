import { useLingui } from "@lingui/react/macro";
import { useWrite } from "../../client/queries.ts";
import { type Draft, FieldForm } from "../../contract/field-form.tsx";
import { requestFields } from "../../contract/fields.gen.ts";
import { labelled } from "../../contract/labelled-input.tsx";
import { ProductPicker } from "../../list/pickers.tsx";
import type { Bom } from "../bom/bom.ts";

interface BomFormProps {
  /** A record to change, or the first values of a new one. */
  readonly initial: Partial<Bom>;
  readonly onSaved: (bom: Bom) => void;
  readonly onCancel: () => void;
}

const others = new Set(["id", "revNo", "parentProductID", "versions"]);
const fields = requestFields.bomUpsert.filter(({ name }) => !others.has(name));

/** The fields of a BoM. Its versions have actions of their own. */
export function BomForm({ initial, onSaved, onCancel }: BomFormProps) {
  const { t } = useLingui();
  const write = useWrite("bomUpsert");
  const save = (changes: Draft, base: Draft) => {
    const key =
      initial.id === undefined
        ? { ...base, ...firstVersion }
        : { id: initial.id, revNo: base.revNo };
    const body = { ...key, ...changes };
    // The form has read the values by the types of the contract.
    write.mutate({ body: body as never }, { onSuccess: onSaved });
  };
  return (
    <FieldForm
      fields={fields}
      inputs={inputs}
      initial={initial}
      submitLabel={t`Save`}
      error={write.error}
      isBusy={write.isPending}
      onSubmit={save}
      onCancel={onCancel}
    />
  );
}

const firstVersion = { versions: [{ version: "1.0", status: "Draft" }] } as const;

const inputs = { parentProductName: labelled(ProductPicker) };

import { Trans, useLingui } from "@lingui/react/macro";
import { type ComponentProps, useMemo, useState } from "react";
import { useRead, useWrite } from "../../client/queries.ts";
import { useOptionName } from "../../contract/choices.ts";
import { DeleteRecord } from "../../contract/delete-record.tsx";
import {
  type Draft,
  FieldForm,
  type InputProps,
  RequestField,
} from "../../contract/field-form.tsx";
import { requestFields } from "../../contract/fields.gen.ts";
import { labelled } from "../../contract/labelled-input.tsx";
import { ProductPicker, Select } from "../../list/pickers.tsx";
import { newestFirst } from "../bom/version-number.rules.ts";
import type { Order } from "./order.ts";
import { changeableFields } from "./order-actions.rules.ts";
import { bomOf, proposedVersion } from "./proposal.rules.ts";

interface OrderFormProps {
  /** Undefined for a new one. */
  readonly order?: Order;
  /** Gets the number of the order. */
  readonly onSaved: (orderNo: string) => void;
  /** Undefined where an order is not deleted. */
  readonly onDeleted?: (() => void) | undefined;
  readonly onClose: () => void;
}

/** A new works order, or what can still be changed of one. */
export function OrderForm({ order, onSaved, onDeleted, onClose }: OrderFormProps) {
  const { t } = useLingui();
  const write = useWrite("worksOrderUpsert");
  const { inputs, patch } = useInputs(order);
  const save = (changes: Draft) => {
    const key = order ? { id: order.id, revNo: order.revNo } : {};
    write.mutate(
      { body: { ...changes, ...key } },
      { onSuccess: ({ orderNo }) => onSaved(orderNo) },
    );
  };
  return (
    <FieldForm
      fields={fieldsOf(order)}
      initial={order ?? {}}
      inputs={inputs}
      patch={patch}
      submitLabel={order ? t`Save` : t`Create`}
      error={write.error}
      isBusy={write.isPending}
      onSubmit={save}
      onCancel={onClose}
    >
      {order && onDeleted ? (
        <DeleteRecord
          operation="worksOrderDelete"
          body={{ id: order.id, revNo: order.revNo }}
          onDeleted={onDeleted}
        >
          <Trans>Delete this order</Trans>
        </DeleteRecord>
      ) : undefined}
    </FieldForm>
  );
}

function fieldsOf(order: Order | undefined) {
  const names = changeableFields(order?.status ?? "Created");
  return requestFields.worksOrderUpsert.filter(({ name }) => names.includes(name));
}

/** The BoMs are those of the chosen product, and the versions those of the chosen BoM. */
function useInputs(order: Order | undefined) {
  const optionName = useOptionName();
  const [product, setProduct] = useState(order?.productName ?? "");
  const [chosen, setChosen] = useState(order?.bom ?? "");
  const found = useRead(
    "bomList",
    { body: { parentProductName: product }, query: { limit: 1000 } },
    product !== "",
  );
  // A retired BoM starts no order.
  const boms = (found.data ?? []).filter(({ name, isActive }) => isActive || name === order?.bom);
  const bom = bomOf(boms, chosen);
  const versions = newestFirst(bom?.versions ?? []);
  const noting = (props: InputProps, note: (value: string) => void): InputProps => ({
    ...props,
    onChange: (value) => {
      note(String(value));
      props.onChange(value);
    },
  });
  const inputs = {
    productName: (props: InputProps) => productInput(noting(props, setProduct)),
    bom: (props: InputProps) => (
      <SelectInput
        {...noting(props, setChosen)}
        options={boms.map(({ name }) => ({ value: name, label: name }))}
      />
    ),
    version: (props: InputProps) => (
      <SelectInput
        {...props}
        options={versions.map(({ version, status }) => ({
          value: version,
          // Only a released version can be started.
          label: status === "Released" ? version : `${version} (${optionName("status", status)})`,
        }))}
      />
    ),
  };
  const isProposing = !order && boms.length > 0;
  const [bomName, version] = [bom?.name ?? "", proposedVersion(versions)];
  // The form takes each new object: what a person chose stays until the proposal is another one.
  const patch = useMemo(
    () => (isProposing ? { bom: bomName, version } : undefined),
    [isProposing, bomName, version],
  );
  return { inputs, patch };
}

const productInput = labelled(ProductPicker);

function SelectInput(props: InputProps & Pick<ComponentProps<typeof Select>, "options">) {
  const { field, value, error, onChange, options } = props;
  return (
    <RequestField field={field} error={error}>
      {(connected) => (
        <Select
          connected={connected}
          value={typeof value === "string" ? value : ""}
          onChange={onChange}
          options={options}
        />
      )}
    </RequestField>
  );
}

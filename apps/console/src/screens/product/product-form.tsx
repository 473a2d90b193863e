import type { Answer } from "@asbuilt/client";
import { msg } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { type ComponentProps, useState } from "react";
import { useWrite } from "../../client/queries.ts";
import { useOptionName } from "../../contract/choices.ts";
import {
  type Draft,
  FieldForm,
  type FieldGroup,
  type InputProps,
  RequestField,
} from "../../contract/field-form.tsx";
import type { FieldOf } from "../../contract/field.ts";
import { requestFields } from "../../contract/fields.gen.ts";
import { labelled } from "../../contract/labelled-input.tsx";
import { DeleteRecord } from "../../contract/delete-record.tsx";
import { CatalogPicker, ProductPicker, Select } from "../../list/pickers.tsx";
import { useMay } from "../../session/session.tsx";
import { Notice } from "../../ui/notice.tsx";
import { trackings } from "../products/filters.rules.ts";
import type { Product } from "./product.ts";
import { PropertiesInput } from "./properties-input.tsx";

interface ProductFormProps {
  /** Undefined for a new one. */
  readonly product: Product | undefined;
  /** The code that a new one begins with. */
  readonly code?: string | undefined;
  readonly isSaved?: boolean;
  readonly onSaved: (product: Answer<"productUpsert">) => void;
  readonly onCancel: () => void;
}

/** The ids of records that are named are left out: they say the same as the names. */
const isAsked = ({ name }: FieldOf) =>
  name === "SUID" || (!name.endsWith("ID") && name !== "revNo");

const fields = requestFields.productUpsert.filter(isAsked);

const initial: Draft = {
  IsActive: true,
  IsPlanningConstraint: false,
  InventoryManaged: false,
  Tracking: "Lot",
  InventoryDecimalPlaces: 0,
  DefaultBatchSize: 1,
  DefaultCostPerUnit: 0,
};

/** What few people fill. */
const folded = {
  names: [
    "SourceProductName",
    "SerialRange",
    "ReceiptRecipe",
    "IsActive",
    "IsPlanningConstraint",
    "MinScheduleBatchSize",
    "ScheduleBatchIncrement",
    "MaxScheduleBatchSize",
    "PeggingExpiryDays",
    "Properties",
  ],
  usual: initial,
};

/** All fields of a product, in groups. */
export function ProductForm({ product, code, isSaved, onSaved, onCancel }: ProductFormProps) {
  const { t } = useLingui();
  const may = useMay();
  const write = useWrite("productUpsert");
  const [patch] = useState<Draft>(() => (code === undefined ? {} : { SUID: code }));
  const save = (changes: Draft, base: Draft) => {
    // A new product is also what the form began with.
    const known = product ? { ID: product.ID, revNo: base.revNo } : initial;
    write.mutate({ body: { ...known, ...changes } }, { onSuccess: onSaved });
  };
  return (
    <section className="card">
      <FieldForm
        fields={fields}
        groups={useGroups()}
        folded={folded}
        inputs={inputs}
        initial={product ?? initial}
        patch={patch}
        isOpened={product === undefined}
        submitLabel={t`Save`}
        error={write.error}
        isBusy={write.isPending}
        onSubmit={save}
        onCancel={onCancel}
      >
        {isSaved && write.isIdle ? <Notice meaning="good" title={t`Saved.`} /> : undefined}
        {product && may("productDelete") ? (
          <DeleteRecord
            operation="productDelete"
            body={{ ID: product.ID, revNo: product.revNo }}
            onDeleted={onCancel}
          >
            <Trans>Delete this product</Trans>
          </DeleteRecord>
        ) : undefined}
      </FieldForm>
    </section>
  );
}

function useGroups(): readonly FieldGroup[] {
  const { t } = useLingui();
  return [
    { title: t`Identity`, names: ["Name", "SUID", "Version", "ProductType", "Description"] },
    {
      title: t`Quantities and units`,
      names: ["BaseUnit", "InventoryDecimalPlaces", "DefaultBatchSize"],
    },
    { title: t`Stock`, names: ["Tracking", "InventoryManaged", "ShelfLifeDays"] },
    { title: t`Receipt`, names: ["ReceiptProfile", "Location", "DefaultOwnership"] },
    { title: t`Cost`, names: ["DefaultCostPerUnit", "DefaultCurrency"] },
    { title: t`Details`, names: ["SourceProductName", "SerialRange", "ReceiptRecipe", "IsActive"] },
    {
      title: t`Planning`,
      names: [
        "IsPlanningConstraint",
        "MinScheduleBatchSize",
        "ScheduleBatchIncrement",
        "MaxScheduleBatchSize",
        "PeggingExpiryDays",
      ],
    },
  ];
}

const catalog = (list: ComponentProps<typeof CatalogPicker>["list"]) =>
  labelled((input) => <CatalogPicker {...input} list={list} />);

const inputs = {
  BaseUnit: catalog("unitOfMeasureList"),
  DefaultCurrency: catalog("currencyList"),
  DefaultOwnership: catalog("ownershipTypeList"),
  Location: catalog("locationList"),
  ProductType: catalog("productTypeList"),
  ReceiptProfile: catalog("receiptProfileList"),
  ReceiptRecipe: catalog("receiptRecipeList"),
  SerialRange: catalog("serialRangeList"),
  Properties: (props: InputProps) => <PropertiesInput {...props} />,
  SourceProductName: labelled(ProductPicker),
  Tracking: (props: InputProps) => <TrackingInput {...props} />,
};

const trackingHints = {
  Lot: msg`Lot: an item is any quantity.`,
  Serial: msg`Serial: an item is a single thing.`,
} as const;

function TrackingInput({ field, value, error, onChange }: InputProps) {
  const { i18n } = useLingui();
  const optionName = useOptionName();
  const known = trackings.find((one) => one === value);
  return (
    <RequestField field={field} hint={known && i18n._(trackingHints[known])} error={error}>
      {(connected) => (
        <Select
          connected={connected}
          value={known ?? ""}
          onChange={onChange}
          options={trackings.map((one) => ({ value: one, label: optionName(field.name, one) }))}
        />
      )}
    </RequestField>
  );
}

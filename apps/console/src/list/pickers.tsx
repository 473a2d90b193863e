import type { Answer, Call } from "@asbuilt/client";
import { useLingui } from "@lingui/react/macro";
import { useRead } from "../client/queries.ts";
import type { InputOf } from "../ui/field.tsx";
import { Picker, type PickerOption } from "./picker.tsx";

const suggestionsMax = 20;

/** Picks a product by the beginning of its name or SUID. */
export const ProductPicker = (input: InputOf) => (
  <Picker
    {...input}
    list="productSearch"
    callOf={(text) => ({
      body: { IsActive: true, ...(text === "" ? {} : { text }) },
      query: { limit: suggestionsMax },
    })}
    optionOf={({ Name, Description, SUID }) => ({ value: Name, note: Description || SUID })}
  />
);

/** The lists of reference data that a picker can show. */
type CatalogList =
  | "buildSlotTypeList"
  | "currencyList"
  | "locationList"
  | "ownershipTypeList"
  | "productTypeList"
  | "propertyDefinitionList"
  | "receiptProfileList"
  | "receiptRecipeList"
  | "serialRangeList"
  | "unitOfMeasureList"
  | "workCentreList";

/** What every record of reference data has. */
type CatalogRow = Answer<"locationList">[number];

/**
 * Picks a record of reference data. The browser finds it among all that are active: these lists
 * are short, and have no search by the beginning of a name.
 */
export const CatalogPicker = ({ list, ...input }: InputOf & { readonly list: CatalogList }) => (
  <Picker
    {...input}
    // All of these lists have the filter and the fields that are used here.
    list={list as "locationList"}
    callOf={(): Call<"locationList"> => ({ body: { isActive: true }, query: { limit: 1000 } })}
    optionOf={({ name, description }: CatalogRow) => ({ value: name, note: description })}
  />
);

type Found = Answer<"recordFind">[number];

/** Makes a picker of the records of a kind, which the service finds by the beginning of a name. */
const foundPicker =
  (kind: Found["kind"], optionOf: (found: Found) => PickerOption | undefined) =>
  (input: InputOf) => (
    <Picker
      {...input}
      needsText
      list="recordFind"
      callOf={(text) => ({ body: { text } })}
      optionOf={(found) => (found.kind === kind ? optionOf(found) : undefined)}
    />
  );

/** The name of a user. */
export const UserPicker = foundPicker("User", ({ name, detail }) => ({
  value: name,
  note: detail,
}));

/** The SUID of a location. */
export const LocationPicker = foundPicker("Location", ({ name, detail }) =>
  detail === null ? undefined : { value: detail, note: name },
);

interface Option {
  readonly value: string;
  readonly label: string;
}

interface SelectProps extends InputOf {
  readonly options: readonly Option[];
}

/** A choice of a few records. One that isn't required can be none of them. */
export const Select = ({ connected, value, onChange, options }: SelectProps) => (
  <select {...connected} value={value} onChange={(event) => onChange(event.target.value)}>
    <option value="">—</option>
    {options.map((option) => (
      <option key={option.value} value={option.value}>
        {option.label}
      </option>
    ))}
  </select>
);

/** A flag that a list can be filtered by. */
export function YesOrNo(input: InputOf) {
  const { t } = useLingui();
  const options = [
    { value: "true", label: t`Yes` },
    { value: "false", label: t`No` },
  ];
  return <Select {...input} options={options} />;
}

/** Reference data that is a few records at any plant. */
const active = { body: { isActive: true }, query: { limit: 1000 } } as const;

/** The id of a material status. */
export function StatusSelect(input: InputOf) {
  const statuses = useRead("materialStatusList", active);
  const options = statuses.data?.map(({ id, name }) => ({ value: String(id), label: name })) ?? [];
  return <Select {...input} options={options} />;
}

/** The name of a hold reason. */
export function HoldReasonSelect(input: InputOf) {
  const reasons = useRead("holdReasonList", active);
  const options = reasons.data?.map(({ name }) => ({ value: name, label: name })) ?? [];
  return <Select {...input} options={options} />;
}

/** The name of a signature meaning. */
export function MeaningSelect(input: InputOf) {
  const meanings = useRead("signatureMeaningList", active);
  const options = meanings.data?.map(({ name }) => ({ value: name, label: name })) ?? [];
  return <Select {...input} options={options} />;
}

/** The SUID of a reason that an adjustment can have. */
export function AdjustReasonSelect(input: InputOf) {
  const reasons = useRead("materialReasonList", active);
  const options = (reasons.data ?? [])
    .filter(({ transactions }) => transactions.includes("adjust"))
    .flatMap(({ suid, name }) => (suid === null ? [] : { value: suid, label: name }));
  return <Select {...input} options={options} />;
}

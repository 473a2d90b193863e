import { useRead } from "../client/queries.ts";
import type { InputOf } from "../ui/field.tsx";
import { Picker } from "./picker.tsx";

const suggestionsMax = 20;

/** The name of a product. */
export const ProductPicker = (input: InputOf) => (
  <Picker
    {...input}
    list="productSearch"
    callOf={(text) => ({ body: { text, IsActive: true }, query: { limit: suggestionsMax } })}
    optionOf={({ Name, SUID }) => ({ value: Name, note: SUID })}
  />
);

/** The SUID of a location. */
export const LocationPicker = (input: InputOf) => (
  <Picker
    {...input}
    needsText
    list="recordFind"
    callOf={(text) => ({ body: { text } })}
    optionOf={({ kind, name, detail }) =>
      kind === "Location" && detail !== null ? { value: detail, note: name } : undefined
    }
  />
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

/** The SUID of a reason that an adjustment can have. */
export function AdjustReasonSelect(input: InputOf) {
  const reasons = useRead("materialReasonList", active);
  const options = (reasons.data ?? [])
    .filter(({ transactions }) => transactions.includes("adjust"))
    .flatMap(({ suid, name }) => (suid === null ? [] : { value: suid, label: name }));
  return <Select {...input} options={options} />;
}

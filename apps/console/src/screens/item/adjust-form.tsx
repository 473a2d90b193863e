import type { Call } from "@asbuilt/client";
import { Trans, useLingui } from "@lingui/react/macro";
import { type ReactNode, useState } from "react";
import { addExact, numberSigns, parseDecimal } from "../../contract/decimal.rules.ts";
import { missingFields } from "../../contract/field.ts";
import { FieldForm, type InputProps } from "../../contract/field-form.tsx";
import { requestFields } from "../../contract/fields.gen.ts";
import { Field } from "../../ui/field.tsx";
import { Quantity } from "../../ui/values.tsx";
import { itemInputs } from "./actions.tsx";
import { useUnit } from "./use-product.ts";

type Adjustment = NonNullable<Call<"materialItemItemAdjust">["body"]>;

/** How a person says the new quantity. */
type Mode = "counted" | "change";

interface AdjustFormProps {
  readonly item: { readonly id: number; readonly productID: number; readonly actualQty: number };
  /** The reason that is chosen already, such as that of a count. */
  readonly initial?: { readonly reasonSUID: string };
  readonly submitLabel: string;
  readonly error: unknown;
  readonly isBusy: boolean;
  readonly onSubmit: (adjustment: Adjustment) => void;
  readonly onCancel: () => void;
}

const fields = requestFields.materialItemItemAdjust.filter(
  ({ name }) => name !== "materialitemid" && name !== "externalRef",
);

/** A counted quantity or a change, its reason, and what the quantity becomes. */
export function AdjustForm({ item, initial, onSubmit, ...rest }: AdjustFormProps) {
  const { t } = useLingui();
  const [mode, setMode] = useState<Mode>("counted");
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({});
  const unit = useUnit(item.productID);
  const changeOf = (typed: number) =>
    mode === "counted" ? addExact(typed, -item.actualQty) : typed;
  const quantity = (input: InputProps) => (
    <AdjustedQuantity {...input} item={item} mode={mode} unit={unit} changeOf={changeOf} />
  );
  return (
    <>
      <fieldset className="row">
        <legend className="visually-hidden">{t`Way to adjust`}</legend>
        {(["counted", "change"] as const).map((one) => (
          <label key={one} className="check">
            <input type="radio" checked={mode === one} onChange={() => setMode(one)} />
            {one === "counted" ? t`I have counted it` : t`I know the change`}
          </label>
        ))}
      </fieldset>
      <FieldForm
        {...rest}
        fields={fields}
        initial={{}}
        patch={initial}
        isOpened
        faults={faults}
        inputs={{ ...itemInputs, adjustqty: quantity }}
        onSubmit={({ adjustqty, ...others }) => {
          const change = typeof adjustqty === "number" ? changeOf(adjustqty) : undefined;
          if (change === 0) return setFaults({ adjustqty: t`This changes nothing.` });
          if (change === undefined) return setFaults({ adjustqty: t`Enter a quantity.` });
          const empty = missingFields(fields, { ...others, adjustqty });
          setFaults(Object.fromEntries(empty.map((name) => [name, t`Fill this in.`])));
          if (empty.length > 0) return;
          // The form has read the values by the types of the contract, and the service checks them.
          const given = others as Omit<Adjustment, "adjustqty" | "materialitemid">;
          onSubmit({ ...given, materialitemid: item.id, adjustqty: change });
        }}
      />
    </>
  );
}

interface AdjustedQuantityProps extends InputProps {
  readonly item: AdjustFormProps["item"];
  readonly mode: Mode;
  readonly unit: string | undefined;
  readonly changeOf: (typed: number) => number;
}

function AdjustedQuantity(props: AdjustedQuantityProps): ReactNode {
  const { field, item, mode, unit, changeOf, value, error, onChange } = props;
  const { t, i18n } = useLingui();
  const text = typeof value === "string" ? value : "";
  const typed = parseDecimal(text, numberSigns(i18n.locale)).value;
  return (
    <Field
      label={mode === "counted" ? t`Counted quantity` : t`Change of the quantity`}
      hint={mode === "change" ? t`A minus takes away.` : undefined}
      error={error}
      isRequired={field.isRequired ?? false}
    >
      {(connected) => (
        <>
          <input
            {...connected}
            inputMode="decimal"
            autoComplete="off"
            value={text}
            onChange={(event) => onChange(event.target.value)}
          />
          <output className="adjust-preview">
            <Quantity value={item.actualQty} unit={unit} />
            {" → "}
            {typed === undefined ? (
              <span className="soft">…</span>
            ) : (
              <strong>
                <Quantity value={addExact(item.actualQty, changeOf(typed))} unit={unit} />
              </strong>
            )}
            {typed === undefined ? undefined : (
              <span className="soft">
                {" "}
                <Trans>
                  (change <Quantity value={changeOf(typed)} unit={unit} />)
                </Trans>
              </span>
            )}
          </output>
        </>
      )}
    </Field>
  );
}

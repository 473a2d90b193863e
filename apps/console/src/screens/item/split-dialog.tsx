import type { Call } from "@asbuilt/client";
import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { useWrite } from "../../client/queries.ts";
import { addExact, numberSigns, parseDecimal } from "../../contract/decimal.rules.ts";
import { FieldForm, type InputProps } from "../../contract/field-form.tsx";
import { requestFields } from "../../contract/fields.gen.ts";
import { ItemLabels } from "../../label/item-labels.tsx";
import { HoldReasonSelect, LocationPicker } from "../../list/pickers.tsx";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Field } from "../../ui/field.tsx";
import { itemInputs, sentByConsole } from "./actions.tsx";
import type { Item } from "./item.ts";
import { ItemQuantity } from "./item-quantity.tsx";

interface SplitDialogProps {
  readonly item: Item;
  readonly onClose: () => void;
}

const fields = requestFields.materialItemSplit.filter(({ name }) => !sentByConsole.has(name));

/** Takes parts off a lot, and then offers their labels: each part needs its own. */
export function SplitDialog({ item, onClose }: SplitDialogProps) {
  const { t } = useLingui();
  const write = useWrite("materialItemSplit");
  const [made, setMade] = useState<readonly Item[]>();
  const [first] = useState({ parts: [newPart] });
  const parts = (input: InputProps) => <PartsInput {...input} item={item} />;
  if (made) return <ItemLabels items={made} onClose={onClose} />;
  return (
    <Dialog title={t`Split ${item.visualSerialNo}`} onClose={onClose}>
      <FieldForm
        fields={fields}
        initial={{}}
        patch={first}
        inputs={{ ...itemInputs, parts }}
        submitLabel={t`Split the lot`}
        error={write.error}
        isBusy={write.isPending}
        onSubmit={(changes) =>
          write.mutate(
            // The form has read the values by the types of the contract, and the service checks them.
            { body: { ...(changes as unknown as SplitBody), id: item.id } },
            { onSuccess: (answer) => setMade(answer.parts) },
          )
        }
        onCancel={onClose}
      />
    </Dialog>
  );
}

type SplitBody = NonNullable<Call<"materialItemSplit">["body"]>;

/** A part as it is typed. */
interface Part {
  readonly qty: string;
  readonly visualSerialNo: string;
  /** An empty text would take the part from its place. */
  readonly location?: string | undefined;
  readonly holdReason?: string | undefined;
}

const newPart: Part = { qty: "", visualSerialNo: "" };

interface PartsInputProps extends InputProps {
  readonly item: Item;
}

/** The parts of a lot, and how much of it stays. */
function PartsInput({ item, value, error, partErrorOf, onChange }: PartsInputProps) {
  const { t, i18n } = useLingui();
  const parts = (value ?? []) as readonly Part[];
  const change = (index: number, changed: Partial<Part>) =>
    onChange(parts.with(index, { ...parts[index]!, ...changed }));
  const taken = parts.map(({ qty }) => parseDecimal(qty, numberSigns(i18n.locale)).value ?? 0);
  const left = taken.reduce((rest, qty) => addExact(rest, -qty), item.actualQty);
  return (
    <fieldset className="group">
      <legend>
        <Trans>Parts</Trans>
      </legend>
      {parts.map((part, index) => (
        <fieldset
          // oxlint-disable-next-line react/no-array-index-key -- a new part has no serial yet
          key={index}
          className="group field-grid"
        >
          <legend>
            <Trans>Part {index + 1}</Trans>
          </legend>
          <PartFields
            part={part}
            errorOf={(name) => partErrorOf?.(`${index}/${name}`)}
            onChange={(changed) => change(index, changed)}
          />
          {parts.length > 1 ? (
            <Button
              kind="plain"
              aria-label={t`Remove part ${index + 1}`}
              onClick={() => onChange(parts.toSpliced(index, 1))}
            >
              <Trans>Remove</Trans>
            </Button>
          ) : undefined}
        </fieldset>
      ))}
      {error ? <p className="field-error">{error}</p> : undefined}
      <div className="row">
        <Button onClick={() => onChange([...parts, newPart])}>
          <Trans>Add a part</Trans>
        </Button>
        <output>
          <Trans>
            Stays in {item.visualSerialNo}: <ItemQuantity item={item} quantity={left} />
          </Trans>
        </output>
      </div>
    </fieldset>
  );
}

interface PartFieldsProps {
  readonly part: Part;
  readonly errorOf: (name: keyof Part) => string | undefined;
  readonly onChange: (changed: Partial<Part>) => void;
}

function PartFields({ part, errorOf, onChange }: PartFieldsProps) {
  const { t } = useLingui();
  return (
    <>
      <Field label={t`Quantity`} error={errorOf("qty")} isRequired>
        {(connected) => (
          <input
            {...connected}
            inputMode="decimal"
            autoComplete="off"
            value={part.qty}
            onChange={(event) => onChange({ qty: event.target.value })}
          />
        )}
      </Field>
      <Field label={t`Serial`} error={errorOf("visualSerialNo")} isRequired>
        {(connected) => (
          <input
            {...connected}
            autoComplete="off"
            value={part.visualSerialNo}
            onChange={(event) => onChange({ visualSerialNo: event.target.value })}
          />
        )}
      </Field>
      <Field
        label={t`Location`}
        hint={t`If it is empty, that of the lot.`}
        error={errorOf("location")}
      >
        {(connected) => (
          <LocationPicker
            connected={connected}
            value={part.location ?? ""}
            onChange={(location) => onChange({ location: location || undefined })}
          />
        )}
      </Field>
      <Field label={t`Hold reason`} error={errorOf("holdReason")}>
        {(connected) => (
          <HoldReasonSelect
            connected={connected}
            value={part.holdReason ?? ""}
            onChange={(holdReason) => onChange({ holdReason: holdReason || undefined })}
          />
        )}
      </Field>
    </>
  );
}

import type { Answer, Call } from "@asbuilt/client";
import { useLingui } from "@lingui/react/macro";
import { useEffect, useRef, useState } from "react";
import { type Draft, FieldForm, useFieldLabel } from "../../contract/field-form.tsx";
import { requestFields } from "../../contract/fields.gen.ts";
import { type FieldOf, missingFields } from "../../contract/field.ts";
import { labelled } from "../../contract/labelled-input.tsx";
import { CatalogPicker } from "../../list/pickers.tsx";
import { isCommand } from "../../scan/code.rules.ts";
import { Field } from "../../ui/field.tsx";
import { Notice } from "../../ui/notice.tsx";
import { itemInputs } from "../item/actions.tsx";
import type { Product } from "../item/use-product.ts";
import { canMakeSerial, receiptFields } from "./receive.rules.ts";

type Body = NonNullable<Call<"materialItemReceive">["body"]>;

/** One receipt, or several of the same whose serials are made. */
export interface Receipt {
  readonly body: Body;
  readonly count: number;
}

interface ReceiptFormProps {
  readonly product: Product;
  readonly rules: Answer<"receiptProfileList">[number]["fields"];
  readonly sticky: { readonly deliveryNo?: string; readonly location?: string };
  readonly patch: Draft;
  /** The serial that was scanned last. */
  readonly scanned: string | undefined;
  readonly error: unknown;
  readonly isBusy: boolean;
  readonly onSubmit: (receipt: Receipt) => void;
  readonly onPatch: (patch: Draft) => void;
}

const countMax = 500;

const receiptInputs = {
  ...itemInputs,
  unit: labelled((input) => <CatalogPicker {...input} list="unitOfMeasureList" />),
};

/** The fields of a receipt, as the profile of the product has them. */
export function ReceiptForm(props: ReceiptFormProps) {
  const { product, rules, sticky, patch, scanned, error, isBusy, onSubmit, onPatch } = props;
  const { t } = useLingui();
  const faultOf = useReceiptFault();
  const isMakeable = canMakeSerial(rules, product.SerialRange);
  // The label that named the product can have the serial too.
  const [isScanned] = useState(scanned !== undefined && scanned === patch.visualSerialNo);
  const [isMade, setMade] = useState(isMakeable && !isScanned);
  const [count, setCount] = useState("1");
  const [fault, setFault] = useState<ReceiptFault>();
  const [first] = useState<Draft>(() => ({
    ...(product.Tracking === "Serial" ? { qty: 1 } : {}),
    deliveryNo: sticky.deliveryNo,
    location: sticky.location,
    ...(isScanned ? patch : {}),
  }));
  const [values, setValues] = useState({ patch: first, given: patch });
  if (values.given !== patch) {
    setValues({ patch, given: patch });
    if (patch.visualSerialNo) setMade(false);
  }
  const fields = receiptFields(requestFields.materialItemReceive, rules, isMade);
  const shown = useSubmitWhenScanned(props);
  const submit = (given: Draft) => {
    const why = faultOf({ fields, given, isMade });
    setFault(why);
    if (why !== undefined) return;
    const made = isMade ? { makeSerial: true } : {};
    // The form has read the values by the types of the contract, and the service checks them.
    const body = { ...given, ...made, productName: product.Name } as Body;
    onSubmit({ body, count: isMade ? Math.min(Math.max(Number(count) || 1, 1), countMax) : 1 });
  };
  return (
    <section ref={shown} className="card receive-fields" aria-label={product.Name}>
      <h2>
        {product.Name}{" "}
        <span className="soft">
          {product.Description} ({product.BaseUnit})
        </span>
      </h2>
      {isMakeable ? <SerialMode isMade={isMade} onChange={setMade} /> : undefined}
      <FieldForm
        fields={fields}
        initial={{}}
        patch={values.patch}
        inputs={receiptInputs}
        submitLabel={t`Receive`}
        error={error}
        faults={fault?.fields ?? {}}
        isBusy={isBusy}
        onSubmit={submit}
        onCancel={() => onPatch(emptied(fields))}
      >
        {isMade ? <CountField count={count} onChange={setCount} /> : undefined}
        {fault?.title === undefined ? undefined : <Notice meaning="bad" title={fault.title} />}
      </FieldForm>
    </section>
  );
}

/** Submits the form in the element when a serial is scanned that is all it needs. */
function useSubmitWhenScanned({ product, scanned, patch }: ReceiptFormProps) {
  const element = useRef<HTMLElement>(null);
  const { Tracking } = product;
  useEffect(() => {
    const isItem = Tracking === "Serial" && scanned === patch.visualSerialNo;
    if (isItem && scanned) element.current?.querySelector("form")?.requestSubmit();
  }, [Tracking, scanned, patch]);
  return element;
}

interface Given {
  readonly fields: readonly FieldOf[];
  readonly given: Draft;
  readonly isMade: boolean;
}

/** Why a receipt can't be sent yet, and which fields have to change. */
interface ReceiptFault {
  readonly title?: string;
  readonly fields: Readonly<Record<string, string>>;
}

/** Returns a function that says why a receipt can't be sent yet. */
function useReceiptFault() {
  const { t } = useLingui();
  const label = useFieldLabel();
  const ofSerial = (text: string): ReceiptFault => ({ fields: { visualSerialNo: text } });
  return ({ fields, given, isMade }: Given): ReceiptFault | undefined => {
    const { visualSerialNo: serial = "" } = given;
    if (!isMade && (serial ?? "") === "") return ofSerial(t`Enter or scan the serial.`);
    if (typeof serial === "string" && isCommand(serial)) {
      return ofSerial(t`${serial} is a command of the build station, not a serial.`);
    }
    const names = missingFields(fields, given);
    if (names.length === 0) return undefined;
    const missing = names.map(label).join(", ");
    return {
      title: t`Compulsory for this product: ${missing}.`,
      fields: Object.fromEntries(names.map((name) => [name, t`Fill this in.`])),
    };
  };
}

interface CountFieldProps {
  readonly count: string;
  readonly onChange: (count: string) => void;
}

function CountField({ count, onChange }: CountFieldProps) {
  const { t } = useLingui();
  return (
    <Field label={t`Number of items`} hint={t`Each gets its own serial.`}>
      {(connected) => (
        <input
          {...connected}
          type="number"
          min={1}
          max={countMax}
          value={count}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  );
}

const emptied = (fields: readonly { readonly name: string }[]): Draft =>
  Object.fromEntries(fields.map(({ name }) => [name, ""]));

interface SerialModeProps {
  readonly isMade: boolean;
  readonly onChange: (isMade: boolean) => void;
}

function SerialMode({ isMade, onChange }: SerialModeProps) {
  const { t } = useLingui();
  return (
    <fieldset className="row">
      <legend className="visually-hidden">{t`Serial`}</legend>
      {[true, false].map((one) => (
        <label key={String(one)} className="check">
          <input type="radio" checked={isMade === one} onChange={() => onChange(one)} />
          {one ? t`Make the serial` : t`Type or scan the serial`}
        </label>
      ))}
    </fieldset>
  );
}

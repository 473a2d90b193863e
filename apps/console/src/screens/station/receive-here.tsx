import { Trans, useLingui } from "@lingui/react/macro";
import { type FormEvent, useState } from "react";
import { formatDecimal, numberSigns, parseDecimal } from "../../contract/decimal.rules.ts";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import type { NewItem, StationEvent } from "./station.ts";
import { isMissing, type Unit } from "./unit.rules.ts";

interface ReceiveHereProps {
  readonly unit: Unit;
  readonly item: NewItem;
  readonly tell: (event: StationEvent) => void;
}

/** Receives an item that the service does not know, and builds it in the same step. */
export function ReceiveHere({ unit, item, tell }: ReceiveHereProps) {
  const { t, i18n } = useLingui();
  const choices = productsOf(unit);
  const known = choices.find(({ product }) => product === item.productName)?.product;
  const [productName, setProduct] = useState(known ?? "");
  const [batchNo, setBatch] = useState(item.batchNo ?? "");
  const [expiryDate, setExpiry] = useState(item.expiryDate ?? "");
  const [qty, setQty] = useState(() => quantityFor(choices, known, i18n.locale));
  const { value: builtQty } = parseDecimal(qty, numberSigns(i18n.locale));
  const isReady = productName !== "" && builtQty !== undefined && builtQty > 0;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isReady) return;
    const itemDetails = { productName, batchNo: batchNo || null, expiryDate: expiryDate || null };
    tell({
      kind: "receive",
      body: {
        parentSerialNo: unit.serial,
        childSerialNo: item.serial,
        builtQty,
        receiveAtPointOfConsumption: true,
        itemDetails,
      },
    });
  };
  return (
    <form className="card form" onSubmit={submit} aria-label={t`Receive ${item.serial} here`}>
      <h2>
        <Trans>Receive {item.serial} here</Trans>
      </h2>
      <ProductField
        choices={choices}
        value={productName}
        onChange={(product) => {
          setProduct(product);
          setQty(quantityFor(choices, product, i18n.locale));
        }}
      />
      <TextField label={t`Quantity`} value={qty} onChange={setQty} isRequired />
      <TextField label={t`Batch`} value={batchNo} onChange={setBatch} />
      <TextField label={t`Expires`} value={expiryDate} onChange={setExpiry} type="date" />
      <div className="form-actions">
        <Button type="submit" kind="main" disabled={!isReady}>
          <Trans>Receive and build</Trans>
        </Button>
        <Button onClick={() => tell({ kind: "command", command: { name: "CANCEL" } })}>
          <Trans>Cancel</Trans>
        </Button>
      </div>
    </form>
  );
}

interface ProductFieldProps {
  readonly choices: readonly ProductChoice[];
  readonly value: string;
  readonly onChange: (product: string) => void;
}

function ProductField({ choices, value, onChange }: ProductFieldProps) {
  const { t } = useLingui();
  return (
    <Field label={t`Product`} isRequired>
      {(connected) => (
        <select {...connected} value={value} onChange={({ target }) => onChange(target.value)}>
          <option value="">{t`Choose`}</option>
          {choices.map(({ product, slot }) => (
            <option key={product} value={product}>
              {product} ({slot})
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

interface TextFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly type?: "date" | "text";
  readonly isRequired?: boolean;
}

const TextField = ({
  label,
  value,
  onChange,
  type = "text",
  isRequired = false,
}: TextFieldProps) => (
  <Field label={label} isRequired={isRequired}>
    {(connected) => (
      <input
        {...connected}
        type={type}
        autoComplete="off"
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
    )}
  </Field>
);

/** A product that a slot of the unit takes, and what the slot still lacks. */
interface ProductChoice {
  readonly product: string;
  readonly slot: string;
  readonly missing: number;
}

/** Products of open slots come first. */
function productsOf({ slots }: Unit): readonly ProductChoice[] {
  const sorted = [...slots.filter(isMissing), ...slots.filter((slot) => !isMissing(slot))];
  const all = sorted.flatMap(({ slot, missing, candidates }) =>
    candidates
      .filter(({ isActive }) => isActive)
      .map(({ product }): [string, ProductChoice] => [product, { product, slot, missing }]),
  );
  return [...new Map(all.toReversed()).values()].toReversed();
}

function quantityFor(
  choices: readonly ProductChoice[],
  product: string | undefined,
  locale: string,
) {
  const missing = choices.find((choice) => choice.product === product)?.missing ?? 0;
  return missing > 0
    ? formatDecimal(missing, locale).replaceAll(numberSigns(locale).group, "")
    : "";
}

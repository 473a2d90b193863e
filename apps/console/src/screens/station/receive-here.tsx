import { Trans, useLingui } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import { type FormEvent, useState } from "react";
import { useRead, useReads } from "../../client/queries.ts";
import { numberSigns, parseDecimal, typedDecimal } from "../../contract/decimal.rules.ts";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import { Waiting } from "../../ui/page.tsx";
import type { NewItem, StationEvent } from "./station.ts";
import { isMissing, type Unit } from "./unit.rules.ts";

interface ReceiveHereProps {
  readonly unit: Unit;
  readonly item: NewItem;
  readonly tell: (event: StationEvent) => void;
}

/** Receives an item that the service does not know, and builds it in the same step. */
export function ReceiveHere(props: ReceiveHereProps) {
  const { unit, item, tell } = props;
  const { t } = useLingui();
  const { choices, managed, isPending } = useChoices(unit);
  const cancel = () => tell({ kind: "command", command: { name: "CANCEL" } });
  if (isPending) return <Waiting />;
  return (
    <section className="card form" aria-label={t`Receive ${item.serial} here`}>
      <h2>
        <Trans>Receive {item.serial} here</Trans>
      </h2>
      {choices.length > 0 ? (
        <ReceiptForm {...props} choices={choices} onCancel={cancel} />
      ) : undefined}
      {managed.length > 0 ? <ReceivedFirst products={managed} /> : undefined}
      {choices.length > 0 ? undefined : (
        <Button onClick={cancel}>
          <Trans>Cancel</Trans>
        </Button>
      )}
    </section>
  );
}

/** Returns the products that can be received here, and those whose stock the service manages. */
function useChoices(unit: Unit) {
  const all = productsOf(unit);
  const { isPending, data = [] } = useReads(
    "productList",
    all.map(({ product }) => ({
      body: { Name: product },
      query: { fields: "Name,InventoryManaged,ReceiptProfile" },
    })),
  );
  const products = new Map(data.flat().map((product) => [product.Name, product]));
  const isManaged = ({ product }: SlotProduct) => products.get(product)?.InventoryManaged === true;
  const choices = all
    .filter((each) => !isManaged(each))
    .map(({ product, slot, missing }) => {
      const profile = products.get(product)?.ReceiptProfile;
      return { product, slot, missing, profile };
    });
  return { isPending, managed: all.filter(isManaged).map(({ product }) => product), choices };
}

function ReceivedFirst({ products }: { readonly products: readonly string[] }) {
  const names = products.join(", ");
  return (
    <p>
      <Trans>
        {names}: the stock of these is managed. <Link to="/receive">Receive them</Link> first, then
        scan them here.
      </Trans>
    </p>
  );
}

interface ReceiptFormProps extends ReceiveHereProps {
  readonly choices: readonly ProductChoice[];
  readonly onCancel: () => void;
}

function ReceiptForm({ unit, item, tell, choices, onCancel }: ReceiptFormProps) {
  const { t, i18n } = useLingui();
  const known = choices.find(({ product }) => product === item.productName)?.product;
  const [productName, setProduct] = useState(known ?? "");
  const [batchNo, setBatch] = useState(item.batchNo ?? "");
  const [expiryDate, setExpiry] = useState(item.expiryDate ?? "");
  const [qty, setQty] = useState(() =>
    item.qty === undefined
      ? quantityFor(choices, known, i18n.locale)
      : typedDecimal(item.qty, i18n.locale),
  );
  const { value: builtQty } = parseDecimal(qty, numberSigns(i18n.locale));
  const needs = useNeeds(choices.find(({ product }) => product === productName)?.profile);
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
    <form className="form station-receipt" onSubmit={submit}>
      <ProductField
        choices={choices}
        value={productName}
        onChange={(product) => {
          setProduct(product);
          setQty(quantityFor(choices, product, i18n.locale));
        }}
      />
      <TextField label={t`Quantity`} value={qty} onChange={setQty} isRequired />
      <TextField label={t`Batch`} value={batchNo} onChange={setBatch} isRequired={needs.batch} />
      <TextField
        label={t`Expires`}
        value={expiryDate}
        onChange={setExpiry}
        type="date"
        isRequired={needs.expiry}
      />
      <div className="form-actions">
        <Button type="submit" kind="main" disabled={!isReady}>
          <Trans>Receive and build</Trans>
        </Button>
        <Button onClick={onCancel}>
          <Trans>Cancel</Trans>
        </Button>
      </div>
    </form>
  );
}

/** Returns what else a receipt by the profile needs; nothing while the profile can't be read. */
function useNeeds(name = "") {
  const profiles = useRead("receiptProfileList", { body: { name } }, name !== "");
  const { batchNo, expiryDate } = profiles.data?.[0]?.fields ?? {};
  return { batch: batchNo === "compulsory", expiry: expiryDate === "compulsory" };
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
interface SlotProduct {
  readonly product: string;
  readonly slot: string;
  readonly missing: number;
}

interface ProductChoice extends SlotProduct {
  readonly profile: string | undefined;
}

/** Products of open slots come first. */
function productsOf({ slots }: Unit): readonly SlotProduct[] {
  const sorted = [...slots.filter(isMissing), ...slots.filter((slot) => !isMissing(slot))];
  const all = sorted.flatMap(({ slot, missing, candidates }) =>
    candidates
      .filter(({ isActive }) => isActive)
      .map(({ product }): [string, SlotProduct] => [product, { product, slot, missing }]),
  );
  return [...new Map(all.toReversed()).values()].toReversed();
}

function quantityFor(
  choices: readonly ProductChoice[],
  product: string | undefined,
  locale: string,
) {
  const missing = choices.find((choice) => choice.product === product)?.missing ?? 0;
  return missing > 0 ? typedDecimal(missing, locale) : "";
}

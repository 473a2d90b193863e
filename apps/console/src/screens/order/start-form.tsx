import type { Answer } from "@asbuilt/client";
import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { useRead, useWrite } from "../../client/queries.ts";
import { type Draft, FieldForm, type InputProps } from "../../contract/field-form.tsx";
import { requestFields } from "../../contract/fields.gen.ts";
import { Button } from "../../ui/button.tsx";
import { Choice } from "../../ui/choice.tsx";
import { Field } from "../../ui/field.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Waiting } from "../../ui/page.tsx";
import { Quantity } from "../../ui/values.tsx";
import type { Order } from "./order.ts";
import { serialsOf } from "./serials.rules.ts";
import { useQtyLeft } from "./use-qty-left.ts";

interface StartFormProps {
  readonly order: Order;
  readonly onClose: () => void;
}

/** How the new units get their serials. */
type Serials = "made" | "given";

/** Starts an order or its next units. */
export function StartForm({ order, onClose }: StartFormProps) {
  const { t } = useLingui();
  const [serials, setSerials] = useState<Serials>("made");
  const write = useWrite("worksOrderStart");
  const products = useRead("productList", { body: { ID: order.productID } });
  const [product] = products.data ?? [];
  if (write.data) return <Started order={write.data} onClose={onClose} />;
  if (!product) return <Waiting />;
  const unitQty = product.Tracking === "Serial" ? 1 : product.DefaultBatchSize;
  const initial = { qty: unitQty };
  const submit = (changes: Draft) => {
    // The form has read the values by the types of the contract, and the service checks them.
    const unit = { ...initial, ...changes } as Unit;
    const items = serialsOf(unit.visualSerialNo ?? "");
    const given = items.map((visualSerialNo) => ({ visualSerialNo, qty: unit.qty }));
    write.mutate({
      body: {
        id: order.id,
        comment: unit.comment ?? null,
        ...(serials === "given" ? { items: given } : {}),
      },
    });
  };
  return (
    <>
      <Choice<Serials>
        label={t`Serials`}
        value={serials}
        options={[
          ["made", t`Made by the service`],
          ["given", t`Typed or scanned`],
        ]}
        onChange={setSerials}
      />
      {serials === "made" ? (
        <StartedQty order={order} product={product} unitQty={unitQty} />
      ) : undefined}
      <FieldForm
        key={serials}
        fields={serials === "made" ? [comment] : [...unitFields, comment]}
        inputs={inputs}
        initial={initial}
        submitLabel={t`Start`}
        error={write.error}
        isBusy={write.isPending}
        onSubmit={submit}
        onCancel={onClose}
      />
    </>
  );
}

interface StartedQtyProps {
  readonly order: Order;
  readonly product: Answer<"productList">[number];
  readonly unitQty: number;
}

/** What a start makes if no serials are given. */
function StartedQty({ order, product: { BaseUnit }, unitQty }: StartedQtyProps) {
  const qtyLeft = useQtyLeft(order);
  return (
    <>
      {qtyLeft === undefined ? undefined : (
        <p>
          <Trans>
            Left to start: <Quantity value={qtyLeft} unit={BaseUnit} />
          </Trans>
        </p>
      )}
      <p>
        <Trans>
          All that is left is started, in units of <Quantity value={unitQty} unit={BaseUnit} />. One
          start makes at most 1000 units.
        </Trans>
      </p>
    </>
  );
}

interface Unit {
  readonly visualSerialNo?: string;
  readonly qty: number;
  readonly comment?: string;
}

const startFields = requestFields.worksOrderStart;
const comment = startFields.find(({ name }) => name === "comment")!;
const unitFields = startFields.flatMap((field) => ("fields" in field ? field.fields : []));

const inputs = { visualSerialNo: (props: InputProps) => <SerialsInput {...props} /> };

function SerialsInput({ value, error, onChange }: InputProps) {
  const { t } = useLingui();
  return (
    <Field
      label={t`Serials`}
      hint={t`One a line. A scanner begins the next line by itself. All of them have the same quantity.`}
      error={error}
      isRequired
    >
      {(connected) => (
        <textarea
          {...connected}
          rows={6}
          value={typeof value === "string" ? value : ""}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  );
}

interface StartedProps {
  readonly order: Answer<"worksOrderStart">;
  readonly onClose: () => void;
}

/** The units that were made, and what is left to start. */
function Started({ order: { items, qtyLeft = 0, unit }, onClose }: StartedProps) {
  const [first, last] = [items.at(0)?.visualSerialNo, items.at(-1)?.visualSerialNo];
  return (
    <Notice
      meaning="good"
      title={<Plural value={items.length} one="# unit is started." other="# units are started." />}
    >
      <p>{first === last ? first : `${first} – ${last}`}</p>
      {qtyLeft > 0 ? (
        <p>
          <Trans>
            <Quantity value={qtyLeft} unit={unit} /> are left to start.
          </Trans>
        </p>
      ) : undefined}
      <div className="form-actions">
        <Button kind="main" onClick={onClose}>
          <Trans>Close</Trans>
        </Button>
      </div>
    </Notice>
  );
}

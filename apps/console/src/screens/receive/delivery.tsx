import { Trans, useLingui } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import { type ComponentProps, useState } from "react";
import { useRead } from "../../client/queries.ts";
import type { WriteEntry } from "../../client/write-many.ts";
import type { Draft } from "../../contract/field-form.tsx";
import { ProblemNotice } from "../../contract/problem-text.tsx";
import { WriteResults } from "../../contract/write-results.tsx";
import { useOutboxMany } from "../../outbox/use-outbox-many.ts";
import { Button } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Waiting } from "../../ui/page.tsx";
import { Quantity } from "../../ui/values.tsx";
import { ItemQuantity } from "../item/item-quantity.tsx";
import type { Product } from "../item/use-product.ts";
import { nextSerial } from "./receive.rules.ts";
import { DeliveryLabels } from "./delivery-labels.tsx";
import { type Receipt, ReceiptForm } from "./receipt-form.tsx";

type Entry = WriteEntry<"materialItemReceive">;

/** The values that stay for the next item of a delivery. */
interface Sticky {
  readonly deliveryNo?: string;
  readonly location?: string;
}

interface DeliveryProps {
  readonly product: Product | undefined;
  readonly sticky: Sticky;
  readonly patch: Draft;
  /** The serial that was scanned last. */
  readonly scanned: string | undefined;
  readonly onPatch: (patch: Draft) => void;
  readonly onSent: () => void;
  readonly onKeep: (sticky: Sticky) => void;
}

/** The receipts of this delivery, and how the form sends one more. */
function useReceipts(props: Pick<DeliveryProps, "onKeep" | "onPatch" | "onSent">) {
  const { onPatch, onSent, onKeep } = props;
  const { t } = useLingui();
  const [last, setLast] = useState<Entry>();
  const receipts = useOutboxMany("materialItemReceive", (entry) => {
    setLast(entry);
    onPatch({ visualSerialNo: "" });
  });
  const send = ({ body, count }: Receipt) => {
    onSent();
    onKeep({ deliveryNo: body.deliveryNo ?? "", location: body.location ?? "" });
    for (const entry of receipts.entries) {
      const isSame = entry.subject === body.visualSerialNo && entry.state === "refused";
      if (isSame) receipts.drop(entry.key);
    }
    const subject = body.visualSerialNo ?? t`Serial to be made`;
    receipts.add(Array.from({ length: count }, () => ({ subject, call: { body } })));
  };
  const again = ({ call: { body } }: Entry) => {
    if (body.makeSerial) return send({ body, count: 1 });
    onPatch({ ...body, visualSerialNo: nextSerial(body.visualSerialNo ?? "") ?? "" });
  };
  return { receipts, last, send, again };
}

/** The receipt of items of one product, and the results of the delivery so far. */
export function Delivery(props: DeliveryProps) {
  const { product, sticky, patch, scanned, onPatch } = props;
  const { t } = useLingui();
  const { receipts, last, send, again } = useReceipts(props);
  const newest = receipts.entries.at(-1);
  const correct = ({ key, call }: Entry) => {
    onPatch({ ...call.body });
    receipts.drop(key);
  };
  return (
    <>
      {newest?.answer ? <Received item={newest.answer} /> : undefined}
      {product ? (
        <ProfiledForm
          key={product.ID}
          product={product}
          sticky={sticky}
          patch={patch}
          scanned={scanned}
          error={newest?.state === "refused" ? newest.error : undefined}
          isBusy={receipts.isBusy}
          onSubmit={send}
          onPatch={onPatch}
        />
      ) : undefined}
      {last ? (
        <div className="row">
          {last.call.body.productName === product?.Name ? (
            <Button onClick={() => again(last)} disabled={receipts.isBusy}>
              <Trans>Same again</Trans>
            </Button>
          ) : undefined}
          <DeliveryLabels entries={receipts.entries} />
        </div>
      ) : undefined}
      <WriteResults
        label={t`This delivery`}
        writes={receipts}
        renderNote={(entry) => <ReceivedItem entry={entry} />}
        renderActions={(entry) =>
          entry.state === "refused" && entry.call.body.productName === product?.Name ? (
            <Button kind="plain" onClick={() => correct(entry)}>
              <Trans>Correct</Trans>
            </Button>
          ) : undefined
        }
      />
    </>
  );
}

/** The last receipt, in sight above the form. Expired material is received, but never built. */
function Received({ item }: { readonly item: NonNullable<Entry["answer"]> }) {
  const { t } = useLingui();
  const { visualSerialNo, expiryDate, lastEditDT } = item;
  const isExpired = expiryDate !== null && Date.parse(expiryDate) <= Date.parse(lastEditDT);
  return (
    <Notice meaning={isExpired ? "caution" : "good"} title={t`${visualSerialNo} is received.`}>
      {isExpired ? (
        <p>
          <Trans>It has expired. It can't be built into anything.</Trans>
        </p>
      ) : undefined}
    </Notice>
  );
}

function ReceivedItem({ entry: { answer, call } }: { readonly entry: Entry }) {
  const { body } = call;
  return (
    <span className="soft">
      {answer ? (
        <ItemQuantity item={answer} quantity={answer.nominalQty} />
      ) : (
        <Quantity value={body.qty} unit={body.unit} />
      )}{" "}
      {body.productName}{" "}
      {answer ? (
        <Link to="/items/$id" params={{ id: String(answer.id) }}>
          {answer.visualSerialNo}
        </Link>
      ) : undefined}
    </span>
  );
}

type ProfiledFormProps = Omit<ComponentProps<typeof ReceiptForm>, "rules">;

/** The form, once the rules of the product's profile are read. */
function ProfiledForm(props: ProfiledFormProps) {
  const { ReceiptProfile: name } = props.product;
  const profiles = useRead("receiptProfileList", { body: { name } });
  if (profiles.error) return <ProblemNotice error={profiles.error} />;
  const profile = profiles.data?.[0];
  return profile ? <ReceiptForm {...props} rules={profile.fields} /> : <Waiting />;
}

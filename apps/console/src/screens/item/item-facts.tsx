import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { Facts } from "../../ui/page.tsx";
import { Moment, Quantity } from "../../ui/values.tsx";
import { type Item, namesOfHolds } from "./item.ts";
import { StatusChip } from "./status-chip.tsx";
import { useUnit } from "./use-product.ts";

/** What an item is, and its present state. */
export function ItemFacts({ item }: { readonly item: Item }) {
  const { t } = useLingui();
  const unit = useUnit(item.productID);
  const { expiryDate } = item;
  const [shownAt] = useState(Date.now);
  const isExpired = expiryDate !== null && Date.parse(expiryDate) < shownAt;
  return (
    <Facts
      facts={[
        [t`Status`, <StatusChip key="status" item={item} />],
        [t`Hold reason`, namesOfHolds(item)],
        [t`Product`, item.productName],
        [t`Version`, item.version],
        [t`Quantity left`, <Quantity key="left" value={item.actualQty} unit={unit} />],
        [t`Nominal quantity`, <Quantity key="nominal" value={item.nominalQty} unit={unit} />],
        [t`Batch`, item.batchNo],
        [t`Location`, item.location],
        [t`Works order`, item.orderNo],
        [t`Delivery`, item.deliveryNo],
        [t`Origin`, item.origin],
        [t`Destination`, item.destination],
        [
          t`Expires`,
          expiryDate && (
            <span key="expiry" className={isExpired ? "field-error" : undefined}>
              <Moment at={expiryDate} /> {isExpired ? <Trans>expired</Trans> : undefined}
            </span>
          ),
        ],
        [t`Last change`, <Moment key="edit" at={item.lastEditDT} />],
      ]}
    />
  );
}

import { useLingui } from "@lingui/react/macro";
import type { KeyedColumn } from "../../list/column-choice.tsx";
import { Moment } from "../../ui/values.tsx";
import type { Item } from "../item/item.ts";
import { ItemQuantity } from "../item/item-quantity.tsx";
import { StatusChip } from "../item/status-chip.tsx";

/** The columns that are shown until a person chooses. */
export const columnsByDefault = [
  "visualSerialNo",
  "productName",
  "status",
  "actualQty",
  "batchNo",
  "location",
  "orderNo",
];

/** The texts that an item of an earlier service has not. */
type Later = "deliveryNo" | "origin" | "destination";

type TextField =
  | {
      [Name in Exclude<keyof Item, Later>]: Item[Name] extends string | null | undefined
        ? Name
        : never;
    }[Exclude<keyof Item, Later>]
  | Later;

const column = (key: TextField, name: string, widthRem = 8): KeyedColumn<Item> => ({
  key,
  name,
  widthRem,
  share: 1,
  show: (item) => item[key],
});

const moment = (key: "expiryDate" | "lastEditDT", name: string): KeyedColumn<Item> => ({
  ...column(key, name, 14),
  show: (item) => <Moment at={item[key]} />,
});

const amount = (key: "actualQty" | "nominalQty", name: string): KeyedColumn<Item> => ({
  key,
  name,
  widthRem: 7,
  share: 1,
  isNumber: true,
  show: (item) => <ItemQuantity item={item} quantity={item[key]} />,
});

/** Every column that the list of items can have. */
export function useItemColumns(): readonly KeyedColumn<Item>[] {
  const { t } = useLingui();
  return [
    { ...column("visualSerialNo", t`Serial`, 12), share: 2 },
    { ...column("productName", t`Product`, 10), share: 2 },
    {
      ...column("status", t`Status`, 9),
      show: (item) => <StatusChip item={item} />,
    },
    column("holdReason", t`Hold reason`),
    amount("actualQty", t`Quantity`),
    amount("nominalQty", t`Nominal quantity`),
    column("batchNo", t`Batch`),
    column("deliveryNo", t`Delivery`),
    column("origin", t`Origin`),
    column("destination", t`Destination`),
    column("location", t`Location`),
    column("orderNo", t`Works order`),
    column("version", t`Version`),
    moment("expiryDate", t`Expires`),
    moment("lastEditDT", t`Last change`),
    column("uniqueID", t`Unique ID`),
    column("ownershipType", t`Ownership type`),
  ];
}

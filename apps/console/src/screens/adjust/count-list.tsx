import { Trans, useLingui } from "@lingui/react/macro";
import { usePages } from "../../client/queries.ts";
import type { WriteEntry } from "../../client/write-many.ts";
import { RecordList } from "../../list/record-list.tsx";
import type { Column } from "../../list/virtual-grid.tsx";
import { Chip } from "../../ui/notice.tsx";
import type { Item } from "../item/item.ts";
import { ItemQuantity } from "../item/item-quantity.tsx";

interface CountListProps {
  /** The SUID of the location. */
  readonly location: string;
  readonly adjustments: readonly WriteEntry<"materialItemItemAdjust">[];
  readonly onOpen: (item: Item) => void;
}

/** What the record has at a location: the list that a person counts by. */
export function CountList({ location, adjustments, onOpen }: CountListProps) {
  const { t } = useLingui();
  const columns = useColumns(adjustments);
  const pages = usePages("materialItemSearch", {
    body: { location, isInStock: true, order: "visualSerialNo" },
  });
  return (
    <RecordList
      label={t`Items at ${location}`}
      columns={columns}
      pages={pages}
      keyOf={({ id }) => id}
      onOpen={onOpen}
      whenEmpty={<Trans>The record has no item at this location.</Trans>}
    />
  );
}

function useColumns(adjustments: CountListProps["adjustments"]): readonly Column<Item>[] {
  const { t } = useLingui();
  const done = adjustments.filter(({ state }) => state === "done");
  const adjusted = new Set(done.map(({ call }) => call.body.materialitemid));
  return [
    { name: t`Serial`, widthRem: 10, share: 2, show: (item) => item.visualSerialNo },
    { name: t`Product`, widthRem: 8, share: 1, show: (item) => item.productName },
    { name: t`Batch`, widthRem: 6, share: 1, show: (item) => item.batchNo },
    {
      name: t`Quantity`,
      widthRem: 7,
      share: 1,
      isNumber: true,
      show: (item) => <ItemQuantity item={item} quantity={item.actualQty} />,
    },
    {
      name: t`Count`,
      widthRem: 7,
      share: 0.5,
      show: ({ id }) => (adjusted.has(id) ? <Adjusted /> : undefined),
    },
  ];
}

const Adjusted = () => (
  <Chip meaning="good">
    <Trans>Adjusted</Trans>
  </Chip>
);

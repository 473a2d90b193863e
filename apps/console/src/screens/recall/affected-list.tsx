import type { Answer } from "@asbuilt/client";
import { Trans, useLingui } from "@lingui/react/macro";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { PrintedTable } from "../../list/printed-table.tsx";
import { type Column, VirtualGrid } from "../../list/virtual-grid.tsx";
import { Moment, Quantity } from "../../ui/values.tsx";
import { StatusChip } from "../item/status-chip.tsx";

export type Affected = Answer<"genealogyRecall">[number];

/** Every affected item with its state and its path to the suspect material. */
export function AffectedList({ items }: { readonly items: readonly Affected[] }) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const [active, setActive] = useState(0);
  const open = ({ id }: Affected) => navigate({ to: "/items/$id", params: { id: String(id) } });
  return (
    <VirtualGrid
      role="grid"
      label={t`Affected items`}
      columns={useColumns(items)}
      rows={items}
      keyOf={({ id }) => id}
      isWhole
      active={Math.min(active, items.length - 1)}
      onActive={setActive}
      onOpen={open}
      rowAttributes={(item) => ({ onClick: () => open(item) })}
    />
  );
}

export function PrintedAffected({ items }: { readonly items: readonly Affected[] }) {
  const { t } = useLingui();
  const columns = useColumns(items);
  const label = t`Affected items`;
  return <PrintedTable label={label} columns={columns} rows={items} keyOf={({ id }) => id} />;
}

const pathText = ({ path }: Affected) =>
  path.map(({ visualSerialNo }) => visualSerialNo).join(" → ");

/** A value that the item had, and when it lost it. */
const Former = ({ value, until }: Affected["formerly"][number]) => (
  <span>
    <Trans>
      {value} until <Moment at={until} />
    </Trans>{" "}
  </span>
);

/** When the last match was taken out, by whom and why. */
const TakenOut = ({ at, user, reasonSUID, comment }: NonNullable<Affected["removed"]>) => (
  <>
    <Moment at={at} /> {[user, reasonSUID, comment].filter(Boolean).join(" · ")}
  </>
);

function useColumns(items: readonly Affected[]): readonly Column<Affected>[] {
  const { t } = useLingui();
  const former: Column<Affected> = {
    name: t`Formerly`,
    widthRem: 12,
    share: 1,
    show: ({ formerly }) => formerly.map((one) => <Former key={one.field} {...one} />),
  };
  const takenOut: Column<Affected> = {
    name: t`Taken out`,
    widthRem: 14,
    share: 1,
    show: ({ removed }) => (removed ? <TakenOut {...removed} /> : undefined),
  };
  return [
    { name: t`Serial`, widthRem: 10, share: 2, show: (item) => item.visualSerialNo },
    { name: t`Product`, widthRem: 7, share: 1, show: (item) => item.productName },
    { name: t`Level`, widthRem: 3.5, share: 0, isNumber: true, show: (item) => item.level },
    { name: t`Path`, widthRem: 15, share: 3, show: pathText },
    { name: t`Status`, widthRem: 12, share: 1, show: (item) => <StatusChip item={item} /> },
    {
      name: t`Quantity left`,
      widthRem: 8,
      share: 0.5,
      isNumber: true,
      show: (item) => <Quantity value={item.actualQty} unit={item.unit} />,
    },
    { name: t`Batch`, widthRem: 7, share: 1, show: (item) => item.batchNo },
    { name: t`Version`, widthRem: 5, share: 0.5, show: (item) => item.version },
    { name: t`Hold reason`, widthRem: 8, share: 1, show: (item) => item.holdReason },
    // Few recalls have either, and the list needs the room.
    ...(items.some(({ formerly }) => formerly.length > 0) ? [former] : []),
    ...(items.some(({ removed }) => removed) ? [takenOut] : []),
  ];
}

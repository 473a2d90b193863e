import type { Answer } from "@asbuilt/client";
import { useLingui } from "@lingui/react/macro";
import { useNavigate } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { ProblemNotice } from "../../contract/problem-text.tsx";
import type { Column } from "../../list/virtual-grid.tsx";
import { Treegrid } from "../../tree/treegrid.tsx";
import { Empty, Waiting } from "../../ui/page.tsx";
import { Moment, Quantity } from "../../ui/values.tsx";

export type Built = Answer<"genealogyAsBuilt">[number];
type Containing = Answer<"genealogyWhereUsed">[number];

interface GenealogyProps {
  readonly label: string;
  readonly reading: {
    readonly data: readonly (Built | Containing)[] | undefined;
    readonly error: unknown;
  };
  readonly whenEmpty: ReactNode;
}

/** The tree of both directions: its rows differ only in which item they name as the other one. */
export function Genealogy({ label, reading, whenEmpty }: GenealogyProps) {
  const navigate = useNavigate();
  const columns = useColumns();
  if (reading.error) return <ProblemNotice error={reading.error} />;
  if (!reading.data) return <Waiting />;
  if (reading.data.length === 0) return <Empty>{whenEmpty}</Empty>;
  return (
    <Treegrid
      label={label}
      columns={columns}
      rows={reading.data}
      keyOf={keyOf}
      nameOf={(row) => row.visualSerialNo}
      onOpen={(row) => navigate({ to: "/items/$id", params: { id: String(row.id) } })}
    />
  );
}

/** An item is listed once below each parent and slot. */
export const keyOf = (row: Built | Containing): string =>
  `${"parentID" in row ? row.parentID : row.childID}/${row.id}/${row.bomSlotID}`;

export function useColumns(): readonly Column<Built | Containing>[] {
  const { t } = useLingui();
  return [
    { name: t`Serial`, widthRem: 11.5, share: 2, show: (row) => row.visualSerialNo },
    { name: t`Product`, widthRem: 5.25, share: 1, show: (row) => row.productName },
    { name: t`Slot`, widthRem: 7, share: 1, show: (row) => row.slot },
    {
      name: t`Quantity`,
      widthRem: 4.75,
      share: 0.5,
      isNumber: true,
      show: (row) => <Quantity value={row.qty} unit={row.unit} />,
    },
    { name: t`Batch`, widthRem: 4.5, share: 1, show: (row) => row.batchNo },
    { name: t`Built`, widthRem: 16.25, share: 1, show: (row) => <Moment at={row.at} /> },
    { name: t`By`, widthRem: 6, share: 1, show: (row) => row.user },
  ];
}

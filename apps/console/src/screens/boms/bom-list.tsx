import { useLingui } from "@lingui/react/macro";
import { useNavigate } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { usePages } from "../../client/queries.ts";
import { RecordList } from "../../list/record-list.tsx";
import type { Column } from "../../list/virtual-grid.tsx";
import { ActiveChip } from "../../ui/active-chip.tsx";
import type { Bom } from "../bom/bom.ts";
import { VersionChip } from "./version-chip.tsx";

interface BomListProps {
  readonly whenEmpty: ReactNode;
  readonly filters: {
    readonly parentProductName?: string;
    readonly name?: string;
    readonly isActive?: string;
  };
}

/** The BoMs that match, with their versions. */
export function BomList({ filters, whenEmpty }: BomListProps) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const { isActive, ...names } = filters;
  const pages = usePages("bomList", {
    body: { ...names, ...(isActive === undefined ? {} : { isActive: isActive === "true" }) },
  });
  return (
    <RecordList
      label={t`BoMs`}
      columns={useColumns()}
      pages={pages}
      keyOf={({ id }) => id}
      onOpen={({ id }) => navigate({ to: "/boms/$id", params: { id: String(id) } })}
      whenEmpty={whenEmpty}
    />
  );
}

function useColumns(): readonly Column<Bom>[] {
  const { t } = useLingui();
  return [
    { name: t`Name`, widthRem: 10, share: 2, show: (bom) => bom.name },
    { name: t`Product`, widthRem: 10, share: 2, show: (bom) => bom.parentProductName },
    {
      name: t`Versions`,
      widthRem: 14,
      share: 2,
      // The newest are those that people look for.
      show: ({ versions }) =>
        versions.toReversed().map((version) => <VersionChip key={version.id} version={version} />),
    },
    { name: t`Description`, widthRem: 14, share: 3, show: (bom) => bom.description },
    {
      name: t`State`,
      widthRem: 7,
      share: 0.5,
      show: (bom) => <ActiveChip isActive={bom.isActive} />,
    },
  ];
}

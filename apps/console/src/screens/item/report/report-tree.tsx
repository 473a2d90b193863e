import { Trans, useLingui } from "@lingui/react/macro";
import type { Column } from "../../../list/virtual-grid.tsx";
import { PrintedTable } from "../../../list/printed-table.tsx";
import { useSession } from "../../../session/session.tsx";
import { Empty } from "../../../ui/page.tsx";
import { momentTexts, quantityText } from "../../../ui/values.tsx";
import { type Built, keyOf } from "../genealogy.tsx";

/** Every level of the tree, each row further in than the one that contains it. */
export function ReportTree({ rows }: { readonly rows: readonly Built[] }) {
  const { t } = useLingui();
  const columns = useColumns();
  if (rows.length === 0) {
    return (
      <Empty>
        <Trans>Nothing is built into this item.</Trans>
      </Empty>
    );
  }
  return <PrintedTable label={t`As built`} columns={columns} rows={rows} keyOf={keyOf} />;
}

/** Deeper levels stand no further in: paper is narrow. */
const indentMax = 8;

// Texts instead of parts: ten thousand rows of parts take seconds.
function useColumns(): readonly Column<Built>[] {
  const { t, i18n } = useLingui();
  const { timeZone } = useSession().who;
  const momentOf = ({ at }: Built) => Object.values(momentTexts(at, timeZone, i18n.locale));
  const width = { widthRem: 0, share: 0 };
  return [
    { ...width, name: t`Level`, show: (row) => row.level },
    {
      ...width,
      name: t`Serial`,
      show: (row) => (
        <span style={{ paddingInlineStart: `${Math.min(row.level - 1, indentMax)}em` }}>
          {row.visualSerialNo}
        </span>
      ),
    },
    {
      ...width,
      name: t`Product`,
      show: (row) => (row.version === null ? row.productName : `${row.productName} ${row.version}`),
    },
    { ...width, name: t`Batch`, show: (row) => row.batchNo },
    { ...width, name: t`Slot`, show: (row) => row.slot },
    {
      ...width,
      name: t`Quantity`,
      isNumber: true,
      show: (row) => quantityText(row.qty, row.unit, i18n.locale),
    },
    {
      ...width,
      name: t`Built`,
      show: (row) => <time dateTime={row.at}>{momentOf(row).join(" ")}</time>,
    },
    { ...width, name: t`By`, show: (row) => row.user },
  ];
}

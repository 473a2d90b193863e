import { Trans, useLingui } from "@lingui/react/macro";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { useFieldLabel } from "../../contract/field-form.tsx";
import type { Column } from "../../list/virtual-grid.tsx";
import { Treegrid } from "../../tree/treegrid.tsx";
import { Check } from "../../ui/field.tsx";
import { Chip, type Meaning, Notice } from "../../ui/notice.tsx";
import { Facts } from "../../ui/page.tsx";
import { Quantity } from "../../ui/values.tsx";
import { type Compared, countOf, type Verdict } from "./compare.rules.ts";
import type { Built } from "./genealogy.tsx";

type Row = Compared<Built>;

interface ComparedTreeProps {
  readonly rows: readonly Row[];
  /** The serials of the two items. */
  readonly here: string;
  readonly there: string;
}

/** Two trees as one, with a verdict for each place. */
export function ComparedTree({ rows, here, there }: ComparedTreeProps) {
  const { t, i18n } = useLingui();
  const navigate = useNavigate();
  const verdicts = useVerdicts();
  const [onlyDifferent, setOnlyDifferent] = useState(false);
  const columns = useColumns(here, there);
  // Without their parents the rows are no tree, so all of them stand at the first level.
  const shown = onlyDifferent
    ? rows.filter(({ verdict }) => verdict !== "same").map(atFirstLevel)
    : rows;
  const open = (row: Row) =>
    navigate({ to: "/items/$id", params: { id: String((row.here ?? row.there)!.id) } });
  return (
    <>
      <section className="card form" aria-label={t`Counts`}>
        <Facts
          facts={Object.entries(verdicts).map(([verdict, { name }]) => [
            name,
            // The keys are those of the verdicts.
            i18n.number(countOf(rows, verdict as Verdict)),
          ])}
        />
        <Check
          label={t`Show only what is not the same`}
          isChecked={onlyDifferent}
          onChange={setOnlyDifferent}
        />
      </section>
      {shown.length === 0 ? (
        <Notice meaning="good" title={t`The two are the same.`} />
      ) : (
        <Treegrid
          key={String(onlyDifferent)}
          label={t`Comparison`}
          columns={columns}
          rows={shown}
          keyOf={keyOf}
          nameOf={(row) => (row.here ?? row.there)!.slot}
          onOpen={open}
        />
      )}
      <p className="field-hint">
        <Trans>
          Compared are product, version, batch and quantity. Serials of single things always differ.
        </Trans>
      </p>
    </>
  );
}

const atFirstLevel = (row: Row): Row => ({ ...row, level: 1 });

const keyOf = ({ here, there }: Row): string =>
  [here?.parentID, here?.id, there?.parentID, there?.id, (here ?? there)!.slot].join("/");

/** The names of the verdicts, and what their colours say. */
function useVerdicts(): Readonly<Record<Verdict, { name: string; meaning: Meaning }>> {
  const { t } = useLingui();
  return {
    same: { name: t`Same`, meaning: "good" },
    differs: { name: t`Differs`, meaning: "caution" },
    onlyHere: { name: t`Only here`, meaning: "bad" },
    onlyThere: { name: t`Only there`, meaning: "bad" },
  };
}

function useColumns(here: string, there: string): readonly Column<Row>[] {
  const { t } = useLingui();
  return [
    { name: t`Slot`, widthRem: 14, share: 2, show: (row) => (row.here ?? row.there)!.slot },
    { name: t`Result`, widthRem: 14, share: 1, show: (row) => <Result row={row} /> },
    { name: here, widthRem: 20, share: 2, show: ({ here: row }) => <Side row={row} /> },
    { name: there, widthRem: 20, share: 2, show: ({ there: row }) => <Side row={row} /> },
  ];
}

function Result({ row }: { readonly row: Row }) {
  const label = useFieldLabel();
  const { name, meaning } = useVerdicts()[row.verdict];
  return (
    <>
      <Chip meaning={meaning}>{name}</Chip> {row.differences.map(label).join(", ")}
    </>
  );
}

function Side({ row }: { readonly row: Built | undefined }) {
  if (!row) return "—";
  const { visualSerialNo, productName, version, batchNo, qty, unit } = row;
  return (
    <>
      <strong>{visualSerialNo}</strong> <Quantity value={qty} unit={unit} />{" "}
      {[productName, version, batchNo].filter(Boolean).join(" · ")}
    </>
  );
}

import { readTable } from "@asbuilt/table";
import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useMemo, useState } from "react";
import { useFieldLabel } from "../../contract/field-form.tsx";
import { ProblemNotice } from "../../contract/problem-text.tsx";
import { Button } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Empty, Waiting } from "../../ui/page.tsx";
import { columnsOf } from "./columns.rules.ts";
import { useSeparatorName } from "./fault-text.ts";
import { type ImportKind, isOwnField } from "./kinds.ts";
import { PlannedRows } from "./planned-rows.tsx";
import { readRows } from "./preview.rules.ts";
import { type PlannedRow, usePlan } from "./use-plan.ts";
import { ImportResults } from "./results.tsx";

/** More rows are work for the command line, which needs no open page. */
const rowsMax = 2000;

interface ImportPreviewProps {
  readonly kind: ImportKind;
  readonly text: string;
}

/** Reads a table, and shows what each row would do before any is written. */
export function ImportPreview({ kind, text }: ImportPreviewProps) {
  const label = useFieldLabel();
  // The labels change with the language alone, which reads the table again at the next check.
  const [{ table, rows, unknown }] = useState(() => {
    const { fieldOf, nameOf } = columnsOf(kind.fields, label);
    const read = readTable(text, fieldOf, nameOf);
    const strange = (read.columns ?? []).filter((name) => name !== "" && !fieldOf(name));
    return { table: read, rows: readRows(read, kind.fields, isOwnField), unknown: strange };
  });
  if (unknown.length > 0) return <UnknownColumns names={unknown} />;
  if (rows.length === 0) {
    return (
      <Empty>
        <Trans>There is no row below the names of the columns.</Trans>
      </Empty>
    );
  }
  if (rows.length > rowsMax) return <TooMany count={rows.length} />;
  return (
    <>
      <Manner table={table} />
      <Plan kind={kind} rows={rows} />
    </>
  );
}

/** Nothing is read: what stands in such a column would be lost. */
function UnknownColumns({ names }: { readonly names: readonly string[] }) {
  const { t } = useLingui();
  return (
    <Notice meaning="bad" title={t`No field has these names: ${names.join(", ")}`}>
      <p>
        <Trans>
          The first row must name the columns. Columns lists all names. Correct it, or remove what
          is not needed.
        </Trans>
      </p>
    </Notice>
  );
}

function TooMany({ count }: { readonly count: number }) {
  const { t } = useLingui();
  return (
    <Notice meaning="bad" title={t`There are ${count} rows. At most ${rowsMax} are imported here.`}>
      <p>
        <Trans>Divide the table, or use the command line: asbuilt import.</Trans>
      </p>
    </Notice>
  );
}

/** How the table was read, where that is not as usual. */
function Manner({ table }: { readonly table: ReturnType<typeof readTable> }) {
  const { t } = useLingui();
  const separatorName = useSeparatorName();
  const { columns = [], separator = ",", hasDecimalCommas } = table;
  const leftOut = columns.filter(isOwnField).join(", ");
  const separators = separatorName(separator);
  return (
    <p className="soft">
      {t`The cells are separated by ${separators}.`}{" "}
      {hasDecimalCommas ? t`The numbers have decimal commas.` : undefined}{" "}
      {leftOut === "" ? undefined : t`These columns are left out: ${leftOut}.`}
    </p>
  );
}

interface PlanProps {
  readonly kind: ImportKind;
  readonly rows: ReturnType<typeof readRows>;
}

function Plan({ kind, rows }: PlanProps) {
  const [written, setWritten] = useState<readonly PlannedRow[]>();
  if (written) return <ImportResults kind={kind} planned={written} />;
  return <Checked kind={kind} rows={rows} onWrite={setWritten} />;
}

interface CheckedProps extends PlanProps {
  readonly onWrite: (planned: readonly PlannedRow[]) => void;
}

function Checked({ kind, rows, onWrite }: CheckedProps) {
  const { planned, error } = usePlan(kind, rows);
  const writable = useMemo(() => planned?.filter(isWritten) ?? [], [planned]);
  if (error) return <ProblemNotice error={error} />;
  if (!planned) return <Waiting />;
  return (
    <>
      <Counts planned={planned} />
      <div className="row">
        <Button kind="main" disabled={writable.length === 0} onClick={() => onWrite(writable)}>
          <Plural value={writable.length} one="Write # row" other="Write # rows" />
        </Button>
      </div>
      <PlannedRows planned={planned} />
    </>
  );
}

const isWritten = ({ effect }: PlannedRow) => effect.does === "create" || effect.does === "change";

/** How many rows do what. */
function Counts({ planned }: { readonly planned: readonly PlannedRow[] }) {
  const { t } = useLingui();
  const count = (does: PlannedRow["effect"]["does"]) =>
    planned.filter(({ effect }) => effect.does === does).length;
  const [created, changed, same] = [count("create"), count("change"), count("nothing")];
  const refused = count("refused");
  const shortened = planned.filter(({ row }) => row.shortened.length > 0).length;
  return (
    <>
      <Notice
        meaning={refused > 0 ? "bad" : "neutral"}
        title={t`${created} new, ${changed} changed, ${same} as they are, ${refused} refused`}
      >
        {refused > 0 ? (
          <p>
            <Trans>
              Correct the refused rows and check again, or write the others without them.
            </Trans>
          </p>
        ) : undefined}
      </Notice>
      {shortened > 0 ? (
        <Notice
          meaning="caution"
          title={
            <Plural
              value={shortened}
              one="# row has a number that a spreadsheet has probably shortened."
              other="# rows have a number that a spreadsheet has probably shortened."
            />
          }
        />
      ) : undefined}
    </>
  );
}

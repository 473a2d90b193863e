import type { OperationName } from "@asbuilt/client";
import { defused } from "@asbuilt/table/defusing";
import { Trans, useLingui } from "@lingui/react/macro";
import { useEffect, useRef } from "react";
import { sendingLines } from "../../client/write-lines.ts";
import {
  useStopWhenGone,
  useWriteMany,
  type WriteEntry,
  type WriteManyOptions,
} from "../../client/write-many.ts";
import { WriteResults } from "../../contract/write-results.tsx";
import { useSession } from "../../session/session.tsx";
import { Button } from "../../ui/button.tsx";
import { saveFile } from "../../ui/save-file.ts";
import { DeliveryLabels } from "../receive/delivery-labels.tsx";
import type { ImportKind } from "./kinds.ts";
import { type RowFields, rowsAsCsv, subjectOf } from "./preview.rules.ts";
import type { PlannedRow } from "./use-plan.ts";

interface ImportResultsProps {
  readonly kind: ImportKind;
  readonly planned: readonly PlannedRow[];
}

/** The receipts of one request. A person sees the results of some hundreds soon. */
const size = 200;

function useOptions({ operation }: ImportKind): WriteManyOptions<OperationName> {
  const { asbuilt } = useSession();
  if (operation !== "materialItemReceive") return {};
  const lines = { size, send: sendingLines(asbuilt, "materialItemReceive") };
  return { lines };
}

/** Returns the request of a row: with the revision that it was compared with, if it changes one. */
function bodyOf({ row, stored }: PlannedRow): RowFields {
  if (!stored) return row.fields;
  const id = "ID" in stored ? { ID: stored["ID"] } : { id: stored["id"] };
  return { ...id, revNo: stored["revNo"], ...row.fields };
}

/** Writes the rows, and shows the result of each. */
export function ImportResults({ kind, planned }: ImportResultsProps) {
  const { t } = useLingui();
  const writes = useWriteMany<OperationName>(kind.operation, useOptions(kind));
  useStopWhenGone(writes);
  const isBegun = useRef(false);
  const inLine = (name: string | undefined, line: number) =>
    name === undefined ? t`Line ${line}` : t`${name}, line ${line}`;
  useEffect(() => {
    // The effect of a part runs twice while it is developed.
    if (isBegun.current) return;
    isBegun.current = true;
    writes.add(
      planned.map((one) => ({
        subject: inLine(subjectOf(one.row.fields), one.row.line),
        // The fields are those of the operation: the service checks them.
        call: { body: bodyOf(one) } as never,
      })),
    );
  });
  const refused = writes.entries.filter(({ state }) => state === "refused");
  return (
    <>
      <div className="row">
        {kind.operation === "materialItemReceive" ? (
          <DeliveryLabels entries={writes.entries} />
        ) : undefined}
        {refused.length > 0 && !writes.isBusy ? (
          <Button onClick={() => saveFile(`${kind.file}.csv`, "text/csv", csvOf(refused))}>
            <Trans>Save the refused rows as CSV</Trans>
          </Button>
        ) : undefined}
      </div>
      <WriteResults label={t`Imported rows`} writes={writes} />
    </>
  );
}

const csvOf = (entries: readonly WriteEntry<OperationName>[]) =>
  // Each entry has the body that was made of its row.
  rowsAsCsv(
    entries.map(({ call }) => Object(call).body as RowFields),
    defused,
  );

import { eq, sql } from "drizzle-orm";
import { changeLog, materialReason, type ReasonDisposition } from "../database/schema/index.ts";
import type { RowOf } from "../database/statement.ts";
import type { PartChange } from "../engine/index.ts";
import { type LoggedChange, selectChangesWith, toLoggedChange } from "../history/change.ts";
import { actionLists, type LoggedPart, partsInFull } from "../engine/record.ts";
import { correctionKey } from "../material-item/material-reason.ts";

// No event reads the rows of builds here: it reads their table.
const parseParts = (text: string) => partsInFull(JSON.parse(text) as readonly LoggedPart[]);

// Build and Remove log the parent's change just before the child's.
const parentSeq = () =>
  sql<number>`case
  when ${changeLog.action} in ${sql.raw(actionLists.ofChild)} then (
    select parent.seq from change_log as parent
    where parent.operation_id = ${changeLog.operationId}
    and parent.ordinal = ${changeLog.ordinal} - 1) end`.mapWith(Number);

const tracedColumns = () => ({
  disposition: sql<ReasonDisposition | null>`${materialReason.disposition}`,
  reasonKey: sql<string>`${materialReason.suidKey}`,
  parts: sql<readonly PartChange[]>`json_extract(${changeLog.after}, '$.parts')`.mapWith(
    parseParts,
  ),
  parentSeq: parentSeq(),
});

/** The select of items' changes with all fields that an event needs of the change itself. */
export const selectTracedChanges = () =>
  selectChangesWith(tracedColumns()).leftJoin(
    materialReason,
    eq(materialReason.id, changeLog.reasonId),
  );

type Selected = RowOf<ReturnType<typeof selectTracedChanges>>;

/** A logged change of an item that can have events. For a Build or Remove it is the child's. */
export interface TracedChange extends LoggedChange {
  /** The disposition of material that is removed or adjusted for the change's reason. */
  readonly disposition: ReasonDisposition | null;
  /** The folded SUID of the reason. */
  readonly reasonKey: string | null;
  readonly parts: readonly PartChange[] | null;
  /** The place of the parent's change. */
  readonly parentSeq: number | null;
}

/** Parses the JSON of a change. */
export const toTracedChange = (row: Selected): TracedChange => ({
  ...toLoggedChange(row),
  disposition: row.disposition,
  reasonKey: row.reasonKey,
  parts: row.parts,
  parentSeq: row.parentSeq,
});

/** Whether a change takes back a Build that never happened. */
export const isCorrection = ({ action, reasonKey }: TracedChange): boolean =>
  action === "removed" && reasonKey === correctionKey;

/** Returns the quantity that a removal takes back of each build. */
export const removalsIn = ({ parts }: TracedChange) =>
  (parts ?? []).flatMap((part) =>
    part.kind === "insertPart" && part.part === "removal"
      ? { buildId: Number(part.values["buildId"]), qty: Number(part.values["qty"]) }
      : [],
  );

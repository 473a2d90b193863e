import { eq, sql } from "drizzle-orm";
import { changeLog, materialReason, type ReasonDisposition } from "../database/schema/index.ts";
import type { RowOf } from "../database/statement.ts";
import type { PartChange } from "../engine/index.ts";
import { type LoggedChange, selectChangesWith, toLoggedChange } from "../history/change.ts";
import { actionLists } from "../engine/record.ts";

/** The folded SUID of the reason that says of a Remove: it was never so, the record was wrong. */
export const correctionKey = "correction";

const parse = (text: string) => JSON.parse(text) as readonly PartChange[];

// Build and Remove log the parent's change just before the child's.
const parentSeq = () =>
  sql<number>`case
  when ${changeLog.action} in ${sql.raw(actionLists.ofChild)} then (
    select parent.seq from change_log as parent
    where parent.operation_id = ${changeLog.operationId}
    and parent.ordinal = ${changeLog.ordinal} - 1) end`.mapWith(Number);

const more = () => ({
  disposition: sql<ReasonDisposition | null>`${materialReason.disposition}`,
  reasonKey: sql<string>`${materialReason.suidKey}`,
  parts: sql<readonly PartChange[]>`json_extract(${changeLog.after}, '$.parts')`.mapWith(parse),
  parentSeq: parentSeq(),
});

/** The select of changes of items with all that an event tells of the change itself. */
export const selectTracedChanges = () =>
  selectChangesWith(more()).leftJoin(materialReason, eq(materialReason.id, changeLog.reasonId));

type Selected = RowOf<ReturnType<typeof selectTracedChanges>>;

/** A logged change of an item, to be told as events. Of a Build or Remove, it is the child's. */
export interface TracedChange extends LoggedChange {
  /** What becomes of material that is removed or adjusted for the change's reason. */
  readonly disposition: ReasonDisposition | null;
  /** The folded SUID of the reason. */
  readonly reasonKey: string | null;
  readonly parts: readonly PartChange[] | null;
  /** The place of the parent's change. */
  readonly parentSeq: number | null;
}

/** Reads what the log keeps as JSON. */
export const toTracedChange = (row: Selected): TracedChange => ({
  ...toLoggedChange(row),
  disposition: row.disposition,
  reasonKey: row.reasonKey,
  parts: row.parts,
  parentSeq: row.parentSeq,
});

/** Whether a change takes back what never was, instead of telling what was done. */
export const isCorrection = ({ action, reasonKey }: TracedChange): boolean =>
  action === "removed" && reasonKey === correctionKey;

/** What a removal takes back of each build. */
export const removalsIn = ({ parts }: TracedChange) =>
  (parts ?? []).flatMap((part) =>
    part.kind === "insertPart" && part.part === "removal"
      ? { buildId: Number(part.values["buildId"]), qty: Number(part.values["qty"]) }
      : [],
  );

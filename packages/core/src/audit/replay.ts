import { getTableColumns, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import { query } from "../database/query.ts";
import { statement } from "../database/statement.ts";
import {
  entities,
  type EntityName,
  type Fields,
  type PartChange,
  type PartName,
} from "../engine/index.ts";
import {
  derivedColumns,
  fullPart,
  isLoggedPending,
  type LoggedPart,
  withTime,
} from "../engine/record.ts";
import { changeLog } from "../database/schema/index.ts";

/** Reads the log of one kind of record: record by record, each in the order of its revisions. */
export const logOfRecords = statement(() =>
  query
    .select({
      seq: changeLog.seq,
      operationId: changeLog.operationId,
      ordinal: changeLog.ordinal,
      at: changeLog.at,
      entityId: changeLog.entityId,
      revNo: changeLog.revNo,
      userId: changeLog.userId,
      deliveryNo: changeLog.deliveryNo,
      before: changeLog.before,
      after: changeLog.after,
    })
    .from(changeLog)
    .where(
      sql`${changeLog.entity} = ${sql.placeholder("entity")}
        and (${changeLog.entityId}, ${changeLog.revNo})
          > (${sql.placeholder("afterId")}, ${sql.placeholder("afterRevNo")})
        and ${changeLog.entityId} <= ${sql.placeholder("last")}
        and ${changeLog.seq} <= ${sql.placeholder("upTo")}`,
    )
    .orderBy(changeLog.entityId, changeLog.revNo)
    .limit(sql.placeholder("rows")),
);
export type LogRow = ReturnType<ReturnType<typeof logOfRecords>["row"]>;

/** A record as the log describes it. */
export interface ReplayedRecord {
  revNo: number;
  /** Its stored fields; undefined once it is deleted. */
  fields: Record<string, unknown> | undefined;
  /** The rows of its parts, in the order in which they were created. */
  readonly parts: Map<PartName, Fields[]>;
  /** The errors found in its log. */
  readonly flaws: string[];
}

export const newReplayedRecord = (): ReplayedRecord => ({
  revNo: 0,
  fields: undefined,
  parts: new Map(),
  flaws: [],
});

/** Returns the value that the database gave for a pending value of a change. */
export type GivenValue = (change: LogRow, pending: "id" | "seq", ordinal: number) => unknown;

/** Applies the next change to a record. */
export function replay(record: ReplayedRecord, change: LogRow, givenValue: GivenValue): void {
  if (change.revNo !== record.revNo + 1) {
    record.flaws.push(`the change log has revision ${change.revNo} of it after ${record.revNo}`);
  }
  record.revNo = change.revNo;
  try {
    replayFields(record, change, givenValue);
  } catch {
    record.flaws.push(`row ${change.seq} of the change log can't be read`);
  }
}

function replayFields(record: ReplayedRecord, change: LogRow, givenValue: GivenValue): void {
  const before = loggedFields(change.before);
  const differing = Object.keys(before ?? {}).filter(
    (key) => record.fields && key in record.fields && isDifferent(record.fields[key], before![key]),
  );
  for (const key of differing) {
    record.flaws.push(
      `row ${change.seq} of the change log has a wrong ${key} as the value before the change`,
    );
  }
  const after = loggedFields(change.after);
  if (!after) {
    record.fields = undefined;
    record.parts.clear();
    return;
  }
  const { detail, parts, ...rest } = after;
  const fields = withTime(before ?? null, rest, change.at);
  const { lastEditUserId: editor = change.userId } = fields;
  if (editor !== change.userId) {
    record.flaws.push(
      `row ${change.seq} of the change log is by user ${change.userId}, ` +
        `but says that user ${String(editor)} edited it`,
    );
  }
  // Only the row of a receipt has its delivery where items did not have one yet.
  const { deliveryNo } = change;
  const received = deliveryNo === null ? {} : { deliveryNo };
  const given = withGivenValues(fields, change, givenValue);
  record.fields = { ...record.fields, ...received, ...given };
  // The log holds the parts that the engine has put there.
  const of = { ordinal: change.ordinal, id: change.entityId, detail: detail as Fields | undefined };
  for (const part of (parts ?? []) as LoggedPart[]) {
    replayPart(record, fullPart(part, of), change, givenValue);
  }
}

function replayPart(
  { parts }: ReplayedRecord,
  part: PartChange,
  change: LogRow,
  givenValue: GivenValue,
): void {
  let rows = parts.get(part.part);
  if (!rows) parts.set(part.part, (rows = []));
  if (part.kind === "insertPart") {
    rows.push(withGivenValues(part.values, change, givenValue));
    return;
  }
  const meant = Object.entries(part.where);
  const after = rows.flatMap((row) => {
    if (meant.some(([key, value]) => isDifferent(row[key], value))) return [row];
    return part.kind === "removePart" ? [] : [{ ...row, ...part.patch }];
  });
  parts.set(part.part, after);
}

/** Returns a part's row as text without its id: rows with the same content have the same text. */
export function partAsText(part: PartName, row: Fields): string {
  const derived = derivedColumns[part] ?? [];
  const names = Object.keys(row).filter((name) => name !== "id" && !derived.includes(name));
  return JSON.stringify(row, names.toSorted());
}

/** Returns the ordinals of the other records that a change refers to by a pending id. */
export function pendingOrdinals(change: LogRow): readonly number[] {
  const places = change.after?.matchAll(/\{"pending":"id","ordinal":(\d+)\}/g) ?? [];
  return [...places].map(([, ordinal]) => Number(ordinal));
}

function withGivenValues(
  fields: Fields,
  change: LogRow,
  givenValue: GivenValue,
): Record<string, unknown> {
  const known: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(fields)) {
    known[key] = isLoggedPending(value) ? givenValue(change, value.pending, value.ordinal) : value;
  }
  return known;
}

const loggedFields = (text: string | null): Record<string, unknown> | undefined =>
  text === null ? undefined : (JSON.parse(text) as Record<string, unknown>);

/** Whether two stored values differ. */
const isDifferent = (one: unknown, other: unknown): boolean =>
  one !== other &&
  (typeof one !== "object" ||
    typeof other !== "object" ||
    JSON.stringify(one) !== JSON.stringify(other));

/** Returns the stored fields of a kind of record with their columns, without id and revision. */
export const storedColumns = (entity: EntityName): readonly [string, SQLiteColumn][] =>
  Object.entries<SQLiteColumn>(getTableColumns(entities[entity])).filter(
    ([key]) => key !== "id" && key !== "revNo",
  );

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
import { derivedColumns, isLoggedPending } from "../engine/record.ts";
import { changeLog } from "../database/schema/index.ts";

/** The log of one kind of record, a record after the other, each from its first revision on. */
export const logOfRecords = statement(() =>
  query
    .select({
      seq: changeLog.seq,
      operationId: changeLog.operationId,
      ordinal: changeLog.ordinal,
      entityId: changeLog.entityId,
      revNo: changeLog.revNo,
      userId: changeLog.userId,
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
export type LoggedChange = ReturnType<ReturnType<typeof logOfRecords>["row"]>;

/** A record as the log tells it. */
export interface Folded {
  revNo: number;
  /** Its stored fields; undefined once it is deleted. */
  fields: Record<string, unknown> | undefined;
  /** The rows of its parts, in the order in which they came to be. */
  readonly parts: Map<PartName, Fields[]>;
  /** What is wrong with its log. */
  readonly flaws: string[];
}

export const newFolded = (): Folded => ({
  revNo: 0,
  fields: undefined,
  parts: new Map(),
  flaws: [],
});

/** What a change wrote for the values that the database was yet to give. */
export type Given = (change: LoggedChange, pending: "id" | "seq", ordinal: number) => unknown;

/** Brings a record up to date with its next change. */
export function fold(record: Folded, change: LoggedChange, given: Given): void {
  if (change.revNo !== record.revNo + 1) {
    record.flaws.push(`the change log has revision ${change.revNo} of it after ${record.revNo}`);
  }
  record.revNo = change.revNo;
  try {
    foldFields(record, change, given);
  } catch {
    record.flaws.push(`row ${change.seq} of the change log can't be read`);
  }
}

function foldFields(record: Folded, change: LoggedChange, given: Given): void {
  const before = parsed(change.before);
  const differing = Object.keys(before ?? {}).filter(
    (key) => record.fields && key in record.fields && differs(record.fields[key], before![key]),
  );
  for (const key of differing) {
    record.flaws.push(
      `row ${change.seq} of the change log has another ${key} before than there was`,
    );
  }
  const after = parsed(change.after);
  if (!after) {
    record.fields = undefined;
    record.parts.clear();
    return;
  }
  const { detail: _detail, parts, ...fields } = after;
  const { lastEditUserId: editor = change.userId } = fields;
  if (editor !== change.userId) {
    record.flaws.push(
      `row ${change.seq} of the change log is by user ${change.userId}, ` +
        `and says that user ${String(editor)} edited it`,
    );
  }
  record.fields = { ...record.fields, ...resolved(fields, change, given) };
  // The log has what the engine put there.
  for (const part of (parts ?? []) as PartChange[]) foldPart(record, part, change, given);
}

function foldPart({ parts }: Folded, part: PartChange, change: LoggedChange, given: Given): void {
  let rows = parts.get(part.part);
  if (!rows) parts.set(part.part, (rows = []));
  if (part.kind === "insertPart") {
    rows.push(resolved(part.values, change, given));
    return;
  }
  const meant = Object.entries(part.where);
  const after = rows.flatMap((row) => {
    if (meant.some(([key, value]) => differs(row[key], value))) return [row];
    return part.kind === "removePart" ? [] : [{ ...row, ...part.patch }];
  });
  parts.set(part.part, after);
}

/** A row of a part as text, without its id: the same for rows that say the same. */
export function textOfPart(part: PartName, row: Fields): string {
  const derived = derivedColumns[part] ?? [];
  const names = Object.keys(row).filter((name) => name !== "id" && !derived.includes(name));
  return JSON.stringify(row, names.toSorted());
}

/** The places, within their operations, of what changes refer to beside their own record. */
export function pendingIn(change: LoggedChange): readonly number[] {
  const places = change.after?.matchAll(/\{"pending":"id","ordinal":(\d+)\}/g) ?? [];
  return [...places].map(([, ordinal]) => Number(ordinal));
}

function resolved(fields: Fields, change: LoggedChange, given: Given): Record<string, unknown> {
  const known: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(fields)) {
    known[key] = isLoggedPending(value) ? given(change, value.pending, value.ordinal) : value;
  }
  return known;
}

const parsed = (text: string | null): Record<string, unknown> | undefined =>
  text === null ? undefined : (JSON.parse(text) as Record<string, unknown>);

/** Whether two stored values are not the same. */
const differs = (one: unknown, other: unknown): boolean =>
  one !== other &&
  (typeof one !== "object" ||
    typeof other !== "object" ||
    JSON.stringify(one) !== JSON.stringify(other));

/** The stored fields of a kind of record, without its identity, and their columns. */
export const fieldsOf = (entity: EntityName): readonly [string, SQLiteColumn][] =>
  Object.entries<SQLiteColumn>(getTableColumns(entities[entity])).filter(
    ([key]) => key !== "id" && key !== "revNo",
  );

import type { Attribution, Change, Fields, Note, Pending } from "./changes.ts";
import type { Revision } from "./entities.ts";

/** The changes that are logged. */
export type LoggedKind = Extract<Change, { note: Note }>;

/** The values of a change's row of the log, by its columns; a created record has no id yet. */
export function logValues(
  change: LoggedKind,
  ordinal: number,
  by: Attribution,
  firstOrdinal: number,
): Record<string, unknown> {
  const { note } = change;
  const record = change.kind === "create" ? undefined : change.record;
  return {
    operationId: by.operationId,
    ordinal,
    at: by.at,
    // 0 is the service itself, or a command line: there is no such user or key.
    userId: by.userId || null,
    keyId: by.keyId || null,
    requestId: by.requestId,
    entity: change.entity,
    entityId: record?.id ?? null,
    revNo: (record?.revNo ?? 0) + 1,
    action: note.action,
    reasonId: note.reasonId ?? null,
    comment: note.comment ?? null,
    deliveryNo: note.deliveryNo ?? null,
    occurredAt: note.occurredAt ?? null,
    before: fieldsBefore(change),
    after: fieldsAfter(change, firstOrdinal),
  };
}

const storedFields = ({ id: _id, revNo: _revNo, ...fields }: Revision & Fields): Fields => fields;

function fieldsBefore(change: LoggedKind): string | null {
  if (change.kind === "create") return null;
  const record = change.record as Revision & Fields;
  if (change.kind === "remove") return JSON.stringify(storedFields(record));
  const before: Record<string, unknown> = {};
  for (const key in change.patch) {
    if (change.patch[key] !== record[key]) before[key] = record[key];
  }
  return JSON.stringify(before);
}

function fieldsAfter(change: LoggedKind, firstOrdinal: number): string | null {
  if (change.kind === "remove") return null;
  const after: Record<string, unknown> = {};
  const fields = change.kind === "create" ? change.values : change.patch;
  const record = change.kind === "create" ? {} : (change.record as Revision & Fields);
  for (const key in fields) {
    const value = fields[key];
    if (value === record[key as keyof typeof record]) continue;
    // What is not known yet is logged as the place, within the operation, of what creates it.
    after[key] = isPending(value) ? { ...value, ordinal: firstOrdinal + value.ordinal } : value;
  }
  if (change.note.detail) after["detail"] = change.note.detail;
  return JSON.stringify(after);
}

/** Whether a value stands for one that the database gives. */
export const isPending = (value: unknown): value is Pending =>
  typeof value === "object" && value !== null && "pending" in value && "ordinal" in value;

import type { Attribution, Change, Fields, PartChange, Pending } from "./changes.ts";
import { derivedColumns, type Revision } from "./entities.ts";

/** The values of a change's row of the log, by its columns; a created record has no id yet. */
export function logValues(
  change: Change,
  ordinal: number,
  by: Attribution,
  firstOrdinal: number,
): Record<string, unknown> {
  const { note } = change;
  const record = change.kind === "create" ? { id: change.id ?? null, revNo: 0 } : change.record;
  return {
    operationId: by.operationId,
    ordinal,
    at: by.at,
    // 0 is the service itself, or a command line: there is no such user or key.
    userId: by.userId || null,
    keyId: by.keyId || null,
    requestId: by.requestId,
    entity: change.entity,
    entityId: record.id,
    revNo: record.revNo + 1,
    action: note.action,
    reasonId: note.reasonId ?? null,
    comment: note.comment ?? null,
    deliveryNo: note.deliveryNo ?? null,
    occurredAt: note.occurredAt ?? null,
    before: fieldsBefore(change),
    after: fieldsAfter(change, firstOrdinal),
    externalSystem: by.externalRef?.system ?? null,
    externalId: by.externalRef?.id ?? null,
  };
}

function fieldsBefore(change: Change): string | null {
  if (change.kind === "create") return null;
  const record = change.record as Revision & Fields;
  if (change.kind === "remove") {
    const { id: _id, revNo: _revNo, ...fields } = record;
    return JSON.stringify(fields);
  }
  const before: Record<string, unknown> = {};
  for (const key in change.patch) {
    if (change.patch[key] !== record[key]) before[key] = record[key];
  }
  return JSON.stringify(before);
}

function fieldsAfter(change: Change, firstOrdinal: number): string | null {
  if (change.kind === "remove") return null;
  const fields = change.kind === "create" ? change.values : change.patch;
  const record = change.kind === "create" ? {} : (change.record as Revision & Fields);
  const after: Record<string, unknown> = placedFields(fields, firstOrdinal, record);
  const { detail, parts } = change.note;
  if (detail) after["detail"] = placedFields(detail, firstOrdinal);
  const logged = parts?.flatMap((part) => partAfter(part, firstOrdinal)) ?? [];
  if (logged.length > 0) after["parts"] = logged;
  return JSON.stringify(after);
}

/** What a part becomes; nothing where only what follows from other rows changes. */
function partAfter(part: PartChange, firstOrdinal: number): PartChange[] {
  if (part.kind === "removePart") return [part];
  const derived: readonly string[] = derivedColumns[part.part] ?? [];
  const isDerived = (key: string) => derived.includes(key);
  if (part.kind === "updatePart") return Object.keys(part.patch).every(isDerived) ? [] : [part];
  return [{ ...part, values: placedFields(part.values, firstOrdinal) }];
}

/** The fields that are not as they were, each that is pending with its place in the operation. */
function placedFields(
  fields: Fields,
  firstOrdinal: number,
  before?: Fields,
): Record<string, unknown> {
  const placed: Record<string, unknown> = {};
  for (const key in fields) {
    const value = fields[key];
    if (before && value === before[key]) continue;
    placed[key] = isPending(value) ? { ...value, ordinal: firstOrdinal + value.ordinal } : value;
  }
  return placed;
}

/** Whether a value stands for one that the database gives. */
export const isPending = (value: unknown): value is Pending =>
  typeof value === "object" && value !== null && "pending" in value && "ordinal" in value;

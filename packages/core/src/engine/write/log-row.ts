import type { Attribution } from "../context.ts";
import {
  type Change,
  type Fields,
  isPending,
  type PartChange,
  type Pending,
  type Written,
} from "../changes.ts";
import { derivedColumns, type Revision } from "../entities.ts";
import { loggedRequestId } from "../ids.ts";
import { briefPart, withoutTime } from "./brief.ts";

/** A change with its place in its operation. */
export interface Step<Of extends Written = Written> {
  readonly change: Of;
  readonly by: Attribution;
  /** The change's ordinal within the operation; a part has that of its record. */
  readonly ordinal: number;
  /** The ordinals of all changes of the same decision. */
  readonly ordinals: ReadonlyMap<Change, number>;
}

/** The ordinal of the change whose id or place a pending value stands for. */
export function ordinalOf({ ordinal, ordinals }: Omit<Step, "change">, { of }: Pending): number {
  if (of === undefined) return ordinal;
  const found = ordinals.get(of);
  if (found === undefined) throw new Error("A value refers to a change that is not written.");
  return found;
}

/**
 * The changes of one decision, placed after the changes that its operation has logged before. Parts
 * come last, as they can refer to any record; those of a deleted record come just before it. Changes
 * of parts that existed before, by their ids, come after all others, as one statement for many.
 */
export function stepsOf(changes: readonly Change[], by: Attribution, firstOrdinal: number): Step[] {
  const steps: Step[] = [];
  const last: Step[] = [];
  const ordinals = new Map<Change, number>();
  for (const change of changes) {
    const ordinal = firstOrdinal + ordinals.size;
    ordinals.set(change, ordinal);
    const place = { by, ordinal, ordinals };
    for (const part of [...(change.note.parts ?? []), ...(change.note.unlogged ?? [])]) {
      (change.kind === "remove" ? steps : last).push({ change: part, ...place });
    }
    steps.push({ change, ...place });
  }
  const isById = ({ change }: Step) => change.kind === "updatePart" && "id" in change.where;
  return [...steps, ...last.filter((step) => !isById(step)), ...last.filter(isById)];
}

/** A value of the log's JSON that another row of the same operation holds: its id or its place. */
export interface LoggedPending {
  readonly pending: "id" | "seq";
  readonly ordinal: number;
}

/** Whether a value of the log's JSON stands for one that the database gave. */
export const isLoggedPending = (value: unknown): value is LoggedPending =>
  typeof value === "object" && value !== null && "pending" in value && "ordinal" in value;

/** The values of a change's row of the log, by its columns; a created record has no id yet. */
export function logValues(step: Step<Change>): Record<string, unknown> {
  const { change, by, ordinal } = step;
  const { note } = change;
  const record =
    change.kind === "create" ? { id: change.givenId ?? null, revNo: 0 } : change.record;
  return {
    operationId: by.operationId,
    ordinal,
    at: by.at,
    // 0 is the service itself, or a command line: there is no such user or key.
    userId: by.userId || null,
    keyId: by.keyId || null,
    requestId: loggedRequestId(by.requestId, by.operationId),
    entity: change.entity,
    entityId: record.id,
    revNo: record.revNo + 1,
    action: note.action,
    reasonId: note.reasonId ?? null,
    comment: note.comment ?? null,
    deliveryNo: note.deliveryNo ?? null,
    occurredAt: note.occurredAt ?? null,
    before: loggedFieldsBefore(change),
    after: loggedFieldsAfter(step),
    externalSystem: by.externalRef?.system ?? null,
    externalId: by.externalRef?.id ?? null,
    traceparent: by.traceparent ?? null,
  };
}

function loggedFieldsBefore(change: Change): string | null {
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

function loggedFieldsAfter(step: Step<Change>): string | null {
  const { change } = step;
  if (change.kind === "remove") return null;
  const fields = change.kind === "create" ? change.values : change.patch;
  const record = change.kind === "create" ? {} : (change.record as Revision & Fields);
  const after: Record<string, unknown> = placedFields(fields, step, record);
  withoutTime(after, step.by.at, change.kind === "update");
  const { parts } = change.note;
  const detail = change.note.detail && placedFields(change.note.detail, step);
  if (detail) after["detail"] = detail;
  const logged = parts?.flatMap((part) => partAfter(part, step)) ?? [];
  const of = { ordinal: step.ordinal, id: idInLog(step), detail };
  if (logged.length > 0) after["parts"] = logged.map((part) => briefPart(part, of));
  return JSON.stringify(after);
}

/** The id of a change's record as the parts of its row name it. */
function idInLog({ change, ordinal }: Step<Change>): unknown {
  if (change.kind !== "create") return change.record.id;
  return change.givenId ?? ({ pending: "id", ordinal } satisfies LoggedPending);
}

/** A part's change as it is logged; none where only values that follow from other rows change. */
function partAfter(part: PartChange, step: Step): PartChange[] {
  if (part.kind === "removePart") return [part];
  const derived: readonly string[] = derivedColumns[part.part] ?? [];
  const isDerived = (key: string) => derived.includes(key);
  if (part.kind === "updatePart") return Object.keys(part.patch).every(isDerived) ? [] : [part];
  return [{ ...part, values: placedFields(part.values, step) }];
}

/** The fields that have changed; pending ones with their place in the operation. */
function placedFields(fields: Fields, step: Step, before?: Fields): Record<string, unknown> {
  const placed: Record<string, unknown> = {};
  for (const key in fields) {
    const value = fields[key];
    if (before && value === before[key]) continue;
    placed[key] = isPending(value)
      ? ({ pending: value.kind, ordinal: ordinalOf(step, value) } satisfies LoggedPending)
      : value;
  }
  return placed;
}

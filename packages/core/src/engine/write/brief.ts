import { type Fields, isSameValue, type PartChange } from "../changes.ts";

/**
 * A row of `build` as a row of the log keeps it: slot, candidate and quantity. The rest follows from
 * that row: the child is its item, `detail` names the parent, and the parent's row is the one before.
 */
type BriefBuild = readonly [bomSlotId: unknown, candidateId: unknown, qty: unknown];

/** A part's change as the log keeps it. */
export type LoggedPart = PartChange | BriefBuild;

/** The parts of a row of the log that its short forms follow from. */
interface LoggedRow {
  readonly ordinal: number;
  /** The id of the record, or what stands for it before it is known. */
  readonly id: unknown;
  readonly detail: Fields | undefined;
}

const isBrief = (part: LoggedPart): part is BriefBuild => Array.isArray(part);

function fullBuild([bomSlotId, candidateId, qty]: BriefBuild, of: LoggedRow) {
  const seq = { pending: "seq", ordinal: of.ordinal - 1 };
  const ends = { parentId: of.detail?.["parentId"], childId: of.id };
  return { bomSlotId, candidateId, qty, seq, ...ends, removedQty: 0 };
}

/** Returns a part's change in brief if nothing of it is lost, else as it is. */
export function briefPart(part: PartChange, of: LoggedRow): LoggedPart {
  if (part.kind !== "insertPart" || part.part !== "build") return part;
  const { bomSlotId, candidateId, qty } = part.values;
  const brief: BriefBuild = [bomSlotId, candidateId, qty];
  const full: Fields = fullBuild(brief, of);
  const names = Object.keys(part.values);
  const isWhole =
    names.length === Object.keys(full).length &&
    names.every((name) => isSameValue(part.values[name], full[name]));
  return isWhole ? brief : part;
}

/** Returns the whole change of a part. */
export const fullPart = (part: LoggedPart, of: LoggedRow): PartChange =>
  isBrief(part) ? { kind: "insertPart", part: "build", values: fullBuild(part, of) } : part;

/** Returns the changes of parts that the log keeps in full: all but those of builds. */
export const partsInFull = (parts: readonly LoggedPart[]): PartChange[] =>
  parts.filter((part): part is PartChange => !isBrief(part));

/** The field of a record that a row leaves out where it is the time of the row. */
const timeField = "lastEditAt";

/** Leaves out the time of the change, which the row has. `before` tells that the field changed. */
export function withoutTime(after: Record<string, unknown>, at: number, isUpdate: boolean): void {
  if (isUpdate && after[timeField] === at) delete after[timeField];
}

/**
 * Returns the fields after a change, with the time of the change where the row leaves it out. They
 * keep their order, which is that of `before`.
 */
export function withTime(before: Fields | null, after: Fields, at: number): Fields {
  if (!before || !(timeField in before) || timeField in after) return after;
  const full: Record<string, unknown> = {};
  for (const name in before) {
    if (name === timeField) full[name] = at;
    else if (name in after) full[name] = after[name];
  }
  return Object.assign(full, after);
}

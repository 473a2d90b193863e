import type { ExternalRef } from "./context.ts";
import type { EntityName, PartName, Revision, Row, TableName, UnloggedName } from "./entities.ts";

/** Stands for an id or sequence number that the database gives while the batch is written. */
export interface Pending {
  readonly pending: "id" | "seq";
  /** Which of the command's logged changes, from 0. */
  readonly ordinal: number;
}

/** The id of the record that the command's logged change number `ordinal` creates. */
export const idOf = (ordinal: number): Pending => ({ pending: "id", ordinal });
/** The place in the change log of the command's logged change number `ordinal`. */
export const seqOf = (ordinal: number): Pending => ({ pending: "seq", ordinal });

/** What the change log keeps of a change beside the fields that changed. */
export interface Note {
  /** What was done, in the past tense: "received", "built", "updated". */
  action: string;
  reasonId?: number | undefined;
  comment?: string | null | undefined;
  deliveryNo?: string | null | undefined;
  /** When it happened, where that is not when it was recorded. */
  occurredAt?: number | null | undefined;
  /** What belongs to the change and stands in no column of the record. */
  detail?: Readonly<Record<string, unknown>> | undefined;
  /** The rows of the record's parts that are written with it. */
  parts?: readonly PartChange[] | undefined;
  /** What is written with it and kept out of the log. */
  unlogged?: readonly RowChange<UnloggedName>[] | undefined;
}

export type Fields = Readonly<Record<string, unknown>>;

/** What a command does to a record. It is logged, and claims the record. */
export type Change =
  | { kind: "create"; entity: EntityName; values: Fields; note: Note; id?: number | undefined }
  | { kind: "update"; entity: EntityName; record: Revision; patch: Fields; note: Note }
  | { kind: "remove"; entity: EntityName; record: Revision; note: Note };

/** What a change of a record does to rows that belong to it. */
type RowChange<Name extends PartName | UnloggedName> =
  | { kind: "insertPart"; part: Name; values: Fields }
  | { kind: "updatePart"; part: Name; where: Fields; patch: Fields }
  | { kind: "removePart"; part: Name; where: Fields };

/** What a change of a record does to its parts. */
export type PartChange = RowChange<PartName>;

/** What is written with a change of a record. */
export type Written = Change | RowChange<PartName | UnloggedName>;

type OrPending<Of> = {
  [Key in keyof Of]: number extends Of[Key] ? Of[Key] | Pending : Of[Key];
};
type NewRow<Name extends TableName> = OrPending<Omit<Row<Name>, "id" | "revNo">>;

/** Finds at fault the keys that the other has not, which a type parameter would let pass. */
type OnlyKeysOf<Given, Known> = Record<Exclude<keyof Given, keyof Known>, never>;

/** Creates a record, with revision 1; without an id, with the next one. */
export const create = <Name extends EntityName>(
  entity: Name,
  values: NewRow<Name>,
  note: Note,
  id?: number,
): Change => ({ kind: "create", entity, values, note, ...(id === undefined ? {} : { id }) });

/**
 * Changes a record, and with it its revision; an empty patch only claims it. Of the record as it
 * was, the log needs the fields that change.
 */
export const update = <
  Name extends EntityName,
  Patch extends Partial<OrPending<Row<Name>>> & OnlyKeysOf<Patch, Row<Name>>,
>(
  entity: Name,
  record: Revision & Pick<Row<Name>, keyof Patch & keyof Row<Name>>,
  patch: Patch,
  note: Note,
): Change => ({ kind: "update", entity, record, patch, note });

/** Claims a record whose fields stay as they are, so that nobody else changes it meanwhile. */
export const claim = (entity: EntityName, record: Revision, note: Note): Change => ({
  kind: "update",
  entity,
  record: { id: record.id, revNo: record.revNo },
  patch: {},
  note,
});

/** Deletes a record. Foreign keys refuse where something still refers to it. */
export const remove = <Name extends EntityName>(
  entity: Name,
  record: Row<Name>,
  note: Note,
): Change => ({ kind: "remove", entity, record, note });

export const insertPart = <Name extends PartName | UnloggedName>(
  part: Name,
  values: NewRow<Name>,
): RowChange<Name> => ({ kind: "insertPart", part, values });

export const updatePart = <Name extends PartName | UnloggedName>(
  part: Name,
  where: Partial<Row<Name>>,
  patch: Partial<Row<Name>>,
): RowChange<Name> => ({ kind: "updatePart", part, where, patch });

export const removePart = <Name extends PartName | UnloggedName>(
  part: Name,
  where: Partial<Row<Name>>,
): RowChange<Name> => ({ kind: "removePart", part, where });

/** A change with its place in its operation. */
export interface Step<Of extends Written = Written> {
  readonly change: Of;
  readonly by: Attribution;
  /** The ordinal, within the operation, of the command's first logged change. */
  readonly firstOrdinal: number;
  /** Its own; that of a part is its record's. */
  readonly ordinal: number;
}

/**
 * The changes of one command's decision, placed after what its operation has logged before. Parts
 * come last, as they may refer to any record; those of a record that is deleted, just before it.
 */
export function stepsOf(changes: readonly Change[], by: Attribution, firstOrdinal: number): Step[] {
  const steps: Step[] = [];
  const last: Step[] = [];
  for (const [index, change] of changes.entries()) {
    const ordinal = firstOrdinal + index;
    const place = { by, firstOrdinal, ordinal };
    for (const part of [...(change.note.parts ?? []), ...(change.note.unlogged ?? [])]) {
      (change.kind === "remove" ? steps : last).push({ change: part, ...place });
    }
    steps.push({ change, ...place });
  }
  return [...steps, ...last];
}

/** Who and when, and under which reference of another system, something was sent. */
export interface Attribution {
  readonly operationId: string;
  readonly at: number;
  readonly userId: number;
  readonly keyId: number;
  readonly requestId: string;
  readonly externalRef?: ExternalRef | undefined;
}

import { type ActionOf, type EntityName, isHistorical, isRenaming } from "./actions.ts";
import type { PartName, Revision, Row, TableName, UnloggedName } from "./entities.ts";

/**
 * An id or a place in the change log that the database gives during the write. It is that of
 * another change of the command, or of the change that a part belongs to (`own`).
 */
export class Pending {
  readonly kind: "id" | "seq";
  readonly of: Change | undefined;
  constructor(kind: "id" | "seq", of?: Change) {
    this.kind = kind;
    this.of = of;
  }
}

/** The id and the place in the log of the change that a part or a detail belongs to. */
export const own = { id: new Pending("id"), seq: new Pending("seq") } as const;

/** Whether a value is pending. */
export const isPending = (value: unknown): value is Pending => value instanceof Pending;

/** The facts that the change log keeps of a change besides the fields that changed. */
export interface Note<Action extends string = string> {
  /** The action, in the past tense, as `actions.ts` lists it for the record. */
  readonly action: Action;
  readonly reasonId?: number | undefined;
  readonly comment?: string | null | undefined;
  readonly deliveryNo?: string | null | undefined;
  /** When it happened, where that differs from when it was recorded. */
  readonly occurredAt?: number | null | undefined;
  /** Facts of the change that no column of the record holds. */
  readonly detail?: Fields | undefined;
  /** The rows of the record's parts that are written with it. */
  readonly parts?: readonly PartChange[] | undefined;
  /** Rows that are written with it and kept out of the log. */
  readonly unlogged?: readonly RowChange<UnloggedName>[] | undefined;
}

export type Fields = Readonly<Record<string, unknown>>;

/** Whether two values of a column are the same. A column of JSON holds plain values. */
export const isSameValue = (left: unknown, right: unknown): boolean =>
  left === right ||
  (typeof left === "object" &&
    typeof right === "object" &&
    JSON.stringify(left) === JSON.stringify(right));

/** A change of a record, which is logged and claims it. Others refer to it by its handles. */
abstract class RecordChange {
  abstract readonly kind: "create" | "update" | "remove";
  readonly entity: EntityName;
  readonly note: Note;
  constructor(entity: EntityName, note: Note) {
    this.entity = entity;
    this.note = note;
  }
  /** The id of the record, once the database has given it. */
  get id(): Pending {
    // Only the three classes below extend this one.
    return new Pending("id", this as unknown as Change);
  }
  /** The place of the change in the log, once the database has given it. */
  get seq(): Pending {
    return new Pending("seq", this as unknown as Change);
  }
}

export class Creation extends RecordChange {
  readonly kind = "create";
  readonly values: Fields;
  /** The id to use instead of the next one. */
  readonly givenId: number | undefined;
  constructor(entity: EntityName, values: Fields, note: Note, givenId?: number) {
    super(entity, note);
    this.values = values;
    this.givenId = givenId;
  }
}

export class Update extends RecordChange {
  readonly kind = "update";
  readonly record: Revision;
  readonly patch: Fields;
  constructor(entity: EntityName, record: Revision, patch: Fields, note: Note) {
    super(entity, note);
    this.record = record;
    this.patch = patch;
  }
}

export class Removal extends RecordChange {
  readonly kind = "remove";
  readonly record: Revision;
  constructor(entity: EntityName, record: Revision, note: Note) {
    super(entity, note);
    this.record = record;
  }
}

/** A command's change of a record. It is logged, and claims the record. */
export type Change = Creation | Update | Removal;

/** The columns that say who changed a record last, and when: they alone are no change of it. */
const lastEdit: ReadonlySet<string> = new Set(["lastEditAt", "lastEditUserId"]);

/** Whether a change leaves its record and all rows as they are, and adds no comment to the log. */
export function isIdle(change: Change): boolean {
  if (change.kind !== "update") return false;
  const { parts = [], unlogged = [], comment } = change.note;
  if (parts.length > 0 || unlogged.length > 0 || comment != null) return false;
  // The fields of a patch are those of its record.
  const record = change.record as Revision & Fields;
  return Object.entries(change.patch).every(
    ([field, value]) => lastEdit.has(field) || isSameValue(value, record[field]),
  );
}

/** A change of rows that belong to a record, written with the change of the record. */
export type RowChange<Name extends PartName | UnloggedName> =
  | { kind: "insertPart"; part: Name; values: Fields }
  | { kind: "updatePart"; part: Name; where: Fields; patch: Fields }
  | { kind: "removePart"; part: Name; where: Fields };

/** A change of a record's part. */
export type PartChange = RowChange<PartName>;

/** Everything that a command writes: changes of records, and of the rows that belong to them. */
export type Written = Change | RowChange<PartName | UnloggedName>;

type OrPending<Of> = {
  [Key in keyof Of]: number extends Of[Key] ? Of[Key] | Pending : Of[Key];
};
type NewRow<Name extends TableName> = OrPending<Omit<Row<Name>, "id" | "revNo">>;

/** Rejects keys that a record does not have, which a type parameter would let pass. */
type OnlyKeysOf<Given, Known> = Record<Exclude<keyof Given, keyof Known>, never>;

/** Creates a record, with revision 1 and the given id or the next one. */
export const create = <Name extends EntityName>(
  entity: Name,
  values: NewRow<Name>,
  note: Note<ActionOf<Name>>,
  givenId?: number,
): Creation => new Creation(entity, values, note, givenId);

/**
 * Changes a record and its revision; an empty patch only claims it. `record` holds the state before
 * the change: the log needs the old values.
 */
export const update = <
  Name extends EntityName,
  Patch extends Partial<OrPending<Row<Name>>> & OnlyKeysOf<Patch, Row<Name>>,
>(
  entity: Name,
  record: Revision & Pick<Row<Name>, keyof Patch & keyof Row<Name>>,
  patch: Patch,
  note: Note<ActionOf<Name>>,
): Update => {
  const mayRename = entity !== "MaterialItem" || isRenaming.has(note.action);
  for (const field in patch) {
    if (mayRename || !isHistorical.has(field)) continue;
    throw new Error(`Mark ${note.action} as renaming in actions.ts: it changes ${field}.`);
  }
  return new Update(entity, record, patch, note);
};

/** Claims a record whose fields stay as they are, so that no other writer changes it meanwhile. */
export const claim = <Name extends EntityName>(
  entity: Name,
  { id, revNo }: Revision,
  note: Note<ActionOf<Name>>,
): Update => new Update(entity, { id, revNo }, {}, note);

/** Deletes a record. Foreign keys refuse it while another record refers to it. */
export const remove = <Name extends EntityName>(
  entity: Name,
  record: Row<Name>,
  note: Note<ActionOf<Name>>,
): Removal => new Removal(entity, record, note);

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

import { and, eq, getTableColumns, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import { type Bound, query, type Statement, statement, type Values } from "./database/statement.ts";
import { changeLog } from "./database/schema/index.ts";
import {
  entities,
  type EntityName,
  type PartName,
  parts,
  type Revision,
  type Row,
  type TableName,
} from "./entities.ts";

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
  comment?: string | undefined;
  deliveryNo?: string | undefined;
  /** When it happened, where that is not when it was recorded. */
  occurredAt?: number | undefined;
  /** What belongs to the change and stands in no column of the record. */
  detail?: Readonly<Record<string, unknown>> | undefined;
}

type Fields = Readonly<Record<string, unknown>>;

/** One step of what a command writes. Those with a note are logged, and claim their record. */
export type Change =
  | { kind: "create"; entity: EntityName; values: Fields; note: Note }
  | { kind: "update"; entity: EntityName; record: Revision; patch: Fields; note: Note }
  | { kind: "remove"; entity: EntityName; record: Revision; note: Note }
  | { kind: "insertPart"; part: PartName; values: Fields }
  | { kind: "updatePart"; part: PartName; where: Fields; patch: Fields }
  | { kind: "removePart"; part: PartName; where: Fields };

type OrPending<Fields> = {
  [Key in keyof Fields]: number extends Fields[Key] ? Fields[Key] | Pending : Fields[Key];
};
type NewRow<Name extends TableName> = OrPending<Omit<Row<Name>, "id" | "revNo">>;

/** Creates a record, with revision 1. */
export const create = <Name extends EntityName>(
  entity: Name,
  values: NewRow<Name>,
  note: Note,
): Change => ({ kind: "create", entity, values, note });

/** Changes a record, and with it its revision; an empty patch only claims it. */
export const update = <Name extends EntityName>(
  entity: Name,
  record: Row<Name>,
  patch: Partial<OrPending<Row<Name>>>,
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

export const insertPart = <Name extends PartName>(part: Name, values: NewRow<Name>): Change => ({
  kind: "insertPart",
  part,
  values,
});

export const updatePart = <Name extends PartName>(
  part: Name,
  where: Partial<Row<Name>>,
  patch: Partial<Row<Name>>,
): Change => ({ kind: "updatePart", part, where, patch });

export const removePart = <Name extends PartName>(
  part: Name,
  where: Partial<Row<Name>>,
): Change => ({ kind: "removePart", part, where });

/** Who and when: the same for every change of one operation. */
export interface Attribution {
  readonly operationId: string;
  readonly at: number;
  readonly userId: number;
  readonly keyId: number;
  readonly requestId: string;
}

/** The statements of a list of changes, and which of them answer a row of the change log. */
export function writeChanges(
  changes: readonly Change[],
  by: Attribution,
  firstOrdinal: number,
): { statements: Bound[]; logs: number[] } {
  const statements: Bound[] = [];
  const logs: number[] = [];
  const log = (bound: Bound) => logs.push(statements.push(bound) - 1);
  for (const change of changes) {
    const ordinal = firstOrdinal + logs.length;
    const pending = { by, firstOrdinal };
    switch (change.kind) {
      case "create":
        statements.push(insertInto(change.entity, { ...change.values, revNo: 1 }, pending));
        log(logCreated(logValues(change, ordinal, by, firstOrdinal)));
        break;
      case "update":
        log(logRevised(logValues(change, ordinal, by, firstOrdinal)));
        statements.push(
          updateRow(
            change.entity,
            { ...change.patch, revNo: change.record.revNo + 1 },
            { id: change.record.id },
            pending,
          ),
        );
        break;
      case "remove":
        log(logRevised(logValues(change, ordinal, by, firstOrdinal)));
        statements.push(deleteFrom(change.entity, { id: change.record.id }));
        break;
      case "insertPart":
        statements.push(insertInto(change.part, change.values, pending));
        break;
      case "updatePart":
        statements.push(updateRow(change.part, change.patch, change.where, pending));
        break;
      case "removePart":
        statements.push(deleteFrom(change.part, change.where));
        break;
    }
  }
  return { statements, logs };
}

type LoggedKind = Extract<Change, { note: Note }>;

function logValues(
  change: LoggedKind,
  ordinal: number,
  by: Attribution,
  firstOrdinal: number,
): Values {
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
    if (fields[key] !== record[key as keyof typeof record]) after[key] = fields[key];
  }
  if (change.note.detail) after["detail"] = change.note.detail;
  // What is not known yet is logged as the place, within the operation, of what creates it.
  return JSON.stringify(after, (_key, value: unknown) =>
    isPending(value) ? { ...value, ordinal: firstOrdinal + value.ordinal } : value,
  );
}

const isPending = (value: unknown): value is Pending =>
  typeof value === "object" && value !== null && "pending" in value && "ordinal" in value;

const logged = { seq: changeLog.seq, id: changeLog.entityId };

/** The columns of the log as placeholders, but for those that the database fills. */
const logColumns = (entityId: SQL): typeof changeLog.$inferInsert => {
  const names = Object.keys(getTableColumns(changeLog)).filter((name) => name !== "seq");
  const columns = Object.fromEntries(names.map((name) => [name, sql.placeholder(name)]));
  // Drizzle takes a placeholder wherever it takes a value; the type of a row does not say so.
  return { ...columns, entityId } as never;
};

const logRevised = statement(() =>
  query
    .insert(changeLog)
    .values(logColumns(sql`${sql.placeholder("entityId")}`))
    .returning(logged),
);
const logCreated = statement(() =>
  query.insert(changeLog).values(logColumns(sql`last_insert_rowid()`)).returning(logged),
);

interface Resolving {
  by: Attribution;
  firstOrdinal: number;
}

// One compiled statement for each table and set of columns; a verb always sets the same ones.
const compiled = new Map<string, Statement<unknown>>();

function compiledOnce(
  kind: string,
  table: TableName,
  columns: string,
  make: () => { toSQL(): { sql: string; params: unknown[] } },
): Statement<unknown> {
  const name = `${kind} ${table} ${columns}`;
  let found = compiled.get(name);
  if (!found) compiled.set(name, (found = statement(make)));
  return found;
}

function insertInto(table: TableName, fields: Fields, resolving: Resolving): Bound {
  return compiledOnce("insert", table, signature(fields), () =>
    query.insert(tableOf(table)).values(placeholders(fields) as never),
  )(bindable(fields, resolving));
}

function updateRow(table: TableName, patch: Fields, where: Fields, resolving: Resolving): Bound {
  const columns = `${signature(patch)} where ${Object.keys(where).join(" ")}`;
  return compiledOnce("update", table, columns, () =>
    query
      .update(tableOf(table))
      .set(placeholders(patch) as never)
      .where(matching(table, where)),
  )({ ...bindable(patch, resolving), ...whereValues(where) });
}

function deleteFrom(table: TableName, where: Fields): Bound {
  return compiledOnce("delete", table, Object.keys(where).join(" "), () =>
    query.delete(tableOf(table)).where(matching(table, where)),
  )(whereValues(where));
}

const tableOf = (name: TableName): SQLiteTable =>
  name in entities ? entities[name as EntityName] : parts[name as PartName];

const signature = (fields: Fields): string => {
  let text = "";
  for (const key in fields) text += isPending(fields[key]) ? ` ${key}*` : ` ${key}`;
  return text;
};

const placeholders = (fields: Fields): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(fields).map(([key, value]) => [
      key,
      isPending(value) ? lookUp(key, value) : sql.placeholder(key),
    ]),
  );

const lookUp = (key: string, { pending }: Pending): SQL => sql`(
  select ${pending === "id" ? changeLog.entityId : changeLog.seq} from ${changeLog}
  where ${changeLog.operationId} = ${sql.placeholder("operationId")}
  and ${changeLog.ordinal} = ${sql.placeholder(`${key}Ordinal`)})`;

function bindable(fields: Fields, { by, firstOrdinal }: Resolving): Values {
  const values: Record<string, unknown> = { operationId: by.operationId };
  for (const key in fields) {
    const value = fields[key];
    if (isPending(value)) values[`${key}Ordinal`] = firstOrdinal + value.ordinal;
    else values[key] = value;
  }
  return values;
}

const matching = (table: TableName, where: Fields): SQL | undefined => {
  const columns = getTableColumns(tableOf(table)) as Record<string, SQLiteColumn>;
  return and(
    ...Object.keys(where).map((key) => eq(columns[key]!, sql.placeholder(`where_${key}`))),
  );
};

const whereValues = (where: Fields): Values =>
  Object.fromEntries(Object.entries(where).map(([key, value]) => [`where_${key}`, value]));

import { fieldsSetBy, runsOf, writeRun } from "./runs.ts";
import { and, eq, getTableColumns, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import type { Bound } from "../../database/bound.ts";
import { query } from "../../database/query.ts";
import { type Statement, statement, type Values } from "../../database/statement.ts";
import { type Change, type Fields, isPending, type Pending } from "../changes.ts";
import { type TableName, tableOf } from "../entities.ts";
import { logValues } from "./log-row.ts";
import { ordinalOf, type Step } from "./log-row.ts";
import { changeLog } from "../../database/schema/index.ts";

/** The shortest run of equal changes that is written as one statement. */
const runLengthMin = 4;

/** The statements of one decision's changes, in their order. */
export function writeChanges(steps: readonly Step[]): Bound[] {
  if (steps.length < runLengthMin) return steps.flatMap(writeChange);
  return runsOf(steps).flatMap((run) =>
    run.length >= runLengthMin ? writeRun(run) : run.flatMap(writeChange),
  );
}

/** The statements of one change. */
export function writeChange(step: Step): readonly Bound[] {
  const { change } = step;
  switch (change.kind) {
    case "create":
      return [
        insertInto(change.entity, { ...fieldsSetBy(change), revNo: 1 }, step),
        logCreated(logValues(step as Step<Change>)),
      ];
    case "update":
      return [
        logRevised(logValues(step as Step<Change>)),
        updateRow(
          change.entity,
          { ...change.patch, revNo: change.record.revNo + 1 },
          { id: change.record.id },
          step,
        ),
      ];
    case "remove":
      return [
        logRevised(logValues(step as Step<Change>)),
        deleteFrom(change.entity, { id: change.record.id }, step),
      ];
    case "insertPart":
      return [insertInto(change.part, change.values, step)];
    case "updatePart":
      return [updateRow(change.part, change.patch, change.where, step)];
    case "removePart":
  }
  return [deleteFrom(change.part, change.where, step)];
}

/** The columns of the log as placeholders, without those that the database fills. */
const logColumns = (entityId: SQL): typeof changeLog.$inferInsert => {
  const names = Object.keys(getTableColumns(changeLog)).filter((name) => name !== "seq");
  const columns = Object.fromEntries(names.map((name) => [name, sql.placeholder(name)]));
  // Drizzle takes a placeholder wherever it takes a value; the type of a row does not say so.
  return { ...columns, entityId } as never;
};

const logRevised = statement(() =>
  query.insert(changeLog).values(logColumns(sql`${sql.placeholder("entityId")}`)),
);
const logCreated = statement(() =>
  query.insert(changeLog).values(logColumns(sql`last_insert_rowid()`)),
);

// One compiled statement for each table and set of columns. Most verbs always set the same columns;
// an update sets the columns that change, in many combinations.
const compiledMax = 500;
const compiled = new Map<string, Statement<unknown>>();

function compiledFor(
  kind: string,
  table: TableName,
  columns: string,
  make: () => { toSQL(): { sql: string; params: unknown[] } },
): Statement<unknown> {
  const name = `${kind} ${table} ${columns}`;
  let found = compiled.get(name);
  if (!found) {
    if (compiled.size >= compiledMax) compiled.clear();
    compiled.set(name, (found = statement(make)));
  }
  return found;
}

function insertInto(table: TableName, fields: Fields, step: Step): Bound {
  return compiledFor("insert", table, signature(fields), () =>
    query.insert(tableOf(table)).values(placeholders(fields) as never),
  )(bindable(fields, step));
}

function updateRow(table: TableName, patch: Fields, where: Fields, step: Step): Bound {
  const columns = `${signature(patch)} where ${Object.keys(where).join(" ")}`;
  return compiledFor("update", table, columns, () =>
    query.update(tableOf(table)).set(placeholders(patch)).where(matching(table, where)),
  )(bindable(patch, step, where));
}

function deleteFrom(table: TableName, where: Fields, step: Step): Bound {
  return compiledFor("delete", table, Object.keys(where).join(" "), () =>
    query.delete(tableOf(table)).where(matching(table, where)),
  )(bindable({}, step, where));
}

const signature = (fields: Fields): string => {
  let text = "";
  for (const key in fields) text += isPending(fields[key]) ? ` ${key}*` : ` ${key}`;
  return text;
};

const placeholders = (fields: Fields): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(fields).map(([key, value]) => [
      key,
      isPending(value) ? pendingSql(key, value) : sql.placeholder(key),
    ]),
  );

const pendingSql = (key: string, { kind }: Pending): SQL => sql`(
  select ${kind === "id" ? changeLog.entityId : changeLog.seq} from ${changeLog}
  where ${changeLog.operationId} = ${sql.placeholder("operationId")}
  and ${changeLog.ordinal} = ${sql.placeholder(`${key}Ordinal`)})`;

function bindable(fields: Fields, step: Step, where: Fields = {}): Values {
  const values: Record<string, unknown> = { operationId: step.by.operationId };
  for (const key in fields) {
    const value = fields[key];
    if (isPending(value)) values[`${key}Ordinal`] = ordinalOf(step, value);
    else values[key] = value;
  }
  for (const key in where) values[`where_${key}`] = where[key];
  return values;
}

const matching = (table: TableName, where: Fields): SQL | undefined => {
  const columns = getTableColumns(tableOf(table)) as Record<string, SQLiteColumn>;
  return and(
    ...Object.keys(where).map((key) => eq(columns[key]!, sql.placeholder(`where_${key}`))),
  );
};

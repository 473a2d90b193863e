import { getTableColumns } from "drizzle-orm";
import { getTableConfig, type SQLiteColumn, type SQLiteTable } from "drizzle-orm/sqlite-core";
import { isPending, logValues } from "./change-log-row.ts";
import type { Attribution, Change, Fields } from "./changes.ts";
import { changeLog } from "../database/schema/index.ts";
import type { Bound } from "../database/statement.ts";
import { tableOf } from "./entities.ts";

/** By what the values are resolved that the database gives while the batch is written. */
export interface Resolving {
  readonly by: Attribution;
  /** The ordinal, within the operation, of the command's first logged change. */
  readonly firstOrdinal: number;
}

/** Changes of these kinds are written together where they are alike. */
export type Repeatable = Extract<Change, { kind: "create" | "update" | "remove" | "insertPart" }>;

/** Whether two changes do the same to the same columns of one table. */
export function alike(left: Change, right: Change): boolean {
  if (!isRepeatable(left) || !isRepeatable(right) || left.kind !== right.kind) return false;
  if (tableNameOf(left) !== tableNameOf(right)) return false;
  const fields = fieldsOf(left);
  const others = fieldsOf(right);
  const names = Object.keys(fields);
  return (
    names.length === Object.keys(others).length &&
    names.every((name) => name in others && pendingOf(fields[name]) === pendingOf(others[name]))
  );
}

/** Whether a change is of a kind that can be written together with others. */
const isRepeatable = (change: Change): change is Repeatable =>
  change.kind !== "updatePart" && change.kind !== "removePart";

const tableNameOf = (change: Repeatable) =>
  change.kind === "insertPart" ? change.part : change.entity;
const fieldsOf = (change: Repeatable): Fields => {
  if (change.kind === "remove") return {};
  return change.kind === "update" ? change.patch : change.values;
};
const pendingOf = (value: unknown) => (isPending(value) ? value.pending : undefined);

/**
 * The statements of changes that are alike. Their values go as one JSON array of arrays: the
 * number of statements, which D1 limits, does not grow with the number of changes.
 */
export function writeRun(
  run: readonly Repeatable[],
  ordinal: number,
  resolving: Resolving,
): readonly Bound[] {
  const [first] = run;
  const table = tableOf(tableNameOf(first!));
  const cells = cellsOf(table, fieldsOf(first!), resolving);
  const rows = run.map(fieldsOf);
  if (first!.kind === "insertPart") return [insertAll(table, cells, rows)];
  const log = logAll(run, table, ordinal, resolving);
  if (first!.kind === "create") {
    return [insertAll(table, cells, rows, ["rev_no", "1"]), log];
  }
  const changed = first!.kind === "remove" ? deleteAll(table, run) : updateAll(table, cells, run);
  return [log, changed];
}

/** A column that is set, from a place in the row: how it is read there, and what is put there. */
interface Cell {
  readonly name: string;
  readonly column: string;
  readonly read: (place: number) => string;
  readonly params: readonly unknown[];
  readonly put: (value: unknown) => unknown;
}

const cellsOf = (table: SQLiteTable, fields: Fields, resolving: Resolving): Cell[] =>
  Object.entries(fields).map(([name, value]) =>
    isPending(value) ? pendingCell(table, name, value.pending, resolving) : plainCell(table, name),
  );

const columnOf = (table: SQLiteTable, name: string): SQLiteColumn => {
  const columns: Record<string, SQLiteColumn> = getTableColumns(table);
  return columns[name]!;
};

/** How the value at a place of the row is read; the row is one of a JSON array's. */
const at = (place: number) => `item.value ->> ${place}`;

function plainCell(table: SQLiteTable, name: string): Cell {
  const column = columnOf(table, name);
  return {
    name,
    column: column.name,
    read: at,
    params: [],
    put: (value) => (value === null ? null : column.mapToDriverValue(value)),
  };
}

function pendingCell(
  table: SQLiteTable,
  name: string,
  pending: "id" | "seq",
  { by, firstOrdinal }: Resolving,
): Cell {
  const answer = pending === "id" ? "entity_id" : "seq";
  return {
    name,
    column: columnOf(table, name).name,
    read: (place) =>
      `(select ${answer} from change_log where operation_id = ? and ordinal = ${at(place)})`,
    params: [by.operationId],
    // A run has a pending value in the same columns everywhere, or it is no run.
    put: (value) => firstOrdinal + (value as { ordinal: number }).ordinal,
  };
}

function put(cells: readonly Cell[], fields: Fields): unknown[] {
  return cells.map(({ name, put: encode }) => {
    const value = fields[name];
    if (value === undefined) throw new Error(`The statement was given no value for ${name}.`);
    return encode(value);
  });
}

const bound = (sql: string, params: readonly unknown[]): Bound => ({
  sql,
  params,
  row: (raw) => raw,
});

const nameOf = (table: SQLiteTable) => getTableConfig(table).name;
const paramsOf = (cells: readonly Cell[]) => cells.flatMap(({ params }) => params);

function insertAll(
  table: SQLiteTable,
  cells: readonly Cell[],
  rows: readonly Fields[],
  fixed?: readonly [column: string, value: string],
): Bound {
  const columns = [...cells.map(({ column }) => column), ...(fixed ? [fixed[0]] : [])];
  const values = [...cells.map(({ read }, place) => read(place)), ...(fixed ? [fixed[1]] : [])];
  return bound(
    `insert into ${nameOf(table)} (${columns.join(", ")}) select ${values.join(", ")}
    from json_each(?) as item order by item.key`,
    [...paramsOf(cells), JSON.stringify(rows.map((row) => put(cells, row)))],
  );
}

function updateAll(table: SQLiteTable, cells: readonly Cell[], run: readonly Repeatable[]): Bound {
  const name = nameOf(table);
  const set = cells.map(({ column, read }, place) => `, ${column} = ${read(place + 2)}`).join("");
  const rows = run.map((change) => {
    // Only updates come here, and each has its record.
    const { record, patch } = change as Extract<Change, { kind: "update" }>;
    return [record.id, record.revNo + 1, ...put(cells, patch)];
  });
  return bound(
    `update ${name} set rev_no = ${at(1)}${set} from json_each(?) as item
    where ${name}.id = ${at(0)}`,
    [...paramsOf(cells), JSON.stringify(rows)],
  );
}

function deleteAll(table: SQLiteTable, run: readonly Repeatable[]): Bound {
  // Only deletions come here, and each has its record.
  const ids = run.map((change) => (change as Extract<Change, { kind: "remove" }>).record.id);
  return bound(`delete from ${nameOf(table)} where id in (select value from json_each(?))`, [
    JSON.stringify(ids),
  ]);
}

const logCells = Object.keys(getTableColumns(changeLog))
  .filter((name) => name !== "seq")
  .map((name) => plainCell(changeLog, name));

/**
 * The rows of the log. Ids are never used twice, so those of the rows that have just been inserted
 * are the largest of the table, in the order of the changes.
 */
function logAll(
  run: readonly Repeatable[],
  table: SQLiteTable,
  ordinal: number,
  { by, firstOrdinal }: Resolving,
): Bound {
  const created = `(select max(id) from ${nameOf(table)}) - ${run.length - 1} + item.key`;
  const columns = logCells.map(({ column }) => column).join(", ");
  const values = logCells
    .map(({ name, read }, place) =>
      name === "entityId" && run[0]!.kind === "create" ? created : read(place),
    )
    .join(", ");
  const rows = run.map((change, index) =>
    // A part has no log of its own, and does not come here.
    put(logCells, logValues(change as Logged, ordinal + index, by, firstOrdinal)),
  );
  return bound(
    `insert into change_log (${columns}) select ${values} from json_each(?) as item
    order by item.key`,
    [JSON.stringify(rows)],
  );
}
type Logged = Exclude<Repeatable, { kind: "insertPart" }>;

import { at, type Cell, cellsOf, mixedCell, plainCell, put } from "./cells.ts";
import { getTableColumns } from "drizzle-orm";
import { getTableConfig, type SQLiteTable } from "drizzle-orm/sqlite-core";
import { type Bound, plainSql, withItems } from "../../database/bound.ts";
import { type Change, type Fields, isPending, type Written } from "../changes.ts";
import { tableOf } from "../entities.ts";
import { logValues } from "./log-row.ts";
import type { Step } from "./log-row.ts";
import { changeLog } from "../../database/schema/index.ts";
import { chunksOf, lazily } from "../../values/lazily.ts";

/** More rows might not fit the 2 MB that D1 admits for a parameter. */
const runLengthMax = 200;

/** The kinds of change that are written together if they have the same shape. */
export type Repeatable = Change | Extract<Written, { kind: "insertPart" | "updatePart" }>;

/**
 * Returns the shape of a change: the same for changes that set the same columns of one table; none
 * for other kinds. New parts have the same shape even if only some of them have a pending value, so
 * that their ids follow the order of the log.
 */
function shapeOf(change: Written): string | undefined {
  if (change.kind === "removePart") return undefined;
  const fields = fieldsSetBy(change);
  const isNewPart = change.kind === "insertPart";
  const columns = Object.keys(fields).map((name) =>
    isNewPart ? name : `${name} ${pendingOf(fields[name])}`,
  );
  const where = change.kind === "updatePart" ? Object.keys(change.where) : [];
  return [change.kind, tableNameOf(change), ...columns.toSorted(), "of", ...where].join(", ");
}

/**
 * Divides steps, in order, into runs of the same shape. A change without a shape is a run itself.
 */
export function runsOf(steps: readonly Step[]): (readonly Step<Repeatable>[])[] {
  const runs: Step<Repeatable>[][] = [];
  let shapeBefore: string | undefined;
  for (const step of steps) {
    const shape = shapeOf(step.change);
    const run = runs.at(-1);
    const isSameShape = shape !== undefined && shape === shapeBefore;
    // One change alone is written as itself, whatever its kind.
    if (run && isSameShape && run.length < runLengthMax) run.push(step as Step<Repeatable>);
    else runs.push([step as Step<Repeatable>]);
    shapeBefore = shape;
  }
  return runs;
}

/** Divides steps into runs of the same shape, for changes whose order does not matter. */
export function runsByShape(steps: readonly Step<Repeatable>[]): (readonly Step<Repeatable>[])[] {
  const runs = [...Map.groupBy(steps, ({ change }) => shapeOf(change)).values()];
  return runs.flatMap((run) => Array.from(chunksOf(run, runLengthMax)));
}

const tableNameOf = (change: Repeatable) => ("part" in change ? change.part : change.entity);

/** Returns the columns that a change sets, without the revision. */
export function fieldsSetBy(change: Repeatable): Fields {
  if (change.kind === "remove") return {};
  if (change.kind === "update" || change.kind === "updatePart") return change.patch;
  if (change.kind === "insertPart" || change.givenId === undefined) return change.values;
  return { ...change.values, id: change.givenId };
}
const pendingOf = (value: unknown) => (isPending(value) ? value.kind : undefined);

/**
 * Returns the statements of a run. Its values are one JSON array of arrays, so that the number of
 * statements, which D1 limits, does not grow with the number of changes.
 */
export function writeRun(run: readonly Step<Repeatable>[]): readonly Bound[] {
  const first = run[0]!.change;
  if (first.kind === "insertPart") return [insertAll(run)];
  if (first.kind === "updatePart") return [updatePartsAll(run)];
  if (first.kind === "create") return [insertAll(run), logAll(run)];
  return [logAll(run), first.kind === "remove" ? deleteAll(run) : updateAll(run)];
}

/** Returns the cells of a run. New parts can have a value that is pending in some rows only. */
function cellsOfRun(table: SQLiteTable, run: readonly Step<Repeatable>[]): Cell[] {
  const first = fieldsSetBy(run[0]!.change);
  const isNewPart = run[0]!.change.kind === "insertPart";
  return cellsOf(table, first).map((cell) => {
    const { name } = cell;
    const pending = isNewPart ? run.map(({ change }) => pendingOf(fieldsSetBy(change)[name])) : [];
    const known = pending.find((one) => one !== undefined);
    return known && pending.includes(undefined) ? mixedCell(table, name, known) : cell;
  });
}

const sqlNameOf = (table: SQLiteTable) => getTableConfig(table).name;

/** Inserts the rows of a run: new records, with revision 1, or parts. */
export function insertAll(run: readonly Step<Repeatable>[]): Bound {
  const { change: first } = run[0]!;
  const table = tableOf(tableNameOf(first));
  const cells = cellsOfRun(table, run);
  const columns = cells.map(({ column }) => column);
  const values = cells.map(({ read }, place) => read(place));
  if (first.kind === "create") {
    columns.push("rev_no");
    values.push("1");
  }
  return plainSql(
    `${withItems} insert into ${sqlNameOf(table)} (${columns.join(", ")})
    select ${values.join(", ")} from item`,
    [JSON.stringify(run.map((step) => put(cells, fieldsSetBy(step.change), step)))],
  );
}

/** Sets the same columns of several records. Each record occurs once. */
export function updateAll(run: readonly Step<Repeatable>[]): Bound {
  const { change: first } = run[0]!;
  const table = tableOf(tableNameOf(first));
  const name = sqlNameOf(table);
  const cells = cellsOf(table, fieldsSetBy(first));
  const set = cells.map(({ column, read }, place) => `, ${column} = ${read(place + 2)}`).join("");
  const rows = run.map((step) => {
    // Only updates are passed here, and each has its record.
    const { record, patch } = step.change as Extract<Change, { kind: "update" }>;
    return [record.id, record.revNo + 1, ...put(cells, patch, step)];
  });
  return plainSql(
    `${withItems} update ${name} set rev_no = ${at(1)}${set} from item
    where ${name}.id = ${at(0)}`,
    [JSON.stringify(rows)],
  );
}

/** Sets the same columns of several parts. Each part occurs once. */
export function updatePartsAll(run: readonly Step<Repeatable>[]): Bound {
  // Only updates of parts are passed here.
  const changes = run.map(({ change }) => change as Extract<Written, { kind: "updatePart" }>);
  const [first] = changes;
  const table = tableOf(first!.part);
  const name = sqlNameOf(table);
  const keys = cellsOf(table, first!.where);
  const cells = cellsOf(table, first!.patch);
  const set = cells.map(({ column, read }, place) => `${column} = ${read(keys.length + place)}`);
  const where = keys.map(({ column, read }, place) => `${name}.${column} = ${read(place)}`);
  const rows = changes.map((change, index) => {
    const step = run[index]!;
    return put(keys, change.where, step).concat(put(cells, change.patch, step));
  });
  return plainSql(
    `${withItems} update ${name} set ${set.join(", ")} from item where ${where.join(" and ")}`,
    [JSON.stringify(rows)],
  );
}

function deleteAll(run: readonly Step<Repeatable>[]): Bound {
  // Only deletions are passed here, and each has its record.
  const ids = run.map(({ change }) => (change as Extract<Change, { kind: "remove" }>).record.id);
  const table = tableOf(tableNameOf(run[0]!.change));
  return plainSql(`delete from ${sqlNameOf(table)} where id in (select value from json_each(?))`, [
    JSON.stringify(ids),
  ]);
}

const cellsOfLog = lazily(() =>
  Object.keys(getTableColumns(changeLog))
    .filter((name) => name !== "seq")
    .map((name) => plainCell(changeLog, name)),
);

/**
 * Inserts the rows of the log, in order. Ids are never used again. So the records that were just
 * inserted, all into one table, have its largest ids, in the order of the changes. The last
 * `createdLater` of them belong to rows that follow these.
 */
export function logAll(steps: readonly Step[], createdLater = 0): Bound {
  const created = steps.filter(({ change }) => change.kind === "create");
  const logCells = cellsOfLog();
  const columns = logCells.map(({ column }) => column).join(", ");
  const values = logCells.map(({ name, read }, place) =>
    name === "entityId" && created.length > 0
      ? `coalesce(${read(place)}, ${largestId(created)} - (${at(logCells.length)}))`
      : read(place),
  );
  let younger = created.length + createdLater;
  const rows = steps.map((step) => {
    // A part has no row of its own in the log, so it is never passed here.
    const row = put(logCells, logValues(step as Step<Change>), step);
    return step.change.kind === "create" ? [...row, --younger] : row;
  });
  return plainSql(
    `${withItems} insert into change_log (${columns}) select ${values.join(", ")} from item`,
    [JSON.stringify(rows)],
  );
}

function largestId(created: readonly Step[]): string {
  const tables = new Set(created.map(({ change }) => tableNameOf(change as Repeatable)));
  const [table, ...others] = [...tables].map(tableOf);
  if (others.length > 0) throw new Error("A run of the log has new records of one table.");
  return `(select max(id) from ${sqlNameOf(table!)})`;
}

import { getTableColumns } from "drizzle-orm";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import { type Fields, isPending, type Pending } from "../changes.ts";
import { ordinalOf, type Step } from "./log-row.ts";

/** A column that is set from a place in a row of JSON: how it is read there and written there. */
export interface Cell {
  readonly name: string;
  readonly column: string;
  readonly read: (place: number) => string;
  readonly put: (value: unknown, step: Step) => unknown;
}

export const cellsOf = (table: SQLiteTable, fields: Fields): Cell[] =>
  Object.entries(fields).map(([name, value]) =>
    isPending(value) ? pendingCell(table, name, value.kind) : plainCell(table, name),
  );

const columnOf = (table: SQLiteTable, name: string): SQLiteColumn => {
  const columns: Record<string, SQLiteColumn> = getTableColumns(table);
  return columns[name]!;
};

/** The SQL that reads the value at a place of the row, which is an element of a JSON array. */
export const at = (place: number) => `item.value ->> ${place}`;

export function plainCell(table: SQLiteTable, name: string): Cell {
  const column = columnOf(table, name);
  return {
    name,
    column: column.name,
    read: at,
    put: (value) => (value === null ? null : column.mapToDriverValue(value)),
  };
}

function pendingCell(table: SQLiteTable, name: string, pending: "id" | "seq"): Cell {
  const answer = pending === "id" ? "entity_id" : "seq";
  return {
    name,
    column: columnOf(table, name).name,
    read: (place) =>
      `(select ${answer} from change_log where operation_id = item.value -> ${place} ->> 0
      and ordinal = item.value -> ${place} ->> 1)`,
    // Changes of one shape have pending values in the same columns.
    put: (value, step) => [step.by.operationId, ordinalOf(step, value as Pending)],
  };
}

/** A column whose value is pending in some rows only: those rows have an array at the place. */
export function mixedCell(table: SQLiteTable, name: string, pending: "id" | "seq"): Cell {
  const [plain, looked] = [plainCell(table, name), pendingCell(table, name, pending)];
  return {
    ...plain,
    read: (place) =>
      `iif(json_type(item.value, '$[${place}]') = 'array', ${looked.read(place)}, ${plain.read(place)})`,
    put: (value, step) => (isPending(value) ? looked : plain).put(value, step),
  };
}

export function put(cells: readonly Cell[], fields: Fields, step: Step): unknown[] {
  return cells.map(({ name, put: encode }) => {
    const value = fields[name];
    if (value === undefined) throw new Error(`The statement was given no value for ${name}.`);
    return encode(value, step);
  });
}

import { boolean, constantFrom, integer, oneof, record } from "fast-check";
import type { BuildInput } from "../../src/consumption/build.facts.ts";
import type { RemoveInput } from "../../src/consumption/remove.facts.ts";
import { databaseWith } from "../database/empty.ts";
import { plant } from "./pumps.ts";

// Random requests to the plant of pumps. Many of them are refused.

const qty = integer({ min: 1, max: 4 }).map((units) => units * 1_000_000);
const pump = constantFrom("pump-1", "pump-2", "pump-3", "PUMP-1", "pump-4");
const lot = constantFrom("lot-1", "lot-2", "lot-3", "nothing");
const serials = {
  parentSerialNo: pump,
  childSerialNo: oneof({ arbitrary: lot, weight: 3 }, pump),
};

/** A consumption of existing material, or of seals or a pump that it receives. */
export const consumption = record({
  ...serials,
  builtQty: qty,
  receiveAtPointOfConsumption: boolean(),
}).map((line): BuildInput => {
  const productName = line.childSerialNo.startsWith("pump") ? "pump" : "seal";
  return { ...line, itemDetails: { productName } };
});

/** A removal with each disposition. */
export const removal = record({
  ...serials,
  removeQty: qty,
  reasonSUID: constantFrom("return", "hold", "scrap"),
}).map((line): RemoveInput => line);

/** A receipt of a lot, or of one whose serial is made. Some lots have a serial of the range. */
export const receipt = oneof(
  record({
    visualSerialNo: oneof({ arbitrary: lot, weight: 2 }, constantFrom("r-2", "R-3")),
    qty,
    productName: constantFrom("seal", "SEAL", "pump"),
  }),
  record({
    makeSerial: constantFrom(true),
    qty,
    productName: constantFrom("ring", "RING", "ring", "pump"),
  }),
);

/** The outcome of one request or line, in a comparable form. */
export interface Outcome {
  readonly answer?: unknown;
  readonly refused?: string;
}

const now = Date.parse("2026-06-01T12:00:00Z");

type Rows = Record<string, unknown>[];

const withoutOperations = (decision: string): unknown =>
  JSON.parse(decision, (key, value: unknown) => (key === "operationId" ? undefined : value));

/** Returns a function that reads the rows of a table, in a form that compares between databases. */
export function rowsIn(database: ReturnType<typeof databaseWith>["database"]) {
  const rowsOf = (table: string): Rows =>
    (database.prepare(`select * from ${table}`).all() as Rows).map((row) => comparableRow(row));
  const ids = database.prepare(
    "select entity_id as id, seq from change_log where operation_id = ? and ordinal = ?",
  );
  // Each request has its own operation id, so those are left out. A value can be pending in one
  // database and known in the other, or have another ordinal: it is resolved.
  const comparableRow = ({ operation_id: operation, ordinal: _ordinal, ...row }: Rows[number]) => {
    const { decision } = row;
    if (typeof decision === "string") return { ...row, decision: withoutOperations(decision) };
    if (typeof row["after"] !== "string") return row;
    const after: unknown = JSON.parse(row["after"], (_key, value: Rows[number] | null) =>
      value?.["pending"] === undefined
        ? value
        : (ids.get(operation, value["ordinal"]) as Rows[number])[value["pending"] as string],
    );
    return { ...row, after };
  };
  return rowsOf;
}

/** A new plant, and the rows of its tables. */
export function pumps() {
  const { database, context } = databaseWith(plant, () => now);
  const rowsOf = rowsIn(database);
  const tables = ["material_item", "build", "removal", "adjustment", "serial_range", "change_log"];
  return {
    context,
    rowsOf,
    tableRows: () => Object.fromEntries(tables.map((name) => [name, rowsOf(name)])),
  };
}

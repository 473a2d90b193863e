import { boolean, constantFrom, integer, oneof, record } from "fast-check";
import type { BuildInput } from "../../src/consumption/build.facts.ts";
import type { RemoveInput } from "../../src/consumption/remove.facts.ts";
import { databaseWith } from "../database/empty.ts";
import { plant } from "./pumps.ts";

// What is asked of the plant of pumps, by chance: much of it is refused.

const qty = integer({ min: 1, max: 4 }).map((units) => units * 1_000_000);
const pump = constantFrom("pump-1", "pump-2", "pump-3", "PUMP-1", "pump-4");
const lot = constantFrom("lot-1", "lot-2", "lot-3", "nothing");
const serials = {
  parentSerialNo: pump,
  childSerialNo: oneof({ arbitrary: lot, weight: 3 }, pump),
};

/** A consumption of what there is, or of seals or a pump that it receives. */
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

/** A receipt of a lot. */
export const receipt = record({
  visualSerialNo: lot,
  qty,
  productName: constantFrom("seal", "SEAL", "pump"),
});

/** What became of one request or line, comparable. */
export interface Outcome {
  readonly answer?: unknown;
  readonly refused?: string;
}

const now = Date.parse("2026-06-01T12:00:00Z");

type Rows = Record<string, unknown>[];

const withoutOperations = (decision: string): unknown =>
  JSON.parse(decision, (key, value: unknown) => (key === "operationId" ? undefined : value));

/** A plant of its own, and all that its tables hold. */
export function pumps() {
  const { database, context } = databaseWith(plant, () => now);
  const rowsOf = (table: string): Rows =>
    (database.prepare(`select * from ${table}`).all() as Rows).map((row) => told(row));
  const ids = database.prepare(
    "select entity_id as id, seq from change_log where operation_id = ? and ordinal = ?",
  );
  // Each request has an operation id of its own: their names differ, their order does not. What
  // was pending when it was logged may have been known, or have stood elsewhere in its operation.
  const told = ({ operation_id: operation, ordinal: _ordinal, ...row }: Rows[number]) => {
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
  const tables = ["material_item", "build", "removal", "adjustment", "change_log"];
  return {
    context,
    rowsOf,
    tell: () => Object.fromEntries(tables.map((name) => [name, rowsOf(name)])),
  };
}

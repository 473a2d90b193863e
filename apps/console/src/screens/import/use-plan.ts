import { filterByName, foldedFields } from "@asbuilt/table";
import type { ListName } from "../../client/asbuilt.ts";
import { type Found, type LookUp, useLookUps } from "../../client/look-up.ts";
import type { ImportKind } from "./kinds.ts";
import {
  type Effect,
  effectOf,
  type ReadRow,
  receiptEffectOf,
  type RowFault,
  type Stored,
} from "./preview.rules.ts";

/** A row, and what it would do. */
export interface PlannedRow {
  readonly row: ReadRow;
  readonly effect: Effect;
  /** The record that it changes. */
  readonly stored: Stored | undefined;
}

/** The fields that name a product which must be there. */
const productFields = ["productName", "parentProductName"];

/** Returns the filter of the record that a row names. */
function filterOf({ operation, file }: ImportKind, { fields }: ReadRow) {
  if (operation !== "materialItemReceive") {
    return filterByName(file.split(".")[0]!, foldedFields(fields));
  }
  const { visualSerialNo } = fields;
  return typeof visualSerialNo === "string" ? { visualSerialNo } : undefined;
}

const productsOf = (rows: readonly ReadRow[]): readonly string[] => {
  const named = rows.flatMap(({ fields }) => productFields.map((name) => fields[name]));
  return [...new Set(named.filter((name) => typeof name === "string"))];
};

const firstOf = (found: Found | undefined): Stored | undefined =>
  found && "answer" in found ? (found.answer as readonly Stored[])[0] : undefined;

// The table of kinds says what each list is called by: no type does.
const lookUp = (name: ListName, body: object): LookUp => ({ name, call: { body } as never });

/** Finds out what each row would do; undefined while it is read. */
export function usePlan(kind: ImportKind, rows: readonly ReadRow[]) {
  const filters = rows.map((row) => (row.faults.length > 0 ? undefined : filterOf(kind, row)));
  const products = productsOf(rows);
  const lookUps = [
    ...filters.flatMap((body) => (body ? [lookUp(kind.list, body)] : [])),
    ...products.map((Name) => lookUp("productList", { Name })),
  ];
  const { data, error } = useLookUps(lookUps);
  if (!data) return { planned: undefined, error };
  const found = data.values();
  const stored = filters.map((filter) => (filter ? firstOf(found.next().value) : undefined));
  const isKnown = new Map(
    products.map((name) => [name, firstOf(found.next().value) !== undefined]),
  );
  const planned = rows.map((row, index): PlannedRow => {
    const withProducts = { ...row, faults: [...row.faults, ...unknownIn(row, isKnown)] };
    const decide = kind.operation === "materialItemReceive" ? receiptEffectOf : effectOf;
    const record = stored[index];
    return { row, stored: record, effect: decide(withProducts, record, kind.fields) };
  });
  return { planned, error };
}

function unknownIn({ fields }: ReadRow, isKnown: ReadonlyMap<string, boolean>) {
  return productFields.flatMap((field): readonly RowFault[] => {
    const cell = fields[field];
    if (typeof cell !== "string" || isKnown.get(cell) !== false) return [];
    return [{ of: "field", field, rule: { code: "not_found", cell } }];
  });
}

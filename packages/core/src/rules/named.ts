import { inArray, or, type SQL } from "drizzle-orm";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import { each, query } from "../database/query.ts";
import { type Statement, statement } from "../database/statement.ts";
import type { Revision } from "../engine/index.ts";
import { foldCase } from "../values/fold-case.ts";
import { refusalAt } from "../refusal.ts";

/** A record that others refer to by its name. */
export interface Named extends Revision {
  readonly name: string;
  readonly isActive: boolean;
}

type NamedTable = SQLiteTable & Record<keyof Named | "nameKey", SQLiteColumn>;

/** Returns the columns to select of a record that others refer to. */
export const namedFields = <Of extends NamedTable>(of: Of): Pick<Of, keyof Named> => ({
  id: of.id,
  revNo: of.revNo,
  name: of.name,
  isActive: of.isActive,
});

const recordsWhere = (table: NamedTable, condition: () => SQL | undefined): Statement<Named> =>
  // All these tables have columns of these types; NamedTable lists only their names.
  statement(() =>
    query.select(namedFields(table)).from(table).where(condition()),
  ) as Statement<Named>;

/** Makes the statement that reads records by their folded `names` (a JSON array). */
export const recordsNamed = (table: NamedTable) =>
  recordsWhere(table, () => inArray(table.nameKey, each("names")));

/** Makes the condition that a record has one of the `ids` or folded `names` (JSON arrays). */
export const hasIdOrName = (table: Pick<NamedTable, "id" | "nameKey">): SQL | undefined =>
  or(inArray(table.id, each("ids")), inArray(table.nameKey, each("names")));

/** Makes the statement that reads records by their `ids` or folded `names` (JSON arrays). */
export const recordsReferredTo = (table: NamedTable) =>
  recordsWhere(table, () => hasIdOrName(table));

/** Returns the ids and the folded names as JSON arrays, without those that are absent or null. */
export const idsAndNames = (
  ids: readonly (number | null | undefined)[],
  names: readonly (string | null | undefined)[],
) => ({ ids: JSON.stringify(ids.filter((id) => id != null)), names: foldedNames(names) });

/**
 * Returns the record with a name (not case sensitive), or refuses (`not_found`). `pointer` is the
 * place of the name in the body. A record that has its folded name is compared by that.
 */
export function requireNamed<Of extends { readonly name: string; readonly nameKey?: string }>(
  records: readonly Of[],
  name: string,
  noun: string,
  pointer: string,
): Of {
  const key = foldCase(name);
  const found = records.find((record) => (record.nameKey ?? foldCase(record.name)) === key);
  if (!found) throw refusalAt("not_found", pointer, `No ${noun} is named ${name}.`);
  return found;
}

/** Returns the folded names as a JSON array, without those that are absent or null. */
export const foldedNames = (names: readonly (string | null | undefined)[]): string =>
  JSON.stringify(names.flatMap((name) => (name == null ? [] : foldCase(name))));

/** The number of names that a message lists. */
export const listedNamesMax = 3;

/** Lists names for a message: "Seal, Ring". Returns "nothing" if there are none. */
export const namesInWords = (names: readonly string[]): string =>
  names.length > listedNamesMax
    ? `${names.slice(0, listedNamesMax).join(", ")} and others`
    : names.join(", ") || "nothing";

/**
 * Refuses (`inactive`) a new use of a retired record. `subject` names it at the beginning of a
 * sentence. `pointer` is its place in the body, if it has one.
 */
export function requireActive(
  { isActive }: { readonly isActive: boolean },
  subject: string,
  pointer?: string,
): void {
  if (!isActive) throw refusalAt("inactive", pointer, `${subject} is not active.`);
}

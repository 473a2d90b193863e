import { inArray } from "drizzle-orm";
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

/** What is selected of a record that others refer to. */
export const namedFields = <Of extends NamedTable>(of: Of): Pick<Of, keyof Named> => ({
  id: of.id,
  revNo: of.revNo,
  name: of.name,
  isActive: of.isActive,
});

const recordsBy = (table: NamedTable, column: "id" | "nameKey", values: string): Statement<Named> =>
  statement(
    () =>
      query
        .select(namedFields(table))
        .from(table)
        .where(inArray(table[column], each(values))),
    // The columns of all these tables have these types; NamedTable says only that they are there.
  ) as Statement<Named>;

/** The records with these folded names (a JSON array), for references that are made by name. */
export const recordsNamed = (table: NamedTable) => recordsBy(table, "nameKey", "names");

/** The records with these ids (a JSON array), for references that are made by id. */
export const recordsById = (table: NamedTable) => recordsBy(table, "id", "ids");

/**
 * The record of that name (not case sensitive), which stands at this place in the body; refuses
 * (`not_found`) where there is none. A folded name that was read is not folded again.
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

/** The folded forms of names, as a JSON array; what is absent or null is left out. */
export const foldedNames = (names: readonly (string | null | undefined)[]): string =>
  JSON.stringify(names.flatMap((name) => (name == null ? [] : foldCase(name))));

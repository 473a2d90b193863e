import { inArray } from "drizzle-orm";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import { each, query, type Statement, statement } from "../database/statement.ts";
import type { Revision } from "../engine/entities.ts";
import { foldCase } from "../values/fold-case.ts";

/** A record that others refer to by its name. */
export interface Named extends Revision {
  readonly name: string;
  readonly isActive: boolean;
}

type NamedTable = SQLiteTable &
  Record<"id" | "revNo" | "name" | "nameKey" | "isActive", SQLiteColumn>;

/** The records with these folded names (a JSON array), for references that are made by name. */
export const recordsNamed = (table: NamedTable): Statement<Named> =>
  statement(
    () =>
      query
        .select({ id: table.id, revNo: table.revNo, name: table.name, isActive: table.isActive })
        .from(table)
        .where(inArray(table.nameKey, each("names"))),
    // The columns of all these tables have these types; NamedTable says only that they are there.
  ) as Statement<Named>;

/** The folded forms of names, as a JSON array; what is absent or null is left out. */
export const foldedNames = (names: readonly (string | null | undefined)[]): string =>
  JSON.stringify(names.flatMap((name) => (name == null ? [] : foldCase(name))));

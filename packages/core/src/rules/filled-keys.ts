import { type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import { type Filter, leading, unlessLeading } from "../engine/index.ts";
import { possibleKeysOf } from "../values/fold-case.ts";

/** The names of both filters of a list by one key column. */
type BothNames<Name extends string> = Name | `${Name}InEitherForm`;

/**
 * Makes the filters of a list by a key column that a migration filled. SQLite finds the rows of one
 * key in the order of their ids. It sorts those of two keys, so the second filter is only for texts
 * whose key the migration can have made differently.
 */
export const filtersByFilledKey = <Name extends string>(name: Name, column: SQLiteColumn | SQL) =>
  ({
    [name]: (key: SQL) => sql`${column} = ${key}`,
    [`${name}InEitherForm`]: (keys: SQL) => sql`${column} in (${keys} ->> 0, ${keys} ->> 1)`,
    // An object with computed keys has an index signature.
  }) as Readonly<Record<BothNames<Name>, Filter>>;

/** Makes the same filters of a search. */
export const leadingByFilledKey = <Name extends string>(name: Name, column: SQLiteColumn) =>
  ({
    [name]: leading(column),
    [`${name}InEitherForm`]: {
      leads: true,
      condition: (keys: SQL, isLeading: boolean) =>
        sql`${unlessLeading(isLeading)}${column} in (${keys} ->> 0, ${keys} ->> 1)`,
    },
    // An object with computed keys has an index signature.
  }) as Readonly<Record<BothNames<Name>, ReturnType<typeof leading>>>;

/** Returns the filter by a text, for a list that has both filters. */
export function filledKeyGiven<Name extends string>(
  name: Name,
  text: string | undefined,
): Readonly<Partial<Record<BothNames<Name>, string>>> {
  const given: Partial<Record<string, string>> = {};
  if (text !== undefined) {
    const [folded, filled] = possibleKeysOf(text);
    if (folded === filled) given[name] = folded;
    else given[`${name}InEitherForm`] = JSON.stringify([folded, filled]);
  }
  // Its keys are these two names.
  return given as Partial<Record<BothNames<Name>, string>>;
}

import { type SQLiteTable, sqliteTable, type SQLiteTableFn } from "drizzle-orm/sqlite-core";

/**
 * A table that is made when it is first asked for anything, by Drizzle or for a column: to start, and
 * to answer one request, a process need not make all of them. Whatever is asked of it, the table that
 * Drizzle made answers: to a column and to a foreign key, that one is its table, so that two are the
 * same where their names are.
 */
export const table = ((name: string, columns: () => object, extras?: never) => {
  let made: SQLiteTable | undefined;
  const get = () => (made ??= sqliteTable(name, columns() as never, extras));
  return new Proxy(
    {},
    {
      get: (_, key) => Reflect.get(get(), key),
      has: (_, key) => Reflect.has(get(), key),
      ownKeys: () => Reflect.ownKeys(get()),
      getOwnPropertyDescriptor: (_, key) => Reflect.getOwnPropertyDescriptor(get(), key),
      getPrototypeOf: () => Reflect.getPrototypeOf(get()),
    },
  );
  // The compiler knows of a Proxy only what its target is.
}) as SQLiteTableFn;

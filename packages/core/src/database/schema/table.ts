import { type SQLiteTable, sqliteTable, type SQLiteTableFn } from "drizzle-orm/sqlite-core";

/**
 * A table that is made on first use, by Drizzle or for a column: a process that starts, or answers
 * one request, need not make all tables. The proxy passes everything on to Drizzle's table. Columns
 * and foreign keys refer to that table, so tables are compared by name.
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
  // A Proxy has the type of its target, here an empty object.
}) as SQLiteTableFn;

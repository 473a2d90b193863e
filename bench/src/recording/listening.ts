import type { NativeDatabase } from "@asbuilt/core/database";

/** An executed statement with its parameters. */
export interface Recorded {
  readonly sql: string;
  readonly params: readonly unknown[];
}

/** Wraps the execution of each statement. It must run the statement and return its result. */
export type Around = <Result>(statement: Recorded, run: () => Result) => Result;

// The service reads wide rows as one JSON text. A baseline reads the same rows as columns.
const asText =
  /with rows_as_text \(.*?\) as materialized \((.*)\)\s+select json_group_array\(.*\) as text from rows_as_text/s;

/** Returns a database whose statements run through `around`, without the wrapper as text. */
export const listening = (database: NativeDatabase, around: Around): NativeDatabase => ({
  prepare: (prepared) => {
    const statement = database.prepare(prepared);
    const sql = asText.exec(prepared)?.[1] ?? prepared;
    return {
      reader: statement.reader,
      raw() {
        statement.raw();
        return this;
      },
      all: (params) => around({ sql, params }, () => statement.all(params)),
      get: (params) => around({ sql, params }, () => statement.get(params)),
      run: (params) => around({ sql, params }, () => statement.run(params)),
    };
  },
});

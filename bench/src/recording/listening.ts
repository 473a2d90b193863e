import type { NativeDatabase } from "@asbuilt/core/database";

/** A statement that has been run, with its parameters. */
export interface Recorded {
  readonly sql: string;
  readonly params: readonly unknown[];
}

/** Stands around each statement that runs: it must run it, and answer what that answers. */
export type Around = <Result>(statement: Recorded, run: () => Result) => Result;

// The service has rows of many columns as one text: a baseline reads them as rows.
const asText =
  /with rows_as_text \(.*?\) as materialized \((.*)\)\s+select json_group_array\(.*\) as text from rows_as_text/s;

/** A database on which each statement runs within a function, which sees it as it is by itself. */
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

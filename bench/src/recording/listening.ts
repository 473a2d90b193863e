import type { NativeDatabase } from "@asbuilt/core/database";

/** A statement that has been run, with its parameters. */
export interface Recorded {
  readonly sql: string;
  readonly params: readonly unknown[];
}

/** Stands around each statement that runs: it must run it, and answer what that answers. */
export type Around = <Result>(statement: Recorded, run: () => Result) => Result;

// The service has rows of many columns as one text: a baseline reads them as rows.
const packed =
  /^with packed \(.*?\) as materialized \((.*)\)\s+select json_group_array\(.*\) from packed$/s;

/** A database on which each statement runs within a function, which sees it as it is not packed. */
export const listening = (database: NativeDatabase, around: Around): NativeDatabase => ({
  exec: (sql) => database.exec(sql),
  prepare: (prepared) => {
    const statement = database.prepare(prepared);
    const sql = packed.exec(prepared)?.[1] ?? prepared;
    return {
      reader: statement.reader,
      raw() {
        statement.raw();
        return this;
      },
      all: (params) => around({ sql, params }, () => statement.all(params)),
      run: (params) => around({ sql, params }, () => statement.run(params)),
    };
  },
});

import type { NativeDatabase } from "@asbuilt/core/database";

/** A statement that has been run, with its parameters. */
export interface Recorded {
  readonly sql: string;
  readonly params: readonly unknown[];
}

/** Stands around each statement that runs: it must run it, and answer what that answers. */
export type Around = <Result>(statement: Recorded, run: () => Result) => Result;

/** A database on which each statement runs within a function. */
export const listening = (database: NativeDatabase, around: Around): NativeDatabase => ({
  exec: (sql) => database.exec(sql),
  prepare: (sql) => {
    const statement = database.prepare(sql);
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

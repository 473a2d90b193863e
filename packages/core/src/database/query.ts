import { type SQL, sql } from "drizzle-orm";
import {
  type SelectedFields,
  SQLiteAsyncDialect,
  SQLiteDeleteBase,
  SQLiteInsertBuilder,
  SQLiteSelectBuilder,
  type SQLiteTable,
  SQLiteUpdateBuilder,
} from "drizzle-orm/sqlite-core";

const dialect = new SQLiteAsyncDialect();
// Queries are compiled and passed to an executor: no session ever runs one.
const session = undefined as never;

/** Builds queries, without the drivers and connections that Drizzle also has. */
export const query = {
  select: <Fields extends SelectedFields>(fields: Fields) =>
    new SQLiteSelectBuilder<Fields, "async", unknown>({ fields, session, dialect }),
  insert: <Table extends SQLiteTable>(table: Table) =>
    new SQLiteInsertBuilder<Table, "async", unknown>(table, session, dialect),
  update: <Table extends SQLiteTable>(table: Table) =>
    new SQLiteUpdateBuilder<Table, "async", unknown>(table, session, dialect),
  delete: <Table extends SQLiteTable>(table: Table) =>
    new SQLiteDeleteBase<Table, "async", unknown>(table, session, dialect),
};

/** A value that is bound when the statement is run, as a part of SQL. */
export const given = (name: string): SQL => sql`${sql.placeholder(name)}`;

/** The values of a JSON array placeholder, one per row, for `in`: one parameter for any number. */
export const each = (name: string): SQL => sql`(select value from json_each(${given(name)}))`;

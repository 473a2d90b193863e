import { Column, is, Param, Placeholder, type Query as DrizzleQuery, SQL, sql } from "drizzle-orm";
import {
  type SelectedFields,
  SQLiteAsyncDialect,
  SQLiteDeleteBase,
  SQLiteInsertBuilder,
  SQLiteSelectBuilder,
  type SQLiteTable,
  SQLiteUpdateBuilder,
} from "drizzle-orm/sqlite-core";

/** A row as every executor hands it over: the values in the order of the columns. */
export type RawRow = readonly unknown[];

/** A statement with its parameters, ready for any executor. */
export interface Bound<Row = unknown> {
  readonly sql: string;
  readonly params: readonly unknown[];
  readonly row: (raw: RawRow) => Row;
  /**
   * The same that answers one text: all rows, as one JSON array of arrays; or null, where that is
   * longer than what is asked for at once (AnswerTooLarge).
   */
  readonly asText?: string | undefined;
  /** Whether it answers one row at most. */
  readonly isOne?: boolean;
}

/** A statement with its parameters, whose rows may also be had to be read alone. */
export interface Readable<Row> extends Bound<Row> {
  /** A row that makes each field as it is asked for. It has no fields of its own to copy. */
  readonly view: (raw: RawRow) => Row;
}

export type Values = Readonly<Record<string, unknown>>;

/** Binds the values of a statement's placeholders. Its SQL is compiled at the first call. */
export type Statement<Row> = (values?: Values) => Readable<Row>;

/** The row that a Drizzle query answers. */
export type RowOf<Built> = Built extends { readonly _: { readonly result: readonly (infer Row)[] } }
  ? Row
  : unknown;

interface Compilable {
  toSQL(): DrizzleQuery;
}

const dialect = new SQLiteAsyncDialect();
// What is built is compiled and handed to an executor: nothing is ever run by a session.
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

/** A value that is given when the statement is run, as a part of SQL. */
export const given = (name: string): SQL => sql`${sql.placeholder(name)}`;

/** The values of a JSON array placeholder, one a row, for `in`: any number for one parameter. */
export const each = (name: string): SQL => sql`(select value from json_each(${given(name)}))`;

/**
 * Begins a statement with the values of a JSON array parameter as the rows of `item`, in the order
 * that those of the log have to be written in. Each value is written out as text once; of `json_each`
 * itself, SQLite writes it out for every column that is read of it.
 */
export const withItems =
  "with item (value) as materialized (select value from json_each(?) order by key)";

/**
 * A statement made from a Drizzle query, compiled once when it is first needed. `mostBytes` is what a
 * file is to answer at most: what would be longer is an AnswerTooLarge.
 */
export function statement<Built extends Compilable>(
  make: () => Built,
  mostBytes?: number,
): Statement<RowOf<Built>> {
  let compiled: Compiled<unknown> | undefined;
  return (values = {}) => {
    compiled ??= compile(make(), mostBytes);
    const { sql: text, asText, parameters, row, view } = compiled as Compiled<RowOf<Built>>;
    return { sql: text, asText, params: bind(parameters, values), row, view };
  };
}

interface Compiled<Row> extends Pick<Readable<Row>, "sql" | "asText" | "row" | "view"> {
  readonly parameters: readonly Parameter[];
}

function compile(built: Compilable, mostBytes: number | undefined): Compiled<unknown> {
  const fields = nameColumns(built);
  const { sql: text, params } = built.toSQL();
  return {
    sql: text,
    asText: rowsAsText(text, fields.length, mostBytes),
    parameters: params.map(parameterOf),
    row: rowMapper(fields),
    view: rowViewer(fields),
  };
}

/** Below so many columns a row costs as much to write as text as to hand over. */
const asTextFrom = 10;

/**
 * Integers, text and null are what a row may hold, in at most 127 columns. Materialized, so
 * that the order stays, and JSON that was selected stays text.
 */
function rowsAsText(
  text: string,
  columns: number,
  mostBytes: number | undefined,
): string | undefined {
  if (columns < asTextFrom && mostBytes === undefined) return undefined;
  const names = Array.from({ length: columns }, (_, index) => columnName(index)).join(", ");
  const asText = `with rows_as_text (${names}) as materialized (${text})
    select json_group_array(json_array(${names})) as text from rows_as_text`;
  if (mostBytes === undefined) return asText;
  // What is longer never leaves the database: the process would have to hold it.
  return `select iif(octet_length(text) <= ${mostBytes}, text, null) from (${asText})`;
}

const columnName = (index: number) => `f${index + 1}`;

/** What the selection hooks into: both kinds keep their fields in their configuration. */
interface Selecting {
  config?: { fields?: Record<string, unknown> };
}

type Decoder = (value: unknown) => unknown;

/**
 * Gives every selected column a name of its own, because D1 hands rows over as objects, where
 * two columns of one name are one. Answers the decoder of each.
 */
function nameColumns(built: Compilable): [string, Decoder | undefined][] {
  const config = (built as Selecting).config;
  if (!config?.fields) return [];
  const decoders: [string, Decoder | undefined][] = [];
  const named: Record<string, unknown> = {};
  for (const [key, field] of Object.entries(config.fields)) {
    const inner = is(field, SQL.Aliased) ? field.sql : sql`${field}`;
    named[key] = inner.as(columnName(decoders.length));
    decoders.push([key, decoderOf(field)]);
  }
  config.fields = named;
  return decoders;
}

function decoderOf(field: unknown): Decoder | undefined {
  const source = is(field, SQL.Aliased) ? field.sql : field;
  // Drizzle keeps the decoder of an expression where its types do not show it.
  const decoder = is(source, Column)
    ? source
    : (source as { decoder: { mapFromDriverValue: Decoder } }).decoder;
  if (is(source, Column) && passesThrough.has(source.columnType)) return undefined;
  return (value) => (value === null ? null : decoder.mapFromDriverValue(value));
}

const passesThrough = new Set(["SQLiteInteger", "SQLiteText"]);

function rowMapper(fields: [string, Decoder | undefined][]): (raw: RawRow) => unknown {
  const keys = fields.map(([key]) => key);
  const decoded = fields.flatMap(([key, decode]) => (decode ? [{ key, decode }] : []));
  // A copy of what has all fields costs half as much as to add each to an empty object.
  const blank: Record<string, unknown> = Object.fromEntries(keys.map((key) => [key, null]));
  return (raw) => {
    const row = { ...blank };
    for (let index = 0; index < keys.length; index++) row[keys[index]!] = raw[index];
    for (const { key, decode } of decoded) row[key] = decode(row[key]);
    return row;
  };
}

const cells = Symbol("cells");

function rowViewer(fields: [string, Decoder | undefined][]): (raw: RawRow) => unknown {
  class View {
    readonly [cells]: RawRow;
    constructor(raw: RawRow) {
      this[cells] = raw;
    }
  }
  for (const [index, [key, decode]] of fields.entries()) {
    const get = decode
      ? function (this: View) {
          return decode(this[cells][index]);
        }
      : function (this: View) {
          return this[cells][index];
        };
    Object.defineProperty(View.prototype, key, { get });
  }
  return (raw) => new View(raw);
}

/** A parameter: the value of a placeholder, as its column writes it, or always the same. */
type Parameter =
  | { readonly name: string; readonly encode: ((value: unknown) => unknown) | undefined }
  | { readonly name: undefined; readonly always: unknown };

function parameterOf(param: unknown): Parameter {
  if (is(param, Placeholder)) return { name: param.name, encode: undefined };
  if (!is(param, Param)) return { name: undefined, always: param };
  const { encoder, value } = param;
  if (!is(value, Placeholder)) return { name: undefined, always: encoder.mapToDriverValue(value) };
  const isPlain = is(encoder, Column) && passesThrough.has(encoder.columnType);
  const encode = isPlain ? undefined : (plain: unknown) => encoder.mapToDriverValue(plain);
  return { name: value.name, encode };
}

function bind(parameters: readonly Parameter[], values: Values): unknown[] {
  const bound: unknown[] = [];
  for (const parameter of parameters) {
    if (parameter.name === undefined) bound.push(parameter.always);
    else {
      const { name, encode } = parameter;
      const value = values[name];
      if (value === undefined) throw new Error(`The statement was given no value for ${name}.`);
      const plain = typeof value === "boolean" ? Number(value) : value;
      bound.push(encode && plain !== null ? encode(plain) : plain);
    }
  }
  return bound;
}

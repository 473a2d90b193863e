import { Column, is, Param, Placeholder, type Query as DrizzleQuery } from "drizzle-orm";
import type { Bound } from "./bound.ts";
import { nameColumns, passesThrough, rowMapper, rowsAsText } from "./rows.ts";

export type Values = Readonly<Record<string, unknown>>;

/** Binds the values of a statement's placeholders. Its SQL is compiled at the first call. */
export type Statement<Row> = (values?: Values) => Bound<Row>;

/** The row that a Drizzle query returns. */
export type RowOf<Built> = Built extends { readonly _: { readonly result: readonly (infer Row)[] } }
  ? Row
  : unknown;

interface Compilable {
  toSQL(): DrizzleQuery;
}

/**
 * A statement made from a Drizzle query, compiled once when it is first needed. A file returns at
 * most `bytesMax` bytes for it: a longer result is an AnswerTooLarge.
 */
export function statement<Built extends Compilable>(
  make: () => Built,
  bytesMax?: number,
): Statement<RowOf<Built>> {
  let compiled: Compiled<unknown> | undefined;
  return (values = {}) => {
    compiled ??= compile(make(), bytesMax);
    const { sql: text, asText, parameters, row } = compiled as Compiled<RowOf<Built>>;
    return { sql: text, asText, params: bind(parameters, values), row };
  };
}

interface Compiled<Row> extends Pick<Bound<Row>, "sql" | "asText" | "row"> {
  readonly parameters: readonly Parameter[];
}

function compile(built: Compilable, bytesMax: number | undefined): Compiled<unknown> {
  const fields = nameColumns(built);
  const { sql: text, params } = built.toSQL();
  return {
    sql: text,
    asText: rowsAsText(text, fields.length, bytesMax),
    parameters: params.map(parameterOf),
    row: rowMapper(fields),
  };
}

/** A parameter: the value of a placeholder, as its column encodes it, or a constant. */
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

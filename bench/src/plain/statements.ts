import { filePragmas } from "@asbuilt/node/database";
import Database from "libsql";
import type { Recorded } from "../recording/listening.ts";

export type Native = InstanceType<typeof Database>;
export type Row = readonly unknown[];
export type Values = Readonly<Record<string, unknown>>;

/** Opens a database file as the service does: one connection, WAL, one fsync per commit. */
export function openNative(path: string): Native {
  const database = new Database(path);
  for (const pragma of filePragmas) database.exec(`pragma ${pragma}`);
  return database;
}

/** Returns the recorded statement that matches a pattern. `number` picks one of several. */
export function pickRecorded(recorded: readonly Recorded[], pattern: RegExp, number = 0): Recorded {
  const found = recorded.filter(({ sql }) => pattern.test(sql))[number];
  if (!found) throw new Error(`The service no longer runs a statement like ${pattern}.`);
  return found;
}

/** A prepared query whose rows are arrays. `at` holds the index of each column. */
export interface Reader {
  readonly all: (values: Values) => Row[];
  /** Returns only the first row. */
  readonly get: (values: Values) => Row | undefined;
  readonly at: Readonly<Record<string, number>>;
}

/**
 * Prepares a recorded query. A parameter whose recorded value equals a value of the sample becomes
 * a parameter of that name. All others keep their recorded values.
 */
export function reader(database: Native, { sql, params }: Recorded, sample: Values): Reader {
  const statement = database.prepare(sql).raw();
  const names = params.map((param) => Object.keys(sample).find((name) => sample[name] === param));
  const bind = (values: Values) =>
    names.map((name, index) => (name === undefined ? params[index] : values[name]));
  return {
    all: (values) => statement.all(bind(values)) as Row[],
    get: (values) => statement.get(bind(values)) as Row | undefined,
    at: columnPlaces(sql),
  };
}

/**
 * Returns the place of each column by its name or its `coalesce`, and that of the last one. The service
 * calls its columns f1, f2, ...: `"table"."column" as "f1"` or `<expression> as "f1"`.
 */
function columnPlaces(sql: string): Record<string, number> {
  const places: Record<string, number> = {};
  const columns = /(?<name>coalesce\([^()]*\)|(?:"\w+"\.)?"\w+"|\S)(?= as "f(?<number>\d+)")/g;
  for (const match of sql.matchAll(columns)) {
    const { name, number } = match.groups!;
    places[name!.replaceAll('"', "")] = Number(number) - 1;
    places["last"] = Number(number) - 1;
  }
  return places;
}

/** A prepared write whose parameters are named after the columns that they set. */
export type Writer = (values: Values) => Row[];

export function writer(database: Native, { sql }: Recorded): Writer {
  const statement = database.prepare(sql);
  const names = parameterNames(sql);
  const bind = (values: Values) => names.map((name) => values[name] ?? null);
  if (!statement.reader) {
    return (values) => {
      statement.run(bind(values));
      return [];
    };
  }
  statement.raw();
  return (values) => statement.all(bind(values)) as Row[];
}

/** Returns the column that each parameter of an insert or update sets, in order. */
export function parameterNames(sql: string): string[] {
  const insert = /insert into "\w+" \((?<columns>[^)]*)\) values \((?<values>.*)\)/s.exec(sql);
  if (!insert) return [...sql.matchAll(/"(\w+)" = \?/g)].map(([, name]) => name!);
  const columns = insert.groups!["columns"]!.split(", ").map((name) => name.replaceAll('"', ""));
  const values = insert.groups!["values"]!.split(/,(?![^(]*\))/);
  return values.flatMap((value, index) => {
    const matched = [...value.matchAll(/"(\w+)" = \?/g)].map(
      ([, name]) => `${columns[index]}.${name}`,
    );
    return matched.length > 0 ? matched : value.includes("?") ? [columns[index]!] : [];
  });
}

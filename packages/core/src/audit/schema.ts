import type { Bound } from "../database/bound.ts";
import { type Executor, rowsOf } from "../database/executor.ts";
import type { Sha256 } from "../values/digest.ts";
import type { Finding } from "./laws.ts";
import { madeSchema } from "./made-schema.gen.ts";

/** A table, an index or a trigger, and the text that makes it. */
interface SchemaObject {
  readonly type: string;
  readonly name: string;
  readonly sql: string;
}

/** Reads the objects of a schema that have a text. */
export const schemaObjects: Bound<SchemaObject> = {
  sql: "select type, name, sql from sqlite_schema where sql is not null",
  params: [],
  row: (raw) => {
    // All columns of sqlite_schema that are selected are text.
    const [type, name, sql] = raw as [string, string, string];
    return { type, name, sql };
  },
};

/** A trigger can have the same name as a table or an index. */
const schemaKeyOf = ({ type, name }: Pick<SchemaObject, "type" | "name">) => `${type} ${name}`;

/** Returns an object's kind, name and digest of its text, whatever its line breaks. */
export async function schemaLine(object: SchemaObject, sha256: Sha256): Promise<string> {
  const digest = await sha256(object.sql.replaceAll(/[ \t\r\n]+/g, " "), "base64url");
  return `${schemaKeyOf(object)} ${digest.slice(0, 16)}`;
}

/** Returns the objects that the migrations make, each with its line, kind and name. */
const madeObjects = () =>
  madeSchema
    .trim()
    .split("\n")
    .map((line) => {
      // `schemaLine` made the line; no name of this schema has a space.
      const [type, name] = line.split(" ") as [string, string];
      return { line, type, name };
    });

/** Returns the names of the tables that the migrations make. */
export const madeTables = (): string[] =>
  madeObjects().flatMap(({ type, name }) => (type === "table" ? [name] : []));

/** The types of object that a database can have besides asbuilt's: they write nothing. */
const harmlessTypes = new Set(["table", "index", "view"]);

/** An object of a schema that differs from the migrations. */
interface Altered extends Finding {
  /** Whether it is a table: then the rows can't be checked. */
  readonly isTable: boolean;
}

/**
 * Finds the objects of a database's schema that differ from the migrations. SQLite accepts any text
 * that it can parse, so a changed letter can rename a table or drop a constraint. A foreign trigger
 * would write rows that nobody requested; other tables and indexes do no harm.
 */
export async function alteredIn(executor: Executor, sha256: Sha256): Promise<Altered[]> {
  const objects = await rowsOf(executor, schemaObjects);
  const lines = new Set(await Promise.all(objects.map((object) => schemaLine(object, sha256))));
  const expected = madeObjects();
  const altered = expected
    .filter(({ line }) => !lines.has(line))
    .map(({ type, name }) => ({
      record: "schema",
      problem: `it is damaged: its ${type} ${name} is not as asbuilt makes it`,
      isTable: type === "table",
    }));
  const ours = new Set(expected.map(schemaKeyOf));
  const strange = objects
    // SQLite runs a trigger whatever the case of its type column.
    .filter((object) => !harmlessTypes.has(object.type) && !ours.has(schemaKeyOf(object)))
    .map(({ name }) => ({
      record: "schema",
      problem: `it was tampered with: its trigger ${name} is not one that asbuilt makes`,
      isTable: false,
    }));
  return [...altered, ...strange];
}

import type { Bound } from "../database/bound.ts";
import type { Executor } from "../database/executor.ts";
import { rowsOf } from "../database/rows-of.ts";
import type { Sha256 } from "../values/digest.ts";
import type { Finding } from "./finding.ts";
import { madeSchema } from "./made-schema.gen.ts";

/** A table, an index or a trigger, and the text that makes it. */
interface SchemaObject {
  readonly type: string;
  readonly name: string;
  readonly sql: string;
}

/** What of a database's schema has a text. */
export const schemaObjects: Bound<SchemaObject> = {
  sql: "select type, name, sql from sqlite_schema where sql is not null",
  params: [],
  row: (raw) => {
    // The schema's columns are text.
    const [type, name, sql] = raw as [string, string, string];
    return { type, name, sql };
  },
};

/** A trigger may have the name of a table or an index. */
const keyOf = ({ type, name }: Pick<SchemaObject, "type" | "name">) => `${type} ${name}`;

/** An object's kind, name and digest of its text, however that is broken into lines. */
export async function schemaLine(object: SchemaObject, sha256: Sha256): Promise<string> {
  const digest = await sha256(object.sql.replaceAll(/[ \t\r\n]+/g, " "), "base64url");
  return `${keyOf(object)} ${digest.slice(0, 16)}`;
}

/** What the migrations make: each object's line, kind and name. */
const made = () =>
  madeSchema
    .trim()
    .split("\n")
    .map((line) => {
      // So has schemaLine put it together; of ours, no name has a space.
      const [type, name] = line.split(" ") as [string, string];
      return { line, type, name };
    });

/** The tables that the migrations make. */
export const madeTables = (): string[] =>
  made().flatMap(({ type, name }) => (type === "table" ? [name] : []));

/** What others may have in a database, too: it writes nothing by itself. */
const harmless = new Set(["table", "index", "view"]);

/** Something of a schema that is not as the migrations make it. */
interface Altered extends Finding {
  /** What other tables, indexes and triggers hold can still be read. */
  readonly isTable: boolean;
}

/**
 * What in a database's schema is not as the migrations make it. SQLite itself takes any text that
 * it can parse: a letter that turned would be another table, or a lost constraint. A trigger of
 * somebody else's would write what nobody asked for; other tables and indexes do no harm.
 */
export async function alteredIn(executor: Executor, sha256: Sha256): Promise<Altered[]> {
  const objects = await rowsOf(executor, schemaObjects);
  const lines = new Set(await Promise.all(objects.map((object) => schemaLine(object, sha256))));
  const expected = made();
  const altered = expected
    .filter(({ line }) => !lines.has(line))
    .map(({ type, name }) => ({
      record: "schema",
      problem: `it is damaged: its ${type} ${name} is not as asbuilt makes it`,
      isTable: type === "table",
    }));
  const ours = new Set(expected.map(keyOf));
  const strange = objects
    // SQLite takes for a trigger what its text makes one, also under a type in capitals.
    .filter((object) => !harmless.has(object.type) && !ours.has(keyOf(object)))
    .map(({ name }) => ({
      record: "schema",
      problem: `it was tampered with: its trigger ${name} is none that asbuilt makes`,
      isTable: false,
    }));
  return [...altered, ...strange];
}

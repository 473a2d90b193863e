import { getTableColumns, inArray } from "drizzle-orm";
import { each, query, type Statement, statement } from "../database/statement.ts";
import { entities } from "../entities.ts";
import { countReferences, type ReferenceCounts } from "../references.ts";
import { Refusal } from "../refusal.ts";
import { catalog, type CatalogName, type CatalogRow } from "./definitions.ts";

/** A record with how many others refer to it. */
export type CountedRow<Name extends CatalogName> = CatalogRow<Name> & {
  readonly references: ReferenceCounts;
};

const compiled = new Map<CatalogName, Statement<unknown>>();

/** The records of a resource with these ids (a JSON array), each with its references counted. */
export function recordsById<Name extends CatalogName>(name: Name): Statement<CountedRow<Name>> {
  let found = compiled.get(name);
  if (!found) compiled.set(name, (found = selectById(name)));
  // The map holds for each name the statement of its own table.
  return found as Statement<CountedRow<Name>>;
}

function selectById(name: CatalogName): Statement<unknown> {
  const table = entities[name];
  return statement(() =>
    query
      .select({ ...getTableColumns(table), references: countReferences(table) })
      .from(table)
      .where(inArray(table.id, each("ids"))),
  );
}

/** The record that an input names by its id, which must exist (`not_found`). */
export function requireRecord<Row extends { id: number }>(
  name: CatalogName,
  records: readonly Row[],
  id: number,
): Row {
  const found = records.find((record) => record.id === id);
  if (!found) throw new Refusal("not_found", `No ${catalog[name].noun} has the id ${id}.`);
  return found;
}

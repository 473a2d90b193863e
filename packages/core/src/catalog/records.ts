import { getTableColumns, inArray, or } from "drizzle-orm";
import { each, query } from "../database/query.ts";
import { type Statement, statement } from "../database/statement.ts";
import { entities } from "../engine/index.ts";
import { countIfTold } from "../rules/in-use.ts";
import { countReferences, type ReferenceCounts } from "../rules/references.ts";
import { refusalAt } from "../refusal.ts";
import { catalog, type CatalogName, catalogNames, type CatalogRow } from "./definitions.ts";
import { once } from "../values/once.ts";

/** How many records refer to the record with this id, as `countIfTold` tells it. */
export interface Uses {
  readonly id: number;
  readonly counts: ReferenceCounts;
}

/** By what a record is unique: its folded name and SUID. */
export interface Keys {
  readonly id: number;
  readonly nameKey: string;
  readonly suidKey: string | null;
}

/** How the records of one resource are read. Every parameter but `isCounted` is a JSON array. */
interface Reading<Name extends CatalogName> {
  /** The records with these `ids`. */
  readonly byId: Statement<CatalogRow<Name>>;
  /** What refers to the records with these `ids`, counted if `isCounted`. */
  readonly uses: Statement<Uses>;
  /** The records with any of these folded `names` or `suids`. */
  readonly byKey: Statement<Keys>;
}

function readingOf(name: CatalogName): Reading<CatalogName> {
  const table = entities[name];
  return {
    // The columns are those of the resource's own table.
    byId: statement(() =>
      query
        .select(getTableColumns(table))
        .from(table)
        .where(inArray(table.id, each("ids"))),
    ) as Statement<CatalogRow<CatalogName>>,
    uses: statement(() =>
      query
        .select({ id: table.id, counts: countReferences(table, [], countIfTold) })
        .from(table)
        .where(inArray(table.id, each("ids"))),
    ),
    byKey: statement(() => {
      const { id, nameKey, suidKey } = table;
      return query
        .select({ id, nameKey, suidKey })
        .from(table)
        .where(or(inArray(nameKey, each("names")), inArray(suidKey, each("suids"))));
    }),
  };
}

const readings = once(() => new Map(catalogNames.map((name) => [name, readingOf(name)])));

/** How the records of the resource of this name are read. */
export const reading = <Name extends CatalogName>(name: Name): Reading<Name> =>
  // The reading of a name is that of its own table.
  readings().get(name) as Reading<Name>;

/** The record with this id; refuses (`not_found`) where there is none. */
export function requireRecord<Name extends CatalogName>(
  name: Name,
  records: readonly CatalogRow<Name>[],
  id: number,
): CatalogRow<Name> {
  const found = records.find((record) => record.id === id);
  if (!found) throw refusalAt("not_found", "/id", `No ${catalog[name].noun} has the id ${id}.`);
  return found;
}

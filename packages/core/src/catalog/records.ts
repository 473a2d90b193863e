import { getTableColumns, inArray, or, sql } from "drizzle-orm";
import { apiKey, role, user } from "../database/schema/index.ts";
import { each, query } from "../database/query.ts";
import { type Statement, statement } from "../database/statement.ts";
import { entities } from "../engine/index.ts";
import { requireCurrent } from "../rules/current.ts";
import { countIfRequested } from "../rules/in-use.ts";
import { countReferences, parseCounts, type ReferenceCounts } from "../rules/references.ts";
import { refusalAt } from "../refusal.ts";
import { catalog, type CatalogName, catalogNames, type CatalogRow } from "./definitions.ts";
import { lazily } from "../values/lazily.ts";

/** The records that refer to the record with an id, counted by `countIfRequested`. */
export interface Uses {
  readonly id: number;
  readonly counts: ReferenceCounts;
}

/** The unique fields of a record: its folded name and SUID. */
export interface Keys {
  readonly id: number;
  readonly nameKey: string;
  readonly suidKey: string | null;
}

/** The statements that read one resource. Every parameter except `isCounted` is a JSON array. */
interface Reading<Name extends CatalogName> {
  /** The records with these `ids`. */
  readonly byId: Statement<CatalogRow<Name>>;
  /** The uses of the records with these `ids`, counted if `isCounted`. */
  readonly uses: Statement<Uses>;
  /** The records with any of these folded `names` or `suids`. */
  readonly byKey: Statement<Keys>;
}

/** Counts the uses of each selected record. */
const countsOf = (name: CatalogName) =>
  name === "Role" ? countUsesOfRole() : countReferences(entities[name], [], countIfRequested);

/** Counts the keys and users with each selected role. They have its name: a revoked key keeps it. */
const countUsesOfRole = () =>
  sql`json_object(
    'ApiKey', ${countIfRequested(apiKey, sql`${apiKey.revokedAt} is null and ${apiKey.role} = ${role.name}`)},
    'User', ${countIfRequested(user, sql`${role.name} in (select value from json_each(${user.roles}))`)}
  )`.mapWith(parseCounts);

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
        .select({ id: table.id, counts: countsOf(name) })
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

const readings = lazily(() => new Map(catalogNames.map((name) => [name, readingOf(name)])));

/** Returns the statements that read a resource. */
export const reading = <Name extends CatalogName>(name: Name): Reading<Name> =>
  // Each name has the statements of its own table.
  readings().get(name) as Reading<Name>;

/** Returns the record with an id. Refuses `not_found`, and `stale_revision` of an older one. */
export function requireRecord<Name extends CatalogName>(
  name: Name,
  records: readonly CatalogRow<Name>[],
  id: number,
  revNo: number | undefined,
): CatalogRow<Name> {
  const found = records.find((record) => record.id === id);
  if (!found) throw refusalAt("not_found", "/id", `No ${catalog[name].noun} has the id ${id}.`);
  requireCurrent(name, found, revNo, `The ${catalog[name].noun} ${found.name}`);
  return found;
}

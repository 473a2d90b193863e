import { getTableColumns } from "drizzle-orm";
import { query } from "../database/query.ts";
import { type Context, defineList, entities, type Listing, type Page } from "../engine/index.ts";
import { foldGiven } from "../values/fold-case.ts";
import { type CatalogName, catalogNames, type CatalogRow } from "./definitions.ts";
import { lazily } from "../values/lazily.ts";

/** The filters of a list of reference data. Names and SUIDs are not case sensitive. */
export interface CatalogFilter {
  readonly id?: number | undefined;
  readonly suid?: string | undefined;
  readonly name?: string | undefined;
  readonly isActive?: boolean | undefined;
}

const listOf = (name: CatalogName) => {
  const table = entities[name];
  return defineList(() => ({
    select: () => query.select(getTableColumns(table)).from(table),
    table,
    filters: { id: table.id, suid: table.suidKey, name: table.nameKey, isActive: table.isActive },
  }));
};

const lists = lazily(() => new Map(catalogNames.map((name) => [name, listOf(name)])));

/** Lists the records of one resource of reference data. Source: design 6. */
export function listCatalog<Name extends CatalogName>(
  context: Context,
  name: Name,
  { id, suid, name: named, isActive }: CatalogFilter,
  page: Page,
): Promise<Listing<CatalogRow<Name>>> {
  const filter = {
    id,
    suid: foldGiven(suid),
    name: foldGiven(named),
    isActive,
  };
  return lists().get(name)!(context, filter, page);
}

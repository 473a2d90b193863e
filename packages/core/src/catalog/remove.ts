import { remove } from "../changes.ts";
import { type Command, execute } from "../command.ts";
import type { Context } from "../context.ts";
import type { Bound } from "../database/statement.ts";
import { requireUnused } from "../in-use.ts";
import { catalog, type CatalogName, type CatalogRow, requireNotReserved } from "./definitions.ts";
import { type CountedRow, recordsById, requireRecord } from "./records.ts";

/**
 * Deletes a record of reference data to which nothing refers, and answers it. Refuses
 * `not_found`, `reserved` and `in_use`. Source: design 6.
 */
export const removeFromCatalog = <Name extends CatalogName>(
  context: Context,
  name: Name,
  id: number,
): Promise<CatalogRow<Name>> => execute(context, removing(name), id);

interface Decision<Name extends CatalogName> {
  readonly asserts: readonly [];
  readonly record: CountedRow<Name>;
}

const removing = <Name extends CatalogName>(
  name: Name,
): Command<
  number,
  { records: Bound<CountedRow<Name>> },
  Decision<Name>,
  CatalogRow<Name>
> => ({
  load: (ids) => ({ records: recordsById(name)({ ids: JSON.stringify(ids) }) }),
  decide: ({ records }, id) => {
    const record = requireRecord(name, records, id);
    requireNotReserved(name, record);
    requireUnused(`The ${catalog[name].noun} ${record.name}`, record.references);
    return { asserts: [], record };
  },
  write: ({ record }) => [remove(name, record, { action: "deleted" })],
  answer: ({ record }) => record,
});

import type { Bound } from "../database/bound.ts";
import {
  type Absence,
  type Command,
  type Conflicts,
  type Context,
  execute,
  remove,
  removePart,
} from "../engine/index.ts";
import { requireUnused } from "../rules/in-use.ts";
import {
  catalog,
  claimsOfCatalog,
  type CatalogName,
  type CatalogRow,
  requireNotReserved,
} from "./definitions.ts";
import { reading, requireRecord, type Uses } from "./records.ts";

interface Decision<Name extends CatalogName> {
  readonly asserts: readonly [];
  readonly absences: readonly Absence[];
  readonly record: CatalogRow<Name>;
}

/** The record to delete. Without the revision that was read, it is deleted as it is. */
export interface CatalogKey {
  readonly id: number;
  readonly revNo?: number | undefined;
}

const deleting = <Name extends CatalogName>(
  name: Name,
): Command<
  CatalogKey,
  { records: Bound<CatalogRow<Name>>; uses: Bound<Uses> },
  Decision<Name>,
  CatalogRow<Name>
> => ({
  load: (inputs) => {
    const ids = JSON.stringify(inputs.map(({ id }) => id));
    const { byId, uses } = reading(name);
    return { records: byId({ ids }), uses: uses({ ids, isCounted: true }) };
  },
  decide: ({ records, uses }, { id, revNo }) => {
    const record = requireRecord(name, records, id, revNo);
    requireNotReserved(name, record, "/id");
    const { counts } = uses.find((of) => of.id === id)!;
    requireUnused(`The ${catalog[name].noun} ${record.name}`, counts);
    const absences = catalog[name].unused?.map((absence) => [absence, id] as const) ?? [];
    return { asserts: [], absences, record };
  },
  write: ({ record }) => [
    remove(name, record, {
      action: "deleted",
      unlogged: name === "User" ? [removePart("userPin", { userId: record.id })] : undefined,
    }),
  ],
  answer: ({ record }) => record,
});

const conflicts: Conflicts = {
  of: ["reference data/Delete"],
  get claims() {
    return claimsOfCatalog();
  },
  absences: {
    itemsHeldFurther: "of a hold reason",
    keysOfRole: "of a role",
    usersOfRole: "of a role",
  },
};

/**
 * Deletes a record of reference data that is not in use, and returns it. Refuses `not_found`,
 * `stale_revision`, `reserved` and `in_use`. Source: design 6.
 */
export const deleteFromCatalog = Object.assign(
  <Name extends CatalogName>(
    context: Context,
    name: Name,
    key: CatalogKey,
  ): Promise<CatalogRow<Name>> => execute(context, deleting(name), key),
  { conflicts },
);

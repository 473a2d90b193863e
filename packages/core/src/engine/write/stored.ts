import { getTableColumns } from "drizzle-orm";
import type { EntityName } from "../actions.ts";
import { isSameValue } from "../changes.ts";
import { entities, type Revision, type Row } from "../entities.ts";

/** The fields of a record that its table holds, without id, revision and joined fields. */
export type Stored<Name extends EntityName> = Omit<Row<Name>, "id" | "revNo">;

/** The stored fields of a record that was read with more than its table has. */
export function storedFields<Name extends EntityName>(
  entity: Name,
  record: Stored<Name>,
): Stored<Name> {
  const stored: Record<string, unknown> = {};
  for (const key of storedKeysOf(entity)) stored[key] = record[key as keyof Stored<Name>];
  // The keys are the table's own.
  return stored as Stored<Name>;
}

/** The row of a record that was read with more than its table has. */
export const storedRow = <Name extends EntityName>(
  entity: Name,
  record: Revision & Stored<Name>,
): Revision & Stored<Name> => ({
  id: record.id,
  revNo: record.revNo,
  ...storedFields(entity, record),
});

/** The fields in which two states of a record differ: what an update of its row must set. */
export function differences<Name extends EntityName>(
  entity: Name,
  before: Stored<Name>,
  after: Stored<Name>,
): Partial<Row<Name>> {
  const patch: Record<string, unknown> = {};
  for (const key of storedKeysOf(entity)) {
    const field = key as keyof Stored<Name>;
    if (!isSameValue(before[field], after[field])) patch[key] = after[field];
  }
  // The keys are the table's own.
  return patch as Partial<Row<Name>>;
}

const keys = new Map<EntityName, readonly string[]>();

function storedKeysOf(entity: EntityName): readonly string[] {
  let found = keys.get(entity);
  if (!found) {
    found = Object.keys(getTableColumns(entities[entity])).filter(
      (key) => key !== "id" && key !== "revNo",
    );
    keys.set(entity, found);
  }
  return found;
}

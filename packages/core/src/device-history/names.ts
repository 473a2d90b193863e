import { sql } from "drizzle-orm";
import { each, query } from "../database/query.ts";
import { statement } from "../database/statement.ts";
import { type Context, type Fields, readRows } from "../engine/index.ts";
import type { RecordedChange } from "./changes.ts";

/** The kinds of records that changes of items and batches refer to by their ids. */
export type NamedEntity = "HoldReason" | "Location" | "MaterialStatus";

/** A record that a change refers to, with its present name. */
export interface NamedRecord {
  readonly entity: NamedEntity;
  readonly id: number;
  readonly name: string;
}

const entityOfField: Readonly<Record<string, NamedEntity>> = {
  holdReasonId: "HoldReason",
  furtherHoldReasonIds: "HoldReason",
  locationId: "Location",
  statusId: "MaterialStatus",
};

const namesOf = (entity: NamedEntity, table: string) =>
  statement(() =>
    query
      .select({
        entity: sql<NamedEntity>`${sql.raw(`'${entity}'`)}`,
        id: sql<number>`id`.mapWith(Number),
        name: sql<string>`name`,
      })
      .from(sql.raw(table))
      .where(sql`id in ${each("ids")}`)
      .orderBy(sql`id`),
  );

/** Reads the names of records with these `ids`. */
export const recordNames = {
  HoldReason: namesOf("HoldReason", "hold_reason"),
  Location: namesOf("Location", "location"),
  MaterialStatus: namesOf("MaterialStatus", "material_status"),
};

/** Reads the names of what changes refer to by id: a reader of the record has no other source. */
export async function namesIn(
  context: Context,
  changes: readonly RecordedChange[],
): Promise<readonly NamedRecord[]> {
  const ids: Readonly<Record<NamedEntity, Set<number>>> = {
    HoldReason: new Set(),
    Location: new Set(),
    MaterialStatus: new Set(),
  };
  for (const { before, after } of changes) {
    for (const text of [before, after]) if (text !== null) note(JSON.parse(text) as Fields, ids);
  }
  const found: NamedRecord[] = [];
  for (const entity of ["HoldReason", "Location", "MaterialStatus"] as const) {
    if (ids[entity].size === 0) continue;
    const asked = recordNames[entity]({ ids: JSON.stringify([...ids[entity]]) });
    // oxlint-disable-next-line no-await-in-loop -- three kinds at most
    found.push(...(await readRows(context, asked)));
  }
  return found;
}

function note(fields: Fields, ids: Readonly<Record<NamedEntity, Set<number>>>): void {
  for (const [field, entity] of Object.entries(entityOfField)) {
    const value = fields[field];
    for (const id of Array.isArray(value) ? value : [value]) {
      if (typeof id === "number") ids[entity].add(id);
    }
  }
}

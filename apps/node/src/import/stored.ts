import { filterByName, foldedFields, isContained } from "@asbuilt/table";
import type { ImportRoute } from "./files.ts";
import { readList } from "./list.ts";
import type { Target } from "./target.ts";
import { UserError } from "../terminal/messages.ts";

/** A record that has the name in a row, and whether it is already as the row says. */
export interface StoredRecord {
  readonly id: number;
  readonly revNo: number;
  readonly isEqual: boolean;
}

/**
 * Returns the record that a row of an Upsert names, if there is one. A row with an id is not looked
 * up, nor is one of a resource without names of its own, such as BomSlot.
 */
export async function findStored(
  target: Target,
  { path }: ImportRoute,
  body: string,
): Promise<StoredRecord | undefined> {
  const [, resource, operation] = /^\/api\/(\w+)\/(\w+)$/.exec(path) ?? [];
  const sent = foldedObject(body);
  if (operation !== "Upsert" || !resource || !sent) return undefined;
  const named = filterByName(resource, sent);
  if (!named) return undefined;
  // JSON leaves out what is undefined.
  const filter = JSON.stringify(named);
  try {
    const { value } = await readList(target, `/api/${resource}/List`, filter).next();
    if (!value) return undefined;
    return {
      id: value["id"] ?? value["ID"],
      revNo: value["revNo"],
      isEqual: isContained(Object.fromEntries(sent), value),
    };
  } catch (error) {
    // A name that no record can have: the service refuses the row too.
    if (error instanceof UserError) return undefined;
    throw error;
  }
}

/** Returns the fields of a JSON object by the folded spelling of their names. */
function foldedObject(json: string): ReadonlyMap<string, unknown> | undefined {
  try {
    return foldedFields(JSON.parse(json) as object);
  } catch {
    // The service says what is wrong with it.
    return undefined;
  }
}

import { canonicalSpelling } from "@asbuilt/http";
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
  if (operation !== "Upsert" || resource === "BomSlot" || !sent || sent.has("id")) return undefined;
  const parentProductName = sent.get("parentproductname");
  const orderNo = sent.get("orderno");
  const name = sent.get("name") ?? sent.get("suid");
  if (name === undefined && orderNo === undefined) return undefined;
  // JSON leaves out what is undefined.
  const filter = JSON.stringify({ name, orderNo, parentProductName });
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
function foldedObject(json: string): Map<string, unknown> | undefined {
  try {
    return new Map(folded(JSON.parse(json) as object));
  } catch {
    // The service says what is wrong with it.
    return undefined;
  }
}

const folded = (object: object): [string, unknown][] =>
  Object.entries(object).map(([name, value]) => [canonicalSpelling(name), value]);

/** Returns whether a stored value has all that was sent. Null is no value. */
function isContained(sent: unknown, stored: unknown): boolean {
  if (typeof sent !== "object" || sent === null) return (sent ?? null) === (stored ?? null);
  if (typeof stored !== "object" || stored === null) return false;
  if (Array.isArray(sent)) {
    return (
      Array.isArray(stored) &&
      sent.length === stored.length &&
      sent.every((entry, index) => isContained(entry, stored[index]))
    );
  }
  const fields = new Map(folded(stored));
  return folded(sent).every(([name, value]) => isContained(value, fields.get(name)));
}

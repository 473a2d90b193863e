import { canonicalSpelling } from "@asbuilt/contract/spelling";

/** Returns whether a stored value has all that was sent, in any spelling. Null is no value. */
export function isContained(sent: unknown, stored: unknown): boolean {
  if (typeof sent !== "object" || sent === null) return (sent ?? null) === (stored ?? null);
  if (typeof stored !== "object" || stored === null) return false;
  if (Array.isArray(sent)) {
    return (
      Array.isArray(stored) &&
      sent.length === stored.length &&
      sent.every((entry, index) => isContained(entry, stored[index]))
    );
  }
  const fields = foldedFields(stored);
  return Array.from(foldedFields(sent)).every(([name, value]) =>
    isContained(value, fields.get(name)),
  );
}

/** Returns the fields of an object by the canonical spelling of their names. */
export const foldedFields = (object: object): ReadonlyMap<string, unknown> =>
  new Map(Object.entries(object).map(([name, value]) => [canonicalSpelling(name), value]));

/**
 * Returns the filter that finds the record which a row of an Upsert names. A row with an id is not
 * looked up, nor is one of a resource without names of its own, such as BomSlot.
 */
export function filterByName(
  resource: string,
  fields: ReadonlyMap<string, unknown>,
): Readonly<Record<string, unknown>> | undefined {
  if (resource === "BomSlot" || fields.has("id")) return undefined;
  const parentProductName = fields.get("parentproductname");
  const orderNo = fields.get("orderno");
  const name = fields.get("name") ?? fields.get("suid");
  if (name === undefined && orderNo === undefined) return undefined;
  return { name, orderNo, parentProductName };
}

import type { Operation } from "@asbuilt/contract";
import { canonicalSpelling } from "@asbuilt/http";

/**
 * Returns the canonical spellings of the fields that a request chooses for the records of a list;
 * undefined if it chooses none.
 */
export function chosenFieldsOf(
  { request }: Operation,
  path: string,
): ReadonlySet<string> | undefined {
  // The contract writes its schemas with zod; the route's type also admits plain OpenAPI.
  const query = request?.query as { readonly def: { readonly shape: object } } | undefined;
  const takesFields = query !== undefined && "fields" in query.def.shape;
  const fields = takesFields && new URLSearchParams(path.split("?", 2)[1]).get("fields");
  return fields ? new Set(fields.split(",").map(canonicalSpelling)) : undefined;
}

/** Throws if a list has a record with a field that was not chosen. Returns the fields, by record. */
export function chosenEntries(
  what: string,
  fields: ReadonlySet<string>,
  body: unknown,
): [name: string, value: unknown][][] {
  if (!Array.isArray(body)) throw new Error(`${what} is not a list.`);
  return body.map((record: object) => {
    const entries: [string, unknown][] = Object.entries(record);
    const others = entries.filter(([name]) => !fields.has(canonicalSpelling(name)));
    if (others.length > 0) throw new Error(`${what} has fields that were not chosen.`);
    return entries;
  });
}

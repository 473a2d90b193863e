import { memoized } from "@asbuilt/contract";
import type { RouteConfig } from "@hono/zod-openapi";
import type * as z from "zod";
import {
  compileKnownKeys,
  findKnownKey,
  type KnownKeys,
  meantKey,
  unknownKeyDetail,
} from "./canonical-keys.ts";
import { fieldErrorsMax, shortened } from "./field-error.ts";

/**
 * Returns a function that finds the keys of the records that a route lists; undefined if its
 * response is no list.
 */
export function keysOfRecords(route: RouteConfig): () => KnownKeys | undefined {
  return memoized(() => {
    const response = route.responses[200];
    const content = response && "content" in response ? response.content : undefined;
    const json = content?.["application/json"];
    // The contract writes its schemas with zod; the route's type also admits plain OpenAPI.
    const schema = json && "schema" in json ? (json.schema as z.ZodType) : undefined;
    return schema && compileKnownKeys(schema)?.ofItems;
  });
}

/** Returns the names of all fields of records, in the order of the contract. */
export const fieldNames = ({ bySpelling }: KnownKeys): readonly string[] =>
  [...bySpelling.values()].map(({ name }) => name);

/**
 * Returns a function that finds the fields that a request chooses for the records of a list, in the
 * spelling and order of the contract, and the faults in their names.
 */
export function fieldChooser(route: RouteConfig, keysOf = keysOfRecords(route)) {
  return (names: readonly string[]) => {
    const known = keysOf();
    if (!known) throw new Error(`${route.path} lists no records, so it has no fields to choose.`);
    const chosen = new Set<string>();
    const faults: string[] = [];
    for (const name of names) {
      // The request is refused anyway, and a name is compared with all fields.
      if (faults.length === fieldErrorsMax) break;
      const field = findKnownKey(known, name);
      if (field) chosen.add(field.name);
      else if (name.trim() === "") faults.push("Names of fields, separated by commas.");
      else faults.push(`${shortened(name)}: ${unknownKeyDetail(meantKey(known, name))}`);
    }
    return { fields: fieldNames(known).filter((name) => chosen.has(name)), faults };
  };
}
